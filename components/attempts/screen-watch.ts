import { sleptMs } from '@/lib/domain/attempts-clock'
import { newWatch, watchAfter, watchLeft, wentOn, type Absence, type JudgedAbsence, type PageEvent, type SwitchWatch } from '@/lib/domain/attempts-switches'

/** A touch device that did not tick for so long had its screen off; on a desktop other programs may do that. */
const SILENT_MS = 5_000

/** Watches the learner leave the page and come back; tells of each absence once it is over. */
export class ScreenWatch {
  #watch: SwitchWatch
  #tickedAt: number
  #gap: number
  #silentMs = 0
  /** The running clock may stand still while the device sleeps; what it missed is added here. */
  #missed = 0
  readonly #isTouch: boolean
  readonly #onAway: (absence: JudgedAbsence) => void

  constructor(onAway: (absence: JudgedAbsence) => void) {
    this.#onAway = onAway
    this.#isTouch = matchMedia('(pointer: coarse)').matches
    this.#watch = newWatch(this.#isTouch)
    this.#tickedAt = performance.now()
    this.#gap = Date.now() - performance.now()
  }

  /** Listens to the page until `signal` ends it. */
  listen(signal: AbortSignal): void {
    const tell = (type: Exclude<PageEvent['type'], 'slept'>) => () => this.#take({ at: this.#now(), type })
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') return this.#take({ at: this.#now(), type: 'hidden' })
      this.#noteSleep()
      this.#take({ at: this.#now(), type: 'visible' })
    }, { signal })
    window.addEventListener('blur', tell('blur'), { signal })
    window.addEventListener('focus', tell('focus'), { signal })
    window.addEventListener('beforeprint', tell('dialogOpens'), { signal })
    window.addEventListener('afterprint', tell('dialogCloses'), { signal })
    document.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('main a[target="_blank"]')) this.#take({ at: this.#now(), type: 'launch' })
    }, { signal, capture: true })
  }

  /** A dialog of ours lies over the paper, or does so no more. */
  dialog(isOpen: boolean): void {
    this.#take({ at: this.#now(), type: isOpen ? 'dialogOpens' : 'dialogCloses' })
  }

  tick(): void {
    const silent = performance.now() - this.#tickedAt
    if (this.#isTouch && silent > SILENT_MS) this.#silentMs += silent
    this.#tickedAt = performance.now()
    this.#take({ at: this.#now(), type: 'tick' })
  }

  /** The page goes away at this moment: the absence that is not over yet, or over for less than a moment, ends with it. */
  leave(): JudgedAbsence | null {
    const { watch, over } = watchLeft(this.#watch, this.#now())
    this.#watch = watch
    return over
  }

  /** The learner goes on to another page of ours at this moment: the absence that begins, or goes on, with it; in time of the running clock. */
  wentOn(): Absence {
    const absence = wentOn(this.#watch, this.#now())
    return { ...absence, from: absence.from - this.#missed, to: absence.to - this.#missed }
  }

  #now(): number {
    return performance.now() + this.#missed
  }

  /** What the clocks tell of a device that slept: its running clock stood still, or nothing ticked. */
  #noteSleep(): void {
    const asleep = sleptMs({ calendarGap: this.#gap }, performance.now(), Date.now())
    const quiet = performance.now() - this.#tickedAt
    const silent = this.#silentMs + (this.#isTouch && quiet > SILENT_MS ? quiet : 0)
    this.#gap = Date.now() - performance.now()
    this.#silentMs = 0
    this.#missed += asleep
    this.#tickedAt = performance.now()
    if (asleep + silent > 0) this.#take({ at: this.#now(), type: 'slept', ms: asleep + silent })
  }

  #take(event: PageEvent): void {
    const { watch, over } = watchAfter(this.#watch, event)
    this.#watch = watch
    if (over) this.#onAway(over)
  }
}
