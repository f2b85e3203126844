/** How rows that arrive one by one are written together. */
export type Coalescing<Row, Result> = {
  /** Rows of one key in one batch become one; the key also decides the order, so that two batches never deadlock. */
  keyOf(row: Row): string
  /** Writes and commits the rows, keys in ascending order; one result per row, in their order. Must be safe to repeat. */
  write(rows: Row[]): Promise<Result[]>
  /** What is written for two rows of one key; the later one unless told otherwise. */
  merge?(earlier: Row, later: Row): Row
  /** Rows per batch, 200 unless told otherwise. */
  limit?: number
}

type Waiting<Row, Result> = {
  row: Row
  callers: { row: Row; resolve(result: Result): void; reject(fault: unknown): void }[]
}

/**
 * A function that writes one row and resolves once it is committed; calls made in the same turn of the event loop, or
 * while a batch is being written, share one commit. When a batch fails its callers' rows are tried one by one, so that
 * only the culprit's caller hears of it.
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
      await writeBatch(batch.filter((entry) => entry !== undefined))
    }
    busy = false
  }

  async function writeBatch(batch: Waiting<Row, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map((entry) => entry.row))
      batch.forEach((entry, at) => entry.callers.forEach((caller) => caller.resolve(results[at] as Result)))
    } catch (fault) {
      if (batch.length === 1 && batch[0]?.callers.length === 1) batch[0].callers[0]?.reject(fault)
      else await writeOneByOne(batch)
    }
  }

  async function writeOneByOne(batch: Waiting<Row, Result>[]): Promise<void> {
    for (const { callers } of batch) {
      for (const caller of callers) {
        try {
          const [result] = await write([caller.row])
          caller.resolve(result as Result)
        } catch (fault) {
          caller.reject(fault)
        }
      }
    }
  }

  return (row) =>
    new Promise<Result>((resolve, reject) => {
      const key = keyOf(row)
      const caller = { row, resolve, reject }
      const entry = waiting.get(key)
      if (entry) {
        entry.row = merge(entry.row, row)
        entry.callers.push(caller)
      } else waiting.set(key, { row, callers: [caller] })
      start()
    })
}
