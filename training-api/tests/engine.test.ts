import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { sqlState, withTx } from '../db/tx.ts'
import { EnvError, readEnv } from '../env.ts'
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
