import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { agrees } from './answer-kill-taker.ts'
import type { KnownPaper } from './answer-kill-taker.ts'

/** What a taker was told: hashes of receipts, and the papers by attempt. */
export type Told = { receipts: readonly string[]; papers: ReadonlyMap<string, KnownPaper> }

/** What no row may say about another, each with a query that finds such rows. */
const contradictions = {
  'two running attempts': sql`select 1 from attempts where status = 'running' group by tenant_id, learner_id, exam_id, place_id having count(*) > 1`,
  'a broken chain': sql`
    select 1 from answer_receipts r left join answer_receipts b on b.tenant_id = r.tenant_id and b.attempt_id = r.attempt_id and b.link = r.link - 1
    where r.previous_hash <> coalesce(b.hash, repeat('0', 64)) or (r.link > 1 and b.hash is null) or r.hash <> encode(sha256(convert_to(concat_ws('|',
      'receipt', r.tenant_id, r.attempt_id, r.link, r.question_id, r.answer_hash, to_char(r.saved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.previous_hash), 'UTF8')), 'hex')`,
  'a head that is not the last receipt': sql`
    select 1 from attempts a left join (select distinct on (tenant_id, attempt_id) tenant_id, attempt_id, link, hash from answer_receipts order by tenant_id, attempt_id, link desc) r using (tenant_id, attempt_id)
    where a.receipt_head is distinct from r.hash or a.receipt_count <> coalesce(r.link, 0)`,
  'an answer without its receipt': sql`
    select 1 from attempt_answers x where x.operation_id is not null and not exists (select 1 from answer_receipts r where r.tenant_id = x.tenant_id and r.attempt_id = x.attempt_id and r.operation_id = x.operation_id)`,
  'a receipt without its answer': sql`
    select 1 from (select distinct on (tenant_id, attempt_id, question_id) * from answer_receipts order by tenant_id, attempt_id, question_id, link desc) r left join attempt_answers x using (tenant_id, attempt_id, question_id)
    where x.operation_id is distinct from r.operation_id or r.answer_hash <> encode(sha256(convert_to(x.operation_id || '|' || x.question_id || '|' || x.option_ids, 'UTF8')), 'hex')`,
  'attempts counted wrong': sql`
    select 1 from exam_standings s full join (select tenant_id, learner_id, exam_id, place_id, count(*) n from attempts group by 1, 2, 3, 4) a using (tenant_id, learner_id, exam_id, place_id) where coalesce(s.attempts_used, 0) <> coalesce(a.n, 0)`,
  'learners or points of an exam counted wrong': sql`
    with best as (select tenant_id, exam_id, learner_id, max(score) score from attempts where score is not null group by 1, 2, 3),
    counted as (select tenant_id, exam_id, count(*) n, sum(score) score from best group by 1, 2)
    select 1 from exam_averages g full join counted c using (tenant_id, exam_id) where coalesce(g.learners, 0) <> coalesce(c.n, 0) or abs(coalesce(g.score_sum, 0) - coalesce(c.score, 0)) > 0.001`,
  'statistics that are not of the best attempts': sql`
    with best as (select distinct on (a.tenant_id, a.exam_id, a.learner_id) a.tenant_id, a.exam_id, a.attempt_id from attempts a where a.score is not null order by a.tenant_id, a.exam_id, a.learner_id, a.score desc, a.used_ms, a.attempt_id),
    counted as (select b.tenant_id, b.exam_id, x.question_id, count(*) n from best b join attempt_answers x using (tenant_id, attempt_id) where x.option_ids <> '' group by 1, 2, 3)
    select 1 from counted c full join (select * from question_statistics where exam_id <> 0 and answers > 0) s using (tenant_id, exam_id, question_id) where c.n is distinct from s.answers`,
}

/** How much is missing of what takers were told, and in which ways rows contradict each other. */
export async function checkRows(db: Database, told: readonly Told[]): Promise<{ missing: number; faults: string[] }> {
  const papers = told.flatMap((one) => [...one.papers])
  const attemptIds = sql.param(papers.map(([attemptId]) => Number(attemptId)))
  const { rows: answers } = await db.execute<{ key: string; answer: string }>(sql`select attempt_id || '/' || question_id as key, option_ids as answer from attempt_answers where tenant_id = 82 and attempt_id = any(${attemptIds}::bigint[])`)
  const { rows: receipts } = await db.execute<{ operation: string; hash: string }>(sql`select operation_id as operation, hash from answer_receipts where tenant_id = 82 and attempt_id = any(${attemptIds}::bigint[])`)
  const there = new Map(answers.map(({ key, answer }) => [key, answer]))
  const [operations, hashes] = [new Set(receipts.map(({ operation }) => operation)), new Set(receipts.map(({ hash }) => hash))]
  const lost = [
    ...papers.flatMap(([attemptId, paper]) => [...paper.answers].filter(([questionId, known]) => !agrees(known, there.get(`${attemptId}/${questionId}`) ?? ''))),
    ...papers.flatMap(([, paper]) => paper.operations.filter((operation) => !operations.has(operation))),
    ...told.flatMap((one) => one.receipts.filter((hash) => !hashes.has(hash))),
  ]
  return { missing: lost.length, faults: await contradictionsIn(db) }
}

/** In which ways rows contradict each other. */
export async function contradictionsIn(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (const [what, query] of Object.entries(contradictions)) if ((await db.execute(query)).rows.length > 0) faults.push(what)
  return faults
}
