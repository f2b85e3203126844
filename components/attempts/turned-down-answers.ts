import type { Save, SavesOutcome } from '@/lib/domain/attempts'
import { pendingSaves, type Journal } from '@/lib/domain/attempts-journal'

/** How often answers that are turned down, nobody knows why, are sent before the paper goes without them. */
const TRIES = 3
/** Nor longer than so, once each of them has been turned down. */
const REFUSED_MS = 30_000

type Sent = { saves: readonly Save[]; outcome: SavesOutcome; journal: Journal; /** A hand-in waits for them. */ isWaitedFor: boolean }

/** What became of the answers that a hand-in waits for. */
export class TurnedDownAnswers {
  readonly #now: () => number
  /** How often all of them were turned down, and of which questions they were since the last time. */
  #refusals = 0
  readonly #turned = new Set<string>()
  /** Since when nothing else came of them, by the clock that only rises; null when something did. */
  #refusedSince: number | null = null

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether they need not be waited for any more: turned down again and again, they are shown as not confirmed. */
  areGivenUp({ saves, outcome: { outcomes }, journal, isWaitedFor }: Sent): boolean {
    if (outcomes.length === 0) return false
    if (!isWaitedFor || outcomes.some(({ outcome }) => outcome !== 'unclear')) {
      this.#refusals = 0
      this.#refusedSince = null
      this.#turned.clear()
      return false
    }
    this.#refusedSince ??= this.#now()
    // A call may come to some of the answers only: what nobody has looked at yet is not turned down.
    for (const { opId, questionId } of saves) if (outcomes.some((one) => one.opId === opId)) this.#turned.add(questionId)
    if (pendingSaves(journal).every(({ questionId }) => this.#turned.has(questionId))) {
      this.#refusals += 1
      this.#turned.clear()
    }
    return this.#refusals >= TRIES || (this.#refusals > 0 && this.#now() - this.#refusedSince > REFUSED_MS)
  }
}
