import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { preparedRows } from '../db/prepared.ts'
import { sqlState, withCommit, withTx } from '../db/tx.ts'
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

/** Notes what goes over the connection's wire while `work` is done, each sending for itself. */
async function withPieces<T>(pieces: string[], work: () => Promise<T>): Promise<T> {
  const client = await api.db.$client.connect()
  const { stream } = client.connection as unknown as { stream: Socket }
  client.release()
  const handle = (stream as unknown as { _handle: Record<string, (...given: unknown[]) => unknown> })._handle
  const names = ['writev', 'writeBuffer', 'writeUtf8String', 'writeLatin1String', 'writeAsciiString'] as const
  const textOf = (what: unknown): string => (Array.isArray(what) ? what.map(textOf).join('') : String(what))
  for (const name of names) {
    const send = handle[name]!.bind(handle)
    handle[name] = (request, what, ...rest) => {
      pieces.push(textOf(what))
      return send(request, what, ...rest)
    }
  }
  try {
    return await work()
  } finally {
    for (const name of names) delete handle[name]
  }
}

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

  describe('whose last writes travel with its commit', () => {
    const insert = preparedRows('note_of_test_written', sql`insert into notes_of_test values (${sql.placeholder('id')}, ${sql.placeholder('text')})`)

    test('has them written when it ends, in one piece with it', async () => {
      const pieces: string[] = []
      const watched = await withPieces(pieces, () => withTx(api.db, async (tx) => {
        await insert(tx, { id: 1, text: 'a' })
        pieces.length = 0
        await withCommit(tx, [insert(tx, { id: 2, text: 'b' }), insert(tx, { id: 3, text: 'c' })])
        return 'done'
      }))
      expect([watched, await rowCount()]).toEqual(['done', 3])
      expect(pieces).toHaveLength(1)
      expect(pieces[0]).toContain('commit')
    })

    test('writes nothing when one of them is refused, says so, and leaves the connection whole', async () => {
      await insert(api.db, { id: 1, text: 'a' })
      const broken = withTx(api.db, async (tx) => {
        await insert(tx, { id: 2, text: 'b' })
        await withCommit(tx, [insert(tx, { id: 1, text: 'again' }), insert(tx, { id: 3, text: 'c' })])
      })
      await expect(broken.catch((refused: unknown) => Promise.reject(new Error(sqlState(refused))))).rejects.toThrow('23505')
      expect(await rowCount()).toBe(1)
      await withTx(api.db, (tx) => insert(tx, { id: 4, text: 'd' }))
      expect(await rowCount()).toBe(2)
    })

    test('says why it was refused, not what was refused because of that', async () => {
      await insert(api.db, { id: 1, text: 'a' })
      const broken = withTx(api.db, async (tx) => {
        await withCommit(tx, [insert(tx, { id: 1, text: 'again' })])
        await tx.execute(sql`select 1`)
      })
      await expect(broken.catch((refused: unknown) => Promise.reject(new Error(sqlState(refused))))).rejects.toThrow('23505')
    })

    test('is repeated when one of them would be worth it, though something else is heard of first', async () => {
      let runs = 0
      await withTx(api.db, async (tx) => {
        runs += 1
        const deadlock = sql.raw(`do $$ begin raise exception 'a circle of locks' using errcode = '40P01'; end $$`)
        if (runs === 1) await withCommit(tx, [Promise.resolve(tx.execute(deadlock))])
        await tx.execute(sql`insert into notes_of_test values (${runs}, 'a')`)
      })
      expect([runs, await rowCount()]).toEqual([2, 1])
    })

    test('writes nothing when it fails otherwise, though they are under way', async () => {
      const broken = withTx(api.db, async (tx) => {
        await withCommit(tx, [insert(tx, { id: 1, text: 'a' }), insert(tx, { id: 1, text: 'again' })])
        throw new Error('changed my mind')
      })
      await expect(broken).rejects.toThrow('changed my mind')
      expect(await rowCount()).toBe(0)
    })

    test('waits for them where the transaction is somebody else’s', async () => {
      await withCommit(api.db, [insert(api.db, { id: 1, text: 'a' })])
      await expect(withCommit(api.db, [insert(api.db, { id: 1, text: 'again' })])).rejects.toThrow()
      expect(await rowCount()).toBe(1)
    })
  })

  test('sends what is asked for in one turn as one piece, its beginning with it', async () => {
    const pieces: string[] = []
    await withPieces(pieces, () => withTx(api.db, (tx) => Promise.all([1, 2, 3].map((id) => tx.execute(sql`insert into notes_of_test values (${sql.raw(String(id))}, 'a')`)))))
    expect(pieces.map((piece) => [...piece.matchAll(/begin|insert into|commit/g)].map(([word]) => word))).toEqual([['begin', 'insert into', 'insert into', 'insert into'], ['commit']])
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
      contentHost: '127.0.0.1',
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
      OTEL_TRACES_SAMPLER: 'ratio',
      OTEL_TRACES_SAMPLER_ARG: '5%',
    }
    expect(() => readEnv(wrong)).toThrow(EnvError)
    for (const name of Object.keys(wrong)) expect(() => readEnv(wrong)).toThrow(name)
    expect(() => readEnv({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toThrow('OTEL_TRACES_SAMPLER_ARG needs')
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
