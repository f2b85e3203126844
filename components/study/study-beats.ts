import type { CurrentVisit, StudyReporter } from '@/components/study/study-visit'
import { BEAT_MS, pauseReason, type BeatState, type ClockEvent, type PauseReason } from '@/lib/domain/study'

const beatStates: Record<PauseReason, BeatState> = { notReady: 'paused', notOpen: 'paused', offline: 'active', unanswered: 'active', refused: 'paused', elsewhere: 'paused', hidden: 'hidden', idle: 'idle', paused: 'paused', buffering: 'paused' }
/** The platform reckons in whole seconds: a pause of less is none to it. */
const SHORTEST_PAUSE_MS = 1_000

type Given = { reporter: Pick<StudyReporter, 'beat'>; /** Another device counts now. */ onElsewhere: (current: CurrentVisit) => void; /** The platform knows of no such visit any more. */ onGone: (current: CurrentVisit) => void }

/**
 * The signs of life of a visit, with the seconds since the last one: every 15 s while counting, when counting stops, and when a pause is
 * over or the visit ends in one. The last says why time stood: the platform would take what lies between two signs for idle.
 */
export class StudyBeats {
  readonly #given: Given
  /** The visit of which the platform wants none. Of the next it may: it offers none at all, or that section was taken away, or a gateway in front had nobody behind it; or another device counts. */
  #unwantedOf: CurrentVisit | null = null

  constructor(given: Given) {
    this.#given = given
  }

  /** Sends one when it is time, after something happened before which time stood for this reason, or ran. */
  follow(current: CurrentVisit, { type }: ClockEvent, before: PauseReason | null): void {
    if (!this.#isWantedOf(current)) return
    const { clock } = current
    const after = pauseReason(clock, clock.lookedAt)
    // The platform counts from here: what was before is no part of the visit.
    if (type === 'begin') current.beatAt = clock.lookedAt
    else if (before !== null && (after === null || beatStates[after] !== beatStates[before])) void this.#tellPause(current, before, false)
    if (after === null ? clock.lookedAt - current.beatAt >= BEAT_MS : before === null) void this.#send(current, after, false)
  }

  /** The page may be gone soon: sends what was counted. */
  flush(current: CurrentVisit): void {
    const reason = pauseReason(current.clock, current.clock.lookedAt)
    if (this.#isWantedOf(current) && !current.closed && reason === null) void this.#send(current, null, true)
  }

  /** The visit is over: says why time stands, if it does; resolves when the platform has heard it. `leaving` when the page may be gone before that. */
  async last(current: CurrentVisit, leaving = false): Promise<void> {
    const reason = pauseReason(current.clock, current.clock.lookedAt)
    if (reason !== null && !current.ended && this.#isWantedOf(current)) await this.#tellPause(current, reason, leaving)
  }

  #isWantedOf(current: CurrentVisit): boolean {
    return current !== this.#unwantedOf && current.clock.begun === 'known'
  }

  async #tellPause(current: CurrentVisit, reason: PauseReason, leaving: boolean): Promise<void> {
    if (current.clock.lookedAt - current.beatAt >= SHORTEST_PAUSE_MS) return this.#send(current, reason, leaving)
    current.beatAt = current.clock.lookedAt
  }

  async #send(current: CurrentVisit, reason: PauseReason | null, leaving: boolean): Promise<void> {
    const { clock, closed } = current
    const seconds = Math.floor(clock.countedMs / 1000)
    const beat = { seq: (current.beatSeq += 1), state: reason === null ? ('active' as const) : beatStates[reason], activeSeconds: seconds - current.beatSeconds }
    current.beatSeconds = seconds
    current.beatAt = clock.lookedAt
    try {
      const answer = await this.#given.reporter.beat(current.visit, beat, leaving)
      if (answer === 'notOffered' || answer === 'elsewhere') this.#unwantedOf = current
      // To a visit that was over already it makes no difference.
      if (answer === 'elsewhere' && !closed) this.#given.onElsewhere(current)
      if (answer === 'gone' && !closed) this.#given.onGone(current)
    } catch {
      current.beatSeconds -= beat.activeSeconds
    }
  }
}
