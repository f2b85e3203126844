import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { coalesce, locked } from '../db/coalesce.ts'
import { troubleOf } from '../rules/troubles.ts'

describe('coalescing', () => {
  type Row = { key: string; value: number }

  test('writes each key once per batch, in order, and tells everybody after the commit', async () => {
    const written: Row[][] = []
    let committed = false
    const save = coalesce<Row, string>({
      keyOf: (row) => row.key,
      async write(rows) {
        written.push(rows)
        await new Promise((resolve) => setImmediate(resolve))
        committed = true
        return rows.map((row) => `${row.key}${row.value}`)
      },
    })
    const calls = [save({ key: 'b', value: 1 }), save({ key: 'a', value: 2 }), save({ key: 'b', value: 3 })]
    expect(written).toEqual([])
    const answers = await Promise.all(calls.map((call) => call.then((answer) => [answer, committed])))
    expect(answers).toEqual([['b3', true], ['a2', true], ['b3', true]])
    expect(written).toEqual([[{ key: 'a', value: 2 }, { key: 'b', value: 3 }]])
  })

  test('never writes two batches at once', async () => {
    let under = 0
    let most = 0
    const save = coalesce<Row>({
      keyOf: (row) => row.key,
      limit: 3,
      async write(rows) {
        under += 1
        most = Math.max(most, under)
        await new Promise((resolve) => setImmediate(resolve))
        under -= 1
        return rows.map(() => undefined)
      },
    })
    await Promise.all(Array.from({ length: 20 }, (_, value) => save({ key: `k${value}`, value })))
    expect(most).toBe(1)
  })

  test('lets others go on while somebody has locked a row, and writes it when it is free', async () => {
    let isLocked = true
    const batches: string[] = []
    const save = coalesce<Row, number>({
      keyOf: (row) => row.key,
      async write(rows) {
        batches.push(rows.map(({ key }) => key).join(''))
        await new Promise((resolve) => setImmediate(resolve))
        return rows.map((row) => (row.key === 'a' && isLocked ? locked : row.value))
      },
    })
    let isSaved = false
    const waits = save({ key: 'a', value: 1 }).finally(() => (isSaved = true))
    expect(await save({ key: 'b', value: 2 })).toBe(2)
    expect(await save({ key: 'c', value: 3 })).toBe(3)
    expect([isSaved, batches[0]]).toEqual([false, 'ab'])
    isLocked = false
    expect(await waits).toBe(1)
  })

  test('tells the caller of a row that stays locked, in the words of a database that is busy, and keeps the order of what comes back', async () => {
    const times = vi.spyOn(performance, 'now')
    let now = 0
    times.mockImplementation(() => now)
    let isLocked = true
    let begun: () => void = () => undefined
    const begins = () => new Promise<void>((resolve) => (begun = resolve))
    const stored: number[] = []
    const save = coalesce<Row, string>({
      keyOf: (row) => row.key,
      merge: (earlier, later) => ({ key: later.key, value: earlier.value * 10 + later.value }),
      async write(rows) {
        const wasLocked = isLocked
        begun()
        await new Promise((resolve) => setImmediate(resolve))
        if (wasLocked) return rows.map(() => locked)
        stored.push(...rows.map(({ value }) => value))
        return rows.map(() => 'saved')
      },
    })
    const lost = save({ key: 'a', value: 9 }).catch((fault: unknown) => fault)
    await begins()
    now = 4_001
    expect(troubleOf(await lost)).toBe('busy')

    const first = save({ key: 'a', value: 1 })
    await begins()
    // The first is being tried: the second waits already when it comes back.
    now = 4_002
    const second = save({ key: 'a', value: 2 })
    isLocked = false
    expect([await first, await second, stored]).toEqual(['saved', 'saved', [12]])
    times.mockRestore()
  })

  test('tells only the culprit when a batch fails', async () => {
    const save = coalesce<Row, number>({
      keyOf: (row) => row.key,
      async write(rows) {
        if (rows.some((row) => row.value < 0)) throw new Error('negative')
        return rows.map((row) => row.value)
      },
    })
    const calls = [save({ key: 'a', value: 1 }), save({ key: 'b', value: -1 }), save({ key: 'b', value: 5 }), save({ key: 'c', value: 3 })]
    const outcomes = await Promise.allSettled([...calls, save({ key: 'd', value: -4 })])
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'negative'))).toEqual([1, 'negative', 5, 3, 'negative'])
  })

  test('may add up instead of keeping the last', async () => {
    const written: Row[] = []
    const add = coalesce<Row>({
      keyOf: (row) => row.key,
      merge: (earlier, later) => ({ key: later.key, value: earlier.value + later.value }),
      write: async (rows) => rows.map((row) => void written.push(row)),
    })
    await Promise.all([add({ key: 'a', value: 1 }), add({ key: 'a', value: 2 }), add({ key: 'a', value: 4 })])
    expect(written).toEqual([{ key: 'a', value: 7 }])
  })

  test('leaves in the store what the last call for each key said, whatever fails and however calls fall together', async () => {
    const call = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.integer({ min: 0, max: 99 }),
      bad: fc.boolean(),
      turns: fc.integer({ min: 0, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), async (calls, limit) => {
        const store = new Map<string, number>()
        const save = coalesce<(typeof calls)[number], number>({
          keyOf: (row) => row.key,
          limit,
          async write(rows) {
            const keys = rows.map((row) => row.key)
            expect(keys).toEqual([...new Set(keys)].toSorted())
            expect(rows.length).toBeLessThanOrEqual(limit)
            await new Promise((resolve) => setImmediate(resolve))
            if (rows.some((row) => row.bad)) throw new Error('bad')
            for (const row of rows) store.set(row.key, row.value)
            return rows.map((row) => row.value)
          },
        })
        const outcomes: Promise<unknown>[] = []
        for (const row of calls) {
          for (let turn = 0; turn < row.turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
          outcomes.push(save(row).then(() => 'kept', () => 'refused'))
        }
        const told = await Promise.all(outcomes)
        const lastGood = new Map(calls.filter((row) => !row.bad).map((row) => [row.key, row.value]))
        calls.forEach((row, at) => {
          if (!row.bad) expect(told[at]).toBe('kept')
        })
        for (const [key, value] of store) expect(calls.some((row) => row.key === key && row.value === value)).toBe(true)
        for (const [key, value] of lastGood) {
          const last = calls.findLast((row) => row.key === key)
          if (last && !last.bad) expect(store.get(key)).toBe(value)
        }
      }),
      { numRuns: 60 },
    )
  })
})
