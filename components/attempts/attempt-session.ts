import { AnswerSync } from '@/components/attempts/answer-sync'
import type { AttemptStore, KeptAttempt } from '@/components/attempts/attempt-store'
import { Observable } from '@/components/study/observable'
import { leftIn, type LeftAnswers } from '@/lib/domain/answer-file'
import {
  NOTICE_MS, SAVES_PER_CALL, type AbsenceOutcome, type Answers, type AttemptRef, type ClockReading, type ExamPlace, type HandIn, type HandInOutcome, type HandInReason, type OpenedAttempt, type Save, type SavesOutcome, type Standing, type StartOutcome,
  type SwitchStanding,
} from '@/lib/domain/attempts'
import { clockAfter, hasSlept, remainingMs, serverTime, warningDue, type ExamClock } from '@/lib/domain/attempts-clock'
import { answered, newJournal, pendingCount, pendingSaves, reopened, type Journal } from '@/lib/domain/attempts-journal'
import type { JudgedAbsence } from '@/lib/domain/attempts-switches'
import type { ErrorCode } from '@/lib/domain/errors'
import { freshId } from '@/lib/domain/fresh-id'
import type { StudyReport } from '@/lib/domain/study'

type Key = { learnerId: string; place: ExamPlace; ref: AttemptRef; epoch: number | null }

/** How a session reaches the server; every call may fail with an error that has a `code`. */
export type AttemptDoors = {
  open: (start: { learnerId: string; place: ExamPlace; intentId: string; attemptId: string | null }) => Promise<StartOutcome>
  save: (key: Key, saves: Save[], leaving: boolean) => Promise<SavesOutcome>
  look: (key: Key) => Promise<Standing>
  takeOver: (key: Key, intentId: string) => Promise<{ standing: Standing; answers: Answers }>
  absence: (key: Key, eventId: string, absence: JudgedAbsence) => Promise<AbsenceOutcome>
  handIn: (key: Key, by: HandInReason) => Promise<HandInOutcome>
}

export type AttemptPhase = 'opening' | 'failed' | 'refused' | 'answering' | 'handingIn' | 'handedIn'

export type AttemptState = {
  phase: AttemptPhase
  /** The exam is not there; without that, a failed opening may be mended by another try. */
  isMissing: boolean
  /** Why it did not open: the platform's words, or a code of an error. */
  refusal: { why: 'handedIn' | 'notHere' | 'refused'; words: string; ref: AttemptRef | null } | null
  attempt: OpenedAttempt | null
  sync: AnswerSync | null
  /** What is left, in milliseconds; null before the clock is known. */
  remaining: number | null
  /** Minutes left that are worth a word; it stands until the next one. */
  warning: number | null
  deadline: number | null
  switches: SwitchStanding | null
  /** The absence that was last told to the server, with what it made of it. */
  absence: { judged: JudgedAbsence; counted: boolean; switches: SwitchStanding | null } | null
  /** The paper is about to be handed in by itself. */
  notice: { by: 'time' } | { by: 'switches'; exhausted: 'count' | 'time' | 'either' } | null
  /** What is going on with the hand-in while it is not done. */
  waitsForNetwork: boolean
  handIn: HandIn | null
  /** The session is over, or is somebody else's by now. */
  login: 'alive' | 'over' | 'otherLearner'
  /** How many answers were changed by another window while this one could not save. */
  lost: number
  /** What the server did not confirm before it took nothing any more: of this paper, or of an earlier attempt. */
  left: LeftAnswers | null
}

type Given = {
  learnerId: string
  place: ExamPlace
  store: AttemptStore
  doors: AttemptDoors
  /** Only this attempt may be gone on with: the page was reloaded or gone back to. */
  attemptId: string | null
  /** Other tabs of this browser. */
  tab: (attemptId: string, told: { onLost: () => void; onDoubt: () => void; onHandedIn: () => void }) => { claim: (epoch: number | null) => void; handedIn: () => void; close: () => void }
  onOpened: (ref: AttemptRef) => void
  onHandedIn: (ref: AttemptRef, report: StudyReport | null) => void
  onRefused: (words: string | null) => void
  now?: () => number
  calendar?: () => number
}

