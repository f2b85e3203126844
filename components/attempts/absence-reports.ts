import { isPassing, type AttemptLine } from '@/components/attempts/attempt-line'
import type { AttemptGiven, AttemptState } from '@/components/attempts/attempt-state'
import type { PaperHandIn } from '@/components/attempts/paper-hand-in'
import type { Observable } from '@/components/study/observable'
import type { AttemptRef, OpenedAttempt, SwitchStanding } from '@/lib/domain/attempts'
import { judge, type Absence, type JudgedAbsence } from '@/lib/domain/attempts-switches'
import { freshId } from '@/lib/domain/fresh-id'
import { spread } from '@/lib/domain/spread'

type Given = Pick<AttemptGiven, 'learnerId' | 'doors' | 'kept'> & { line: AttemptLine; state: Observable<AttemptState>; ending: PaperHandIn }
type Counted = Pick<SwitchStanding, 'countUsed' | 'secondsUsed'>
/** `before` is what the platform had counted when this one was told first, null where nobody knew. */
type Waiting = { eventId: string; judged: JudgedAbsence; before?: Counted | null }

const AGAIN_MS = 500
/** As for answers: ten seconds after a cut everything is told. */
const AGAIN_MAX_MS = 8_000

/** Papers that were left for another page of ours, with the right to write this window had: the same document sees the learner come back. */
const left = new Map<string, { absence: Absence; epoch: number | null }>()

/** Absences on their way to the server, which alone counts them: in their order, each until it was heard, also after the page was loaded again. */
export class AbsenceReports {
  readonly #given: Given
  /** When the learner came to this page. */
  readonly #cameAt: number
  #waiting: Waiting[] = []
  #isTelling = false
  #failures = 0
  /** By the own clock: whoever cannot hear them now is not asked every second by everybody. */
  #notBefore = 0

  constructor(given: Given) {
    this.#given = given
    this.#cameAt = given.line.now()
  }

  /** One more to tell; kept before this returns. */
  add(ref: AttemptRef, judged: JudgedAbsence): void {
    this.#note(ref, judged)
    void this.tell()
  }

  /** As `add`, while the page goes away: where a repetition would count twice, the next page tells it. */
  addLeaving(ref: AttemptRef, judged: JudgedAbsence): void {
    this.#note(ref, judged)
    if (this.#given.line.epoch !== null) void this.tell()
  }

  /** The learner goes on to another page of ours, and is away until this paper is opened again. */
  wentOn(ref: AttemptRef, absence: Absence): void {
    left.set(this.#key(ref), { absence, epoch: this.#given.line.epoch })
  }

  /** Goes on with what an earlier page of this paper could not tell, and with the time between that page and this one. */
  restore(ref: AttemptRef): void {
    this.recall(ref)
    const judged = this.#between(ref)
    if (judged?.counts) this.#note(ref, judged)
    void this.tell()
  }

  /** Takes up what an earlier page of this paper has kept, so that nothing is written over it; it is told with the next one, or when the paper is open again. */
  recall(ref: AttemptRef): void {
    const kept = readWaiting(this.#given.kept.read(this.#key(ref)))
    this.#waiting = [...kept.filter(({ eventId }) => !this.#waiting.some((one) => one.eventId === eventId)), ...this.#waiting]
  }

  /** Another attempt is open: what waits stays kept with the one it is of. */
  drop(): void {
    this.#waiting = []
  }

  /** The paper is over. */
  forget(ref: AttemptRef): void {
    this.#given.kept.remove(this.#key(ref))
  }

  /** Tells the first of those that wait; nothing while there is none, or one is on its way. */
  async tell(): Promise<void> {
    const { doors, line, state, ending } = this.#given
    const { attempt } = state.get()
    const [next] = this.#waiting
    if (!attempt || !next || this.#isTelling || line.now() < this.#notBefore) return
    this.#isTelling = true
    const sentAt = line.now()
    try {
      if (line.epoch === null && (await this.#isCounted(attempt, next))) return this.#heard(attempt.ref, next)
      const { switches, standing, counted } = await doors.absence(line.key(attempt), next.eventId, next.judged)
      this.#heard(attempt.ref, next)
      if (standing) line.read(standing, sentAt)
      const known = switches ?? standing?.switches ?? state.get().switches
      state.set({ switches: known })
      if (known && known.rule !== 'none' && !known.exhausted) state.set({ absence: { judged: next.judged, counted, switches: known } })
      if (known?.exhausted) ending.switchesUsedUp(known.exhausted)
      else if (standing?.status === 'handedIn' && !ending.isUnderWay) ending.handedInElsewhere(standing.handIn)
    } catch (error) {
      // Asked again, the server would refuse it again.
      if (!line.needsLogin(error) && !isPassing(error)) return this.#heard(attempt.ref, next)
      this.#failures += 1
      this.#notBefore = line.now() + spread(Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** this.#failures))
    } finally {
      this.#isTelling = false
    }
  }

  /**
   * A platform without the exam protocol counts an absence as often as it is told. So one that was told and not answered is told again
   * only where its count says that it has not arrived; where nobody knows, the learner has the benefit of the doubt.
   */
  async #isCounted(attempt: OpenedAttempt, told: Waiting): Promise<boolean> {
    const { doors, line, state } = this.#given
    if (told.before === undefined) {
      told.before = state.get().switches
      this.#keep(attempt.ref)
      return false
    }
    if (told.before === null) return true
    const { switches } = await doors.look(line.key(attempt))
    if (switches === null) throw new Error('the count is not told')
    state.set({ switches })
    if (switches.countUsed === told.before.countUsed && switches.secondsUsed === told.before.secondsUsed) return false
    if (switches.exhausted) this.#given.ending.switchesUsedUp(switches.exhausted)
    return true
  }

  /** The absence since this window was on this paper; null without one, and where another window or device wrote meanwhile: who answers there is not away. */
  #between(ref: AttemptRef): JudgedAbsence | null {
    const before = left.get(this.#key(ref))
    left.delete(this.#key(ref))
    // Where a platform gives no numbers nobody knows, and the learner has the benefit of the doubt.
    const isOwn = before && before.epoch !== null && this.#given.line.epoch === before.epoch + 1
    return isOwn ? judge({ ...before.absence, to: this.#cameAt }) : null
  }

  #note(ref: AttemptRef, judged: JudgedAbsence): void {
    this.#waiting.push({ eventId: freshId(), judged })
    this.#keep(ref)
  }

  /** The network, the page or the session is back: they are told at once. */
  wake(): void {
    this.#failures = this.#notBefore = 0
  }

  #heard(ref: AttemptRef, { eventId }: Waiting): void {
    this.#failures = this.#notBefore = 0
    // Another attempt may be open by now.
    if (this.#given.state.get().attempt?.ref.attemptId !== ref.attemptId) return
    this.#waiting = this.#waiting.filter((one) => one.eventId !== eventId)
    this.#keep(ref)
  }

  #keep(ref: AttemptRef): void {
    if (this.#waiting.length > 0) this.#given.kept.write(this.#key(ref), JSON.stringify(this.#waiting))
    else this.forget(ref)
  }

  #key({ attemptId }: AttemptRef): string {
    return `absences:${this.#given.learnerId}:${attemptId}`
  }
}

function readWaiting(text: string | null): Waiting[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter((one: Partial<Waiting> | null): one is Waiting => typeof one?.eventId === 'string' && typeof one.judged?.seconds === 'number') : []
  } catch {
    return []
  }
}
