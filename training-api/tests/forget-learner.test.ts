import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getTableName, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongTotals } from '../../scripts/chaos/totals.mjs'
import { openDatabase } from '../db/client.ts'
import { listTables } from '../db/copy/tables.ts'
import { withTx } from '../db/tx.ts'
import { closeAccount, findLearnerId, forgetLearner, listTablesOfLearners } from '../queries/forget-learner.ts'
import { handInForLearner } from '../queries/hand-in.ts'
import { exams, sit, start } from './exam-world.ts'
import { onServer } from './meeting.ts'
import { watchConnections } from './statements.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'
import { freshDataDir } from './throwaway.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'

const textsOf = watchConnections()
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const rows = async (query: ReturnType<typeof sql>) => (await api.db.execute(query)).rows
const averagesUnlike = sql`
  with best as (
    select distinct on (tenant_id, learner_id, exam_id) tenant_id, exam_id, score from attempts
    where score is not null order by tenant_id, learner_id, exam_id, score desc, used_ms, attempt_id),
  counted as (select tenant_id, exam_id, count(*) as n, sum(score) as score from best group by 1, 2)
  select exam_id, learners, n from exam_averages full join counted using (tenant_id, exam_id) where coalesce(learners, 0) <> coalesce(n, 0) or abs(coalesce(score_sum, 0) - coalesce(score, 0)) > 0.001`

test('whoever is forgotten is in no table, and every total is that of the others', async () => {
  const learner = await api.loginAs('liming', 82)
  const who = { tenantId: 82, userId: learner.userId }
  await sit(api, await api.loginAs('learner142', 82), exams.quick, 1)
  await sit(api, learner, exams.quick, 1)
  // Somebody stands behind them in the list of a course, and somebody before.
  const [{ content }] = (await rows(sql`select content_id as content from reviews where tenant_id = 82 and content_kind = 'course' order by 1 limit 1`)) as [{ content: number }]
  const ofCourse = sql`tenant_id = 82 and content_kind = 'course' and content_id = ${content}`
  await api.db.execute(sql`
    insert into reviews (tenant_id, review_id, content_kind, content_id, learner_id, number, stars, text, created_at)
    select 82, 990000 + at, 'course', ${content}, learner, (select max(number) from reviews where ${ofCourse}) + at, 6 - at, '', now() from unnest(${sql.param([who.userId, 990_001])}::bigint[]) with ordinality as x (learner, at)`)
  await api.db.execute(sql`update content_totals set stars_5 = stars_5 + 1, stars_4 = stars_4 + 1 where ${ofCourse}`)
  const [wrong, averages] = [await wrongTotals(api.db), await rows(averagesUnlike)]
  expect(wrong).toEqual([])

  await withTx(api.db, (tx) => closeAccount(tx, who))
  expect((await learner.get('/train/gradeApp')).status).toBe(401)
  const forgotten = await withTx(api.db, (tx) => forgetLearner(tx, who))
  for (const table of ['learners', 'credentials', 'reviews', 'attempts', 'attempt_answers', 'enrolments', 'section_records', 'points_ledger', 'learner_totals', 'mistakes', 'notes', 'certificates', 'message_recipients']) {
    expect(forgotten, table).toContainEqual({ table, rows: expect.any(Number) })
  }
  expect(await wrongTotals(api.db)).toEqual([])
  expect(await rows(averagesUnlike)).toEqual(averages)
  expect(await rows(sql`select 1 from content_totals where ${ofCourse} and abs(rating - (select round(avg(stars), 1) from reviews where ${ofCourse})::float8) > 0.0001`)).toEqual([])
  const { named, ofAttempts } = await listTablesOfLearners()
  for (const table of named) expect(await rows(sql`select 1 from ${table} where tenant_id = 82 and learner_id = ${who.userId}`), getTableName(table)).toEqual([])
  for (const table of ofAttempts) expect(await rows(sql`select 1 from ${table} x where not exists (select 1 from attempts a where a.tenant_id = x.tenant_id and a.attempt_id = x.attempt_id)`), getTableName(table)).toEqual([])
  expect(await findLearnerId(api.db, { tenantId: 82, account: 'liming' })).toBeNull()
  expect(await findLearnerId(api.db, { tenantId: 101, account: 'liming' })).not.toBeNull()
})

