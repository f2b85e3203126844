import type { OpenedWindow } from '@/components/simulation/open-apart'
import type { Kept } from '@/components/study/kept'
import { Observable } from '@/components/study/observable'
import { ASK_MS, LAUNCH_LIFE_MS, type SimulationLaunched, type SimulationResult } from '@/lib/domain/simulation'

/** `jump` counts down, `blocked` waits for a press; the others are the strip's four states and what prevents them. */
export type SimulationPhase = 'jump' | 'blocked' | 'launched' | 'running' | 'received' | 'missing' | 'none' | 'off' | 'failed'
export type SimulationState = {
  phase: SimulationPhase
  /** Whole seconds until it opens by itself. */
  countdown: number
  openedAt: number | null
  result: { score: number; finishedAt: string | null } | null
  asking: boolean
  /** The last question did not get through. */
  unanswered: boolean
}

type Given = {
  keptKey: string
  kept: Kept
  delayMs: number
  launch: () => Promise<SimulationLaunched>
  /** Of a launch that has no result but the one that was `taken` there is none yet. */
  ask: (launch: string, taken: string | null, leaving: boolean) => Promise<SimulationResult | null>
  /** Opens a window of its own, empty yet; null when the browser does not let it. */
  openWindow: () => OpenedWindow | null
  isMissing: (error: unknown) => boolean
}
/** What keeps a window from being opened. */
export type Unopened = Extract<SimulationPhase, 'none' | 'off' | 'failed' | 'blocked'>
type Told = { onResult: (result: SimulationResult) => void; /** `beside` what an earlier window shows, which goes on. */ onNone: (why: Unopened, beside: boolean) => void }

const TICK_MS = 1_000
/** The pause between two questions once there is a result, which may be that of another window or device; who comes back to the page is answered at once. */
const REST_MS = 60_000
/** So long after it was opened a window that is still there counts as running. */
const RUNNING_MS = 4_000
/** So long its page may take to arrive. */
const ARRIVAL_MS = 30_000
const DOUBLE_CLICK_MS = 500

/** Whether the learner looks at this page, and at no other window. */
const isInFront = () => document.visibilityState === 'visible' && document.hasFocus()

/** One visit of a simulation section: the jump, the window, and the question for the result until it is there. */
export class SimulationSession extends Observable<SimulationState> {
  readonly #given: Given
  #told: Told | null = null
  #launched: Extract<SimulationLaunched, { available: true }> | null = null
  /** The launch whose result is awaited, perhaps one of an earlier visit. */
  #awaited: string | null = null
  /** When its window was opened, in milliseconds since 1970. */
  #launchedAt = 0
  /** The id of the result that was taken last: each launch of the section is answered with it, and not settled by it. */
  #taken: string | null = null
  /**
   * A launch before that one whose question is still open; asked first, since the next launch takes what is reported by then for known. While
   * no window of this visit is there, that of an earlier one may be: it is asked for whenever the learner comes back or leaves.
   */
  #before: string | null = null
  #window: OpenedWindow | null = null
  /** The window says of itself that it is closed, which nothing proves: it came while the learner was in front of it. */
  #isMute = false
  /** Until then another press wants the same as the one before, which waits for its ticket or was half of a double click. */
  #deafUntil = 0
  #ticking: ReturnType<typeof setInterval> | null = null
  #jumpAt = 0
  #askedAt = 0

  constructor(given: Given) {
    super({ phase: 'jump', countdown: Math.ceil(given.delayMs / 1_000), openedAt: null, result: null, asking: false, unanswered: false })
    this.#given = given
  }

  /** Begins: asks for a ticket while the jump text stands; gives back how the visit ends. */
  open(told: Told): () => void {
    this.#told = told
    this.#jumpAt = Date.now() + this.#given.delayMs
    this.#ticking = setInterval(() => this.#tick(), TICK_MS)
    const look = () => document.visibilityState === 'visible' && void this.ask()
    const leave = () => this.#leave()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('pagehide', leave)
    void this.#begin()
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('pagehide', leave)
      if (this.#ticking) clearInterval(this.#ticking)
      this.#ticking = null
      leave()
    }
  }

