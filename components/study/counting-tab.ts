import type { Kept } from '@/components/study/kept'
import { freshId } from '@/lib/domain/fresh-id'

const LEASE_MS = 8_000
const RENEW_MS = 2_500
const ANSWER_MS = 3_000
/** A turn that is free is given at once; who waits longer is in line behind another tab. */
const PATIENCE_MS = 700

type Told = {
  /** This tab counts from now on. */
  onGain: () => void
  /** Another tab counts, this one is in line. */
  onWait: () => void
  /** Another tab wants to count: end what runs here, then it gets its turn. */
  onYield: () => Promise<void>
}

/**
 * Of all tabs of one learner in one browser a single one counts study time. The turn is a Web Lock, so it is given on even when a tab
 * crashes; without Web Locks (pages without TLS) a lease in the browser's storage stands in for it.
 */
export class CountingTab {
  readonly #name: string
  readonly #told: Told
  readonly #kept: Kept
  readonly #channel: BroadcastChannel | null
  readonly #id = freshId()
  #release: (() => void) | null = null
  #waiting: AbortController | null = null
  #lease: ReturnType<typeof setInterval> | null = null
  #left = false
  #restsUntil = 0

  constructor(learnerId: string, kept: Kept, told: Told) {
    this.#name = `study:${learnerId}:turn`
    this.#kept = kept
    this.#told = told
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(this.#name)
    this.#channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (event.data === 'yield' && this.#release) void this.#yield()
    })
  }

  /** Gets in line for the turn. */
  queue(): void {
    if (this.#left || this.#release || this.#waiting) return
    setTimeout(() => {
      if (!this.#release && !this.#left) this.#told.onWait()
    }, PATIENCE_MS)
    if (navigator.locks) void this.#queueForLock()
    else this.#watchLease()
  }

  /** Asks the tab that counts to let this one count. */
  ask(): void {
    this.#channel?.postMessage('yield')
    if (!navigator.locks || this.#release) return
    // A tab that does not answer (frozen, hung) is passed over.
    setTimeout(() => {
      if (!this.#release && !this.#left) void this.#queueForLock(true)
    }, ANSWER_MS)
  }

  /** Gives the turn on and stops asking for it. */
  leave(): void {
    this.#left = true
    this.#channel?.close()
    this.#waiting?.abort()
    this.#giveUp()
    if (this.#lease) clearInterval(this.#lease)
    this.#lease = null
  }

  async #queueForLock(steal = false): Promise<void> {
    this.#waiting?.abort()
    const waiting = new AbortController()
    this.#waiting = waiting
    try {
      await navigator.locks.request(this.#name, steal ? { steal } : { signal: waiting.signal }, () => {
        if (this.#waiting === waiting) this.#waiting = null
        if (this.#left) return undefined
        return new Promise<void>((release) => {
          this.#release = release
          this.#told.onGain()
        })
      })
    } catch {
      // Aborted while in line, or the turn was taken because this tab did not answer.
      if (this.#release) await this.#lost()
    } finally {
      if (this.#waiting === waiting) this.#waiting = null
    }
  }

  async #lost(): Promise<void> {
    this.#release = null
    await this.#told.onYield()
    this.queue()
  }

  async #yield(): Promise<void> {
    await this.#told.onYield()
    this.#restsUntil = Date.now() + 2 * RENEW_MS
    this.#giveUp()
    // The tab that asked is ahead in line already; this one gets behind it.
    setTimeout(() => this.queue(), RENEW_MS)
  }

  #giveUp(): void {
    this.#release?.()
    this.#release = null
  }

  #watchLease(): void {
    const look = () => {
      const [holder, until] = (this.#kept.read(this.#name) ?? '').split(' ')
      const left = Number(until) - Date.now()
      // One that runs longer than any was written by a clock that has been put back since.
      const free = !holder || holder === this.#id || !(left > 0 && left <= LEASE_MS)
      if (this.#release && !free) return void this.#lost()
      if (!free || Date.now() < this.#restsUntil) return
      this.#kept.write(this.#name, `${this.#id} ${Date.now() + LEASE_MS}`)
      if (this.#release) return
      this.#release = () => this.#kept.remove(this.#name)
      this.#told.onGain()
    }
    this.#lease ??= setInterval(look, RENEW_MS)
    look()
  }
}
