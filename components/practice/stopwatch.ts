import { startTicker } from '@/components/attempts/ticker'

/** A page in view ticks each second; one that did not for so long was asleep, and so perhaps was whoever looked at it. */
const ASLEEP_MS = 30_000

type Running = { ms: number; /** Since when time counts that is not in `ms` yet; null while the page is out of view. */ since: number | null; end: AbortController }

/** Counts the seconds in which the page is in view, by the browser's clock: what has passed counts, however seldom the page is woken. */
export class Stopwatch {
  #running: Running | null = null

  /** Goes on from a second, and calls about once a second. */
  start(from: number, ticked: () => void): void {
    this.stop()
    const end = new AbortController()
    this.#running = { ms: from * 1_000, since: null, end }
    const look = () => this.#count(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look, { signal: end.signal })
    window.addEventListener('pageshow', look, { signal: end.signal })
    // A page that the browser keeps in memory may be left without being hidden first.
    window.addEventListener('pagehide', () => this.#count(false), { signal: end.signal })
    const stopTicking = startTicker(() => {
      if (this.#running?.since != null) this.#count(true)
      ticked()
    })
    end.signal.addEventListener('abort', stopTicking)
  }

  stop(): void {
    this.#running?.end.abort()
    this.#running = null
  }

  /** The whole seconds by now; null while it is stopped. */
  get seconds(): number | null {
    return this.#running && Math.floor((this.#running.ms + this.#uncounted()) / 1_000)
  }

  #uncounted(): number {
    const since = this.#running?.since ?? null
    const ms = since === null ? 0 : performance.now() - since
    return ms < ASLEEP_MS ? ms : 0
  }

  /** Takes what has passed up to now, and counts on where the page is in view. */
  #count(isInView: boolean): void {
    if (!this.#running) return
    this.#running.ms += this.#uncounted()
    this.#running.since = isInView ? performance.now() : null
  }
}
