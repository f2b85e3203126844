import { startTicker } from '@/components/attempts/ticker'

/** Counts seconds by the browser's clock: what has passed counts, however seldom a page in the background is woken. */
export class Stopwatch {
  #running: { startedAt: number; from: number; stopTicking: () => void } | null = null

  /** Goes on from a second, and calls about once a second. */
  start(from: number, ticked: () => void): void {
    this.stop()
    this.#running = { startedAt: performance.now(), from, stopTicking: startTicker(ticked) }
  }

  stop(): void {
    this.#running?.stopTicking()
    this.#running = null
  }

  /** The whole seconds by now; null while it stands still. */
  get seconds(): number | null {
    return this.#running && this.#running.from + Math.floor((performance.now() - this.#running.startedAt) / 1_000)
  }
}
