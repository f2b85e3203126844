import { codeOf, isPassing, type AttemptLine } from '@/components/attempts/attempt-line'
import type { AttemptGiven, AttemptState } from '@/components/attempts/attempt-state'
import type { KeptAttempt } from '@/components/attempts/attempt-store'
import type { PaperHandIn } from '@/components/attempts/paper-hand-in'
import { AGAIN_MS, pause } from '@/components/attempts/pause'
import type { Observable } from '@/components/study/observable'
import type { StartOutcome } from '@/lib/domain/attempts'
import { lateEnd } from '@/lib/domain/attempts-clock'

/** A try that fails sooner, as all do without a network, is not worth showing. */
const SHOWN_AFTER_MS = 300
/** The longest that an opening may take. */
const LONGEST_MS = 60_000
/** A minute of them. */
const REFUSED_FOR_GOOD = 20

type Given = Pick<AttemptGiven, 'learnerId' | 'place' | 'store' | 'doors' | 'attemptId' | 'isSeen' | 'onForbidden'> & {
  line: AttemptLine
  state: Observable<AttemptState>
  ending: () => PaperHandIn
  /** Another tab of this browser writes. */
  isReader: () => boolean
  /** The server has answered; `sentAt` of the own clock. */
  opened: (outcome: StartOutcome, kept: KeptAttempt | null, sentAt: number) => Promise<void>
  /** Nobody answers: the window goes on with what is kept. */
  goOnAlone: (kept: KeptAttempt) => Promise<void>
}

/** The opening of a paper: once, and while nobody answers again and again until it is open, or another's. */
export class PaperOpening {
  readonly #given: Given
  /** One asking and what the server's answer brings, without and with all the knocking. */
  #taking: Promise<void> = Promise.resolve()
  #all: Promise<void> = Promise.resolve()

  constructor(given: Given) {
    this.#given = given
  }

