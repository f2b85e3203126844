import type { AttemptLine } from '@/components/attempts/attempt-line'
import type { AttemptDoors, AttemptState } from '@/components/attempts/attempt-state'
import type { PaperHandIn } from '@/components/attempts/paper-hand-in'
import type { Observable } from '@/components/study/observable'
import type { JudgedAbsence } from '@/lib/domain/attempts-switches'
import { freshId } from '@/lib/domain/fresh-id'

type Given = { doors: Pick<AttemptDoors, 'absence'>; line: AttemptLine; state: Observable<AttemptState>; ending: PaperHandIn }

/** Absences on their way to the server, which alone counts them: in their order, each until it was heard. */
export class AbsenceReports {
  readonly #given: Given
  readonly #waiting: { eventId: string; judged: JudgedAbsence }[] = []
  #isTelling = false

  constructor(given: Given) {
    this.#given = given
  }

  /** One more to tell. */
  add(judged: JudgedAbsence): void {
    this.#waiting.push({ eventId: freshId(), judged })
    void this.tell()
  }

  /** Tells the first of those that wait; nothing while there is none, or one is on its way. */
  async tell(): Promise<void> {
    const { doors, line, state, ending } = this.#given
    const { attempt } = state.get()
    const [next] = this.#waiting
    if (!attempt || !next || this.#isTelling) return
    this.#isTelling = true
    const sentAt = line.now()
    try {
      const { switches, standing, counted } = await doors.absence(line.key(attempt), next.eventId, next.judged)
      this.#waiting.shift()
      if (standing) line.read(standing, sentAt)
      const known = switches ?? standing?.switches ?? state.get().switches
      state.set({ switches: known })
      if (known && known.rule !== 'none' && !known.exhausted) state.set({ absence: { judged: next.judged, counted, switches: known } })
      if (known?.exhausted) ending.switchesUsedUp(known.exhausted)
      else if (standing?.status === 'handedIn' && !ending.isUnderWay) ending.handedInElsewhere(standing.handIn)
    } catch (error) {
      line.needsLogin(error)
    } finally {
      this.#isTelling = false
    }
  }
}
