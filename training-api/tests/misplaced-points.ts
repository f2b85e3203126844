import { sql } from 'drizzle-orm'

/** Asks for the points of courses and plans that are not those given there; none are right. */
export const misplacedPoints = sql`
  with counted as (
    select tenant_id, learner_id, 'course' scope, course_id scope_id, sum(points) value from points_ledger where course_id is not null group by 1, 2, 3, 4
    union all select tenant_id, learner_id, 'plan', plan_id, sum(points) from points_ledger where plan_id is not null group by 1, 2, 3, 4)
  select * from counted c full join (select * from learner_totals where metric = 'points' and scope in ('course', 'plan')) t using (tenant_id, learner_id, scope, scope_id)
  where c.value is distinct from t.value`
