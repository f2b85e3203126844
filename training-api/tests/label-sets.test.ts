import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexLabels } from '../queries/label-sets.ts'
import { countBankQuestions, drawQuestions, matchingSets } from '../queries/practice.ts'
import { rowsRead } from './statements.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const list = async (query: ReturnType<typeof sql>) => (await api.db.execute(query)).rows
const sets = () => list(sql`select * from label_sets order by tenant_id, subject_id, set_number`)

test('label sets count every practice question once, with exactly its labels', async () => {
  expect(await list(sql`
    select q.subject_id, q.label_set, count(*), s.question_count from questions q left join label_sets s on s.tenant_id = q.tenant_id and s.subject_id = q.subject_id and s.set_number = q.label_set
    where q.in_practice group by 1, 2, 4 having s.question_count is distinct from count(*)`)).toEqual([])
  expect(await list(sql`
    select q.question_id from questions q join label_sets s on s.tenant_id = q.tenant_id and s.subject_id = q.subject_id and s.set_number = q.label_set
    where q.in_practice and (select coalesce(array_agg(value_id order by value_id), '{}') from question_labels l where l.tenant_id = q.tenant_id and l.question_id = q.question_id) <> s.value_ids`)).toEqual([])
  const [summed] = await list(sql`select sum(question_count) as all, (select count(*) from questions where in_practice) as there from label_sets`)
  expect(summed?.all).toBe(summed?.there)
  expect(summed?.there).toBe(232)
})

test('counting again changes nothing, and counts what has changed', async () => {
  const before = await sets()
  await indexLabels(api.db)
  expect(await sets()).toEqual(before)
  await api.db.execute(sql`delete from questions where tenant_id = 143 and in_practice and question_id in (select question_id from questions where tenant_id = 143 and in_practice order by question_id limit 3)`)
  await indexLabels(api.db, { tenantId: 143 })
  expect((await sets()).reduce((sum, row) => sum + Number(row.question_count), 0)).toBe(before.reduce((sum, row) => sum + Number(row.question_count), 0) - 3)
})

test('questions that a script has written are counted and drawn once the clock has come by, and those it has taken out no more', async () => {
  const subject = { tenantId: 143, subjectId: Number((await list(sql`select subject_id from subjects where tenant_id = 143 and single_count + multiple_count + judgement_count = 0 order by 1 limit 1`))[0]!.subject_id) }
  const bank = { ...subject, tags: [] }
  const kinds = () => list(sql`select single_count, multiple_count, judgement_count from subjects where tenant_id = 143 and subject_id = ${subject.subjectId}`)
  const there = await countBankQuestions(api.db, bank)
  await api.db.execute(sql`
    insert into questions (tenant_id, question_id, subject_id, kind, content, analysis, in_practice, draw_key)
    select 143, 990000 + n, ${subject.subjectId}, (array['single', 'multiple', 'judgement'])[1 + n % 3], '', '', true, 0 from generate_series(1, 4) n`)
  expect(await countBankQuestions(api.db, bank)).toBe(there)
  await api.runJob('recountPractice')
  expect(await countBankQuestions(api.db, bank)).toBe(there + 4)
  expect(await kinds()).toEqual([{ single_count: 1, multiple_count: 2, judgement_count: 1 }])

  await api.db.execute(sql`update questions set in_practice = false where tenant_id = 143 and question_id = 990001`)
  await api.runJob('recountPractice')
  expect(await kinds()).toEqual([{ single_count: 1, multiple_count: 1, judgement_count: 1 }])
  const drawn = await drawQuestions(api.db, { ...subject, sets: await matchingSets(api.db, bank), count: 100 })
  expect(drawn.toSorted()).toEqual([990_002, 990_003, 990_004])

  await api.db.execute(sql`insert into question_labels (tenant_id, subject_id, value_id, question_id, draw_key) values (143, ${subject.subjectId}, 1, 990002, 0)`)
  await api.runJob('recountPractice')
  expect((await sets()).filter((row) => Number(row.subject_id) === subject.subjectId).map(({ question_count }) => question_count).toSorted()).toEqual([1, 2])
})

test('a subject that somebody has locked, or that takes too long, keeps no other one waiting', async () => {
  const ids = (await list(sql`select subject_id from subjects where tenant_id = 143 order by 1`)).map(({ subject_id }) => Number(subject_id))
  const counts = (id: number) => list(sql`select single_count from subjects where tenant_id = 143 and subject_id = ${id}`)
  const [first, last] = [ids[0]!, ids.at(-1)!]
  const whole = [await counts(first), await counts(last)]
  await api.db.execute(sql`update subjects set single_count = single_count + 1 where tenant_id = 143`)
  for (const state of ['55P03', '57014']) {
    await api.db.execute(sql.raw(`create or replace function refuse_first() returns trigger language plpgsql as $$ begin if new.subject_id = ${first} then raise exception 'refused' using errcode = '${state}'; end if; return new; end $$`))
    await api.db.execute(sql`create or replace trigger refuse_first before update on subjects for each row execute function refuse_first()`)
    await api.runJob('recountPractice')
    expect(await counts(first)).not.toEqual(whole[0])
    expect(await counts(last)).toEqual(whole[1])
  }
  await api.db.execute(sql`drop trigger refuse_first on subjects`)
  await api.runJob('recountPractice')
  expect(await counts(first)).toEqual(whole[0])
})

test('whether a subject has changed is seen without the labels of other subjects', async () => {
  await api.db.execute(sql`
    insert into questions (tenant_id, question_id, subject_id, kind, content, analysis, in_practice, draw_key)
    select 143, 7000000 + n, 700000 + n % 10, 'single', '', '', true, 0 from generate_series(1, 5000) n`)
  await api.db.execute(sql`insert into subjects (tenant_id, subject_id, position, title) select 143, 700000 + n, 0, '' from generate_series(0, 9) n`)
  await api.db.execute(sql`insert into question_labels (tenant_id, subject_id, value_id, question_id, draw_key) select 143, 700000 + n % 10, k, 7000000 + n, 0 from generate_series(1, 5000) n, generate_series(1, 4) k`)
  await api.db.execute(sql`analyze`)
  const read = await rowsRead(api, 'question_labels', () => api.runJob('recountPractice'))
  expect(read.length).toBeGreaterThanOrEqual(10)
  // Four labels each of 500 questions.
  expect(Math.max(...read)).toBeLessThanOrEqual(2_000)
})

test('what has not changed is not written again', async () => {
  const written = () => list(sql`select 's' || subject_id as row, xmin::text from subjects where tenant_id = 143 union all select 'l' || subject_id || ' ' || set_number, xmin::text from label_sets where tenant_id = 143 order by 1`)
  await api.runJob('recountPractice')
  const before = await written()
  await api.runJob('recountPractice')
  expect(await written()).toEqual(before)
})
