import { COMMIT_PAUSE_MS, itemOf, LEAVING_BYTES, stateAfter, type Cmi, type CoursewareCommit, type CoursewareState, type LaunchWord } from '@/lib/domain/courseware'
import { spread } from '@/lib/domain/spread'

type Answer = { status: number; kept: boolean }
type Kept = { read: (key: string) => string | null; /** Whether it is kept. */ write: (key: string, value: string) => boolean; remove: (key: string) => void }
type Given = {
  state: CoursewareState
  savedAt: number
  /** The number of the commit that brought `state`; 0 when the platform does not say. */
  savedSeq: number
  seq: number
  /** The server's clock at this moment, in milliseconds. */
  now: () => number
  /** Sends a commit; rejects when nothing came back. */
  post: (body: string, leaving: boolean) => Promise<Answer>
  kept: Kept
  keptKey: string
  tell: (word: LaunchWord) => void
}
type Pending = CoursewareCommit['items']
/** By which what is kept is compared with what the server has; `isWhole` when it holds all there is, and not only what one commit said. */
type KeptMark = { savedAt?: number; seq?: number; isWhole?: boolean }

const AGAIN_MS = [2_000, 4_000, 8_000]
const TOO_OFTEN = 429
const SUPERSEDED = 409
const OVER = 410

/**
 * Brings what a package says to the server: numbered, one at a time, each with everything that was not yet acknowledged, so that neither a
 * lost nor an overtaken one loses anything. What did not get through waits in the browser for the next launch.
 */
export class CommitQueue {
  readonly #given: Given
  /** What the server has acknowledged. */
  #acknowledged: CoursewareState
  /** What is true now. */
  #state: CoursewareState
  #seq: number
  #flying = false
  #again = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  /** Nothing more is sent. Taken over by another launch, nothing is kept either; over, as with its session, what is said waits here for the next one. */
  #ended: 'superseded' | 'over' | null = null
  /** The platform keeps no state: then all of it is kept here, since nobody else has what was acknowledged before. */
  #keepsAll = false
  /** The page is going away: nothing can be waited for any more. */
  #leaving = false
  /** The server has called something invalid, and would again: it stays on this device, and nobody is told that all is saved. */
  #refused = false
  /** Whether this device holds what is not acknowledged, or all of it where nobody else does. */
  #isKept = true
  /** What the last commit held, if it was sent to outlive the page. */
  #sentLeaving: CoursewareState | null = null

  constructor(given: Given) {
    this.#given = given
    this.#seq = given.seq
    this.#acknowledged = given.state
    this.#state = this.#withKept(given.state)
  }

  /** What the package remembers, with what an earlier visit could not send. */
  get state(): CoursewareState {
    return this.#state
  }