  /** Opens the paper; without the server it goes on with what this browser kept, if anything, and keeps knocking. */
  start(): Promise<void> {
    return (this.#all = this.#knock())
  }

  /** Resolves when it is known who else has written while this window was alone; where the platform cannot tell, when the paper is not just being opened. */
  settled(): Promise<void> {
    return this.#given.line.epoch === null ? this.#taking : this.#all
  }

  async #knock(): Promise<void> {
    const { learnerId, place, store, doors, line, state, opened, goOnAlone, ending, isSeen, onForbidden } = this.#given
    const kept = await store.read(learnerId, place)
    // A paper that is loaded again and again on a bad line is opened once: else its own openings would look like somebody else's.
    const intentId = line.intentOf(kept)
    // A hand-in may come through while the paper is still being opened again: then there is nothing to open any more.
    const isDone = () => line.isClosed || state.get().phase === 'handedIn' || state.get().phase === 'refused'
    let first: { now: number; calendar: number } | null = null
    // Clocks of programs stand still while a device sleeps, and calendars are set.
    const waited = () => {
      first ??= { now: line.now(), calendar: line.calendar() }
      return Math.round(Math.max(line.now() - first.now, line.calendar() - first.calendar))
    }
    const isAlone = () => state.get().sync !== null
    // What is asked for while nobody looks is the attempt that is kept: no other begins then.
    const unseen = () => (isSeen?.() === false ? (kept?.attempt.ref.attemptId ?? null) : null)
    const goesOn = () => kept !== null && (isAlone() || line.calendar() + kept.ahead < lateEnd(kept.attempt.standing.clock))
    // Where no opening says which attempt is meant, it might begin another beside a hand-in: what was confirmed goes first.
    const isEnding = () => isAlone() && line.epoch === null && ending().intended !== null
    // Nor does one that may be answered only after the end keep the paper from being handed in then: it brings nothing that is needed, but to a window that only reads the word that it is over.
    const isLate = () => isAlone() && line.epoch === null && (line.remaining ?? Number.POSITIVE_INFINITY) <= LONGEST_MS && !(this.#given.isReader() && line.remaining === 0)
    if (kept?.handInBy && kept.attempt.standing.epoch === null && (this.#given.attemptId ?? kept.attempt.ref.attemptId) === kept.attempt.ref.attemptId && goesOn()) await goOnAlone(kept)
    // Where the exam was taken away, an attempt that runs is gone on with by whoever names it.
    let named: string | null = null
    let refusals = 0
    while (!isDone()) {
      if (isEnding() || isLate()) {
        if (isEnding()) void ending().handIn(ending().intended!)
        await Promise.race([pause(AGAIN_MS), line.woken()])
        continue
      }
      // An attempt begins only before somebody's eyes, whose clock and absences it counts; the network wakes hidden pages too.
      if (!goesOn() && isSeen?.() === false) {
        await line.woken()
        continue
      }
      if (isAlone() && (await this.#givesWay(intentId))) return
      if (isDone() || isEnding() || isLate()) continue
      // Whoever answers without the server answers this attempt: should it be over, no other begins.
      const attemptId = state.get().attempt?.ref.attemptId ?? this.#given.attemptId ?? unseen() ?? named
      const asking = setTimeout(() => state.set({ isAsking: true }), SHOWN_AFTER_MS)
      try {
        const waitedMs = waited()
        const open = async () => {
          // Only now: what was on its way may have taken long.
          if (isLate()) throw new Error('too late')
          const sentAt = line.now()
          const outcome = await doors.open({ learnerId, place, intentId, attemptId, sinceMs: state.get().isUnanswered ? waitedMs : null })
          if (isDone()) return
          if (isLate() && outcome.started && outcome.attempt.ref.attemptId === state.get().attempt?.ref.attemptId) {
            // Answers were held back for it no longer: what it says of them may be older. Of the time it is heard.
            line.read(outcome.attempt.standing, sentAt)
            throw new Error('too late')
          }
          // By its words alone nobody can tell a paper that is over from a platform that is busy: who answers meanwhile is led out only where it stays with them.
          const isInWords = !outcome.started && outcome.why === 'refused' && line.epoch === null
          if (isInWords && isAlone() && line.remaining !== 0 && (refusals += 1) < REFUSED_FOR_GOOD) throw new Error(outcome.words)
          await opened(outcome, kept, sentAt)
        }
        // Where nothing else tells in which order answers came, none is on its way while it is asked what is stored.
        const { sync } = state.get()
        const asked = sync?.isPatient ? sync.apart(open) : open()
        this.#taking = asked.catch(() => undefined)
        return await asked
      } catch (error) {
        if (isDone()) return
        state.set({ isAsking: false })
        if (line.needsLogin(error)) {
          // Nothing was begun by it: what the login takes is not waited for an answer.
          if (!state.get().isUnanswered) first = null
          // What begins by it begins only where somebody comes.
          await (goesOn() ? line.loginMayBeBack() : line.woken())
        } else if (isPassing(error) && (goesOn() || codeOf(error) !== 'malformed')) {
          if (isAlone() && (await this.#isNotNeeded(intentId))) return
          if (kept && !isAlone() && goesOn()) await goOnAlone(kept)
          // With nothing to go on with: the attempt may have begun all the same, and its clock runs.
          if (!goesOn()) state.set({ isUnanswered: true })
          await Promise.race([pause(AGAIN_MS), line.woken()])
        } else if (kept && codeOf(error) === 'missing' && attemptId === null && goesOn()) {
          named = kept.attempt.ref.attemptId
        } else if (!kept && onForbidden && codeOf(error) === 'forbidden') {
          return onForbidden()
        } else {
          // Taken away while it was being answered: what waits is still sent, and what is not taken shown.
          if (kept && codeOf(error) === 'missing') await opened({ started: false, why: 'refused', words: '', ref: null }, kept, line.now())
          if (state.get().left === null) state.set({ phase: 'failed', isMissing: codeOf(error) === 'missing' || codeOf(error) === 'invalid', isUnread: codeOf(error) === 'malformed' })
          return
        }
      } finally {
        clearTimeout(asking)
      }
    }
  }

  /** Whether somebody else has gone on with the paper of a window that was alone: opened, it would take the right to write from them. */
  async #givesWay(intentId: string): Promise<boolean> {
    const { line, state, ending, isReader } = this.#given
    const { attempt } = state.get()
    // What the tab that writes has opened by the same intent is not this one's.
    const standing = attempt && line.ownEpoch !== null ? await line.ask(attempt, isReader() ? undefined : intentId).catch(() => null) : null
    // One that is handed in for good is opened all the same, which says so.
    if (standing === null || standing.handIn !== null) return false
    if (line.isOthers) {
      await ending().giveWay()
      return true
    }
    const { sync } = state.get()
    // Stopped because of its own opening, whose answer was lost.
    if (sync?.get().writing === 'elsewhere' && !isReader() && standing.status === 'running') sync.restart(sync.get().journal)
    return false
  }

  /** A server that fails on openings alone must not keep a paper from being handed in. */
  async #isNotNeeded(intentId: string): Promise<boolean> {
    const { line, state, ending } = this.#given
    const [{ attempt }, by] = [state.get(), ending().intended]
    if (!attempt || line.ownEpoch === null || by === null) return false
    if ((await line.ask(attempt, intentId).catch(() => null)) === null || line.isOthers) return false
    void ending().handIn(by)
    return true
  }
}
