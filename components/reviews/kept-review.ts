import type { Kept } from '@/components/study/kept'
import type { ReviewTarget } from '@/lib/domain/reviews'

/** A review that is being written. */
export type ReviewDraft = { stars: number; text: string }

const none: ReviewDraft = { stars: 0, text: '' }

/** What a browser keeps of a review that is being written, by learner, until it is sent. */
export class KeptReview {
  readonly #kept: Kept
  readonly #key: string

  constructor(kept: Kept, learnerId: string, { kind, id }: ReviewTarget) {
    this.#kept = kept
    this.#key = `review:${learnerId}:${kind}:${id}`
  }

  /** What was being written when the page was left. */
  read(): ReviewDraft {
    try {
      const found = JSON.parse(this.#kept.read(this.#key) ?? 'null') as Partial<ReviewDraft> | null
      return found && Number.isInteger(found.stars) && found.stars! >= 0 && found.stars! <= 5 && typeof found.text === 'string' ? { stars: found.stars!, text: found.text } : none
    } catch {
      return none
    }
  }

  /** Keeps what is being written; nothing is kept of nothing. */
  keep(draft: ReviewDraft): void {
    if (draft.stars === 0 && draft.text === '') this.#kept.remove(this.#key)
    else this.#kept.write(this.#key, JSON.stringify(draft))
  }
}
