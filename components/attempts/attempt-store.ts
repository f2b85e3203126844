import { placeKey, type ExamPlace, type HandInReason, type OpenedAttempt } from '@/lib/domain/attempts'
import { pendingCount, type Journal } from '@/lib/domain/attempts-journal'
import { DAY_MS } from '@/lib/domain/china-time'

/** What is kept of a paper: enough to go on after a crash, and without a network until the deadline. */
export type KeptAttempt = {
  attempt: OpenedAttempt
  journal: Journal
  /** The paper was being handed in. */
  handInBy: HandInReason | null
  /** How far the server's clock was ahead of this device's calendar, in milliseconds. */
  ahead: number
}

/** Where papers are kept; `isDurable` is false when what is kept dies with the page. */
export type AttemptStore = {
  readonly isDurable: boolean
  read: (learnerId: string, place: ExamPlace) => Promise<KeptAttempt | null>
  keepPaper: (learnerId: string, attempt: OpenedAttempt, ahead: number) => Promise<boolean>
  /** Keeps the paper of an earlier attempt beside the one that takes its place. */
  keepEarlier: (learnerId: string, kept: KeptAttempt) => Promise<boolean>
  /** The papers that were kept so and are not forgotten yet. */
  readEarlier: (learnerId: string, place: ExamPlace) => Promise<KeptAttempt[]>
  /** True once the journal has really been written. */
  keepJournal: (learnerId: string, attemptId: string, journal: Journal, handInBy: HandInReason | null) => Promise<boolean>
  forget: (learnerId: string, attempt: OpenedAttempt) => Promise<void>
}

const DATABASE = 'exams'
const PAPERS = 'papers'
const JOURNALS = 'journals'
/** A storage that does not answer for so long counts as blocked. */
const PATIENCE_MS = 2_000
const KEEP_FOR_MS = 14 * DAY_MS
const KEEP_UNSENT_FOR_MS = 90 * DAY_MS

const paperKey = (learnerId: string, place: ExamPlace) => `${learnerId}|${placeKey(place)}`
const earlierKey = (learnerId: string, place: ExamPlace, attemptId: string) => `${paperKey(learnerId, place)}|${attemptId}`
const journalKey = (learnerId: string, attemptId: string) => `${learnerId}|${attemptId}`

type PaperRecord = { attempt: OpenedAttempt; keptAt: number; /** Absent in records from before it was kept. */ ahead?: number }
type JournalRecord = { journal: Journal; handInBy: HandInReason | null; keptAt: number }

const keptOf = ({ attempt, ahead = 0 }: PaperRecord, { journal, handInBy }: JournalRecord): KeptAttempt => ({ attempt, journal, handInBy, ahead })

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('refused'))
  })
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('refused'))
  })
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too slow')), PATIENCE_MS))])
}

/** Opens the database; `mustBeThere` refuses one that had to be made, in which nothing is kept of what was. */
async function openDatabase(mustBeThere = false): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    if (mustBeThere) return request.transaction?.abort()
    request.result.createObjectStore(PAPERS)
    request.result.createObjectStore(JOURNALS)
  }
  const database = await inTime(done(request))
  database.onversionchange = () => database.close()
  return database
}

/** The browser's own database; from a failure on that opening it again does not mend, memory stands in for it and says so. */
class BrowserStore implements AttemptStore {
  #database: IDBDatabase | null = null
  #durable = true
  #cleared: Promise<void> | null = null
  readonly #memory = new MemoryStore()

  get isDurable(): boolean {
    return this.#durable
  }

  async open(): Promise<this> {
    try {
      this.#database = await openDatabase()
      // A browser short of space clears this last.
      void navigator.storage?.persist?.().catch(() => false)
    } catch {
      this.#durable = false
    }
    return this
  }

