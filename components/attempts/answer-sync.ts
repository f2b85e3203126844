import { pause } from '@/components/attempts/pause'
import { Observable } from '@/components/study/observable'
import { SAVES_PER_CALL, type Save, type SavesOutcome } from '@/lib/domain/attempts'
import { answered, chosen, markToggled, mayArriveLate, pendingCount, pendingSaves, sending, type Journal } from '@/lib/domain/attempts-journal'
import { freshId } from '@/lib/domain/fresh-id'

export type SyncState = {
  journal: Journal
  /** Whether this very journal lies in the browser's storage. */
  isKept: boolean
  /** The last try did not get through. */
  isFailing: boolean
  /** What waits, or some of it, was turned down, and nobody says whether for good. */
  isRefused: boolean
  /** By the server's clock, in milliseconds since 1970. */
  savedAt: number | null
  /** `elsewhere`: another window writes. `closed`: nothing is taken any more. */
  writing: 'here' | 'elsewhere' | 'closed'
}

type Given = {
  journal: Journal
  /** Writes the journal into the browser's storage; false when it cannot. */
  keep: (journal: Journal) => Promise<boolean>
  send: (saves: Save[], leaving: boolean) => Promise<SavesOutcome>
  /** Whether what is kept outlives the page; else a change waits for no other. */
  isDurable?: () => boolean
  /** Whether the server knows the order of changes whenever they arrive. */
  isOrdered?: () => boolean
  /** Whether, where it does not, there is time to wait for what may be on its way. */
  mayWait?: () => boolean
  /** Every answer of the server, also for its clock. */
  onOutcome: (outcome: SavesOutcome, sentAt: number, saves: Save[]) => void
  /** A call did not get through, or was said no to; gives whether it was the latter. */
  onFailure: (error: unknown) => boolean
  /** Answers that the server will never take, or does not take now, in its words. */
  onRefused: (words: string | null) => void
  /** Something newer is stored: what is stored must be read again. */
  onSuperseded: () => void
  now?: () => number
  random?: () => number
}

const DEBOUNCE_MS = 300
const BACKOFF_MS = 500
/** Ten seconds after a cut everything is saved. */
const BACKOFF_MAX_MS = 8_000
/** A call of a page that went away and came back is waited for so long, where a later change must not come before it. */
const LEFT_MS = 15_000
/** How often it is looked whether something is still on its way. */
const ON_ITS_WAY_MS = 50

/**
 * The way of an answer: into the journal, into the browser's storage, to the server, one call at a time, oldest change first, of each
 * question the latest. It never gives up before it is stopped; saved is only what the server has acknowledged.
 */
export class AnswerSync extends Observable<SyncState> {
  readonly #given: Given
  readonly #now: () => number
  readonly #random: () => number
  #keeping: Promise<void> | null = null
  #isSending = false
  #isLeft = false
  /** Calls of a page that went away, on their way beside the queue. */
  #left = 0
  /** Nothing is to go out while something else is done. */
  #held = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #failures = 0
  /** What was said of the answers that were turned down and still wait, by question: what is tried again and again is said once. */
  readonly #said = new Map<string, string | null>()

  constructor(given: Given) {
    super({ journal: given.journal, isKept: false, isFailing: false, isRefused: false, savedAt: null, writing: 'here' })
    this.#given = given
    this.#now = given.now ?? (() => performance.now())
    this.#random = given.random ?? Math.random
    void this.#keep()
    this.#plan(0)
    // The page before may have sent something else, which must not come last.
    if (this.isPatient && mayArriveLate(given.journal)) void this.apart(() => pause(LEFT_MS))
  }

  /** The order in which answers arrive decides, and there is time to see to it. */
  get isPatient(): boolean {
    return this.#given.mayWait?.() ?? false
  }

  /** Nothing goes out by itself, for the sake of what may be on its way otherwise. */
  get isHeld(): boolean {
    return this.#left + this.#held > 0 && this.isPatient
  }

