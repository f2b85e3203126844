import { AbsenceReports } from '@/components/attempts/absence-reports'
import { AnswerSync } from '@/components/attempts/answer-sync'
import { AttemptLine, isPassing } from '@/components/attempts/attempt-line'
import { opening, type AttemptGiven, type AttemptState } from '@/components/attempts/attempt-state'
import type { KeptAttempt } from '@/components/attempts/attempt-store'
import { sendEarlier } from '@/components/attempts/earlier-attempt'
import { PaperHandIn } from '@/components/attempts/paper-hand-in'
import { PaperOpening } from '@/components/attempts/paper-opening'
import { TakingOver } from '@/components/attempts/taking-over'
import { Observable } from '@/components/study/observable'
import type { AttemptRef, HandInReason, OpenedAttempt, StartOutcome, SwitchStanding } from '@/lib/domain/attempts'
import { warningDue } from '@/lib/domain/attempts-clock'
import { newJournal, reopened, type Journal } from '@/lib/domain/attempts-journal'
import type { Absence, JudgedAbsence } from '@/lib/domain/attempts-switches'
import { freshId } from '@/lib/domain/fresh-id'

const LOOK_EVERY_MS = 30_000
const LOOK_READONLY_MS = 3_000
/** In the last minute no answer is held back for what else may be on its way. */
const WAITS_BEFORE_MS = 60_000

/**
 * One learner taking one exam in one window: opens the paper, keeps and sends answers, knows the server's time, and hands the paper in,
 * once, whoever or whatever asked for it. The server decides; this is its mirror, and works on while the server cannot be reached.
 */
export class AttemptSession extends Observable<AttemptState> {
  readonly #given: AttemptGiven
  readonly #line: AttemptLine
  readonly #ending: PaperHandIn
  readonly #opening: PaperOpening
  readonly #absences: AbsenceReports
  readonly #takingOver: TakingOver
  #tab: ReturnType<AttemptGiven['tab']> | null = null
  /** Another tab was found to write, perhaps before this one had its paper. */
  #isReader = false
  #looking: Promise<unknown> | null = null

