import { Observable } from '@/components/study/observable'

/** `page` fills the window where a browser (iPhone) has full screen for nothing but the bare video: so captions and watermark stay. */
export type Frame = 'none' | 'screen' | 'page'

/** Full screen of the stage, the same for every kind of content, so that it outlives a change of section. */
export class FrameMode extends Observable<{ frame: Frame }> {
  #box: HTMLElement | null = null
  #page = false

  constructor() {
    super({ frame: 'none' })
  }

  /** Takes the box that fills the screen; gives back how to let go of it. */
  attach(box: HTMLElement): () => void {
    const off = new AbortController()
    this.#box = box
    document.addEventListener('fullscreenchange', () => this.#tell(), { signal: off.signal })
    document.addEventListener('keydown', (event) => {
      if (this.#page && event.key === 'Escape' && !event.defaultPrevented) this.#fillPage(false)
    }, { signal: off.signal })
    return () => {
      this.#fillPage(false)
      if (document.fullscreenElement === box) void document.exitFullscreen().catch(() => undefined)
      off.abort()
      this.#box = null
    }
  }

  readonly toggle = async (): Promise<void> => {
    const box = this.#box
    if (!box) return
    if (document.fullscreenElement === box) return document.exitFullscreen().catch(() => undefined)
    if (this.#page) return this.#fillPage(false)
    if (!document.fullscreenEnabled || box.requestFullscreen === undefined) return this.#fillPage(true)
    await box.requestFullscreen({ navigationUI: 'hide' }).catch(() => this.#fillPage(true))
  }

  #fillPage(on: boolean): void {
    this.#page = on
    this.#tell()
  }

  #tell(): void {
    this.set({ frame: this.#box && document.fullscreenElement === this.#box ? 'screen' : this.#page ? 'page' : 'none' })
  }
}
