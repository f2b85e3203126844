import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { questionLabels, subjects } from '../db/schema/questions.ts'
import { tenants } from '../db/schema/tenants.ts'
import { withTx } from '../db/tx.ts'
import { troubleOf } from '../rules/troubles.ts'

/** The labels of a question `q`, in order: looked up by its key, since a join goes through the labels of the whole tenant for each subject. */
const labelsOfQuestion = sql`array(select l.value_id from ${questionLabels} l where l.tenant_id = q.tenant_id and l.question_id = q.question_id order by l.value_id)`

/**
 * Writes down which labels stand together on the practice questions of a subject (of all, when none is named), and on
 * how many. Draws and counts read this instead of the questions; `recountPractice` runs it where questions or their labels have changed.
 */
export async function indexLabels(tx: Db, { tenantId, subjectId }: { tenantId?: number; subjectId?: number } = {}): Promise<void> {
  const scope = (table: string) => sql`
    (${tenantId ?? null}::bigint is null or ${sql.raw(table)}.tenant_id = ${tenantId ?? null}::bigint)
    and (${subjectId ?? null}::bigint is null or ${sql.raw(table)}.subject_id = ${subjectId ?? null}::bigint)`
  await tx.execute(sql`delete from label_sets where ${scope('label_sets')}`)
  await tx.execute(sql`update questions set label_set = null where not in_practice and label_set is not null and ${scope('questions')}`)
  await tx.execute(sql`
    with carried as (
      select q.tenant_id, q.subject_id, q.question_id, ${labelsOfQuestion} as value_ids from questions q where q.in_practice and ${scope('q')}),
    numbered as (select *, dense_rank() over (partition by tenant_id, subject_id order by value_ids)::int as set_number from carried)
    update questions q set label_set = n.set_number from numbered n
    where q.tenant_id = n.tenant_id and q.question_id = n.question_id and q.label_set is distinct from n.set_number`)
  await tx.execute(sql`
    with carried as (
      select q.tenant_id, q.subject_id, q.label_set, ${labelsOfQuestion} as value_ids from questions q where q.in_practice and q.label_set is not null and ${scope('q')})
    insert into label_sets (tenant_id, subject_id, set_number, value_ids, question_count)
    select tenant_id, subject_id, label_set, min(value_ids), count(*)::int from carried group by tenant_id, subject_id, label_set`)
}

type Subject = { tenantId: number; subjectId: number }

/**
 * Brings what is counted of practice questions in line with them, subject by subject: whoever writes questions with a script counts nothing.
 * What has not changed is only read. By the clock, so that neither a draw nor a list of subjects has to look.
 */
export async function recountPractice(db: Database, { stopping }: { stopping?: AbortSignal | undefined } = {}): Promise<void> {
  const all = await db
    .select({ tenantId: subjects.tenantId, subjectId: subjects.subjectId })
    .from(subjects)
    .innerJoin(tenants, and(eq(tenants.tenantId, subjects.tenantId), eq(tenants.edition, 'exerciseBank')))
    .orderBy(asc(subjects.tenantId), asc(subjects.subjectId))
  for (const subject of all) {
    if (stopping?.aborted === true) return
    try {
      if (await isIndexOld(db, subject)) await withTx(db, (tx) => indexLabels(tx, subject))
      await countQuestions(db, subject)
    } catch (fault) {
      // One that somebody has locked, or that takes too long to count, has its turn the next time, and keeps no other one waiting.
      if (troubleOf(fault) !== 'busy') throw fault
    }
  }
}

/** Whether the sets of labels of a subject are not those that stand on its practice questions. */
async function isIndexOld(db: Db, { tenantId, subjectId }: Subject): Promise<boolean> {
  const { rows } = await db.execute<{ old: boolean }>(sql`
    with carried as (
      select q.label_set, ${labelsOfQuestion} as value_ids from questions q where q.tenant_id = ${tenantId} and q.subject_id = ${subjectId} and q.in_practice),
    counted as (select label_set, value_ids, count(*)::int as n from carried group by label_set, value_ids),
    kept as (select set_number, value_ids, question_count from label_sets where tenant_id = ${tenantId} and subject_id = ${subjectId})
    select exists (select 1 from counted full join kept on kept.set_number = counted.label_set and kept.value_ids = counted.value_ids where counted.n is distinct from kept.question_count)
      or exists (select 1 from questions where tenant_id = ${tenantId} and subject_id = ${subjectId} and label_set is not null and not in_practice) as old`)
  return rows[0]?.old === true
}

async function countQuestions(db: Db, { tenantId, subjectId }: Subject): Promise<void> {
  const ofKind = (kind: string) => sql`(count(*) filter (where kind = ${kind}))::int`
  await db.execute(sql`
    update subjects as s set single_count = n.single, multiple_count = n.multiple, judgement_count = n.judgement
    from (select ${ofKind('single')} as single, ${ofKind('multiple')} as multiple, ${ofKind('judgement')} as judgement from questions where tenant_id = ${tenantId} and subject_id = ${subjectId} and in_practice) as n
    where s.tenant_id = ${tenantId} and s.subject_id = ${subjectId} and (s.single_count, s.multiple_count, s.judgement_count) is distinct from (n.single, n.multiple, n.judgement)`)
}