  constructor(given: AttemptGiven) {
    super(opening)
    this.#given = given
    this.#line = new AttemptLine(given, this)
    const onHandedIn: AttemptGiven['onHandedIn'] = (ref, report) => {
      this.#absences.forget(ref)
      this.#line.forgetIntent(ref)
      given.onHandedIn(ref, report)
    }
    this.#ending = new PaperHandIn({ ...given, onHandedIn, line: this.#line, state: this, look: () => this.look(), reopened: () => this.#opening.settled(), tellTabs: () => this.#tab?.handedIn() })
    this.#opening = new PaperOpening({
      ...given, line: this.#line, state: this, ending: () => this.#ending, isReader: () => this.#isReader,
      opened: (outcome, kept, sentAt) => this.#opened(outcome, kept, sentAt), goOnAlone: (kept) => this.#goOnAlone(kept),
    })
    this.#absences = new AbsenceReports({ ...given, line: this.#line, state: this, ending: this.#ending })
    this.#takingOver = new TakingOver({ ...given, line: this.#line, state: this, ending: this.#ending, writeOn: (journal, lost) => this.#writeOn(journal, lost) })
  }

  /** Opens the paper; without the server it goes on with what this browser kept, and keeps knocking. */
  open(): Promise<void> {
    return this.#opening.start()
  }

  /** Once a second, and whenever something may have changed. */
  tick(): void {
    const line = this.#line
    const { remaining } = line
    const { phase } = this.get()
    if (phase !== 'answering' && phase !== 'handingIn') return
    const warning = remaining === null ? null : warningDue(this.get().remaining, remaining)
    this.set({ remaining, deadline: line.deadline, ...(warning === null ? {} : { warning }) })
    // What was held back until now goes out.
    if (warning === 1) this.get().sync?.tryNow()
    if (phase !== 'answering') return
    const isReader = this.get().sync?.get().writing !== 'here'
    const sinceLook = line.now() - line.lookedAt
    const isDue = sinceLook > (isReader && remaining === 0 ? LOOK_READONLY_MS : LOOK_EVERY_MS)
    if (isDue || (line.hasSlept && sinceLook > LOOK_READONLY_MS)) void this.look()
    if (remaining === 0 && !isReader) void this.#ending.timeOver()
    void this.#absences.tell()
  }

  /** Asks how the attempt stands: the clock, whether it still runs, who writes. Gives why nobody told; null where it was told. */
  look(): Promise<unknown> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** The network, the page or the session is back. */
  wake(): void {
    this.#line.wake()
    this.get().sync?.tryNow()
    this.#absences.wake()
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

  /** Ends with the page; the learner who goes on to another page of ours is away from then on. */
  close(wentOn?: Absence): void {
    const told = this.#absenceOf
    if (told && wentOn) this.#absences.wentOn(told, wentOn)
    this.#line.isClosed = true
    this.get().sync?.close()
    this.#tab?.close()
    this.#tab = null
  }

  /** The learner was away and is back: told to the server, which alone counts; section and plan exams are only read again (contract 8). */
  async wasAway(judged: JudgedAbsence): Promise<void> {
    if (this.get().phase !== 'answering') return
    // Meanwhile another window or device may have begun to write: who answers there is not away, whatever this one saw.
    await this.look()
    const isTold = judged.counts || (this.#line.epoch !== null && judged.cause !== 'tooShort' && judged.cause !== 'passing')
    const told = this.#absenceOf
    if (told && isTold) this.#absences.add(told, judged)
  }

  /** The page goes away while the learner is: there is no time to look, so it is kept, and told by the next page of this paper at the latest. */
  leftAway(judged: JudgedAbsence): void {
    const told = this.#absenceOf
    if (told && judged.counts) this.#absences.addLeaving(told, judged)
  }

  /** The word about the last absence was read. */
  absenceRead(): void {
    this.set({ absence: null })
  }

  /** This window writes from now on, with what is stored and what this browser has not sent yet. */
  continueHere(): Promise<void> {
    return this.#takingOver.now()
  }

  /** The learner has what was not confirmed, and goes on. */
  async leftRead(): Promise<void> {
    const { left, phase, attempt } = this.get()
    if (!left) return
    if (phase === 'handedIn' && attempt) return this.#ending.leave(attempt)
    this.set({ left: null })
    await this.#given.store.forget(this.#given.learnerId, left.attempt)
  }

  /** Hands the paper in; a second call while one is under way is the same one. */
  handIn(by: HandInReason): Promise<void> {
    return this.#ending.handIn(by)
  }

  /** The attempt whose absences this window tells of; null while it has none to tell of. */
  get #absenceOf(): AttemptRef | null {
    const { attempt, phase, sync } = this.get()
    return phase === 'answering' && sync?.get().writing === 'here' && attempt?.place.origin === 'standalone' ? attempt.ref : null
  }

  async #opened(outcome: StartOutcome, kept: KeptAttempt | null, sentAt: number): Promise<void> {
    const line = this.#line
    if (!outcome.started) {
      // What is kept may be of another attempt than the one that was asked for, and that one may still be answered in another tab.
      if (kept && (this.#given.attemptId ?? kept.attempt.ref.attemptId) === kept.attempt.ref.attemptId) await this.#sendKept(kept)
      this.set({ phase: 'refused', refusal: outcome })
      return
    }
    const { attempt } = outcome
    const earlier = this.get().attempt
    const before = earlier ? line.ownEpoch : null
    const isSame = earlier?.ref.attemptId === attempt.ref.attemptId
    if (earlier && !isSame) {
      this.#ending.drop()
      this.#absences.drop()
    }
    // A right that was taken over meanwhile is newer than what the intent of the opening has got.
    line.owns(isSame && attempt.standing.epoch !== null ? Math.max(attempt.standing.epoch, line.ownEpoch ?? 0) : attempt.standing.epoch)
    line.read(attempt.standing, sentAt)
    const isOther = kept !== null && kept.attempt.ref.attemptId !== attempt.ref.attemptId
    if (isOther && (await this.#sendKept(kept))) await this.#given.store.keepEarlier(this.#given.learnerId, kept)
    const alone = this.get().sync
    const wroteAlone = alone?.get().writing === 'here'
    alone?.stop('elsewhere')
    this.#claim(attempt.ref)
    // Read after the claim, so that no other tab changes it any more.
    const same = await line.kept(attempt.ref)
    const own = wroteAlone ? alone.get().journal : same?.journal
    const { journal, lost } = own ? reopened(own, attempt.answers, attempt.standing.seq, freshId, attempt.answerSeqs) : { journal: newJournal(attempt.answers, attempt.standing.seq, attempt.answerSeqs), lost: [] }
    // A right to write that is somebody else's, as in the minute after the end, must not look like this browser's own when it is loaded anew.
    if (attempt.standing.status !== 'handedIn' || attempt.standing.epoch === null || same?.attempt.standing.epoch === attempt.standing.epoch) await line.keep(attempt)
    this.#begin(attempt, journal, lost.length)
    this.#given.onOpened(attempt.ref)
    if (attempt.standing.status === 'handedIn') return this.#ending.openedLate(same, attempt.standing)
    if (await this.#ending.resume(before, same, attempt)) return
    this.#absences.restore(attempt.ref)
    this.#endWhereExhausted(attempt.standing.switches)
  }

  /** Sends what waits of a paper that is not answered any more; what its learner answered since it was read belongs to it. True where some is left. */
  async #sendKept(kept: KeptAttempt): Promise<boolean> {
    const stored = await this.#line.kept(kept.attempt.ref)
    const alone = this.get().sync
    const journal = alone?.get().writing === 'here' ? alone.get().journal : (stored?.journal ?? kept.journal)
    alone?.stop('closed')
    this.#tab?.close()
    this.#tab = null
    const left = await sendEarlier({ ...kept, journal }, this.#given)
    this.set({ left })
    return left !== null
  }

  async #goOnAlone({ attempt, ahead }: KeptAttempt): Promise<void> {
    const { clock, epoch } = attempt.standing
    this.#line.owns(epoch)
    this.#claim(attempt.ref)
    const kept = await this.#line.kept(attempt.ref)
    if (!kept) return
    this.#line.readAlone(clock, ahead)
    if (kept.handInBy) this.#ending.intend(kept.handInBy)
    this.#absences.recall(attempt.ref)
    this.#begin(attempt, kept.journal, 0)
    // Whoever confirmed it is done answering: it goes as soon as the paper is opened again, or at once where that is not waited for.
    if (kept.handInBy) this.set({ phase: 'handingIn', waitsForNetwork: epoch !== null })
  }

  /** Of the tabs of this browser this one writes now. */
  #claim({ attemptId }: AttemptRef): void {
    this.#isReader = false
    const onLost = () => {
      this.#isReader = true
      this.get().sync?.stop('elsewhere')
    }
    this.#tab ??= this.#given.tab(attemptId, { onLost, onDoubt: () => void this.look(), onHandedIn: () => void this.look() })
    this.#tab.claim(this.#line.epoch)
  }

  #begin(attempt: OpenedAttempt, journal: Journal, lost: number): void {
    const { learnerId, store, onRefused } = this.#given
    const line = this.#line
    const sync: AnswerSync = new AnswerSync({
      journal, now: line.now,
      onRefused: (words) => onRefused(words, 'answer'),
      keep: (so) => store.keepJournal(learnerId, attempt.ref.attemptId, so, this.#ending.intended),
      send: (saves, leaving) => line.save(attempt, saves, leaving),
      isDurable: () => store.isDurable,
      isOrdered: () => line.epoch !== null,
      mayWait: () => line.epoch === null && (line.remaining ?? Number.POSITIVE_INFINITY) > WAITS_BEFORE_MS,
      onOutcome: (outcome, sentAt, saves) => {
        if (outcome.standing) line.read(outcome.standing, sentAt)
        if (outcome.verdict === 'closed') void this.#ending.closedByServer()
        if (this.#ending.goesWithout(saves, outcome, sync.get().journal)) sync.stop('closed')
      },
      onFailure: (error) => {
        const isRefused = !line.needsLogin(error) && !isPassing(error)
        // What is refused for good would be refused for ever, and the hand-in behind it would wait: it goes on, and the platform decides.
        if (isRefused && this.#ending.isUnderWay) sync.stop('closed')
        return isRefused
      },
      onSuperseded: () => void this.#takingOver.untilKnown(),
    })
    this.set({ phase: this.#ending.isUnderWay ? 'handingIn' : 'answering', attempt, sync, lost, switches: attempt.standing.switches, remaining: line.remaining, deadline: line.deadline })
    if (this.#isReader) sync.stop('elsewhere')
    line.lookedAt = line.now()
  }

  #writeOn(journal: Journal, lost: number): void {
    this.get().sync?.restart(journal)
    this.set({ lost })
    this.#tab?.claim(this.#line.epoch)
    this.#endWhereExhausted(this.get().switches)
  }

  /** As with the time: the window that writes hands in, with what only it may still have to send. */
  #endWhereExhausted(switches: SwitchStanding | null): void {
    if (switches?.exhausted && this.get().sync?.get().writing === 'here') this.#ending.switchesUsedUp(switches.exhausted)
  }

  async #look(): Promise<unknown> {
    const { attempt, phase } = this.get()
    if (!attempt || phase === 'handedIn') return null
    try {
      const standing = await this.#line.ask(attempt)
      if (standing.status === 'handedIn' && !this.#ending.isUnderWay) this.#ending.handedInElsewhere(standing.handIn)
      else this.#endWhereExhausted(standing.switches)
      return null
    } catch (error) {
      return error
    }
  }
}
