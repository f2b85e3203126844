import { CountingTab } from '@/components/study/counting-tab'
import type { Kept } from '@/components/study/kept'
import { Observable } from '@/components/study/observable'
import { freshId } from '@/lib/domain/fresh-id'
import {
  BEAT_MS, clockAfter, newClock, pauseReason, visitOf, wholeMinutes,
  type BeatAnswer, type BeatState, type ClockEvent, type CountingMode, type PauseReason, type StudyClock, type StudyPlace, type StudyReport, type Visit, type VisitKind,
} from '@/lib/domain/study'

/** The section that is studied, as far as its time is concerned. */
export type Studied = {
  place: StudyPlace
  name: string
  kind: VisitKind
  mode: CountingMode
  learnedMinutes: number
  /** Minutes after which it is passed; null without such a rule, or when it is passed already. */
  minutesToPass: number | null
}

export type SessionState = {
  /** Why time stands still; null while it runs. */
  reason: PauseReason | null
  /** Whole minutes learned in this section, this visit included. */
  minutes: number
  /** Whole minutes of this visit. */
  visitMinutes: number
}

/** How the session reaches the platform; every call may fail. */
export type StudyReporter = {
  start: (visit: Visit, name: string) => Promise<StudyReport>
  end: (visit: Visit, minutes: number, leaving: boolean) => Promise<StudyReport>
  beat: (visit: Visit, beat: { seq: number; state: BeatState; activeSeconds: number }, leaving: boolean) => Promise<BeatAnswer>
}

type Told = {
  onReport: (report: StudyReport) => void
  /** The platform has new figures: progress, minutes, states. */
  onChange: () => void
  /** The platform does not let this section begin. */
  onRefused: (error: unknown) => void
  /** Whether a failure is worth another try later: the network and the like, not a refusal. */
  isPassing: (error: unknown) => boolean
}

const TICK_MS = 1_000
const KEEP_MS = 5_000
const START_AGAIN_MS = 5_000

const beatStates: Record<PauseReason, BeatState> = { notReady: 'paused', offline: 'active', elsewhere: 'paused', hidden: 'hidden', idle: 'idle', paused: 'paused', buffering: 'paused' }

/** What the content on the stage says of itself; it may say it before the section before is ended. */
type Facts = Pick<StudyClock, 'ready' | 'playing' | 'buffering'>
const noFacts: Facts = { ready: false, playing: false, buffering: false }

type Current = {
  studied: Studied
  visit: Visit
  clock: StudyClock
  /** The start marker is on its way or has arrived. */
  asked: boolean
  /** Counts no more: its end is on its way. */
  closed: boolean
  ended: boolean
  learnedMinutes: number
  beatSeconds: number
  beatSeq: number
  beatAt: number
  keptAt: number
}

/**
 * Counts and reports the study time of one learner: a start marker for each section, heartbeats, an end marker with whole minutes,
 * one thing after another. What is not yet reported lies in the browser's storage and is reported on the next visit.
 */
export class StudySession extends Observable<SessionState> {
  readonly #prefix: string
  readonly #reporter: StudyReporter
  readonly #kept: Kept
  readonly #told: Told
  readonly #now: () => number
  readonly #learnerId: string
  #tab: CountingTab | null = null
  #current: Current | null = null
  #facts = noFacts
  #work: Promise<unknown> = Promise.resolve()
  /** Whether this tab counts; null while that is not known. */
  #holds: boolean | null = null
  #superseded = false
  #beats = true
  #ticking: ReturnType<typeof setInterval> | null = null
  #left = false

  constructor(learnerId: string, reporter: StudyReporter, kept: Kept, told: Told, now: () => number = () => performance.now()) {
    super({ reason: 'notReady', minutes: 0, visitMinutes: 0 })
    this.#prefix = `study:${learnerId}:visit:`
    this.#reporter = reporter
    this.#kept = kept
    this.#told = told
    this.#now = now
    this.#learnerId = learnerId
  }

