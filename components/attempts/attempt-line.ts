import type { AttemptGiven, AttemptKey, AttemptState } from '@/components/attempts/attempt-state'
import type { KeptAttempt } from '@/components/attempts/attempt-store'
import { pause } from '@/components/attempts/pause'
import type { Observable } from '@/components/study/observable'
import type { AttemptRef, ClockReading, OpenedAttempt, Save, SavesOutcome, Standing } from '@/lib/domain/attempts'
import { clockAfter, hasSlept, lateEnd, remainingMs, serverTime, sleptMs, standInClock, type ExamClock } from '@/lib/domain/attempts-clock'
import { mayPass, type ErrorCode } from '@/lib/domain/errors'
import { freshId } from '@/lib/domain/fresh-id'

/** So often it is tried whether somebody has logged in elsewhere. */
const LOGIN_AGAIN_MS = 30_000

/** The code of an error of a door; null for one without, as when the network is away. */
export const codeOf = (error: unknown): ErrorCode | null => (error && typeof error === 'object' && 'code' in error ? (error.code as ErrorCode) : null)

/** Whether the same call may succeed later; what the platform said no to stays refused. */
export function isPassing(error: unknown): boolean {
  return mayPass(codeOf(error))
}

/** Whether a door refused because another learner has logged in meanwhile. */
const isOthersSession = (error: unknown) => Boolean(error && typeof error === 'object' && 'fields' in error && (error.fields as Record<string, string> | undefined)?.learner === 'other')

/** Whether a failure came from our server; a network that is away gives none. */
export const wasReached = (error: unknown) => Boolean(error && typeof error === 'object' && 'reached' in error && error.reached)
/** Whether nobody answered, not even something in between. */
export const wasSilent = (error: unknown) => Boolean(error && typeof error === 'object' && 'isSilent' in error && error.isSilent)

/** How a window stands with the server: what it said last, the clock it gave, and what is waited for while it says nothing. */
export class AttemptLine {
  readonly now: () => number
  readonly calendar: () => number
  /** The right to write that this window knows of, and the one that it has had itself. */
  epoch: number | null = null
  ownEpoch: number | null = null
  isClosed = false
  lookedAt = 0
  readonly #given: AttemptGiven
  readonly #state: Observable<AttemptState>
  #clock: ExamClock | null = null
  #waiting: (() => void)[] = []
  readonly #intentId = freshId()

  constructor(given: AttemptGiven, state: Observable<AttemptState>) {
    this.now = given.now ?? (() => performance.now())
    this.calendar = given.calendar ?? (() => Date.now())
    this.#given = given
    this.#state = state
  }

  /** What names the attempt to the server. */
  key({ place, ref }: OpenedAttempt): AttemptKey {
    return { learnerId: this.#given.learnerId, place, ref, epoch: this.epoch }
  }

  /** Sends answers. Where nothing but words tells that the time is over, what is refused after it is not the answer's fault. */
  async save(attempt: OpenedAttempt, saves: Save[], leaving: boolean): Promise<SavesOutcome> {
    const { epoch } = this
    const outcome = await this.#given.doors.save(this.key(attempt), saves, leaving)
    this.#isHeard()
    // By now this window writes by a newer right: that the one before has ended says nothing of it.
    if (outcome.verdict === 'elsewhere' && epoch !== null && this.ownEpoch !== null && epoch < this.ownEpoch) return { ...outcome, verdict: 'cut' }
    const taken = outcome.outcomes.filter((one) => one.outcome !== 'refused' && one.outcome !== 'unclear')
    const isOver = this.epoch === null && this.remaining === 0 && taken.length < outcome.outcomes.length
    return isOver ? { ...outcome, verdict: 'closed', outcomes: taken } : outcome
  }

  /** What this browser keeps of this very attempt. */
  async kept({ attemptId }: AttemptRef): Promise<KeptAttempt | null> {
    const kept = await this.#given.store.read(this.#given.learnerId, this.#given.place)
    return kept?.attempt.ref.attemptId === attemptId ? kept : null
  }

  /** This window writes by this right from now on, as far as it knows. */
  owns(epoch: number | null): void {
    this.epoch = this.ownEpoch = epoch
  }

  /** Whether somebody has begun to write elsewhere since this window did, as far as it knows. */
  get isOthers(): boolean {
    return this.epoch !== null && this.ownEpoch !== null && this.epoch > this.ownEpoch
  }

  /**
   * How the attempt stands by what the server says now, which is taken over; a failure is thrown, and a login shown where one is needed. What the opening by `intentId` has
   * got, whose answer nobody heard, is this window's own where nobody has opened between: else there is something newer than it shows.
   */
  async ask(attempt: OpenedAttempt, intentId?: string): Promise<Standing> {
    const sentAt = this.now()
    this.lookedAt = sentAt
    try {
      const standing = await this.#given.doors.look({ ...this.key(attempt), ...(intentId === undefined ? {} : { intentId }) })
      if (this.ownEpoch !== null && standing.openedEpoch === this.ownEpoch + 1) {
        this.ownEpoch = standing.openedEpoch
        this.epoch = Math.max(this.epoch ?? 0, this.ownEpoch)
      }
      this.read(standing, sentAt)
      return standing
    } catch (error) {
      this.needsLogin(error)
      this.#countSleep()
      throw error
    }
  }

  /** The device slept and nobody says how the paper stands, be it for want of a network or of a login: its calendar says for how long, until the server is heard again. */
  #countSleep(): void {
    const clock = this.#clock
    if (clock === null || !this.hasSlept) return
    const [now, calendarNow] = [this.now(), this.calendar()]
    const slept = sleptMs(clock, now, calendarNow)
    // One that was put back says nothing of sleep, and is what sleep is told by from now on.
    this.#clock = slept > 0 ? standInClock(clock, { serverNow: serverTime(clock, now) + slept, now, calendarNow }) : { ...clock, calendarGap: calendarNow - now }
  }