  get pending(): number {
    return pendingCount(this.get().journal)
  }

  /** The learner chose; with storage that does not last it goes out at once. */
  choose(questionId: string, optionIds: readonly string[]): void {
    if (this.get().writing !== 'here') return
    const before = this.get().journal
    const journal = chosen(before, questionId, optionIds, freshId())
    if (journal === before) return
    this.#change(journal)
    this.#plan(this.#given.isDurable?.() === false ? 0 : DEBOUNCE_MS)
  }

  toggleMark(questionId: string): void {
    if (this.get().writing === 'here') this.#change(markToggled(this.get().journal, questionId))
  }

  /** The learner went to another question: what is waiting goes out (spec 2 §4). */
  goTo(current: number, currentId: string): void {
    const before = this.get().journal
    if (current === before.current && currentId === before.currentId) return
    const journal = { ...before, current, currentId }
    if (this.get().writing === 'here') this.#change(journal)
    else this.set({ journal })
    this.tryNow()
  }

  /** Tries again at once: the network, the session or the page is back. */
  tryNow(): void {
    this.#failures = 0
    this.#plan(0)
  }

  /** Resolves when nothing waits any more, or when nothing can be sent from here. */
  drained(): Promise<void> {
    this.tryNow()
    const isDone = () => this.pending === 0 || this.get().writing !== 'here'
    if (isDone()) return Promise.resolve()
    return new Promise((resolve) => {
      const off = this.watch(() => {
        if (!isDone()) return
        off()
        resolve()
      })
    })
  }

  /** The page goes away at this moment: everything goes out, and nothing is waited for. */
  leave(): void {
    const isOrdered = this.#given.isOrdered?.() ?? true
    // Without order the one on its way could arrive after this one; it is in the journal, and goes out when the page is back, for which there is time.
    if (!isOrdered && this.isPatient && (this.#isSending || this.#left + this.#held > 0)) return
    const saves = this.get().writing === 'here' ? pendingSaves(this.get().journal, SAVES_PER_CALL) : []
    if (saves.length === 0) return
    const sentAt = this.#now()
    this.#change(sending(this.get().journal, saves))
    const arrived = this.#given.send(saves, true).then((outcome) => this.#take(saves, outcome, sentAt), () => undefined)
    // Turned down or cut it has stopped the queue, and the page may still be there, or be back.
    if (isOrdered) return void arrived.then(() => this.#planNext())
    this.#left += 1
    void Promise.race([arrived, pause(LEFT_MS)]).catch(() => undefined).then(() => {
      this.#left -= 1
      if (this.pending > 0) this.#plan(0)
    })
  }

  /** Does something that tells what is stored: nothing goes out meanwhile, while there is time for that, and it waits for what is on its way. */
  async apart<T>(work: () => Promise<T>): Promise<T> {
    this.#held += 1
    try {
      while (this.#isSending || this.#left > 0) await pause(ON_ITS_WAY_MS)
      return await work()
    } finally {
      this.#held -= 1
      this.#planNext()
    }
  }

  /** Another journal takes the place of this one, and this window writes (again). */
  restart(journal: Journal): void {
    this.#said.clear()
    this.set({ journal, isKept: false, writing: 'here', isFailing: false, isRefused: false })
    void this.#keep()
    this.tryNow()
  }

  /** Nothing is written from here any more. */
  stop(writing: 'elsewhere' | 'closed'): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.set({ writing })
  }

  /** The page is left for another of ours: what was just chosen is still kept, unless somebody else writes. */
  close(): void {
    this.#isLeft = this.get().writing === 'here'
    this.stop('closed')
  }

  #change(journal: Journal): void {
    this.set({ journal, isKept: false })
    void this.#keep()
  }

  /** Writes one after another, always the newest. */
  #keep(): Promise<void> {
    this.#keeping ??= (async () => {
      let written: Journal | null = null
      while (written !== this.get().journal && (this.get().writing === 'here' || this.#isLeft)) {
        written = this.get().journal
        const isKept = await this.#given.keep(written)
        if (written === this.get().journal) this.set({ isKept })
      }
      this.#keeping = null
    })()
    return this.#keeping
  }

