import { CountingTab } from '@/components/study/counting-tab'
import { inTurn } from '@/components/study/in-turn'
import type { Kept } from '@/components/study/kept'
import { Observable } from '@/components/study/observable'
import { OpenedPlace } from '@/components/study/opened-place'
import { OpenVisits } from '@/components/study/open-visits'
import { StudyBeats } from '@/components/study/study-beats'
import { beginVisit, noStage, nothingStudied, passesNow, stageAfter, startAgainMs, stateOf, studiedSoFar, type CurrentVisit, type SessionState, type Studied, type StudyReporter, type StudyTold } from '@/components/study/study-visit'
import { clockAfter, pauseReason, wholeMinutes, type ClockEvent, type StudyReport } from '@/lib/domain/study'

const TICK_MS = 1_000
const AT_MOST_ONCE_MS = 60_000

/**
 * Counts and reports the study time of one learner: a start marker for each section, heartbeats, an end marker with whole minutes,
 * one thing after another. What is not yet reported lies in the browser's storage and is reported on the next visit.
 */
export class StudySession extends Observable<SessionState> {
  readonly #reporter: StudyReporter
  readonly #kept: Kept
  readonly #told: StudyTold
  readonly #openVisits: OpenVisits
  readonly #beats: StudyBeats
  readonly #place: OpenedPlace
  readonly #now: () => number
  readonly #learnerId: string
  #tab: CountingTab | null = null
  #current: CurrentVisit | null = null
  #stage = noStage
  /** One after another, so that an end never overtakes its start. */
  readonly #queue = inTurn()
  /** Whether this tab counts; null while that is not known. */
  #holds: boolean | null = null
  #superseded = false
  #ticking: ReturnType<typeof setInterval> | null = null
  /** When a start that did not get through is told again: one turn, however often it fails. */
  #again: ReturnType<typeof setTimeout> | undefined
  /** A report in between is wanted, perhaps before the platform knows of the visit. */
  #wanted = false
  #left = false

  constructor(learnerId: string, reporter: StudyReporter, kept: Kept, told: StudyTold, now: () => number = () => performance.now()) {
    super(nothingStudied)
    this.#reporter = reporter
    this.#kept = kept
    this.#told = told
    this.#now = now
    this.#learnerId = learnerId
    this.#openVisits = new OpenVisits({ learnerId, kept, reporter, told })
    this.#place = new OpenedPlace(reporter, told)
    this.#beats = new StudyBeats({
      reporter,
      onElsewhere: (current) => void (current === this.#current && this.#supersede(current)),
      // The platform has ended it in a long pause: another one goes on where it stands, so that what follows counts.
      onGone: (current) => void (current === this.#current && current.clock.lookedAt - current.beganAt >= AT_MOST_ONCE_MS && this.checkpoint()),
    })
  }

  /** Begins to work: gets in line to count and looks at the clock every second. */
  open(): void {
    this.#left = false
    this.#ticking = setInterval(() => this.tell({ type: 'tick' }), TICK_MS)
    this.#tab = new CountingTab(this.#learnerId, this.#kept, { onGain: () => this.#gain(), onWait: () => this.#wait(), onYield: () => this.#yield() })
    this.#tab.queue()
  }

