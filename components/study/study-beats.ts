import type { CurrentVisit, StudyReporter } from '@/components/study/study-visit'
import { BEAT_MS, pauseReason, type BeatState, type PauseReason } from '@/lib/domain/study'

const beatStates: Record<PauseReason, BeatState> = { notReady: 'paused', offline: 'active', unanswered: 'active', refused: 'paused', elsewhere: 'paused', hidden: 'hidden', idle: 'idle', paused: 'paused', buffering: 'paused' }

type Given = { reporter: Pick<StudyReporter, 'beat'>; /** Another device counts now. */ onElsewhere: (current: CurrentVisit) => void; /** The platform knows of no such visit any more. */ onGone: (current: CurrentVisit) => void }
type Moment = { begins?: boolean; stops?: boolean; leaving?: boolean }

/** The signs of life of a visit, with the seconds since the last one: every 15 s while counting, and when counting begins or stops. */
export class StudyBeats {
  readonly #given: Given
  /** The visit of which the platform wants none. Of the next it may: it offers none at all, or that section was taken away, or a gateway in front had nobody behind it. */
  #unwantedOf: CurrentVisit | null = null

  constructor(given: Given) {
    this.#given = given
  }

  /** Sends one when it is time; `leaving` when the page may be gone before the answer is there. */
  beat(current: CurrentVisit | null, { begins = false, stops = false, leaving = false }: Moment): void {
    if (!current || current === this.#unwantedOf || current.clock.begun !== 'known') return
    const { clock } = current
    const reason = pauseReason(clock, clock.lookedAt)
    if (begins) current.beatAt = clock.lookedAt
    if (leaving && reason !== null) return
    if (!stops && (reason !== null || clock.lookedAt - current.beatAt < BEAT_MS)) return
    const seconds = Math.floor(clock.countedMs / 1000)
    const beat = { seq: (current.beatSeq += 1), state: reason === null ? ('active' as const) : beatStates[reason], activeSeconds: seconds - current.beatSeconds }
    current.beatSeconds = seconds
    current.beatAt = clock.lookedAt
    void this.#given.reporter.beat(current.visit, beat, leaving).then(
      (answer) => {
        if (answer === 'notOffered') this.#unwantedOf = current
        if (answer === 'elsewhere') this.#given.onElsewhere(current)
        if (answer === 'gone') this.#given.onGone(current)
      },
      () => void (current.beatSeconds -= beat.activeSeconds),
    )
  }
}