  #plan(ms: number): void {
    if (this.get().writing !== 'here') return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.#send()
    }, ms)
  }

  async #send(): Promise<void> {
    if (this.#isSending || this.isHeld || this.get().writing !== 'here') return
    const saves = pendingSaves(this.get().journal, SAVES_PER_CALL)
    if (saves.length === 0) return this.set({ isFailing: false, isRefused: false })
    this.#isSending = true
    // What may reach the server is known to the journal before it goes out, so that after a crash it is recognised.
    this.#change(sending(this.get().journal, saves))
    await this.#keep()
    const sentAt = this.#now()
    try {
      // Another tab may write by now.
      if (this.get().writing !== 'elsewhere') this.#take(saves, await this.#given.send(saves, false), sentAt)
    } catch (error) {
      this.#failed()
      const isRefused = this.#given.onFailure(error)
      this.set({ isRefused: isRefused || this.#said.size > 0 })
    } finally {
      this.#isSending = false
    }
    this.#planNext()
  }

  /** What waits goes out by itself, where nothing is on its way or planned. */
  #planNext(): void {
    if (this.#timer === null && !this.#isSending && this.pending > 0) this.#plan(this.#failures === 0 ? 0 : this.#pauseMs())
  }

  #failed(): void {
    this.#failures += 1
    this.set({ isFailing: true })
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Full jitter: anything up to a bound that doubles. */
  #pauseMs(): number {
    return this.#random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** this.#failures)
  }

  #take(saves: Save[], outcome: SavesOutcome, sentAt: number): void {
    if (this.get().writing !== 'here') return
    const { outcomes, verdict } = outcome
    const { journal: { entries } } = this.get()
    const isTurnedDown = outcomes.some(({ outcome: one }) => one === 'unclear')
    const words = this.#hear(saves, outcome)
    // A change that was made meanwhile is newer than whatever stands there.
    const isOvertaken = outcomes.some(({ opId, outcome: one }) => one === 'superseded' && Object.values(entries).some(({ pending }) => pending?.opId === opId))
    if (outcomes.length > 0) this.#change(answered(this.get().journal, saves, outcomes))
    if (outcomes.some(({ outcome: one }) => one === 'saved')) this.set({ savedAt: outcome.savedAt })
    this.set({ isRefused: this.#said.size > 0 })
    // An answer that settles nothing, or not all, is no success: it is tried again after a pause.
    if (verdict === 'cut' || (verdict === 'taken' && (outcomes.length === 0 || isTurnedDown))) this.#failed()
    else if (verdict === 'taken') {
      this.#failures = 0
      this.set({ isFailing: false })
    }
    if (verdict === 'elsewhere' || verdict === 'closed') this.stop(verdict)
    this.#given.onOutcome(outcome, sentAt, saves)
    for (const said of words) this.#given.onRefused(said)
    if (isOvertaken) this.#given.onSuperseded()
  }

  /** Notes which answers are turned down, and gives what is to be said of it: of each answer what was not said yet, the same words once. */
  #hear(saves: Save[], { outcomes }: SavesOutcome): Set<string | null> {
    const words = new Set<string | null>()
    for (const one of outcomes) {
      const questionId = saves.find(({ opId }) => opId === one.opId)?.questionId
      if (questionId === undefined) continue
      const isNew = !this.#said.has(questionId) || this.#said.get(questionId) !== one.words
      if (one.outcome === 'refused' || (one.outcome === 'unclear' && isNew)) words.add(one.words)
      // An answer that is stored already may be turned down once more, where it was on its way twice.
      if (one.outcome === 'unclear' && this.get().journal.entries[questionId]?.pending) this.#said.set(questionId, one.words)
      else this.#said.delete(questionId)
    }
    return words
  }
}