  /** The intent by which a paper is opened: of one that this browser keeps it is the same until it is open, however often the page is loaded. */
  intentOf(kept: KeptAttempt | null): string {
    if (!kept) return this.#intentId
    const { ref, standing } = kept.attempt
    // Where another attempt may begin, a press is one of its own.
    if (this.#given.attemptId !== ref.attemptId && this.calendar() + kept.ahead >= lateEnd(standing.clock)) return this.#intentId
    const key = this.#intentKey(ref)
    const known = this.#given.kept.read(key)
    if (known) return known
    this.#given.kept.write(key, this.#intentId)
    return this.#intentId
  }

  /** The paper is open, or over. */
  forgetIntent(ref: AttemptRef): void {
    this.#given.kept.remove(this.#intentKey(ref))
  }

  #intentKey({ attemptId }: AttemptRef): string {
    return `exam:${this.#given.learnerId}:${attemptId}:intent`
  }

  /** Keeps the paper in this browser, with the right to write and the end of its time as they are known now. */
  async keep(attempt: OpenedAttempt): Promise<void> {
    const { standing, ref } = attempt
    await this.#given.store.keepPaper(this.#given.learnerId, { ...attempt, standing: { ...standing, epoch: this.epoch, clock: { ...standing.clock, deadline: this.deadline, lateUntil: this.#clock?.lateUntil ?? standing.clock.lateUntil } } }, this.ahead)
    this.forgetIntent(ref)
  }

  /** Takes over how the attempt stands, as it was asked for at `sentAt` of the own clock. */
  read(standing: Standing, sentAt: number): void {
    this.#clock = clockAfter(this.#clock, { reading: standing.clock, sentAt, receivedAt: this.now(), calendarAt: this.calendar() })
    this.lookedAt = this.now()
    this.#isHeard()
    if (standing.switches) this.#state.set({ switches: standing.switches })
    if (standing.epoch !== null) {
      const { sync } = this.#state.get()
      if (this.epoch !== null && standing.epoch > this.epoch && sync?.get().writing === 'here') sync.stop('elsewhere')
      this.epoch = Math.max(this.epoch ?? 0, standing.epoch)
    }
  }

  /** Without the server the device's calendar must do, corrected by what was known of it (`ahead`), until the next reading. */
  readAlone(reading: ClockReading, ahead: number): void {
    this.#clock = standInClock(reading, { serverNow: this.calendar() + ahead, now: this.now(), calendarNow: this.calendar() })
  }

  /** Whether the clock is only the device's own: whoever set it wrong must not lose time by it. */
  get isAlone(): boolean {
    return this.#clock?.tripMs === Number.POSITIVE_INFINITY
  }

  /** How far the server's clock is ahead of the device's calendar, in milliseconds; 0 before it is known. */
  get ahead(): number {
    return this.#clock ? serverTime(this.#clock, this.now()) - this.calendar() : 0
  }

  /** What is left in milliseconds; null before the clock is known, and where the platform tells no end. */
  get remaining(): number | null {
    return this.#clock && remainingMs(this.#clock, this.now())
  }

  /** When the time is over, by the server's clock; null without such a rule or clock. */
  get deadline(): number | null {
    return this.#clock?.deadline ?? null
  }

  /** How long answers are still taken, in milliseconds; 0 or less when they are not, endless where nobody knows. */
  get lateLeft(): number {
    return this.#clock ? this.#clock.lateUntil - serverTime(this.#clock, this.now()) : Number.POSITIVE_INFINITY
  }

  /** The device slept, so that its clock can say nothing of the time between. */
  get hasSlept(): boolean {
    return this.#clock !== null && hasSlept(this.#clock, this.now(), this.calendar())
  }

  /** Whether only a login helps; then it is shown. */
  needsLogin(error: unknown): boolean {
    if (codeOf(error) !== 'expired') return false
    this.#state.set({ login: isOthersSession(error) ? 'otherLearner' : 'over' })
    return true
  }

  /** The server answers this learner: whoever logged in in another tab need not do so again here. */
  #isHeard(): void {
    if (this.#state.get().login === 'alive') return
    this.#state.set({ login: 'alive' })
    this.wake()
  }

  /** Resolves when the network, the page or the session is back. */
  woken(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves when the session may be back: of a login in a window beside this one nobody tells. */
  loginMayBeBack(): Promise<void> {
    return Promise.race([this.woken(), pause(LOGIN_AGAIN_MS)])
  }

  /** Lets everybody go on who waits. */
  wake(): void {
    for (const waiting of this.#waiting.splice(0)) waiting()
  }
}
