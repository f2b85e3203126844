import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../db/client.ts'
import type { OpenDatabase } from '../db/client.ts'
import { sqlState } from '../db/tx.ts'
import { answerSaver } from '../queries/answers.ts'
import { handInOverdue } from '../queries/hand-in.ts'
import { troubleOf } from '../rules/troubles.ts'
import { seedDemoWorld } from '../seed/index.ts'
import { openOnServer, startServer } from './copy-server.ts'

// What a PostgreSQL server does to a training API when somebody else stands in the way: a lock that is kept, a transaction that stands still.
const server = await startServer()

describe.skipIf(server === null)('on a server', () => {
  let other: OpenDatabase & { url: string }
  let serving: OpenDatabase
  const filled: number[] = []
  const waits: string[] = []
  beforeAll(async () => {
    other = await openOnServer(server!.url)
    serving = await openDatabase({ databaseUrl: other.url, serving: true, poolSize: 4 })
    const second = await openDatabase({ databaseUrl: other.url, serving: true, poolSize: 1 })
    const filling = [serving, second].map(({ db }) => seedDemoWorld(db, { now: new Date(), onWait: () => waits.push('waits') }))
    filled.push(...(await Promise.all(filling)))
    await second.close()
  }, 300_000)
  afterAll(async () => {
    await serving.close()
    await other.close()
    await server!.close()
  })

  /** Has somebody else keep a lock while the work is done. */
  async function whileLocked<T>(statement: string, work: () => Promise<T>): Promise<T> {
    const holder = await other.db.$client.connect()
    try {
      await holder.query('begin')
      await holder.query(statement)
      return await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  test('of two that begin at once on an empty database one fills it, and the other waits for that and goes on', async () => {
    expect(filled.toSorted((one, another) => one - another)).toEqual([0, expect.any(Number)])
    expect(Math.max(...filled)).toBeGreaterThan(10_000)
    expect(waits).toEqual(['waits'])
    const { rows } = await serving.db.execute(sql`select count(*)::int as n from tenants where tenant_id = 82`)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('a lock is waited for a few seconds, and then the caller is told what it is told of a busy database', async () => {
    const fault = await whileLocked('update tenants set name = name where tenant_id = 82', () => serving.db.execute(sql`update tenants set name = name where tenant_id = 82`).catch((error: unknown) => error))
    expect([sqlState(fault), troubleOf(fault)]).toEqual(['55P03', 'busy'])
  })

  test('a transaction of a process that stands still ends by itself', async () => {
    const { rows } = await serving.db.execute(sql`select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement`)
    expect(rows).toEqual([{ idle: '15s', statement: '15s' }])
  })

  test('answers of others are saved while somebody keeps one paper locked, and its own when it is free', async () => {
    const { rows } = await serving.db.execute<{ tenant: number; learner: number; answer: number; question: number }>(sql`
      select distinct on (a.attempt_id) a.tenant_id as tenant, a.learner_id as learner, a.answer_id as answer, p.question_id as question
      from attempts a join paper_questions p using (tenant_id, paper_id) where p.question_id is not null order by a.attempt_id limit 2`)
    const [one, another] = rows
    const save = answerSaver({ db: serving.db, clock: { now: () => new Date() } })
    const saving = (row: typeof one) => save({ tenantId: row!.tenant, userId: row!.learner, answerId: row!.answer, questionId: row!.question, optionIds: [], operationId: randomUUID(), seq: 1, epoch: 1 })
    const order: string[] = []
    const busy = (fault: unknown) => (troubleOf(fault) === 'busy' ? 'busy' : Promise.reject(fault))
    const waits = await whileLocked(`select from attempts where tenant_id = ${one!.tenant} and answer_id = ${one!.answer} for update`, async () => {
      const locked = saving(one).catch(busy).finally(() => order.push('locked'))
      expect((await saving(another)).status).not.toBe('missing')
      order.push('another')
      expect((await saving({ ...another!, answer: 1 })).status).toBe('missing')
      return { locked }
    })
    const own = await waits.locked
    expect(order).toEqual(['another', 'locked'])
    // On a slow machine the lock is kept for longer than a save waits: then it is made again.
    expect((own === 'busy' ? await saving(one) : own).status).not.toBe('missing')
  })

  test('papers of others are handed in by the clock while somebody keeps one locked', async () => {
    const ids = (await serving.db.execute<{ id: number }>(sql`
      update attempts set status = 'running', sealed = false, submitted_at = null, submitted_by = null, started_at = now() - interval '3 hours', deadline_at = now() - interval '1 hour'
      where (tenant_id, attempt_id) in (select a.tenant_id, min(a.attempt_id) from attempts a join exams e using (tenant_id, exam_id) where e.kind = 'theory' and a.tenant_id = 82 group by a.tenant_id, a.learner_id limit 2)
      returning attempt_id as id`)).rows.map(({ id }) => id).sort((one, other) => one - other)
    const state = async () => (await serving.db.execute<{ status: string }>(sql`select status from attempts where tenant_id = 82 and attempt_id in (${ids[0]}, ${ids[1]}) order by attempt_id`)).rows.map(({ status }) => status)
    expect(await state()).toEqual(['running', 'running'])
    const faults: unknown[] = []
    const log = { error: (fault: unknown) => void faults.push(fault) } as never
    await whileLocked(`select from attempts where tenant_id = 82 and attempt_id = ${ids[0]} for update`, () => handInOverdue(serving.db, { now: new Date(), log }))
    expect([(await state())[0], faults.length]).toEqual(['running', 1])
    expect((await state())[1]).not.toBe('running')
    await handInOverdue(serving.db, { now: new Date(), log })
    expect((await state())[0]).not.toBe('running')
  })

  /** Has the schema of a new database made while somebody there keeps a lock on the list of its changes, until that has been told of; what else they ask for once the change waits for them. */
  async function changeWhileLocked(mode: string, ask: (other: pg.PoolClient, isWaitedFor: () => Promise<boolean>) => Promise<unknown>): Promise<void> {
    const fresh = await openOnServer(server!.url)
    const notices: string[] = []
    const isWaitedFor = async () => (await fresh.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length > 0
    try {
      await fresh.db.execute(sql`create schema drizzle`)
      await fresh.db.execute(sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`)
      const reader = await fresh.db.$client.connect()
      await reader.query(`begin; lock table drizzle.__drizzle_migrations in ${mode} mode`)
      const opening = openDatabase({ databaseUrl: fresh.url, onNotice: (notice) => notices.push(notice) })
      await ask(reader, isWaitedFor)
      await expect.poll(() => notices, { timeout: 40_000 }).toEqual([expect.stringContaining('waits for somebody')])
      await reader.query('rollback')
      reader.release()
      const opened = await opening
      expect((await opened.db.execute(sql`select count(*) as n from tenants`)).rows).toEqual([{ n: 0 }])
      await opened.close()
    } finally {
      await fresh.close()
    }
  }

  test('a change of the schema lets those through who come while it waits, and is made when the reader has gone', () => changeWhileLocked('access exclusive', async () => {}), 60_000)

  test('a change of the schema and somebody at work who wait for each other: the change is broken off, and made when the other is through', () =>
    changeWhileLocked('share', async (other, isWaitedFor) => {
      // Only the change looks whether it stands in a circle, so that it is the one that is broken off.
      await other.query("set local deadlock_timeout = '1h'")
      while (!(await isWaitedFor()));
      await other.query('create table tenants (id int)')
    }), 60_000)
})
