import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { coalesce, locked } from '../db/coalesce.ts'
import { newId } from '../db/ids.ts'
import { sqlState, withTx } from '../db/tx.ts'
import { EnvError, readEnv } from '../env.ts'
import { troubleOf } from '../rules/troubles.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await api.db.execute(sql`create table notes_of_test (id int primary key, text text not null)`)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.execute(sql`truncate notes_of_test`)
})

const ownEnd = sql`select pg_terminate_backend(pg_backend_pid())`
const rowCount = async () => (await api.db.execute<{ n: number }>(sql`select count(*) as n from notes_of_test`)).rows[0]?.n

describe('a transaction', () => {
  const fault = (code: string) => Object.assign(new Error('refused by the database'), { code })

  test('commits everything or nothing', async () => {
    await withTx(api.db, (tx) => tx.execute(sql`insert into notes_of_test values (1, 'a')`))
    const broken = withTx(api.db, async (tx) => {
      await tx.execute(sql`insert into notes_of_test values (2, 'b')`)
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await rowCount()).toBe(1)
  })

  test.each(['40001', '40P01'])('is repeated after %s, without what it had written', async (code) => {
    let runs = 0
    const answer = await withTx(api.db, async (tx) => {
      runs += 1
      await tx.execute(sql`insert into notes_of_test values (${runs}, 'a')`)
      if (runs < 4) throw new Error('wrapped', { cause: fault(code) })
      return 'done'
    })
    expect([answer, runs, await rowCount()]).toEqual(['done', 4, 1])
  })

  test('is given up after five attempts', async () => {
    let runs = 0
    const endless = withTx(api.db, async () => {
      runs += 1
      throw fault('40001')
    })
    await expect(endless).rejects.toThrow('refused by the database')
    expect(runs).toBe(5)
  })

  test('is not repeated after another fault', async () => {
    let runs = 0
    const twice = withTx(api.db, async (tx) => {
      runs += 1
      await tx.execute(sql`insert into notes_of_test values (1, 'a'), (1, 'b')`)
    })
    const reason: unknown = await twice.catch((thrown: unknown) => thrown)
    expect([sqlState(reason), runs]).toEqual(['23505', 1])
  })

  test('refuses at once a query that goes around it', async () => {
    const around = withTx(api.db, () => api.db.execute(sql`select 1`))
    const reason: unknown = await around.catch((thrown: unknown) => thrown)
    expect(String(reason instanceof Error ? (reason.cause ?? reason) : reason)).toContain('went around its tx')
    const nested = withTx(api.db, () => withTx(api.db, async () => 1))
    await expect(nested).rejects.toThrow('went around its tx')
    expect(await withTx(api.db, async () => 'still works')).toBe('still works')
  })

  test('left by a lost connection is rolled back', async () => {
    const lost = withTx(api.db, async (tx) => {
      await tx.execute(sql`insert into notes_of_test values (1, 'a')`)
      await (api.database.engine === 'pglite' ? api.database.restart() : tx.execute(ownEnd).catch(() => {}))
      await tx.execute(sql`select 1`)
    })
    await expect(lost).rejects.toThrow()
    expect(await rowCount()).toBe(0)
  })

  test('that does not begin writes nothing after what went along with its beginning', async () => {
    const pool = api.db.$client
    const client = await pool.connect()
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    Object.assign(client, { query: (statement: unknown, ...rest: unknown[]) => query(statement === 'begin' ? 'begin nonsense' : statement, ...rest) })
    client.release()
    const unbegun = withTx(api.db, async (tx) => {
      await tx.execute(sql`select count(*) from notes_of_test`)
      await tx.execute(sql`insert into notes_of_test values (1, 'a')`)
    })
    const reason: unknown = await unbegun.catch((thrown: unknown) => thrown)
    expect(String(reason instanceof Error ? (reason.cause ?? reason) : reason)).toContain('did not begin')
    expect(await rowCount()).toBe(0)
    expect(await withTx(api.db, async () => 'on another connection')).toBe('on another connection')
  })

  test('and hundreds of others at once all come through on one connection', async () => {
    const many = Array.from({ length: 200 }, (_, id) =>
      withTx(api.db, async (tx) => {
        await tx.execute(sql`insert into notes_of_test values (${id}, 'a')`)
        if (id % 4 === 0) throw new Error('no')
      }).catch(() => undefined),
    )
    await Promise.all(many)
    expect(await rowCount()).toBe(150)
  })
})

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
    const stored: number[] = []
    const save = coalesce<Row, string>({
      keyOf: (row) => row.key,
      merge: (earlier, later) => ({ key: later.key, value: earlier.value * 10 + later.value }),
      async write(rows) {
        await new Promise((resolve) => setImmediate(resolve))
        if (isLocked) return rows.map(() => locked)
        stored.push(...rows.map(({ value }) => value))
        return rows.map(() => 'saved')
      },
    })
    const lost = save({ key: 'a', value: 9 }).catch((fault: unknown) => fault)
    await new Promise((resolve) => setTimeout(resolve, 30))
    now = 4_001
    expect(troubleOf(await lost)).toBe('away')

    const first = save({ key: 'a', value: 1 })
    await new Promise((resolve) => setTimeout(resolve, 30))
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

describe('ids', () => {
  test('rise, never repeat, and fit into 53 bits', () => {
    const ids = Array.from({ length: 20_000 }, newId)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(Number.isSafeInteger)).toBe(true)
  })
})

describe('the settings', () => {
  test('have defaults that make a demo', () => {
    expect(readEnv({ LOG_LEVEL: '' })).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: undefined,
      poolSize: 10,
      demo: true,
      clientId: 'train',
      clientSecret: 'train',
      passwordCipher: 'aes-cbc-zero',
      passwordKey: 'pigxpigxpigxpigx',
      logLevel: 'info',
      drainSeconds: 0,
    })
  })

  test('are all complained about at once, each by name', () => {
    const wrong = {
      TRAINING_API_PORT: 'abc',
      DATABASE_URL: 'mysql://x',
      DEMO: 'maybe',
      UPSTREAM_PASSWORD_KEY: 'short',
      UPSTREAM_PASSWORD_CIPHER: 'rot13',
      LOG_LEVEL: 'loud',
    }
    expect(() => readEnv(wrong)).toThrow(EnvError)
    for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(name)
  })

  test('the secret that everybody knows is refused without the demo', () => {
    for (const known of [{}, { UPSTREAM_CLIENT_SECRET: 'train' }]) {
      expect(() => readEnv({ DEMO: 'off', ...known })).toThrow('UPSTREAM_CLIENT_SECRET must be another')
    }
  })

  test.each([
    ['on', true],
    ['1', true],
    ['true', true],
    ['off', false],
    ['0', false],
    ['false', false],
  ])('DEMO=%s', (word, demo) => {
    expect(readEnv({ DEMO: word, UPSTREAM_CLIENT_SECRET: 'own' }).demo).toBe(demo)
  })
})
