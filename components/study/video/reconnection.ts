/** With the pauses between them about three quarters of a minute. */
const TRIES = 8
const LONGEST_PAUSE_MS = 8_000

/** Tries again what has lost its connection: with growing pauses, and at once when the network is back. */
export class Reconnection {
  readonly #again: () => void
  #tries = 0
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(again: () => void) {
    this.#again = again
  }

  /** Plans the next try; false when there were enough. */
  plan(): boolean {
    this.cancel()
    this.#tries += 1
    if (this.#tries > TRIES) return false
    window.addEventListener('online', this.#now)
    this.#waiting = setTimeout(this.#now, Math.min(LONGEST_PAUSE_MS, 500 * 2 ** this.#tries))
    return true
  }

  /** Data flows; whether it does so again. */
  flows(): boolean {
    const again = this.#tries > 0
    this.#tries = 0
    return again
  }

  /** The next try is not wanted any more. */
  cancel(): void {
    clearTimeout(this.#waiting)
    window.removeEventListener('online', this.#now)
  }

  readonly #now = () => {
    this.cancel()
    this.#again()
  }
}
