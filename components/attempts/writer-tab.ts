import { freshId } from '@/lib/domain/fresh-id'

type Told = {
  /** Another tab of this browser writes from now on. */
  onLost: () => void
  /** Perhaps another tab writes: ask the server. */
  onDoubt: () => void
  /** Another tab has handed the paper in. */
  onHandedIn: () => void
}
type Message = { from: string; what: 'writes' | 'handedIn'; epoch: number | null }

/**
 * Of all tabs of one browser the one that opened a paper last writes. The others hear of it at once; a Web Lock tells those that
 * sleep when they wake. What is true between devices is the platform's to say.
 */
export class WriterTab {
  readonly #name: string
  readonly #told: Told
  readonly #id = freshId()
  readonly #channel: BroadcastChannel | null
  #holds = false
  #epoch: number | null = null
  #release: (() => void) | null = null

  constructor(learnerId: string, attemptId: string, told: Told) {
    this.#name = `exam:${learnerId}:${attemptId}`
    this.#told = told
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(this.#name)
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.from === this.#id) return
      if (data.what === 'handedIn') this.#told.onHandedIn()
      // A claim that comes late, of an opening older than ours, is answered with ours.
      else if (this.#holds && this.#epoch !== null && data.epoch !== null && data.epoch < this.#epoch) this.#post('writes')
      else this.#lose()
    })
  }

  /** This tab writes from now on, by an opening of this number; the highest one wins, and the last where there are none. */
  claim(epoch: number | null): void {
    this.#holds = true
    this.#epoch = epoch
    this.#post('writes')
    if (!navigator.locks) return
    this.#release?.()
    void navigator.locks
      .request(this.#name, { steal: true }, () => new Promise<void>((resolve) => {
        this.#release = resolve
      }))
      .catch(() => (epoch === null ? this.#lose() : this.#told.onDoubt()))
  }

  /** Tells the other tabs that there is nothing to write any more. */
  handedIn(): void {
    this.#post('handedIn')
  }

  close(): void {
    this.#holds = false
    this.#release?.()
    this.#channel?.close()
  }

  #post(what: Message['what']): void {
    this.#channel?.postMessage({ from: this.#id, what, epoch: this.#epoch } satisfies Message)
  }

  #lose(): void {
    if (!this.#holds) return
    this.#holds = false
    this.#release = null
    this.#told.onLost()
  }
}
