import type { Kept } from '@/components/study/kept'

/** What is being written: the words, the moment at which they were begun, and the id under which these very words were sent without an answer. */
export type Draft = { text: string; moment: number | null; operationId?: string }

/** A note as far as its words go. */
type Written = { id: string; text: string }

const none: Draft = { text: '', moment: null }
const KEPT_MOMENTS = 50

function listOf(kept: string | null): Draft[] {
  try {
    const found: unknown = JSON.parse(kept ?? '[]')
    return Array.isArray(found) ? found.filter((one): one is Draft => typeof one?.text === 'string' && (one.moment === null || Number.isFinite(one.moment))) : []
  } catch {
    return []
  }
}

/** What the browser keeps of the notes of one place: the draft, what notes are being changed to, and the moments of notes for platforms that do not keep them. */
export class KeptNotes {
  readonly #kept: Kept
  /** What this page read or wrote last; what stands there otherwise is what another window is writing. */
  readonly #own = new Map<string, string>()
  readonly #draft: string
  readonly #moments: string
  readonly #changes: string

  constructor(kept: Kept, learnerId: string, placeKey: string) {
    this.#kept = kept
    this.#draft = `study:${learnerId}:draft:${placeKey}`
    this.#moments = `study:${learnerId}:moments:${placeKey}`
    this.#changes = `study:${learnerId}:note:${placeKey}:`
    // Also of notes that were deleted since, for which nobody will ask.
    for (const key of kept.keysUnder(this.#changes)) this.#read(key)
  }

  /** What was being written when the page was left. */
  draft(): Draft {
    return this.#read(this.#draft) ?? none
  }

  /** Keeps what is being written; nothing is kept of nothing. */
  keepDraft(draft: Draft): void {
    if (draft.text === '') this.#remove(this.#draft)
    else this.#write(this.#draft, draft)
  }

  /** Keeps what becomes of the draft as it is sent, which is no reason to forget what another window is writing. */
  keepSent(draft: Draft): void {
    if (this.#isOwn(this.#draft)) this.keepDraft(draft)
  }

  /** What a note was being changed to when the page was left; null where that is nothing, or what it says by now. */
  changeOf({ id, text }: Written): string | null {
    const changed = this.#read(this.#changes + id)?.text ?? null
    if (changed?.trim() !== text) return changed
    this.dropChange(id)
    return null
  }

  /** Keeps what a note is being changed to; nothing is kept of nothing, nor of what it says already. */
  keepChange({ id, text }: Written, change: Draft): void {
    if (['', text].includes(change.text.trim())) this.dropChange(id)
    else this.#write(this.#changes + id, change)
  }

  /** Forgets what a note was being changed to here. */
  dropChange(id: string): void {
    this.#remove(this.#changes + id)
  }

  /** Hands over what notes were being changed to that are not among these any more: it would never be shown again. */
  takeLost(notes: readonly Written[]): Draft[] {
    const there = new Set(notes.map(({ id }) => this.#changes + id))
    const lost = [...this.#own].filter(([key]) => key.startsWith(this.#changes) && !there.has(key))
    for (const [key] of lost) this.#remove(key)
    return lost.flatMap(([, change]) => listOf(change))
  }

  /** The moment of a note with these words. */
  momentOf(text: string): number | null {
    return listOf(this.#kept.read(this.#moments)).find((one) => one.text === text)?.moment ?? null
  }

  /** Remembers the moment of a note with these words. */
  keepMoment(note: Draft): void {
    if (note.moment === null) return
    const others = listOf(this.#kept.read(this.#moments)).filter(({ text }) => text !== note.text)
    this.#kept.write(this.#moments, JSON.stringify([note, ...others].slice(0, KEPT_MOMENTS)))
  }

  #read(key: string): Draft | null {
    const found = this.#kept.read(key)
    if (found !== null) this.#own.set(key, found)
    return listOf(found)[0] ?? null
  }

  #write(key: string, draft: Draft): void {
    const written = JSON.stringify([draft])
    this.#own.set(key, written)
    this.#kept.write(key, written)
  }

  #remove(key: string): void {
    if (this.#isOwn(key)) this.#kept.remove(key)
    this.#own.delete(key)
  }

  #isOwn(key: string): boolean {
    const found = this.#kept.read(key)
    return found === null || found === this.#own.get(key)
  }
}