const LOOK_EVERY_MS = 30_000
const LOOK_READONLY_MS = 3_000
const OPEN_AGAIN_MS = 3_000
const HAND_IN_AGAIN_MS = 1_000
const HAND_IN_AGAIN_MAX_MS = 10_000
/** Before a paper is handed in because its time is over, the server is asked for so long whether that is so. */
const ASK_TIME_MS = 1_500
const codeOf = (error: unknown): ErrorCode | null => (error && typeof error === 'object' && 'code' in error ? (error.code as ErrorCode) : null)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * One learner taking one exam in one window: opens the paper, keeps and sends answers, knows the server's time, and hands the paper in,
 * once, whoever or whatever asked for it. The server decides; this is its mirror, and works on while the server cannot be reached.
 */
export class AttemptSession extends Observable<AttemptState> {
  readonly #given: Given
  readonly #now: () => number
  readonly #calendar: () => number
  readonly #intentId = freshId()
  #clock: ExamClock | null = null
  #epoch: number | null = null
  #tab: ReturnType<Given['tab']> | null = null
  /** Another tab was found to write, perhaps before this one had its paper. */
  #isReader = false
  #handing: Promise<void> | null = null
  /** Why the paper is being handed in; kept, so that a page that was reloaded goes on with it. */
  #intended: HandInReason | null = null
  #report: StudyReport | null = null
  #lookedAt = 0
  #looking: Promise<void> | null = null
  #timeIsOver = false
  #absences: { eventId: string; judged: JudgedAbsence }[] = []
  #telling = false
  #closed = false
  #wake: (() => void)[] = []

  constructor(given: Given) {
    super({
      phase: 'opening', isMissing: false, refusal: null, attempt: null, sync: null, remaining: null, warning: null, deadline: null, switches: null, absence: null, notice: null,
      waitsForNetwork: false, handIn: null, login: 'alive', lost: 0, left: null,
    })
    this.#given = given
    this.#now = given.now ?? (() => performance.now())
    this.#calendar = given.calendar ?? (() => Date.now())
  }