  /** Goes over to a section (or none): the one before is ended first. */
  enter(studied: Studied | null): void {
    this.#stop()
    this.#wanted = false
    // Who opens another section here means to study here.
    this.#superseded = false
    if (studied && this.#holds === false) this.#tab?.ask()
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
    this.#stage = noStage
  }

  /** Something happened that matters to the clock. */
  tell(event: ClockEvent): void {
    this.#stage = stageAfter(this.#stage, event)
    const current = this.#current
    if (!current || current.closed) return
    const before = pauseReason(current.clock, current.clock.lookedAt)
    current.clock = clockAfter(current.clock, event, this.#now())
    this.#openVisits.note(current, { atOnce: before !== pauseReason(current.clock, current.clock.lookedAt) })
    this.#beats.follow(current, event, before)
    this.#show()
    if (!passesNow(current)) return
    current.studied = { ...current.studied, minutesToPass: null }
    this.checkpoint()
  }

  /** Reports the time so far and goes on counting, so that what was reached shows at once, or as soon as the platform knows of the visit. */
  checkpoint(): void {
    this.#wanted = true
    this.#queue(async () => {
      const current = this.#current
      if (!this.#wanted || !current || current.clock.begun !== 'known' || this.#left) return
      this.#wanted = false
      this.#stop()
      const minutes = wholeMinutes(current.clock.countedMs)
      await this.#end()
      this.#current = this.#newCurrent({ ...current.studied, learnedMinutes: current.learnedMinutes + minutes }, current.clock.countedMs - minutes * 60_000)
      await this.#begin()
    })
  }

  /** Ends the visit because the learner goes elsewhere in the product, perhaps before the platform has answered; resolves when it has, or has failed to. */
  async leave(): Promise<void> {
    const current = this.#current
    this.#stop({ leaving: true })
    const tab = this.#rest()
    // Only what is left now: who comes back at once (as React's strict mode does) begins a visit that must live.
    await this.#queue(() => this.#end(current, true))
    // The turn is given on only now: another tab's start must not come before this end.
    tab?.leave()
  }

  /** Leaving came to nothing: a new visit goes on where the last one stands. */
  stay(): void {
    if (!this.#left) return
    this.open()
    this.pageShows()
  }

  /** The page goes away at this moment: the last words go out, and nothing is waited for. */
  pageHides(): void {
    const current = this.#current
    this.#stop({ leaving: true, atOnce: true })
    // Also where its end still waits its turn, for the learner had left before.
    if (!current?.asked || current.ended) return
    current.ended = true
    void this.#reporter.end(current.visit, wholeMinutes(current.clock.countedMs), true).then((report) => this.#ended(current, report), () => undefined)
  }

  /** The page is back out of the browser's cache: a new visit begins. */
  pageShows(): void {
    const current = this.#current
    if (current?.closed) this.enter(studiedSoFar(current))
  }

  /** The page is covered or in the background: what is counted goes out, the visit lives on. */
  flush(): void {
    this.tell({ type: 'tick' })
    if (!this.#current) return
    this.#openVisits.note(this.#current, { atOnce: true })
    this.#beats.flush(this.#current)
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
    this.#rest()?.leave()
  }

  #rest(): CountingTab | null {
    const tab = this.#tab
    this.#left = true
    if (this.#ticking) clearInterval(this.#ticking)
    clearTimeout(this.#again)
    this.#ticking = this.#tab = this.#holds = null
    return tab
  }

  #newCurrent(studied: Studied, countedMs: number): CurrentVisit {
    return beginVisit(studied, { now: this.#now(), holds: this.#superseded ? false : this.#holds, stage: this.#stage, countedMs })
  }

  #gain(): void {
    this.#holds = true
    this.tell({ type: 'hold', holds: true })
    this.#queue(() => (this.#current ? this.#begin() : this.#openVisits.endAllBut(() => this.#current?.visit).catch(() => undefined)))
  }

  /** Another tab counts. */
  #wait(): void {
    this.#holds = false
    this.tell({ type: 'hold', holds: false })
    this.#queue(() => this.#begin())
  }

  async #yield(): Promise<void> {
    this.#holds = false
    const current = this.#current
    this.#stop()
    await this.#queue(async () => {
      await this.#end()
      if (!current || this.#current !== current || this.#left) return
      // What follows here is only looked at, until the turn comes back.
      this.#current = this.#newCurrent(studiedSoFar(current), 0)
      this.#show()
    })
  }

  /** The clock of the current visit stops for good: what follows belongs to the next one. Why it stood is told before its end, which waits for that unless the page goes `atOnce`. */
  #stop({ leaving = false, atOnce = false } = {}): void {
    const current = this.#current
    if (!current || current.closed) return
    current.clock = clockAfter(current.clock, { type: 'tick' }, this.#now())
    current.closed = true
    this.#openVisits.note(current, { atOnce: true })
    void (atOnce ? this.#beats.last(current, leaving) : this.#queue(() => this.#beats.last(current, leaving)))
  }

  async #begin(): Promise<void> {
    const current = this.#current
    if (!current || this.#holds === null || this.#superseded || this.#left || current.closed || current.clock.begun === 'known') return
    if (!this.#holds) return this.#place.remember(current)
    try {
      // What an earlier visit still has to say is said first: its end must not fall into this one.
      await this.#openVisits.endAllBut(() => this.#current?.visit)
      if (current !== this.#current || current.closed || this.#left) return
      current.asked = true
      current.visit = { ...current.visit, startedAt: Date.now() }
      this.#openVisits.note(current, { atOnce: true })
      const report = await this.#reporter.start(current.visit, current.studied.name)
      this.#place.knows(current)
      this.#tellOf(current, { type: 'begin', begun: 'known' })
      this.#told.onReport(report)
      this.#told.onChange()
      if (this.#wanted) this.checkpoint()
    } catch (error) {
      if (!this.#told.isPassing(error)) return this.#refuse(current, error)
      this.#tellOf(current, { type: 'begin', begun: this.#told.wasReached(error) ? 'unanswered' : 'offline' })
      clearTimeout(this.#again)
      // Who has left meanwhile begins nothing more.
      if (!this.#left) this.#again = setTimeout(() => this.#queue(() => this.#begin()), startAgainMs())
    }
  }

  /** The platform wants no such visit: there is nothing to end either. */
  #refuse(current: CurrentVisit, error: unknown): void {
    current.asked = this.#wanted = false
    this.#openVisits.forget(current.visit)
    this.#tellOf(current, { type: 'begin', begun: 'refused' })
    this.#told.onRefused(error)
  }

  async #end(current = this.#current, leaving = false): Promise<void> {
    if (current === this.#current) this.#stop()
    if (!current?.asked || current.ended) return
    current.ended = true
    try {
      this.#ended(current, await this.#reporter.end(current.visit, wholeMinutes(current.clock.countedMs), leaving))
    } catch (error) {
      if (!this.#told.isPassing(error)) this.#openVisits.forget(current.visit)
    }
  }

  #ended({ visit }: CurrentVisit, report: StudyReport): void {
    this.#openVisits.forget(visit)
    this.#told.onReport(report)
    this.#told.onChange()
  }

  #tellOf(current: CurrentVisit, event: ClockEvent): void {
    if (current === this.#current) this.tell(event)
  }

  /** Another device counts now: the platform has ended this visit, is told what was studied in it, and what follows here is only looked at. */
  #supersede(current: CurrentVisit): void {
    this.#stop()
    this.#wanted = false
    this.#queue(() => this.#end(current))
    this.#superseded = true
    this.#current = this.#newCurrent(studiedSoFar(current), 0)
    this.#show()
  }

  #show(): void {
    this.set(this.#current ? stateOf(this.#current) : nothingStudied)
  }
}
