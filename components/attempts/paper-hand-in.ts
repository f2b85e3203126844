import type { AnswerSync } from '@/components/attempts/answer-sync'
import { codeOf, isPassing } from '@/components/attempts/attempt-line'
import type { KeptAttempt } from '@/components/attempts/attempt-store'
import type { HandInGiven } from '@/components/attempts/hand-in-given'
import { OtherWriters } from '@/components/attempts/other-writers'
import { leftIn } from '@/lib/domain/answer-file'
import { NOTICE_MS, type HandIn, type HandInReason, type OpenedAttempt, type Save, type SavesOutcome, type Standing } from '@/lib/domain/attempts'
import { pendingCount, type Journal } from '@/lib/domain/attempts-journal'
import { pause, pauseAfter } from '@/components/attempts/pause'
import { TurnedDownAnswers } from '@/components/attempts/turned-down-answers'
import type { StudyReport } from '@/lib/domain/study'
import { BffError } from '@/lib/queries/bff'

const [REFUSED_AGAIN_MS, REFUSED_FOR_GOOD] = [10_000, 3]
/** Before a paper is handed in because its time is over, the server is asked for so long whether that is so. */
const ASK_TIME_MS = 1_500

/** The end of an attempt: hands the paper in, once, whoever or whatever asked for it, and does not give up before the server has it. */
export class PaperHandIn {
  readonly #given: HandInGiven
  #running: Promise<void> | null = null
  /** Whether somebody else writes is asked before this hand-in goes. */
  #mustAsk = false
  /** Which hand-in is the current one: what was given up must not go on behind an await. */
  #turn = 0
  /** Why the paper is being handed in; kept, so that a page that was reloaded goes on with it. */
  #intended: HandInReason | null = null
  #report: StudyReport | null = null
  #timeIsOver = false
  /** The server takes no answers any more, whatever the time. */
  #isClosed = false
  readonly #turnedDownAnswers: TurnedDownAnswers

  constructor(given: HandInGiven) {
    this.#given = given
    this.#turnedDownAnswers = new TurnedDownAnswers(given.line.now)
  }

  /** A hand-in is under way, or done. */
  get isUnderWay(): boolean {
    return this.#running !== null
  }

  /** Why the paper is being handed in; null while nobody asked for it. */
  get intended(): HandInReason | null {
    return this.#intended
  }

  /** Notes that somebody asked for it on this device before, so that it stays kept; nothing is done yet. */
  intend(by: HandInReason): void {
    this.#intended = by
  }

  /**
   * Goes on with what somebody asked for on this device before, and tells whether: not where the paper has been gone on with elsewhere since
   * this window (`own`), or the page before it, had the right to write.
   */
  async resume(own: number | null, kept: KeptAttempt | null, attempt: OpenedAttempt): Promise<boolean> {
    const { sync } = this.#given.state.get()
    const by = this.#intended ?? kept?.handInBy
    if (!by || !sync) return false
    const before = own ?? kept?.attempt.standing.epoch ?? null
    // Our own opening has raised it by one, or not at all where the time was over.
    const isOwn = before === null || attempt.standing.epoch === null || attempt.standing.epoch <= before + 1
    // An opening that was answered once more may be of before another's: that is asked.
    this.#mustAsk = true
    if (isOwn) void this.handIn(by)
    else await this.#goBack(attempt, sync)
    return isOwn
  }

  /** It was another attempt's that is over: the one that is opened now is begun by nobody's old wish. */
  drop(): void {
    this.#turn += 1
    this.#running = this.#intended = null
    this.#mustAsk = this.#timeIsOver = this.#isClosed = false
    this.#given.state.set({ notice: null, waitsForNetwork: false })
  }

  /** Another device has gone on with the paper: this window reads along, and hands nothing in. */
  async giveWay(): Promise<void> {
    const { attempt, sync, phase } = this.#given.state.get()
    if (!attempt || !sync || phase === 'handedIn' || phase === 'refused') return
    sync.stop('elsewhere')
    await this.#goBack(attempt, sync)
  }

  /** Whether a hand-in that is under way must not wait for its last answers any more: turned down again and again, they are shown as not confirmed. */
  goesWithout(saves: readonly Save[], outcome: SavesOutcome, journal: Journal): boolean {
    return this.#turnedDownAnswers.areGivenUp({ saves, outcome, journal, isWaitedFor: this.isUnderWay })
  }

  /** Hands the paper in; a second call while one is under way is the same one. */
  handIn(by: HandInReason): Promise<void> {
    this.#running ??= this.#handIn(by)
    return this.#running
  }