test('what many learners share is touched when everything else is gone', async () => {
  const { userId } = await api.loginAs('zhaoqiang', 82)
  const sent = await textsOf(() => withTx(api.db, (tx) => forgetLearner(tx, { tenantId: 82, userId })))
  const isShared = (text: string) => /^\s*(with .*)?(update|insert into) "?(content_totals|post_maps|school_classes|rank_histogram|exam_averages|question_statistics)|from content_totals .*for update/s.test(text)
  const { named, ofAttempts } = await listTablesOfLearners()
  const own = [...named, ...ofAttempts].map(getTableName).filter((table) => !['reviews', 'learner_totals'].includes(table))
  const first = sent.findIndex(isShared)
  for (const table of own) expect(sent.slice(0, first).some((text) => text.includes(`delete from "${table}"`)), table).toBe(true)
})

test.runIf(onServer)('a hand-in that is under way ends before its learner is forgotten, also one that nobody has a session for', { timeout: 60_000 }, async () => {
  const learner = await api.loginAs('learner143', 82)
  const who = { tenantId: 82, userId: learner.userId }
  expect(await rows(sql`select 1 from learner_totals where tenant_id = 82 and learner_id = ${who.userId} and metric = 'examScore' and scope_id = ${exams.quick}`)).toEqual([])
  const averages = await rows(averagesUnlike)
  const paper = await start(learner, exams.quick)
  await whileAnotherIsOpen(
    api,
    (tx) => handInForLearner(tx, { ...who, instanceId: paper.instanceId, answerId: paper.answerId, now: api.clock.now() }),
    () => withTx(api.db, (tx) => forgetLearner(tx, who)),
  )
  const { named } = await listTablesOfLearners()
  for (const table of named) expect(await rows(sql`select 1 from ${table} where tenant_id = 82 and learner_id = ${who.userId}`), getTableName(table)).toEqual([])
  expect(await wrongTotals(api.db)).toEqual([])
  expect(await rows(averagesUnlike)).toEqual(averages)
})

test('every table that holds something of a learner is found by its columns', async () => {
  const { named, ofAttempts } = await listTablesOfLearners()
  const found = new Set([...named, ...ofAttempts].map(getTableName))
  // Under another name a learner or an attempt would be left out.
  const others = (await listTables()).filter((table) => !found.has(getTableName(table))).flatMap((table) => getTableConfig(table).columns.map(({ name }) => `${getTableName(table)}.${name}`))
  expect(others.filter((name) => /learner|attempt|account|phone|reader|user|person|owner/.test(name)).toSorted()).toEqual([
    // A limit and not an attempt, a place in a ranking, counts; by account and phone what is swept within a day, by reader within half an hour.
    'exam_averages.learners', 'exams.attempts_allowed', 'login_failures.account', 'notice_reads.reader', 'outbox.phone', 'rank_chunks.from_learner_id', 'rank_chunks.learners', 'rank_histogram.learners', 'verification_codes.phone',
  ])
})

test('npm run db:forget says what it has removed, and refuses an account that is not there', { timeout: 300_000 }, async () => {
  const folder = await freshDataDir({ seed: true, now: testMoment })
  const run = (...args: string[]) => new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [fileURLToPath(new URL('../db/forget.ts', import.meta.url)), ...args], { env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder } }, (fault, out, err) => resolve({ code: Number(fault?.code ?? 0), said: out + err }))
  })
  try {
    expect(await run('--tenant', '82')).toMatchObject({ code: 1, said: expect.stringContaining('npm run db:forget') })
    expect(await run('--tenant', '82', '--account', 'nobody')).toEqual({ code: 1, said: 'Tenant 82 has no account nobody. Nothing was removed.\n' })
    const { code, said } = await run('--tenant', '82', '--account', 'liming')
    expect(said).toMatch(/^learners: 1$/m)
    expect(said).toMatch(/The account liming of tenant 82 and everything of its learner are removed\./)
    expect(code).toBe(0)
    const { db, close } = await openDatabase({ dataDir: folder, durable: false, migrate: false })
    expect(await wrongTotals(db)).toEqual([])
    await close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
