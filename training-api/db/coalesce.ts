import { setTimeout as pause } from 'node:timers/promises'

/** What `write` says of a row that somebody else has locked: it is tried again while others go on. */
export const locked = Symbol('locked')

/** How rows that arrive one by one are written together. */
export type Coalescing<Row, Result> = {
  /** Rows of one key in one batch become one; the key also decides the order, so that two batches never deadlock. */
  keyOf(row: Row): string
  /** Writes and commits the rows, keys in ascending order; one result per row, in their order. Must be safe to repeat, and wait for nobody's lock. */
  write(rows: Row[]): Promise<(Result | typeof locked)[]>
  /** What is written for two rows of one key; the later one unless told otherwise. */
  merge?(earlier: Row, later: Row): Row
  /** Rows per batch, 200 unless told otherwise. */
  limit?: number
}

type Caller<Row, Result> = { row: Row; since: number; resolve(result: Result): void; reject(fault: unknown): void }
type Waiting<Row, Result> = { row: Row; callers: Caller<Row, Result>[] }

const patienceMs = 4_000
const retryMs = 20
const lockNotAvailable = '55P03'

/**
 * A function that writes one row and resolves once it is committed; calls made in the same turn of the event loop, or
 * while a batch is being written, share one commit. When a batch fails its callers' rows are tried one by one, so that
 * only the culprit's caller hears of it. Rows that somebody has locked hold up nobody else: they come along with the next
 * batches for up to 4 s, then their callers hear of it (SQLSTATE 55P03).
 */
export function coalesce<Row, Result = void>(how: Coalescing<Row, Result>): (row: Row) => Promise<Result> {
  const { keyOf, write, merge = (_earlier, later) => later, limit = 200 } = how
  const waiting = new Map<string, Waiting<Row, Result>>()
  let busy = false

  function start(): void {
    if (busy) return
    busy = true
    setImmediate(() => void flush())
  }

  async function flush(): Promise<void> {
    while (waiting.size > 0) {
      const keys = [...waiting.keys()].slice(0, limit)
      const batch = keys.toSorted().map((key) => {
        const entry = waiting.get(key)
        waiting.delete(key)
        return entry
      })
      const written = await writeBatch(batch.filter((entry) => entry !== undefined))
      // Nothing but locked rows: whoever has them is given time.
      if (!written) await pause(retryMs)
    }
    busy = false
  }

  /** Whether anything of the batch came to its end. */
  async function writeBatch(batch: Waiting<Row, Result>[]): Promise<boolean> {
    try {
      const results = await write(batch.map((entry) => entry.row))
      return batch.map((entry, at) => entry.callers.map((caller) => settle(caller, results[at] as Result | typeof locked))).flat().some(Boolean)
    } catch (fault) {
      const [only, ...others] = batch.flatMap((entry) => entry.callers)
      if (others.length > 0) return writeOneByOne(batch)
      only?.reject(fault)
      return true
    }
  }

  async function writeOneByOne(batch: Waiting<Row, Result>[]): Promise<boolean> {
    let written = false
    for (const caller of batch.flatMap(({ callers }) => callers)) {
      try {
        const [result] = await write([caller.row])
        written = settle(caller, result as Result | typeof locked) || written
      } catch (fault) {
        caller.reject(fault)
        written = true
      }
    }
    return written
  }

  function settle(caller: Caller<Row, Result>, result: Result | typeof locked): boolean {
    if (result !== locked) caller.resolve(result)
    else if (performance.now() - caller.since > patienceMs) caller.reject(Object.assign(new Error('Somebody else has locked what was to be written.'), { code: lockNotAvailable }))
    else {
      add(caller)
      return false
    }
    return true
  }

  /** What comes back had been there before what has arrived meanwhile. */
  function add(caller: Caller<Row, Result>): void {
    const key = keyOf(caller.row)
    const callers = [...(waiting.get(key)?.callers ?? []), caller].sort((one, other) => one.since - other.since)
    waiting.set(key, { row: callers.map(({ row }) => row).reduce((earlier, later) => merge(earlier, later)), callers })
  }

  return (row) =>
    new Promise<Result>((resolve, reject) => {
      add({ row, since: performance.now(), resolve, reject })
      start()
    })
}