  /** Opens the paper; without the server it goes on with what this browser kept, and keeps knocking. */
  async open(): Promise<void> {
    const { learnerId, place, store, doors } = this.#given
    const kept = await store.read(learnerId, place)
    for (;;) {
      const sentAt = this.#now()
      try {
        const outcome = await doors.open({ learnerId, place, intentId: this.#intentId, attemptId: this.#given.attemptId })
        if (this.#closed) return
        return await this.#opened(outcome, kept, sentAt)
      } catch (error) {
        if (this.#closed) return
        if (this.#notice(error)) await this.#woken()
        else if (this.#isPassing(error) && kept && kept.attempt.standing.clock.deadline !== null && this.#calendar() < kept.attempt.standing.clock.deadline) {
          if (this.get().sync === null) await this.#goOnAlone(kept)
          await Promise.race([pause(OPEN_AGAIN_MS), this.#woken()])
        } else return this.set({ phase: 'failed', isMissing: codeOf(error) === 'missing' || codeOf(error) === 'invalid' })
      }
    }
  }

  /** Once a second, and whenever something may have changed. */
  tick(): void {
    const clock = this.#clock
    const { phase } = this.get()
    if (!clock || (phase !== 'answering' && phase !== 'handingIn')) return
    const before = this.get().remaining
    const remaining = remainingMs(clock, this.#now())
    const warning = warningDue(before, remaining)
    this.set({ remaining, deadline: clock.deadline, ...(warning === null ? {} : { warning }) })
    if (phase !== 'answering') return
    const isReader = this.get().sync?.get().writing !== 'here'
    const isDue = this.#now() - this.#lookedAt > (isReader && remaining === 0 ? LOOK_READONLY_MS : LOOK_EVERY_MS)
    const hasWoken = hasSlept(clock, this.#now(), this.#calendar()) && this.#now() - this.#lookedAt > LOOK_READONLY_MS
    if (hasWoken || isDue) void this.look()
    if (remaining === 0 && !isReader && !this.#timeIsOver) void this.#timeOver()
    if (this.#absences.length > 0) void this.#tellAbsences()
  }

  /** Asks how the attempt stands: the clock, whether it still runs, who writes. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** The network, the page or the session is back. */
  wake(): void {
    for (const waiting of this.#wake.splice(0)) waiting()
    this.get().sync?.tryNow()
    if (this.get().phase === 'answering') void this.look()
  }

  /** The learner logged in again. */
  loggedIn(): void {
    this.set({ login: 'alive' })
    this.wake()
  }

  /** The page goes away at this moment. */
  leave(): void {
    this.get().sync?.leave()
  }

  /** Ends with the page. */
  close(): void {
    this.#closed = true
    this.get().sync?.stop('closed')
    this.#tab?.close()
    this.#tab = null
  }

  /** The learner was away and is back: told to the server, which alone counts; section and plan exams are only read again (contract 8). */
  wasAway(judged: JudgedAbsence): void {
    if (this.get().phase !== 'answering') return
    const { attempt } = this.get()
    const isTold = judged.counts || (this.#epoch !== null && judged.cause !== 'tooShort' && judged.cause !== 'passing')
    if (attempt?.place.origin === 'standalone' && isTold) {
      this.#absences.push({ eventId: freshId(), judged })
      void this.#tellAbsences()
    } else void this.look()
  }

  /** The word about the last absence was read. */
  absenceRead(): void {
    this.set({ absence: null })
  }

  /** This window writes from now on, with what is stored and what this browser has not sent yet. */
  async continueHere(): Promise<void> {
    const { attempt, sync } = this.get()
    if (!attempt || !sync) return
    const own = (await this.#kept(attempt.ref))?.journal ?? sync.get().journal
    if (this.#epoch === null) return this.#writeOn(own, 0)
    const sentAt = this.#now()
    try {
      const { standing, answers } = await this.#given.doors.takeOver(this.#key(attempt), freshId())
      this.#read(standing, sentAt)
      if (standing.status === 'handedIn') return this.#handedInElsewhere(standing.handIn)
      const { journal, lost } = reopened({ ...own, current: sync.get().journal.current }, answers, standing.seq, freshId)
      this.#writeOn(journal, lost.length)
    } catch (error) {
      if (!this.#notice(error)) throw error
    }
  }

  /** The learner has what was not confirmed, and goes on. */
  async leftRead(): Promise<void> {
    const { left, phase, attempt } = this.get()
    if (!left) return
    if (phase === 'handedIn' && attempt) return this.#leaveHandedIn(attempt)
    this.set({ left: null })
    await this.#given.store.forget(this.#given.learnerId, left.attempt)
  }

  /** Hands the paper in; a second call while one is under way is the same one. */
  handIn(by: HandInReason): Promise<void> {
    this.#handing ??= this.#handIn(by)
    return this.#handing
  }

  #key({ place, ref }: OpenedAttempt): Key {
    return { learnerId: this.#given.learnerId, place, ref, epoch: this.#epoch }
  }

  async #opened(outcome: StartOutcome, kept: KeptAttempt | null, sentAt: number): Promise<void> {
    if (!outcome.started) {
      if (kept) this.set({ left: await this.#rescue(kept) })
      this.get().sync?.stop('closed')
      this.set({ phase: 'refused', refusal: outcome })
      return
    }
    const { attempt } = outcome
    this.#epoch = attempt.standing.epoch
    this.#read(attempt.standing, sentAt)
    if (kept && kept.attempt.ref.attemptId !== attempt.ref.attemptId) this.set({ left: await this.#rescue(kept) })
    const alone = this.get().sync
    const wroteAlone = alone?.get().writing === 'here'
    alone?.stop('elsewhere')
    this.#claim(attempt.ref)
    const same = await this.#kept(attempt.ref)
    const own = wroteAlone ? alone.get().journal : same?.journal
    const { journal, lost } = own ? reopened(own, attempt.answers, attempt.standing.seq, freshId) : { journal: newJournal(attempt.answers, attempt.standing.seq), lost: [] }
    await this.#given.store.keepPaper(this.#given.learnerId, { ...attempt, standing: { ...attempt.standing, clock: { ...attempt.standing.clock, deadline: this.#clock?.deadline ?? null } } })
    this.#begin(attempt, journal, lost.length)
    this.#given.onOpened(attempt.ref)
    if (attempt.standing.status === 'handedIn') return this.#handedInElsewhere(attempt.standing.handIn)
    if (same?.handInBy) void this.handIn(same.handInBy)
  }

  async #goOnAlone({ attempt }: KeptAttempt): Promise<void> {
    const { clock, epoch } = attempt.standing
    this.#epoch = epoch
    this.#claim(attempt.ref)
    const journal = (await this.#kept(attempt.ref))?.journal
    if (!journal) return
    // Without the server the device's calendar must do, until the next reading.
    this.#clock = clockAfter(null, { reading: { ...clock, serverNow: this.#calendar() }, sentAt: this.#now(), receivedAt: this.#now(), calendarAt: this.#calendar() })
    this.#begin(attempt, journal, 0)
  }

  /** What this browser keeps of this very attempt; read after `claim`, so that no other tab changes it any more. */
  async #kept({ attemptId }: AttemptRef): Promise<KeptAttempt | null> {
    const kept = await this.#given.store.read(this.#given.learnerId, this.#given.place)
    return kept?.attempt.ref.attemptId === attemptId ? kept : null
  }

  /** Of the tabs of this browser this one writes now. */
  #claim({ attemptId }: AttemptRef): void {
    this.#isReader = false
    const onLost = () => {
      this.#isReader = true
      this.get().sync?.stop('elsewhere')
    }
    this.#tab ??= this.#given.tab(attemptId, { onLost, onDoubt: () => void this.look(), onHandedIn: () => void this.look() })
    this.#tab.claim(this.#epoch)
  }

  #begin(attempt: OpenedAttempt, journal: Journal, lost: number): void {
    const { learnerId, store, doors, onRefused } = this.#given
    const sync: AnswerSync = new AnswerSync({
      journal, onRefused, now: this.#now,
      keep: (so) => store.keepJournal(learnerId, attempt.ref.attemptId, so, this.#intended),
      send: (saves, leaving) => doors.save(this.#key(attempt), saves, leaving),
      onOutcome: (outcome, sentAt) => {
        if (outcome.standing) this.#read(outcome.standing, sentAt)
        if (outcome.verdict === 'closed') void this.#timeIsUp()
      },
      onFailure: (error) => void this.#notice(error),
      onSuperseded: () => void this.continueHere(),
    })
    this.set({ phase: 'answering', attempt, sync, lost, switches: attempt.standing.switches, remaining: this.#clock && remainingMs(this.#clock, this.#now()), deadline: this.#clock?.deadline ?? null })
    if (this.#isReader) sync.stop('elsewhere')
    this.#lookedAt = this.#now()
  }

  #writeOn(journal: Journal, lost: number): void {
    this.get().sync?.restart(journal)
    this.set({ lost })
    this.#tab?.claim(this.#epoch)
  }

  /** Answers of an earlier attempt that never got through: within the late window the server still takes them; what it did not take is kept. */
  async #rescue({ attempt, journal: kept }: KeptAttempt): Promise<LeftAnswers | null> {
    const { learnerId, doors, store } = this.#given
    const key = { learnerId, place: attempt.place, ref: attempt.ref, epoch: attempt.standing.epoch }
    let journal = kept
    for (let before = Number.POSITIVE_INFINITY; pendingCount(journal) > 0 && pendingCount(journal) < before;) {
      before = pendingCount(journal)
      const saves = pendingSaves(journal, SAVES_PER_CALL)
      const outcome = await doors.save(key, saves, false).catch(() => null)
      journal = answered(journal, saves, outcome?.outcomes ?? [])
    }
    const left = leftIn(attempt, journal)
    if (left === null) await store.forget(learnerId, attempt)
    return left
  }

  #read(standing: Standing, sentAt: number): void {
    this.#readClock(standing.clock, sentAt)
    this.#lookedAt = this.#now()
    if (standing.switches) this.set({ switches: standing.switches })
    if (standing.epoch !== null) {
      if (this.#epoch !== null && standing.epoch > this.#epoch && this.get().sync?.get().writing === 'here') this.get().sync?.stop('elsewhere')
      this.#epoch = Math.max(this.#epoch ?? 0, standing.epoch)
    }
  }

  #readClock(reading: ClockReading, sentAt: number): void {
    this.#clock = clockAfter(this.#clock, { reading, sentAt, receivedAt: this.#now(), calendarAt: this.#calendar() })
  }

  async #look(): Promise<void> {
    const { attempt, phase } = this.get()
    if (!attempt || phase === 'handedIn') return
    this.#lookedAt = this.#now()
    const sentAt = this.#now()
    try {
      const standing = await this.#given.doors.look(this.#key(attempt))
      this.#read(standing, sentAt)
      if (standing.status === 'handedIn' && !this.#handing) return this.#handedInElsewhere(standing.handIn)
      if (standing.switches?.exhausted && !this.#handing) this.#switchesUsedUp(standing.switches.exhausted)
    } catch (error) {
      this.#notice(error)
    }
  }

  /** The server has the paper already: by its own clock, another window, another device. What waits here is still tried. */
  #handedInElsewhere(handIn: HandIn | null): void {
    if (handIn?.by === 'learner' || this.get().sync?.get().writing !== 'here') return void this.#finish(handIn ?? { number: null, at: null, answeredCount: null, by: 'other' }, null)
    void this.#timeIsUp()
  }

  async #tellAbsences(): Promise<void> {
    const { attempt } = this.get()
    const [next] = this.#absences
    if (!attempt || !next || this.#telling) return
    this.#telling = true
    const sentAt = this.#now()
    try {
      const { switches, standing, counted } = await this.#given.doors.absence(this.#key(attempt), next.eventId, next.judged)
      this.#absences.shift()
      if (standing) this.#read(standing, sentAt)
      const known = switches ?? standing?.switches ?? this.get().switches
      this.set({ switches: known })
      if (known && known.rule !== 'none' && !known.exhausted) this.set({ absence: { judged: next.judged, counted, switches: known } })
      if (known?.exhausted && !this.#handing) this.#switchesUsedUp(known.exhausted)
      else if (standing?.status === 'handedIn' && !this.#handing) this.#handedInElsewhere(standing.handIn)
    } catch (error) {
      this.#notice(error)
    } finally {
      this.#telling = false
    }
  }

  #switchesUsedUp(exhausted: 'count' | 'time' | 'either'): void {
    if (this.get().notice || this.#handing) return
    this.set({ notice: { by: 'switches', exhausted }, absence: null })
    void pause(NOTICE_MS).then(() => this.handIn('switches'))
  }

  /** The server's clock decides, so it is asked once more; without it our copy of it must do. */
  async #timeOver(): Promise<void> {
    this.#timeIsOver = true
    await Promise.race([this.look(), pause(ASK_TIME_MS)])
    if (this.#handing || this.get().notice) return
    if (this.#clock && remainingMs(this.#clock, this.#now()) > 0) {
      this.#timeIsOver = false
      return
    }
    await this.#timeIsUp()
  }

  /** Hands in what the server takes no longer; where the time is over, also by a server that saw it first, that is said before. */
  async #timeIsUp(): Promise<void> {
    if (this.get().notice || this.#handing) return
    if (this.#clock && remainingMs(this.#clock, this.#now()) === 0) {
      this.set({ notice: { by: 'time' }, absence: null })
      this.get().sync?.tryNow()
      await pause(NOTICE_MS)
    }
    await this.handIn('time')
  }

  async #handIn(by: HandInReason): Promise<void> {
    const { attempt, sync } = this.get()
    if (!attempt || !sync) return
    this.#intended = by
    this.set({ phase: 'handingIn', absence: null })
    await this.#given.store.keepJournal(this.#given.learnerId, attempt.ref.attemptId, sync.get().journal, by)
    await this.#drain(sync)
    if (sync.get().writing === 'elsewhere' && by === 'learner') {
      // The other window may have newer answers: it decides.
      this.#handing = null
      this.#intended = null
      await this.#given.store.keepJournal(this.#given.learnerId, attempt.ref.attemptId, sync.get().journal, null)
      return this.set({ phase: 'answering', notice: null, waitsForNetwork: false })
    }
    this.set({ left: leftIn(attempt, sync.get().journal) })
    for (let failures = 0; !this.#closed; failures += 1) {
      try {
        const { handIn, report } = await this.#given.doors.handIn(this.#key(attempt), by)
        return await this.#finish(handIn, report)
      } catch (error) {
        this.set({ waitsForNetwork: true })
        if (this.#notice(error)) await this.#woken()
        else await Promise.race([pause(Math.min(HAND_IN_AGAIN_MAX_MS, HAND_IN_AGAIN_MS * 2 ** failures) * (0.5 + Math.random() / 2)), this.#woken()])
      }
    }
  }

  /** Waits until every answer is with the server, at the longest until it takes none any more. */
  async #drain(sync: AnswerSync): Promise<void> {
    const drained = sync.drained()
    let isDrained = false
    void drained.then(() => {
      isDrained = true
    })
    await Promise.race([drained, pause(NOTICE_MS)])
    while (!isDrained && !this.#closed) {
      const left = this.#clock ? this.#clock.lateUntil - serverTime(this.#clock, this.#now()) : 0
      if (left <= 0) return
      this.set({ waitsForNetwork: pendingCount(sync.get().journal) > 0 })
      await Promise.race([drained, pause(Math.min(left, 1_000))])
    }
  }

  async #finish(handIn: HandIn, report: StudyReport | null): Promise<void> {
    const { attempt, sync } = this.get()
    if (!attempt || !sync) return
    // What a window that only reads has not sent, another one of this browser may have.
    const journal = sync.get().writing === 'elsewhere' ? (await this.#kept(attempt.ref))?.journal : sync.get().journal
    if (this.get().phase === 'handedIn') return
    sync.stop('closed')
    this.#report = report
    const left = journal ? leftIn(attempt, journal) : null
    this.set({ phase: 'handedIn', handIn, notice: null, waitsForNetwork: false, absence: null, left })
    this.#tab?.handedIn()
    if (left === null) await this.#leaveHandedIn(attempt)
  }

  async #leaveHandedIn(attempt: OpenedAttempt): Promise<void> {
    await this.#given.store.forget(this.#given.learnerId, attempt)
    this.#given.onHandedIn(attempt.ref, this.#report)
  }

  #isPassing(error: unknown): boolean {
    const code = codeOf(error)
    return code === null || !['rejected', 'forbidden', 'missing', 'invalid'].includes(code)
  }

  /** True when only a login helps. */
  #notice(error: unknown): boolean {
    const code = codeOf(error)
    if (code !== 'expired' && code !== 'forbidden') return false
    this.set({ login: code === 'expired' ? 'over' : 'otherLearner' })
    return true
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve))
  }
}
