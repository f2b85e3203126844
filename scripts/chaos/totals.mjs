// What is counted along with every write, beside the rows that it is counted from: there a write stands out that was done twice, or by half.
import { sql } from 'drizzle-orm'
import { newRow } from './loop.mjs'

/** Learners' totals of a metric that are not what a query of (tenant_id, scope, scope_id, learner_id, n) comes to, in whichever ranking. */
const totalsUnlike = (metric, rows) => `
  with counted as (${rows})
  select tenant_id, scope, scope_id, learner_id, value, n from (select * from learner_totals where metric = '${metric}') t full join counted using (tenant_id, scope, scope_id, learner_id) where coalesce(value, 0) <> coalesce(n, 0)`

/** A figure of a query `r` in the whole tenant and in each class of its learner. */
const everywhere = (n, rows) => `
  select r.tenant_id, 'tenant' as scope, 0::bigint as scope_id, r.learner_id, ${n} as n from ${rows} r group by 1, 2, 3, 4
  union all select r.tenant_id, 'class', m.class_id, r.learner_id, ${n} from ${rows} r join class_members m using (tenant_id, learner_id) group by 1, 2, 3, 4`

/** A figure of a query `r` in each scope that this column of it names. */
const among = (scope, column, n, rows) => `
  union all select r.tenant_id, '${scope}', ${column}, r.learner_id, ${n} from ${rows} where ${column} is not null group by 1, 2, 3, 4`

const stars = [1, 2, 3, 4, 5]

/** What no total may say, each with a query that finds such totals. */
const contradictions = {
  'stars that are not those of the reviews': `
    with counted as (select tenant_id, content_kind, content_id, ${stars.map((n) => `count(*) filter (where stars = ${n}) as n${n}`).join(', ')} from reviews group by 1, 2, 3)
    select * from content_totals full join counted using (tenant_id, content_kind, content_id) where ${stars.map((n) => `coalesce(stars_${n}, 0) <> coalesce(n${n}, 0)`).join(' or ')}`,
  'reviews that are not numbered one by one': 'select tenant_id, content_kind, content_id, max(number), count(*) from reviews group by 1, 2, 3 having max(number) <> count(*)',
  'learners of a course or plan counted wrong': `
    with counted as (select tenant_id, content_kind, content_id, count(*) as n from enrolments where plan_item_id = 0 and started_at is not null group by 1, 2, 3)
    select tenant_id, content_kind, content_id, join_count, n from content_totals full join counted using (tenant_id, content_kind, content_id) where coalesce(join_count, 0) <> coalesce(n, 0)`,
  'members of a post map counted wrong': `
    with counted as (select tenant_id, post_map_id, count(*) as n from post_map_members group by 1, 2)
    select tenant_id, post_map_id, join_count, n from post_maps full join counted using (tenant_id, post_map_id) where coalesce(join_count, 0) <> coalesce(n, 0)`,
  'members of a class counted wrong': 'select tenant_id, class_id, member_count, n from school_classes full join (select tenant_id, class_id, count(*) as n from class_members group by 1, 2) counted using (tenant_id, class_id) where coalesce(member_count, 0) <> coalesce(n, 0)',
  'minutes of a course that are not those of its sections': `
    with counted as (select tenant_id, learner_id, course_id as content_id, plan_item_id, sum(learned_minutes) as n from section_records group by 1, 2, 3, 4)
    select tenant_id, learner_id, content_id, learned_minutes, n from enrolments left join counted using (tenant_id, learner_id, content_id, plan_item_id) where content_kind = 'course' and learned_minutes <> coalesce(n, 0)`,
  // What is learned in a plan counts for the plan, and for no course.
  'minutes of a learner that are not those of the sections': totalsUnlike('minutes', everywhere('sum(r.learned_minutes)', 'section_records')
    + among('course', 'r.course_id', 'sum(r.learned_minutes)', '(select * from section_records where plan_item_id = 0) r')
    + among('plan', 'i.plan_id', 'sum(r.learned_minutes)', 'section_records r join plan_items i using (tenant_id, plan_item_id)')),
  'points that are not those that were given': totalsUnlike('points', everywhere('sum(r.points)', 'points_ledger') + among('course', 'r.course_id', 'sum(r.points)', 'points_ledger r') + among('plan', 'r.plan_id', 'sum(r.points)', 'points_ledger r')),
  'certificates that are not those that were obtained': totalsUnlike('certificates', everywhere('count(*)', 'certificates')),
  'wrong questions that are not those of the book': totalsUnlike('mistakes', "select tenant_id, 'tenant' as scope, 0::bigint as scope_id, learner_id, count(*) as n from mistakes where removed_at is null group by 1, 2, 3, 4"),
  // One number of points and time (rules/rankings.ts), of the best in all places.
  'takers of an exam whose figure is not that of the best attempt': totalsUnlike('examScore', `
    select tenant_id, 'exam' as scope, exam_id as scope_id, learner_id, max(round(best_score * 100) * 100000000 + 99999999 - least(99999999, greatest(0, coalesce(best_used_ms, 0)))) as n
    from exam_standings where best_score is not null group by 1, 2, 3, 4`),
  'places of a ranking that nobody has': `
    with counted as (select tenant_id, metric, scope, scope_id, bucket, count(*) as n from learner_totals group by 1, 2, 3, 4, 5)
    select tenant_id, metric, scope, scope_id, bucket, learners, n from rank_histogram full join counted using (tenant_id, metric, scope, scope_id, bucket) where coalesce(learners, 0) <> coalesce(n, 0)`,
}

/** The totals that contradict their rows, a sentence for each kind of them. */
export async function wrongTotals(db) {
  const found = []
  for (const [what, query] of Object.entries(contradictions)) {
    const { rows } = await db.execute(sql.raw(query))
    if (rows.length > 0) found.push(`${what}: ${rows.length}, the first ${JSON.stringify(rows[0])}`)
  }
  return found
}

/** A row of the table for what the totals come to after all rounds, when nobody writes any more. */
export async function judgeTotals(db, { rounds, line }) {
  const wrong = await wrongTotals(db)
  for (const sentence of wrong) line(sentence)
  return { ...newRow('totals of all rounds, from the database'), rounds, faults: wrong.length }
}
