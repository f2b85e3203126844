import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/client.ts'
import type { Db, OpenDatabase } from '../db/client.ts'
import { sqlState, withTx } from '../db/tx.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('statements that share a turn of the embedded connection', () => {
  let database: OpenDatabase
  const value = async (text: ReturnType<typeof sql>) => Object.values((await database.db.execute(text)).rows[0]!)[0]
  beforeAll(async () => {
    database = await openDatabase({ memory: true, durable: false, migrate: false })
    await database.db.execute(sql`create table seats (id int primary key, taken int not null)`)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.execute(sql`truncate seats`)
    await database.db.execute(sql`insert into seats select id, 0 from generate_series(1, 50) as id`)
  })

  test('are sent along together, and each has its own answer', async () => {
    const taken = vi.spyOn(database.db.$client, 'connect')
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => value(sql`select ${at}::int * 2`)))
    expect(answers).toEqual(Array.from({ length: 40 }, (_, at) => at * 2))
    expect(taken).toHaveBeenCalledOnce()
    taken.mockRestore()
  })

  test('that fail leave their neighbours alone, whatever they fail of', async () => {
    // What cannot even be read is written anew each time: of the same text the ones behind the first miss its name instead.
    const faults = (at: number) => [sql`insert into seats values (7, 1)`, sql`select 1 / 0`, sql.raw(`select nonsense_${at}`), sql`select ${'x'}::int`, sql.raw(`selec ${at}`)]
    const asked = Array.from({ length: 60 }, (_, at) => (at % 6 === 5 ? value(sql`select ${at}::int`) : database.db.execute(faults(at)[at % 6]!)))
    const settled = await Promise.allSettled(asked)
    settled.forEach((one, at) => {
      if (at % 6 === 5) expect(one).toEqual({ status: 'fulfilled', value: at })
      else expect(sqlState((one as PromiseRejectedResult).reason)).toBe(['23505', '22012', '42703', '22P02', '42601'][at % 6])
    })
    expect(database.db.$client.totalCount).toBe(1)
  })

  test('are read and planned once, in and outside of transactions', async () => {
    const ask = (db: Db) => db.execute(sql`select taken as once from seats where id = ${3}`)
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([ask(database.db), ask(database.db)])
      await withTx(database.db, ask)
    }
    expect(await value(sql`select count(*) from pg_prepared_statements where statement like 'select taken as once%'`)).toBe(1)
  })

  test('that could not be read once are read anew when they can be', async () => {
    const ask = () => value(sql`select count(*) from built_later where id = ${1}`)
    await expect(ask()).rejects.toMatchObject({ cause: { code: '42P01' } })
    await expect(withTx(database.db, (tx) => tx.execute(sql`select count(*) from built_later where id = ${1}`))).rejects.toMatchObject({ cause: { code: '42P01' } })
    await database.db.execute(sql`create table built_later (id int)`)
    expect(await ask()).toBe(0)
  })

  test('never come between the statements of a transaction, and a transaction is not kept waiting by them', async () => {
    let isOver = false
    const reading = (async () => {
      const seen = new Set<unknown>()
      while (!isOver) for (const sum of await Promise.all(Array.from({ length: 8 }, () => value(sql`select sum(taken) from seats`)))) seen.add(sum)
      return [...seen].sort()
    })()
    for (let round = 1; round <= 10; round += 1) {
      await withTx(database.db, async (tx) => {
        for (let id = 1; id <= 5; id += 1) await tx.execute(sql`update seats set taken = ${round} where id = ${id}`)
      })
    }
    isOver = true
    // Between two of the five updates the sum would be no multiple of five.
    for (const sum of await reading) expect(Number(sum) % 5).toBe(0)
  })

  test('are refused inside a transaction when they go around it, also while others wait', async () => {
    const outcome = withTx(database.db, async () => {
      await new Promise((later) => setTimeout(later, 50))
      return database.db.execute(sql`select 1`)
    })
    const waiting = value(sql`select 2`)
    await expect(outcome).rejects.toMatchObject({ cause: { message: expect.stringContaining('went around its tx') } })
    expect(await waiting).toBe(2)
  })

  test('that were on their way when the engine was ended fail, and the next are answered', async () => {
    const asked = Promise.allSettled(Array.from({ length: 5 }, () => value(sql`select count(*) from generate_series(1, 1e12)`)))
    await new Promise((later) => setTimeout(later, 80))
    await database.restart()
    expect((await asked).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    expect(await value(sql`select 3`)).toBe(3)
  })
})
