// Turns the crowd of a world into many: every row of every learner again under other ids, made by the database itself, without indexes in the way.
import { crowd } from './templates.mjs'

/** How far apart the ids of two copies are; the crowd's own are all smaller. */
export const stride = 100_000_000_000
/** Copies per statement. */
const batch = 25

/** Ids that belong to one learner: a copy has its own. What everybody shares (courses, exams, messages) keeps its id. */
const ownIds = new Set([
  'learner_id', 'record_id', 'attempt_id', 'answer_id', 'best_attempt_id', 'certificate_id', 'recipient_id', 'review_id', 'mistake_id', 'note_id', 'session_id', 'request_id',
  'result_id', 'simulation_result_id', 'visit_id', 'entry_id', 'detail_id', 'switch_id', 'class_id',
])
/** Texts that are unique in a tenant. */
const ownTexts = new Set(['account', 'work_number', 'check_code', 'number', 'ticket_hash', 'token_hash', 'refresh_hash', 'email'])

/** Figures and times that would otherwise be the same for every copy. */
const spread = {
  'learner_totals.scope_id': `case when t.scope = 'class' then t.scope_id + k * ${stride} else t.scope_id end`,
  'learner_totals.value': `case when t.value = 0 then 0 when t.metric = 'minutes' then t.value + k * 7 % 97 when t.metric = 'points' then t.value + 5 * (k % 23) when t.metric = 'examScore' then t.value - k * 131 % 60000 else t.value end`,
  'reviews.created_at': `t.created_at - k * 37 % 1000 * interval '1 minute'`,
  'reviews.number': 't.number + k * 1000000',
  'attempts.used_ms': 't.used_ms + k * 131 % 60000',
  'exam_standings.best_used_ms': 't.best_used_ms + k * 131 % 60000',
  'learners.phone': 'null',
}

const crowdOf = (alias) => `exists (select 1 from learners l where l.tenant_id = ${alias}.tenant_id and l.learner_id = ${alias}.learner_id and l.${crowd})`
const byAttempt = `exists (select 1 from attempts a where a.tenant_id = t.tenant_id and a.attempt_id = t.attempt_id and ${crowdOf('a')})`
/** Rows that belong to a learner by way of another. */
const byWay = {
  attempt_answers: byAttempt,
  answer_receipts: byAttempt,
  screen_switches: byAttempt,
  school_classes: 'true',
}

async function tablesToCopy(query) {
  const { rows } = await query(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns, array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' group by 1 order by 1`)
  return rows.filter(({ name, columns }) => columns.includes('learner_id') || name in byWay)
}

function copied(table, column, type) {
  const own = spread[`${table}.${column}`]
  if (own) return `(${own})::${type} as ${column}`
  if (ownIds.has(column)) return `t.${column} + k * ${stride} as ${column}`
  // The number of an attempt counts; that of a certificate is a text.
  return ownTexts.has(column) && type === 'text' ? `t.${column} || '-' || k as ${column}` : `t.${column}`
}

/** Multiplies the crowd of an open world until it is there `times` times. */
export async function multiplyCrowd(query, times, progress) {
  const tables = await tablesToCopy(query)
  for (const { name } of tables) {
    const condition = byWay[name] ?? crowdOf('t')
    await query(`create temporary table the_${name} as select t.* from ${name} t where ${condition}`)
  }
  for (const { name, columns, types } of tables) {
    const back = await takeIndexes(query, name)
    for (let from = 1; from < times; from += batch) {
      const to = Math.min(times - 1, from + batch - 1)
      await query(`insert into ${name} (${columns.join(', ')}) select ${columns.map((column, at) => copied(name, column, types[at])).join(', ')} from generate_series(${from}::bigint, ${to}) k cross join the_${name} t`)
      progress(`${name}: ${to + 1} of ${times} times`)
    }
    for (const statement of back) await query(statement)
    await query(`drop table the_${name}`)
  }
}

/** Removes the indexes of a table and gives the statements that bring them back. */
async function takeIndexes(query, table) {
  const { rows } = await query(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, con.conname, pg_get_constraintdef(con.oid) as "constraint"
    from pg_index i left join pg_constraint con on con.conindid = i.indexrelid where i.indrelid = '${table}'::regclass order by con.conname nulls last`)
  for (const { name, conname } of rows) await query(conname ? `alter table ${table} drop constraint ${conname}` : `drop index ${name}`)
  return rows.map(({ definition, conname, constraint }) => (conname ? `alter table ${table} add constraint ${conname} ${constraint}` : definition))
}