  /** The clock shows that the time is over. The server's decides, so it is asked once more; without it our copy of it must do. */
  async timeOver(): Promise<void> {
    if (this.#timeIsOver) return
    this.#timeIsOver = true
    await Promise.race([this.#given.look(), pause(ASK_TIME_MS)])
    if (this.#running || this.#given.state.get().notice) return
    // Perhaps another window has begun to write, or there is more time.
    if (!this.#isWriting || (this.#given.line.remaining ?? 0) > 0) {
      this.#timeIsOver = false
      return
    }
    await this.#close()
  }

  /** Hands in what the server takes no longer. */
  async closedByServer(): Promise<void> {
    this.#isClosed = true
    await this.#close()
  }

  /** Where the time is over, also by a server that saw it first, that is said before the paper goes. */
  async #close(): Promise<void> {
    const { state, line } = this.#given
    if (state.get().notice || this.#running) return
    if (line.remaining === 0) {
      state.set({ notice: { by: 'time' }, absence: null })
      state.get().sync?.tryNow()
      await pause(NOTICE_MS)
    }
    await this.handIn('time')
  }

  /** The learner was away too often or too long: that is said, then the paper goes. */
  switchesUsedUp(exhausted: 'count' | 'time' | 'either'): void {
    if (this.#given.state.get().notice || this.#running) return
    this.#given.state.set({ notice: { by: 'switches', exhausted }, absence: null })
    const turn = this.#turn
    void pause(NOTICE_MS).then(() => (turn === this.#turn ? this.handIn('switches') : undefined))
  }

  /**
   * The server has the paper already: by its own clock, another window, another device. What waits here is still tried. Who only reads
   * leaves late answers to the window that writes: until they have come, or can no more, nobody asks for the result, which would end that.
   */
  handedInElsewhere(handIn: HandIn | null): void {
    const { epoch, lateLeft } = this.#given.line
    if (!this.#isWriting && handIn === null && epoch !== null && lateLeft > 0 && Number.isFinite(lateLeft)) return
    if (handIn?.by === 'learner' || !this.#isWriting) return void this.#finish(handIn ?? { number: null, at: null, answeredCount: null, by: 'other' }, null)
    void this.closedByServer()
  }

  /** The paper was opened after its end: who has nothing to send leaves late answers to the device that wrote last. */
  openedLate(kept: KeptAttempt | null, { epoch, handIn }: Standing): void {
    const { sync } = this.#given.state.get()
    const isOwn = epoch === null || kept?.attempt.standing.epoch === epoch
    if (!isOwn && sync?.pending === 0) sync.stop('elsewhere')
    this.handedInElsewhere(handIn)
  }

  /** Leaves a paper that is handed in, and forgets what this browser kept of it. */
  async leave(attempt: OpenedAttempt): Promise<void> {
    await this.#given.store.forget(this.#given.learnerId, attempt)
    this.#given.onHandedIn(attempt.ref, this.#report)
  }

  get #isWriting(): boolean {
    return this.#given.state.get().sync?.get().writing === 'here'
  }

  async #handIn(by: HandInReason): Promise<void> {
    const { doors, line, state } = this.#given
    const { attempt } = state.get()
    let { sync } = state.get()
    if (!attempt || !sync) return
    const turn = this.#turn
    this.#mustAsk ||= line.isAlone
    this.#intended = by
    state.set({ phase: 'handingIn', absence: null })
    await this.#keep(attempt, sync, by)
    // A paper that is opened again meanwhile takes the answers over.
    for (let drained: AnswerSync | null = null; drained !== sync;) {
      drained = sync
      await this.#drain(drained)
      if (line.isAlone && turn === this.#turn) state.set({ ...(line.epoch !== null && { waitsForNetwork: true }), ...this.#tooLate(attempt, sync) })
      await this.#given.reopened()
      sync = state.get().sync ?? sync
    }
    // Stopped while nobody knew whose the paper is, it may write again; else the other window may have newer answers, and decides.
    if (turn === this.#turn && line.lateLeft > 0 && sync.get().writing === 'here') await this.#drain(sync)
    if (turn === this.#turn && sync.get().writing === 'elsewhere' && !this.#isClosed) return this.#goBack(attempt, sync)
    const others = new OtherWriters(this.#given)
    let refusals = 0
    // Opened again it may turn out to be over, which is said already.
    for (let failures = 0; turn === this.#turn && !line.isClosed && state.get().phase !== 'refused'; failures += 1) {
      try {
        // What had to wait may find that another device goes on with the paper: that one decides.
        if ((failures > 0 || this.#mustAsk) && !this.#isClosed && (await others.areWriting())) return turn === this.#turn ? await this.giveWay() : undefined
        if (by === 'time' && !this.#isClosed) {
          // Where only the device says that the time is over, the server is heard first.
          if (line.isAlone) await this.#given.look()
          if (line.isAlone) throw new Error('the server cannot be asked')
          if ((line.remaining ?? 0) > 0) return await this.#goBack(attempt, sync)
          await this.#drain(sync)
        }
        if (turn !== this.#turn) return
        state.set({ left: leftIn(attempt, sync.get().journal) })
        const { handIn, report } = await doors.handIn(line.key(attempt), by)
        // Another attempt may have been opened meanwhile.
        if (state.get().attempt?.ref.attemptId !== attempt.ref.attemptId) return
        return await this.#finish(handIn, report)
      } catch (error) {
        if (turn !== this.#turn) return
        // A look that hands in by the clock may have found the session over without a fault of its own.
        const needsLogin = line.needsLogin(error) || state.get().login !== 'alive'
        // By its words alone nobody can tell a paper that is not taken from a platform that is busy, as when everybody's time is over.
        const isInWords = line.epoch === null && codeOf(error) === 'rejected' && !this.#goesBack(by)
        if (!needsLogin && !isPassing(error) && !(isInWords && (refusals += 1) < REFUSED_FOR_GOOD)) return await this.#turnedDown(by, attempt, sync, error)
        if (!isInWords) state.set({ waitsForNetwork: true, ...this.#tooLate(attempt, sync) })
        if (isInWords) await pause(REFUSED_AGAIN_MS)
        else if (needsLogin) await line.loginMayBeBack()
        else await Promise.race([pauseAfter(failures), line.woken()])
      }
    }
  }

  /** What has not reached the server, once it takes none of it any more: it is shown and can be taken along, also where nobody is there. */
  #tooLate(attempt: OpenedAttempt, sync: AnswerSync) {
    return this.#given.line.lateLeft <= 0 ? { left: leftIn(attempt, sync.get().journal) } : {}
  }

  /** Keeps why the paper is being handed in. What is kept may be another tab's by now, which writes; loaded anew, the page would see that this hand-in is none any more. */
  async #keep({ ref }: OpenedAttempt, sync: AnswerSync, by: HandInReason | null): Promise<void> {
    const { learnerId, store } = this.#given
    if (sync.get().writing !== 'elsewhere') await store.keepJournal(learnerId, ref.attemptId, sync.get().journal, by)
  }

  /** Whether the learner can go on answering where the paper is not taken. */
  #goesBack(by: HandInReason): boolean {
    return by === 'learner' && !this.#isClosed && this.#given.line.remaining !== 0
  }

  /** The platform does not take the paper: asked again by itself it would say the same, so it is said, and the learner goes on or out. */
  async #turnedDown(by: HandInReason, attempt: OpenedAttempt, before: AnswerSync, error: unknown): Promise<void> {
    const { state, onRefused } = this.#given
    const sync = state.get().sync ?? before
    const words = error instanceof BffError && error.hasWords ? error.message : null
    if (this.#goesBack(by)) {
      await this.#goBack(attempt, sync)
      return onRefused(words, 'paper')
    }
    this.#intended = null
    await this.#keep(attempt, sync, null)
    sync.stop('closed')
    state.set({ phase: 'refused', refusal: { why: 'notTaken', words: words ?? '', ref: attempt.ref }, notice: null, waitsForNetwork: false })
  }

  /** It was not to be: the learner goes on answering. */
  async #goBack(attempt: OpenedAttempt, before: AnswerSync): Promise<void> {
    const { state } = this.#given
    // Opened again meanwhile, the paper has another.
    const sync = state.get().sync ?? before
    this.#turn += 1
    this.#running = this.#intended = null
    this.#mustAsk = this.#timeIsOver = false
    await this.#keep(attempt, sync, null)
    state.set({ phase: 'answering', notice: null, waitsForNetwork: false, left: null })
    if (!this.#given.line.isClosed && sync.get().writing === 'closed') sync.restart(sync.get().journal)
  }

  /** Waits until every answer is with the server, at the longest until it takes none any more. */
  async #drain(sync: AnswerSync): Promise<void> {
    const { line, state } = this.#given
    let isDrained = false
    const drained = sync.drained().then(() => void (isDrained = true))
    await Promise.race([drained, pause(NOTICE_MS)])
    // What waited for the network may be overtaken.
    this.#mustAsk ||= !isDrained
    for (let wasHeld = false; !isDrained && !line.isClosed;) {
      const left = line.lateLeft
      if (left <= 0) return
      state.set({ waitsForNetwork: pendingCount(sync.get().journal) > 0 && !sync.isHeld && !wasHeld })
      wasHeld = sync.isHeld
      await Promise.race([drained, pause(Math.min(left, 1_000))])
      if (isDrained) state.set({ waitsForNetwork: false })
    }
  }

  async #finish(handIn: HandIn, report: StudyReport | null): Promise<void> {
    const { line, state } = this.#given
    const { attempt, sync } = state.get()
    if (!attempt || !sync) return
    // What a window that only reads has not sent, another one of this browser may have.
    const journal = sync.get().writing === 'elsewhere' ? (await line.kept(attempt.ref))?.journal : sync.get().journal
    if (state.get().phase === 'handedIn') return
    sync.stop('closed')
    this.#report = report
    const left = journal ? leftIn(attempt, journal) : null
    state.set({ phase: 'handedIn', handIn, notice: null, waitsForNetwork: false, absence: null, left })
    this.#given.tellTabs()
    if (left === null) await this.leave(attempt)
  }
}
