import { Observable } from '@/components/study/observable'

/** What a moment is: a second of a video or a page of a document. */
export type MomentKind = 'second' | 'page'

/** Where the content on the stage is just now, and the way to somewhere else in it; nothing for content without such places. */
export class StageMoment extends Observable<{ kind: MomentKind | null; at: number | null }> {
  #jump: ((at: number) => void) | null = null

  constructor() {
    super({ kind: null, at: null })
  }

  /** Content with places is on the stage; gives back how it leaves. */
  serve(kind: MomentKind, jump: (at: number) => void): () => void {
    this.#jump = jump
    this.set({ kind, at: null })
    return () => {
      if (this.#jump !== jump) return
      this.#jump = null
      this.set({ kind: null, at: null })
    }
  }

  /** The content is here: whole seconds, whole pages. */
  note(at: number): void {
    if (this.#jump && Number.isFinite(at)) this.set({ at: Math.max(0, Math.floor(at)) })
  }

  /** Goes to a place in the content. */
  jump(at: number): void {
    this.#jump?.(at)
  }
}