  /** A part has these values now; `soon` when it asked to have them kept, or ends. */
  note(item: string, cmi: Cmi, { finished, soon }: { finished: boolean; soon: boolean }): void {
    if (this.#ended === 'superseded') return
    this.#state = { current: item, items: { ...this.#state.items, [item]: { cmi, finished } } }
    if (this.#ended) return this.#keep(this.#pending())
    if (this.#leaving) {
      // Packages say several things in one breath; their last one does not wait for the others.
      if (finished) return this.#send(true)
      return queueMicrotask(() => this.#send(true))
    }
    // Who has finished is often gone at once: that does not wait for the answer to what was said before.
    if (soon) return this.#send(finished)
    this.#later(COMMIT_PAUSE_MS)
  }

  /** Sends at once what is not acknowledged; `urgent` without waiting for the answer that is on its way. */
  flush(urgent: boolean): void {
    this.#send(urgent)
  }

  /** The page goes away, and what the package says from now on goes out at once. */
  leave(): void {
    this.#leaving = true
    this.#send(true)
  }

  /** The page is back out of the browser's memory. */
  stay(): void {
    this.#leaving = false
    this.#flying = false
    this.#send(false)
  }

  /** Nothing more is sent: another launch has taken over, or this one is over. */
  stop(why: 'superseded' | 'over' = 'superseded'): void {
    this.#ended = why
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    // What was said since the last commit, too.
    if (why === 'over') this.#keep(this.#pending())
  }

  #later(pause: number): void {
    this.#timer ??= setTimeout(() => this.#send(false), pause)
  }

  #pending(): Pending {
    const pending: Pending = {}
    for (const [id, { cmi, finished }] of Object.entries(this.#state.items)) {
      const known = itemOf(this.#acknowledged, id)
      const changes = Object.fromEntries(Object.entries(cmi).filter(([name, value]) => known?.cmi[name] !== value))
      if (Object.keys(changes).length > 0 || known?.finished !== finished) pending[id] = { changes, finished }
    }
    return pending
  }

  #send(leaving: boolean): void {
    if (this.#ended || (leaving && this.#flying && this.#sentLeaving === this.#state)) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const items = this.#pending()
    const { current } = this.#state
    if (current === null || Object.keys(items).length === 0) return
    // Who stays waits for the answer on its way; who leaves does not, since the later commit holds all of the earlier one.
    if (this.#flying && !leaving) {
      this.#again = true
      return
    }
    const sent = this.#state
    this.#sentLeaving = leaving ? sent : null
    const said = (what: Pending) => JSON.stringify({ seq: (this.#seq += 1), current, items: what } satisfies CoursewareCommit)
    // Too much to outlive the page may go down with it: the result goes ahead. Its answer says nothing of the whole, which has the higher number.
    if (leaving && !outlivesPage(JSON.stringify({ seq: this.#seq, current, items }))) {
      const results = resultsOf(items)
      if (Object.keys(results).length > 0) this.#given.post(said(results), true).catch(() => {})
    }
    const commit = said(items)
    this.#keep(items)
    this.#flying = true
    this.#given.tell('saving')
    this.#given.post(commit, leaving).then((answer) => this.#answered(answer, sent), () => this.#failed('offline'))
  }

  #answered({ status, kept }: Answer, sent: CoursewareState): void {
    this.#flying = false
    if (status === SUPERSEDED || status === OVER) {
      this.stop(status === OVER ? 'over' : 'superseded')
      return this.#given.tell(status === OVER ? 'over' : 'superseded')
    }
    if (status === TOO_OFTEN || status >= 500) return this.#failed('unanswered')
    this.#failures = 0
    // What the server calls invalid it would call so again: what changes from here on goes without it.
    this.#acknowledged = sent
    this.#refused ||= status >= 400
    this.#keepsAll ||= !this.#refused && !kept
    if (!kept && !this.#refused) this.#keep({})
    if (!this.#refused && kept && Object.keys(this.#pending()).length === 0) this.#given.kept.remove(this.#given.keptKey)
    // Of a platform that keeps nothing this device has the only state there is.
    this.#given.tell(this.#refused ? 'refused' : kept || this.#isKept ? 'saved' : 'notKept')
    if (this.#again) {
      this.#again = false
      this.#later(COMMIT_PAUSE_MS / 2)
    }
  }

  /** `offline` when nothing came back, `unanswered` when it was the network's other end that could not save it. */
  #failed(word: 'offline' | 'unanswered'): void {
    this.#flying = false
    this.#again = false
    this.#given.tell(this.#isKept ? word : 'notKept')
    this.#later(spread(AGAIN_MS[Math.min(this.#failures++, AGAIN_MS.length - 1)] ?? COMMIT_PAUSE_MS))
  }

  /** Keeps the state on this device, as far as there is room; `isSent` says that nothing of it is still to be sent. */
  #keep(pending: Pending): void {
    const { current, items } = this.#state
    const whole = () => Object.fromEntries(Object.entries(items).map(([id, { cmi, finished }]) => [id, { changes: cmi, finished }]))
    const isSent = this.#keepsAll && !this.#refused && Object.keys(this.#pending()).length === 0
    const isWhole = this.#keepsAll || this.#refused
    this.#isKept = this.#given.kept.write(this.#given.keptKey, JSON.stringify({ savedAt: this.#given.now(), seq: this.#seq, isSent, isWhole, current, items: isWhole ? whole() : pending }))
  }

  #withKept(state: CoursewareState): CoursewareState {
    try {
      const found = JSON.parse(this.#given.kept.read(this.#given.keptKey) ?? 'null') as (KeptMark & { current?: string; items?: Pending }) | null
      if (!found?.items || typeof found.current !== 'string' || !this.#isNewer(found)) return state
      return stateAfter(state, { current: found.current, items: found.items })
    } catch {
      return state
    }
  }

  /**
   * Whether the server has nothing newer than what is kept here. The numbers tell, which rise from launch to launch on all devices: what was
   * refused since another device took over is older than what that one has saved, however late it was said. Of two commits sent while
   * leaving the first may also reach the server after the second was sent, and the second not before the next launch. With the same number a
   * whole one has what that commit said, and what the server had refused before it. Times only where there are no numbers, or the same.
   */
  #isNewer({ savedAt, seq, isWhole }: KeptMark): boolean {
    const { savedSeq } = this.#given
    if (savedSeq > 0 && seq !== undefined && (seq !== savedSeq || isWhole)) return seq >= savedSeq
    return Number(savedAt) >= this.#given.savedAt
  }
}

const resultName = /^cmi\.(?:core\.)?(?:lesson_status|completion_status|success_status|progress_measure|score\.\w+)$/

/** Of what is to be sent that by which the parts are judged; nothing of a part that says nothing of it. */
function resultsOf(pending: Pending): Pending {
  const results = Object.entries(pending).map(([id, { changes, finished }]) => [id, { changes: Object.fromEntries(Object.entries(changes).filter(([name]) => resultName.test(name))), finished }] as const)
  return Object.fromEntries(results.filter(([, { changes, finished }]) => finished || Object.keys(changes).length > 0))
}

const outlivesPage = (body: string) => new TextEncoder().encode(body).byteLength < LEAVING_BYTES

/** Sends a commit from the launch page; what is said while leaving outlives the page, as far as the browser's quota goes. */
export async function postCommit(address: string, body: string, leaving: boolean): Promise<Answer> {
  // What a page that stays sends must not use up that quota: it is said again when the page goes.
  const keepalive = leaving && outlivesPage(body)
  const reply = await fetch(address, { method: 'POST', body, keepalive, credentials: 'omit', headers: { 'content-type': 'application/json' } })
  // An answer that is not read keeps its share of the browser's quota.
  const answer = (await reply.json().catch(() => null)) as { answer?: unknown } | null
  // Not from the door, or only half of it: whether it was kept nobody knows.
  if (reply.ok && answer === null) throw new Error('no answer of the door')
  return { status: reply.status, kept: answer?.answer === 'kept' }
}