  async read(learnerId: string, place: ExamPlace): Promise<KeptAttempt | null> {
    const kept = await this.#try(async (database) => {
      const transaction = database.transaction([PAPERS, JOURNALS])
      const paper = await done<PaperRecord | undefined>(transaction.objectStore(PAPERS).get(paperKey(learnerId, place)))
      if (!paper) return null
      const journal = await done<JournalRecord | undefined>(transaction.objectStore(JOURNALS).get(journalKey(learnerId, paper.attempt.ref.attemptId)))
      return journal ? keptOf(paper, journal) : null
    })
    // Only now: what is asked for while papers are cleared away would wait behind that.
    this.#cleared ??= this.#database ? this.#clear(paperKey(learnerId, place)).catch(() => undefined) : null
    // What is not there any more another tab may have forgotten: memory stands in for a database that fails, not for one that says no.
    return this.#durable ? kept : this.#memory.read(learnerId, place)
  }

  async keepPaper(learnerId: string, attempt: OpenedAttempt, ahead: number): Promise<boolean> {
    await this.#memory.keepPaper(learnerId, attempt, ahead)
    return this.#write(PAPERS, paperKey(learnerId, attempt.place), { attempt, keptAt: Date.now(), ahead } satisfies PaperRecord)
  }

  async keepEarlier(learnerId: string, kept: KeptAttempt): Promise<boolean> {
    await this.#memory.keepEarlier(learnerId, kept)
    const { attempt, ahead } = kept
    return this.#write(PAPERS, earlierKey(learnerId, attempt.place, attempt.ref.attemptId), { attempt, keptAt: Date.now(), ahead } satisfies PaperRecord)
  }

  async readEarlier(learnerId: string, place: ExamPlace): Promise<KeptAttempt[]> {
    const kept = await this.#try(async (database) => {
      const transaction = database.transaction([PAPERS, JOURNALS])
      const papers = await done<PaperRecord[]>(transaction.objectStore(PAPERS).getAll(IDBKeyRange.bound(earlierKey(learnerId, place, ''), earlierKey(learnerId, place, '\uffff'))))
      const journals = await Promise.all(papers.map(({ attempt }) => done<JournalRecord | undefined>(transaction.objectStore(JOURNALS).get(journalKey(learnerId, attempt.ref.attemptId)))))
      return papers.flatMap((paper, index) => (journals[index] ? [keptOf(paper, journals[index])] : []))
    })
    return kept ?? this.#memory.readEarlier(learnerId, place)
  }

  async keepJournal(learnerId: string, attemptId: string, journal: Journal, handInBy: HandInReason | null): Promise<boolean> {
    await this.#memory.keepJournal(learnerId, attemptId, journal, handInBy)
    const key = journalKey(learnerId, attemptId)
    const isWritten = await this.#write(JOURNALS, key, { journal, handInBy, keptAt: Date.now() } satisfies JournalRecord)
    // What lies there speaks of before: with nothing to send or to hand in any more, it would only send or hand in what is done with.
    if (!isWritten && handInBy === null && pendingCount(journal) === 0) this.#drop(key)
    return isWritten
  }

  /** Takes away a journal that has something to send or to hand in, where nothing can be written any more, as on a device that is full. */
  #drop(key: string): void {
    try {
      const journals = this.#database?.transaction(JOURNALS, 'readwrite').objectStore(JOURNALS)
      const request: IDBRequest<JournalRecord | undefined> | undefined = journals?.get(key)
      // Any other sends nothing, and without it the paper could not be gone on with offline; what it shows is older, which the next opening tells.
      if (request) request.onsuccess = () => void (request.result && (request.result.handInBy !== null || pendingCount(request.result.journal) > 0) && journals?.delete(key))
    } catch {
      // It stays, as it would have.
    }
  }

  async forget(learnerId: string, attempt: OpenedAttempt): Promise<void> {
    await this.#memory.forget(learnerId, attempt)
    await this.#try(async (database) => {
      const transaction = database.transaction([PAPERS, JOURNALS], 'readwrite')
      const papers = transaction.objectStore(PAPERS)
      const key = paperKey(learnerId, attempt.place)
      const paper = await done<PaperRecord | undefined>(papers.get(key))
      if (paper?.attempt.ref.attemptId === attempt.ref.attemptId) papers.delete(key)
      papers.delete(earlierKey(learnerId, attempt.place, attempt.ref.attemptId))
      transaction.objectStore(JOURNALS).delete(journalKey(learnerId, attempt.ref.attemptId))
      await completed(transaction)
      return true
    })
  }

  async #write(store: string, key: string, value: PaperRecord | JournalRecord): Promise<boolean> {
    const written = await this.#try(async (database) => {
      const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
      transaction.objectStore(store).put(value, key)
      await completed(transaction)
      return true
    })
    return written ?? false
  }

  async #try<T>(work: (database: IDBDatabase) => Promise<T | null>): Promise<T | null> {
    if (!this.#database || !this.#durable) return null
    // A database that says neither yes nor no would keep the paper from being opened.
    const used = this.#database
    try {
      return await inTime(work(used))
    } catch {
      try {
        // Browsers close one on pages they put aside, and for good only the connection.
        if (this.#database === used) {
          used.close()
          this.#database = await openDatabase(true)
        }
        return await inTime(work(this.#database))
      } catch {
        this.#durable = false
        return null
      }
    }
  }

  /**
   * Papers of long ago, whose time is over for good; with what was never sent they stay longer, since a calendar may have been wrong. The one
   * that was just asked for stays in any case: it may be answered at this moment, and only the calendar have been set right.
   */
  async #clear(asked: string): Promise<void> {
    const transaction = this.#database!.transaction([PAPERS, JOURNALS], 'readwrite')
    const journalOf = (key: string, { attempt }: PaperRecord) => journalKey(key.split('|', 1)[0]!, attempt.ref.attemptId)
    const answered = await done<PaperRecord | undefined>(transaction.objectStore(PAPERS).get(asked))
    const used = answered && journalOf(asked, answered)
    const unsent = new Set<string>()
    const isOld = ({ keptAt }: { keptAt: number }, isUnsent: boolean) => keptAt < Date.now() - (isUnsent ? KEEP_UNSENT_FOR_MS : KEEP_FOR_MS)
    await each<JournalRecord>(transaction.objectStore(JOURNALS), (record, key) => {
      const isUnsent = pendingCount(record.journal) > 0
      if (isUnsent) unsent.add(key)
      return key !== used && isOld(record, isUnsent)
    })
    await each<PaperRecord>(transaction.objectStore(PAPERS), (record, key) => key !== asked && isOld(record, unsent.has(journalOf(key, record))))
    await completed(transaction)
  }
}

