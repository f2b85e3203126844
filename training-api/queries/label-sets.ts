import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

/**
 * Writes down which labels stand together on the practice questions of a subject (of all, when none is named), and on
 * how many. Draws and counts read this instead of the questions: run it after questions or their labels have changed.
 */
export async function indexLabels(tx: Db, { tenantId, subjectId }: { tenantId?: number; subjectId?: number } = {}): Promise<void> {
  const scope = (table: string) => sql`
    (${tenantId ?? null}::bigint is null or ${sql.raw(table)}.tenant_id = ${tenantId ?? null}::bigint)
    and (${subjectId ?? null}::bigint is null or ${sql.raw(table)}.subject_id = ${subjectId ?? null}::bigint)`
  await tx.execute(sql`delete from label_sets where ${scope('label_sets')}`)
  await tx.execute(sql`
    with carried as (
      select q.tenant_id, q.subject_id, q.question_id, coalesce(array_agg(l.value_id order by l.value_id) filter (where l.value_id is not null), '{}') as value_ids
      from questions q left join question_labels l on l.tenant_id = q.tenant_id and l.question_id = q.question_id
      where q.in_practice and ${scope('q')} group by q.tenant_id, q.subject_id, q.question_id),
    numbered as (select *, dense_rank() over (partition by tenant_id, subject_id order by value_ids)::int as set_number from carried)
    update questions q set label_set = n.set_number from numbered n
    where q.tenant_id = n.tenant_id and q.question_id = n.question_id and q.label_set is distinct from n.set_number`)
  await tx.execute(sql`
    with carried as (
      select q.tenant_id, q.subject_id, q.label_set, q.question_id, coalesce(array_agg(l.value_id order by l.value_id) filter (where l.value_id is not null), '{}') as value_ids
      from questions q left join question_labels l on l.tenant_id = q.tenant_id and l.question_id = q.question_id
      where q.in_practice and ${scope('q')} group by q.tenant_id, q.subject_id, q.label_set, q.question_id)
    insert into label_sets (tenant_id, subject_id, set_number, value_ids, question_count)
    select tenant_id, subject_id, label_set, min(value_ids), count(*)::int from carried group by tenant_id, subject_id, label_set`)
}