  /** Begins to work: gets in line to count and looks at the clock every second. */
  open(): void {
    this.#left = false
    this.#ticking = setInterval(() => this.tell({ type: 'tick' }), TICK_MS)
    this.#tab = new CountingTab(this.#learnerId, this.#kept, {
      onGain: () => this.#gain(),
      onWait: () => this.#wait(),
      onYield: () => this.#yield(),
    })
    this.#tab.queue()
  }

  /** Goes over to a section (or none): the one before is ended first. */
  enter(studied: Studied | null): void {
    this.#stop()
    // Who opens another section here means to study here.
    this.#superseded = false
    this.#queue(async () => {
      await this.#end()
      if (this.#left) return
      this.#current = studied && this.#newCurrent(studied, 0)
      this.#show()
      await this.#begin()
    })
  }

  /** What was on the stage is gone: the next content says itself when it is ready. */
  clearStage(): void {
    this.#facts = noFacts
  }

  /** Something happened that matters to the clock. */
  tell(event: ClockEvent): void {
    if (event.type === 'ready') this.#facts = { ...this.#facts, ready: event.ready }
    if (event.type === 'play') this.#facts = { ...this.#facts, playing: event.playing }
    if (event.type === 'buffer') this.#facts = { ...this.#facts, buffering: event.buffering }
    const current = this.#current
    if (!current || current.closed) return
    const before = pauseReason(current.clock, current.clock.lookedAt)
    current.clock = clockAfter(current.clock, event, this.#now())
    const after = pauseReason(current.clock, current.clock.lookedAt)
    this.#keep(before !== after)
    this.#beat(before !== null && after === null, before === null && after !== null)
    this.#show()
    if (this.#passesNow(current)) {
      current.studied = { ...current.studied, minutesToPass: null }
      this.checkpoint()
    }
  }

  /** Reports the time so far and goes on counting, so that what was reached shows at once. */
  checkpoint(): void {
    this.#queue(async () => {
      const current = this.#current
      if (!current || current.clock.begun !== 'known' || this.#left) return
      this.#stop()
      const minutes = wholeMinutes(current.clock.countedMs)
      await this.#end()
      this.#current = this.#newCurrent({ ...current.studied, learnedMinutes: current.learnedMinutes + minutes }, current.clock.countedMs - minutes * 60_000)
      await this.#begin()
    })
  }

  /** Ends the visit because the learner goes elsewhere in the product; resolves when the platform has answered, or has failed to. */
  async leave(): Promise<void> {
    const tab = this.#tab
    const current = this.#current
    this.#stop()
    this.#rest()
    // Only what is left now: who comes back at once (as React's strict mode does) begins a visit that must live.
    await this.#queue(() => this.#end(current))
    // The turn is given on only now: another tab's start must not come before this end.
    tab?.leave()
  }

  /** The page goes away at this moment: the last words go out, and nothing is waited for. */
  pageHides(): void {
    const current = this.#current
    if (!current || current.closed) return
    this.#stop()
    if (current.asked && !current.ended) {
      current.ended = true
      void this.#reporter.end(current.visit, wholeMinutes(current.clock.countedMs), true).then((report) => this.#ended(current, report), () => undefined)
    }
  }

  /** The page is back out of the browser's cache: a new visit begins. */
  pageShows(): void {
    const current = this.#current
    if (current?.closed) this.enter({ ...current.studied, learnedMinutes: current.learnedMinutes + wholeMinutes(current.clock.countedMs) })
  }

  /** The page is covered or in the background: what is counted goes out, the visit lives on. */
  flush(): void {
    this.tell({ type: 'tick' })
    this.#keep(true)
    this.#beat(false, true, true)
  }

  /** Asks the platform for anything: if the learner's session is over, this is how the page notices. */
  wake(): void {
    this.#told.onChange()
  }

  /** Asks the tab or device that counts to let this one count. */
  takeTurn(): void {
    if (!this.#superseded) return this.#tab?.ask()
    this.#superseded = false
    this.tell({ type: 'hold', holds: this.#holds })
    this.#queue(() => this.#begin())
  }

  /** The network is back: a start that did not get through is sent again. */
  tryAgain(): void {
    this.#queue(() => this.#begin())
  }

  /** Stops everything; an open visit stays kept. */
  close(): void {
    const tab = this.#tab
    this.#rest()
    tab?.leave()
  }

  #rest(): void {
    this.#left = true
    if (this.#ticking) clearInterval(this.#ticking)
    this.#ticking = null
    this.#tab = null
    this.#holds = null
  }

  #newCurrent(studied: Studied, countedMs: number): Current {
    const now = this.#now()
    const visible = typeof document === 'undefined' || document.visibilityState === 'visible'
    return {
      studied, asked: false, closed: false, ended: false, learnedMinutes: studied.learnedMinutes, beatSeconds: Math.floor(countedMs / 1000), beatSeq: 0, beatAt: now, keptAt: 0,
      visit: { id: freshId(), place: studied.place, kind: studied.kind, countedMs, startedAt: Date.now() },
      clock: { ...newClock(studied.mode, now, { holds: this.#superseded ? false : this.#holds, visible }), ...this.#facts, countedMs },
    }
  }

  /** One after another, so that an end never overtakes its start. */
  #queue<T>(step: () => Promise<T>): Promise<T | undefined> {
    const turn = this.#work.then(step, step).catch(() => undefined)
    this.#work = turn
    return turn
  }

  #gain(): void {
    this.#holds = true
    this.tell({ type: 'hold', holds: true })
    this.#queue(() => (this.#current ? this.#begin() : this.#repair()))
  }

  /** Another tab counts. */
  #wait(): void {
    this.#holds = false
    this.tell({ type: 'hold', holds: false })
  }

  async #yield(): Promise<void> {
    this.#holds = false
    const current = this.#current
    this.#stop()
    await this.#queue(async () => {
      await this.#end()
      if (!current || this.#current !== current || this.#left) return
      // What follows here is only looked at, until the turn comes back.
      this.#current = this.#newCurrent({ ...current.studied, learnedMinutes: current.learnedMinutes + wholeMinutes(current.clock.countedMs) }, 0)
      this.#show()
    })
  }

  /** The clock of the current visit stops for good: what follows belongs to the next one. */
  #stop(): void {
    const current = this.#current
    if (!current || current.closed) return
    current.clock = clockAfter(current.clock, { type: 'tick' }, this.#now())
    current.closed = true
    if (current.asked) this.#keepNow(current)
  }

  async #begin(): Promise<void> {
    const current = this.#current
    if (!current || !this.#holds || this.#superseded || this.#left || current.closed || current.clock.begun === 'known') return
    // What an earlier visit still has to say is said first: its end must not fall into this one.
    await this.#repair()
    if (current !== this.#current || current.closed || this.#left) return
    current.asked = true
    current.visit = { ...current.visit, startedAt: Date.now() }
    this.#keep(true)
    try {
      const report = await this.#reporter.start(current.visit, current.studied.name)
      this.#tellOf(current, { type: 'begin', begun: 'known' })
      this.#told.onReport(report)
      this.#told.onChange()
    } catch (error) {
      if (!this.#told.isPassing(error)) return this.#told.onRefused(error)
      this.#tellOf(current, { type: 'begin', begun: 'offline' })
      setTimeout(() => this.#queue(() => this.#begin()), START_AGAIN_MS)
    }
  }

  async #end(current = this.#current): Promise<void> {
    if (current === this.#current) this.#stop()
    if (!current?.asked || current.ended) return
    current.ended = true
    try {
      this.#ended(current, await this.#reporter.end(current.visit, wholeMinutes(current.clock.countedMs), false))
    } catch (error) {
      if (!this.#told.isPassing(error)) this.#forget(current.visit)
    }
  }

  #ended({ visit }: Current, report: StudyReport): void {
    this.#forget(visit)
    this.#told.onReport(report)
    this.#told.onChange()
  }

  /** Ends the visits that a closed or crashed page left open; this tab has the turn, so none of them is alive. */
  async #repair(): Promise<void> {
    for (const key of this.#kept.keysUnder(this.#prefix)) {
      const visit = visitOf(this.#kept.read(key))
      if (visit && visit.id === this.#current?.visit.id) continue
      if (!visit) {
        this.#kept.remove(key)
        continue
      }
      try {
        const report = await this.#reporter.end(visit, wholeMinutes(visit.countedMs), false)
        this.#kept.remove(key)
        this.#told.onReport(report)
        this.#told.onChange()
      } catch (error) {
        if (!this.#told.isPassing(error)) this.#kept.remove(key)
      }
    }
  }

  #passesNow({ studied, clock, learnedMinutes }: Current): boolean {
    return studied.minutesToPass !== null && clock.begun === 'known' && learnedMinutes + wholeMinutes(clock.countedMs) >= studied.minutesToPass && wholeMinutes(clock.countedMs) > 0
  }

  #tellOf(current: Current, event: ClockEvent): void {
    if (current === this.#current) this.tell(event)
  }

  #keep(now: boolean): void {
    const current = this.#current
    if (!current?.asked) return
    if (now || current.clock.lookedAt - current.keptAt >= KEEP_MS) this.#keepNow(current)
  }

  #keepNow(current: Current): void {
    current.keptAt = current.clock.lookedAt
    current.visit = { ...current.visit, countedMs: current.clock.countedMs }
    this.#kept.write(this.#prefix + current.visit.id, JSON.stringify(current.visit))
  }

  #forget(visit: Visit): void {
    this.#kept.remove(this.#prefix + visit.id)
  }

  /** Another device counts now: the platform has ended this visit, and what follows here is only looked at. */
  #supersede(current: Current): void {
    this.#stop()
    current.ended = true
    this.#forget(current.visit)
    this.#superseded = true
    this.#current = this.#newCurrent({ ...current.studied, learnedMinutes: current.learnedMinutes + wholeMinutes(current.clock.countedMs) }, 0)
    this.#show()
  }

  /** A sign of life with the seconds since the last one: every 15 s while counting, and when counting begins or stops. */
  #beat(begins: boolean, stops: boolean, leaving = false): void {
    const current = this.#current
    if (!this.#beats || !current || current.clock.begun !== 'known') return
    const { clock } = current
    const reason = pauseReason(clock, clock.lookedAt)
    if (begins) current.beatAt = clock.lookedAt
    if (leaving && reason !== null) return
    if (!stops && (reason !== null || clock.lookedAt - current.beatAt < BEAT_MS)) return
    const seconds = Math.floor(clock.countedMs / 1000)
    const beat = { seq: (current.beatSeq += 1), state: reason === null ? ('active' as const) : beatStates[reason], activeSeconds: seconds - current.beatSeconds }
    current.beatSeconds = seconds
    current.beatAt = clock.lookedAt
    void this.#reporter.beat(current.visit, beat, leaving).then(
      (answer) => {
        if (answer === 'notOffered') this.#beats = false
        if (answer === 'elsewhere' && current === this.#current) this.#supersede(current)
      },
      () => void (current.beatSeconds -= beat.activeSeconds),
    )
  }

  #show(): void {
    const current = this.#current
    if (!current) return this.set({ reason: 'notReady', minutes: 0, visitMinutes: 0 })
    const visitMinutes = wholeMinutes(current.clock.countedMs)
    this.set({ reason: pauseReason(current.clock, current.clock.lookedAt), visitMinutes, minutes: current.learnedMinutes + visitMinutes })
  }
}