/** Goes through the records of a store and deletes those of which the caller says so. */
function each<Kept>(store: IDBObjectStore, isOver: (record: Kept, key: string) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = store.openCursor()
    request.onerror = () => reject(request.error ?? new Error('refused'))
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return resolve()
      if (isOver(cursor.value as Kept, String(cursor.key))) cursor.delete()
      cursor.continue()
    }
  })
}

/** A store that dies with the page: where the browser's is blocked, and in tests. */
export class MemoryStore implements AttemptStore {
  readonly isDurable: boolean = false
  readonly #papers = new Map<string, { attempt: OpenedAttempt; ahead: number }>()
  readonly #journals = new Map<string, { journal: Journal; handInBy: HandInReason | null }>()

  async read(learnerId: string, place: ExamPlace): Promise<KeptAttempt | null> {
    return this.#kept(learnerId, paperKey(learnerId, place))
  }

  async keepEarlier(learnerId: string, { attempt, ahead }: KeptAttempt): Promise<boolean> {
    this.#papers.set(earlierKey(learnerId, attempt.place, attempt.ref.attemptId), { attempt, ahead })
    return this.isDurable
  }

  async readEarlier(learnerId: string, place: ExamPlace): Promise<KeptAttempt[]> {
    const keys = [...this.#papers.keys()].filter((key) => key.startsWith(earlierKey(learnerId, place, '')))
    return keys.map((key) => this.#kept(learnerId, key)).filter((kept) => kept !== null)
  }

  async keepPaper(learnerId: string, attempt: OpenedAttempt, ahead: number): Promise<boolean> {
    this.#papers.set(paperKey(learnerId, attempt.place), { attempt, ahead })
    return this.isDurable
  }

  async keepJournal(learnerId: string, attemptId: string, journal: Journal, handInBy: HandInReason | null): Promise<boolean> {
    this.#journals.set(journalKey(learnerId, attemptId), { journal, handInBy })
    return this.isDurable
  }

  async forget(learnerId: string, attempt: OpenedAttempt): Promise<void> {
    const key = paperKey(learnerId, attempt.place)
    if (this.#papers.get(key)?.attempt.ref.attemptId === attempt.ref.attemptId) this.#papers.delete(key)
    this.#papers.delete(earlierKey(learnerId, attempt.place, attempt.ref.attemptId))
    this.#journals.delete(journalKey(learnerId, attempt.ref.attemptId))
  }

  #kept(learnerId: string, key: string): KeptAttempt | null {
    const paper = this.#papers.get(key)
    const journal = paper && this.#journals.get(journalKey(learnerId, paper.attempt.ref.attemptId))
    return paper && journal ? { ...paper, ...journal } : null
  }
}

/** The store of this browser, ready to use. */
export function openAttemptStore(): Promise<AttemptStore> {
  return new BrowserStore().open()
}