  /** Opens the window now: after a press, so that no browser stands in the way; a launch that was used gets a new ticket. */
  async press(): Promise<void> {
    if (Date.now() < this.#deafUntil) return
    this.#deafUntil = Number.POSITIVE_INFINITY
    // Opened within the press, before anything is waited for: later no browser would let it.
    const opened = this.#given.openWindow()
    if (!this.#launched) await this.#begin()
    this.#deafUntil = Date.now() + DOUBLE_CLICK_MS
    if (this.#launched) this.#jump(opened)
    else opened?.close()
  }

  /** Asks for the result; while there is none, says whether one is still to be expected. */
  async ask(): Promise<void> {
    const before = this.#before
    const launch = before ?? this.#awaited
    if (launch === null || this.get().asking) return
    this.#askedAt = Date.now()
    this.set({ asking: true })
    try {
      const result = await this.#given.ask(launch, this.#taken, false)
      this.set({ asking: false, unanswered: false })
      if (this.#awaited !== null && launch !== this.#awaited) {
        // A window has opened meanwhile: its own result is still to come.
        if (result) this.#take(result)
        if ((result || before) && this.#before === launch) this.#before = null
      } else if (result) this.#received(result, launch)
      else this.#look()
    } catch (error) {
      // Who waits for no window of this visit has not asked anything.
      this.set({ asking: false, unanswered: this.#awaited !== null })
      if (!this.#given.isMissing(error)) return
      if (launch === this.#awaited) this.#forget()
      else if (launch === this.#before) this.#before = null
    }
  }

  async #begin(): Promise<void> {
    const [launch = null, taken = null, launchedAt = 0] = this.#given.kept.read(this.#given.keptKey)?.split(' ') ?? []
    this.#taken ??= taken
    // One that has brought something is over with its window: what came since is of another device, which has told it.
    const before = taken === null || Date.now() - Number(launchedAt) < LAUNCH_LIFE_MS ? launch : null
    try {
      const launched = await this.#given.launch()
      if (!launched.available) return this.#openNone(launched.reason)
      this.#launched = launched
      // What an earlier visit did not live to see is looked for first.
      if (before !== null && this.#awaited === null && this.get().result === null) {
        this.#before = null
        this.#launchedAt = Number(launchedAt)
        let isOver = false
        const result = await this.#given.ask(before, this.#taken, false).catch((error: unknown) => {
          isOver = this.#given.isMissing(error)
          return null
        })
        // Its window may still be there, also where the browser lets no other one open.
        if (!result) return void (!isOver && (this.#before ??= before))
        // A window has opened meanwhile: its own result is still to come.
        if (this.#awaited !== null) return this.#take(result)
        this.#received(result, before)
      }
    } catch {
      this.#openNone('failed')
    }
  }

  /** No window opens: said instead of anything else only where no other one is there, nor its result. */
  #openNone(why: Unopened): void {
    const beside = this.#awaited !== null || this.get().phase === 'received'
    if (!beside) this.set({ phase: why })
    this.#told?.onNone(why, beside)
  }

  #tick(): void {
    const { phase } = this.get()
    if (phase === 'jump') {
      this.set({ countdown: Math.max(0, Math.ceil((this.#jumpAt - Date.now()) / 1_000)) })
      if (Date.now() >= this.#jumpAt && this.#launched) this.#jump(this.#given.openWindow())
      return
    }
    if (this.#awaited === null) return
    this.#look()
    const visible = typeof document === 'undefined' || document.visibilityState === 'visible'
    const alive = Date.now() - (this.get().openedAt ?? 0) < LAUNCH_LIFE_MS
    if (visible && alive && Date.now() - this.#askedAt >= (phase === 'received' ? REST_MS : ASK_MS)) void this.ask()
  }

  #jump(opened: OpenedWindow | null): void {
    const launched = this.#launched
    if (!launched || !this.#ticking) return opened?.close()
    if (!opened) return this.#openNone('blocked')
    opened.go(launched.address)
    // A ticket is good for one report: the next press gets another.
    this.#launched = null
    this.#window = opened
    this.#isMute = false
    this.#before = this.#awaited ?? this.#before
    this.#awaited = launched.launch
    this.#askedAt = this.#launchedAt = Date.now()
    this.#keep()
    this.set({ phase: 'launched', openedAt: this.#launchedAt, result: null, unanswered: false })
    if (this.#before !== null) void this.ask()
  }

  /** What the window shows of itself: it is there, it has been there a while, or it is gone without a result. */
  #look(): void {
    const { phase, openedAt } = this.get()
    if (this.#awaited === null || phase === 'received') return
    const age = Date.now() - (openedAt ?? 0)
    if (this.#isGone(age)) return this.set({ phase: 'missing' })
    // One glance at this page closes nothing: who goes back to such a window studies on there.
    if ((phase === 'launched' && age >= RUNNING_MS) || (phase === 'missing' && this.#isMute)) this.set({ phase: 'running' })
  }

  /**
   * Whether the window is closed. A page that shares nothing with its opener (COOP, as programs of several threads need it) counts as closed
   * from its arrival on: whoever is in front of it then is believed to be there for as long as this page is not looked at.
   */
  #isGone(age: number): boolean {
    if (!this.#window?.closed) return false
    if (age < ARRIVAL_MS && this.get().phase !== 'missing' && !isInFront()) this.#isMute = true
    return !this.#isMute || isInFront()
  }

  /** What has come is shown, and asked on for: it may be that of an earlier window, or of another device that is at the same section. */
  #received(result: SimulationResult, launch: string): void {
    this.#awaited ??= launch
    if (this.#before === this.#awaited) this.#before = null
    this.set({ phase: 'received', result: { score: result.score, finishedAt: result.finishedAt } })
    this.#take(result)
  }

  #take(result: SimulationResult): void {
    // Two questions that are under way at once have the same answer.
    if (result.id === this.#taken) return
    this.#taken = result.id
    this.#keep()
    this.#told?.onResult(result)
  }

  /** For the next visit, which asks for what came after what was taken. */
  #keep(): void {
    if (this.#awaited !== null) this.#given.kept.write(this.#given.keptKey, [this.#awaited, ...(this.#taken === null ? [] : [this.#taken, this.#launchedAt])].join(' '))
  }

  #forget(): void {
    this.#awaited = null
    this.#given.kept.remove(this.#given.keptKey)
  }

  /** The player is left: a result that has come meanwhile is recorded; one that comes later is found on the next visit. */
  #leave(): void {
    const launch = this.#awaited ?? this.#before
    if (launch === null) return
    void this.#given.ask(launch, this.#taken, true).then((result) => result && this.#received(result, launch), () => undefined)
  }
}
