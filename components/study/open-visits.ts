import type { Kept } from '@/components/study/kept'
import type { CurrentVisit, StudyReporter, StudyTold } from '@/components/study/study-visit'
import { visitOf, wholeMinutes, type Visit } from '@/lib/domain/study'

const KEEP_MS = 5_000
/** So often the platform may fail on the end of a visit before others no longer wait for it: it may be that one visit. */
const TRIES = 3

type Given = { learnerId: string; kept: Kept; reporter: Pick<StudyReporter, 'end'>; told: StudyTold }

/** The visits of a learner that the platform has not heard the end of, in the browser's storage. */
export class OpenVisits {
  readonly #given: Given
  readonly #prefix: string

  constructor(given: Given) {
    this.#given = given
    this.#prefix = `study:${given.learnerId}:visit:`
  }

  /** Keeps a visit that the platform was asked for as it stands, every five seconds or at once. */
  note(current: CurrentVisit, { atOnce }: { atOnce: boolean }): void {
    const { clock } = current
    if (!current.asked || (!atOnce && clock.lookedAt - current.keptAt < KEEP_MS)) return
    current.keptAt = clock.lookedAt
    current.visit = { ...current.visit, countedMs: clock.countedMs }
    this.#given.kept.write(this.#prefix + current.visit.id, JSON.stringify(current.visit))
  }

  /** The platform knows the end of this one, or wants none. */
  forget({ id }: Visit): void {
    this.#given.kept.remove(this.#prefix + id)
  }

  /**
   * Ends the visits that a closed or crashed page left open; only for a tab that has the turn, so that none of them is alive but its own.
   * Throws the failure because of which one is to be told again before another visit begins: with that the platform ends it by what it knows,
   * and would count no more of it.
   */
  async endAllBut(own: () => Visit | undefined): Promise<void> {
    const { kept, reporter, told } = this.#given
    let failure: { error: unknown } | null = null
    for (const key of kept.keysUnder(this.#prefix)) {
      const visit = visitOf(kept.read(key))
      if (visit && visit.id === own()?.id) continue
      if (!visit) {
        kept.remove(key)
        continue
      }
      try {
        const report = await reporter.end(visit, wholeMinutes(visit.countedMs), false)
        kept.remove(key)
        told.onReport(report)
        told.onChange()
      } catch (error) {
        if (!told.isPassing(error)) kept.remove(key)
        // Where nobody is reached, the others would not be told either.
        else if (!told.wasReached(error)) throw error
        else if (this.#hasTriesLeft(key, visit)) failure = { error }
      }
    }
    if (failure) throw failure.error
  }

  /** Counted beside the visit, so that a page that is loaded anew does not wait for it all over again. */
  #hasTriesLeft(key: string, visit: Visit): boolean {
    const { kept } = this.#given
    const { failures = 0 } = JSON.parse(kept.read(key) ?? '{}') as { failures?: number }
    kept.write(key, JSON.stringify({ ...visit, failures: failures + 1 }))
    return failures < TRIES
  }
}
