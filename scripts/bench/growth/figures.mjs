// The figures that follow from the rows of a world that has been multiplied.
import { bucketWidths, lastBucket } from '../../../training-api/rules/rankings.ts'

const buckets = Object.entries(bucketWidths).map(([metric, width]) => `when '${metric}' then ${width}`).join(' ')

/** The statements that bring histograms, totals and statistics in line with a crowd that is there `times` times. */
export function figuresOf(times) {
  return [
    `update learner_totals set bucket = least(${lastBucket}, value / case metric ${buckets} end) where bucket <> least(${lastBucket}, value / case metric ${buckets} end)`,
    'delete from rank_histogram',
    'insert into rank_histogram (tenant_id, metric, scope, scope_id, bucket, learners) select tenant_id, metric, scope, scope_id, bucket, count(*) from learner_totals group by 1, 2, 3, 4, 5',
    'drop index reviews_in_order',
    `update reviews r set number = n.number from (select tenant_id, review_id, row_number() over (partition by tenant_id, content_kind, content_id order by created_at, review_id) as number from reviews) n
     where n.tenant_id = r.tenant_id and n.review_id = r.review_id`,
    'create unique index reviews_in_order on reviews (tenant_id, content_kind, content_id, number)',
    `update content_totals t set join_count = j.n from (select tenant_id, content_kind, content_id, count(*) as n from enrolments where plan_item_id = 0 and started_at is not null group by 1, 2, 3) j
     where j.tenant_id = t.tenant_id and j.content_kind = t.content_kind and j.content_id = t.content_id`,
    `update content_totals t set stars_1 = r.s1, stars_2 = r.s2, stars_3 = r.s3, stars_4 = r.s4, stars_5 = r.s5, rating = r.rating from (
       select tenant_id, content_kind, content_id, round(avg(stars), 1)::float8 as rating, ${[1, 2, 3, 4, 5].map((star) => `count(*) filter (where stars = ${star}) as s${star}`).join(', ')} from reviews group by 1, 2, 3) r
     where r.tenant_id = t.tenant_id and r.content_kind = t.content_kind and r.content_id = t.content_id`,
    `update exam_averages set learners = learners * ${times}, score_sum = score_sum * ${times}, used_ms_sum = used_ms_sum * ${times}, accuracy_sum = accuracy_sum * ${times}`,
    `update question_statistics set answers = answers * ${times}, correct_answers = correct_answers * ${times}`,
    `update option_statistics set choices = choices * ${times}`,
    `update post_maps set join_count = join_count * ${times}`,
  ]
}
