// Who is measured: copies of the same learners in every world, so that what they have themselves is the same and only the world around them differs.
import { createHash } from 'node:crypto'
import { stride } from './copies.mjs'
import { beganPlan, openExam, tenantId } from './templates.mjs'

/** What a learner of the busy crowd can be asked to do things with; own ids are those of the first copy. */
const facts = `
  select l.tenant_id, l.learner_id, l.account, b.course_id, b.section_id, b.chapter_id, b.resource_id, p.plan_id, r.course_id as passed_id, r.number as review_number,
    a.attempt_id, a.answer_id, a.exam_id, m.mistake_id, m.source, i.recipient_id, c.class_id, z.certificate_id, z.check_code,
    w.plan_id as open_plan_id, w.plan_item_id, w.section_id as plan_section_id, w.chapter_id as plan_chapter_id, w.exam_item_id, w.exam_id as plan_exam_id
  from learners l
  left join lateral (
    select e.content_id as course_id, s.section_id, s.chapter_id, s.resource_id from enrolments e
    join section_records x on x.tenant_id = e.tenant_id and x.learner_id = e.learner_id and x.course_id = e.content_id and x.plan_item_id = 0 and not x.locked
    join sections s on s.tenant_id = x.tenant_id and s.section_id = x.section_id and s.kind = 'study'
    join content_totals t on t.tenant_id = e.tenant_id and t.content_kind = 'course' and t.content_id = e.content_id
    where e.tenant_id = l.tenant_id and e.learner_id = l.learner_id and e.content_kind = 'course' and e.plan_item_id = 0 and s.resource_id is not null
    order by t.join_count desc, s.position limit 1) b on true
  left join lateral (select e.content_id as plan_id from enrolments e where e.tenant_id = l.tenant_id and e.learner_id = l.learner_id and e.content_kind = 'plan' and e.state <> 'notStarted' limit 1) p on true
  left join lateral (
    select i.plan_id, i.plan_item_id, s.section_id, s.chapter_id, y.plan_item_id as exam_item_id, y.child_id as exam_id from enrolments e
    join plans o on o.tenant_id = e.tenant_id and o.plan_id = e.content_id and not o.forbidden and coalesce(o.starts_at < now(), true) and coalesce(o.ends_at > now() + interval '2 days', true)
    join plan_items i on i.tenant_id = o.tenant_id and i.plan_id = o.plan_id and i.kind = 'course'
    join courses u on u.tenant_id = i.tenant_id and u.course_id = i.child_id and not u.forbidden and u.access_refusal is null
    join section_records x on x.tenant_id = e.tenant_id and x.learner_id = e.learner_id and x.plan_item_id = i.plan_item_id and not x.locked
    join sections s on s.tenant_id = x.tenant_id and s.section_id = x.section_id and s.course_id = i.child_id and s.kind = 'study'
    join plan_items y on y.tenant_id = o.tenant_id and y.plan_id = o.plan_id and y.kind = 'exam'
    where e.tenant_id = l.tenant_id and e.learner_id = l.learner_id and e.content_kind = 'plan' and e.state <> 'notStarted' and e.content_id <> ${beganPlan}
    order by i.plan_id, i.position, s.position, y.position limit 1) w on true
  left join lateral (
    select e.content_id as course_id, t.join_count as number from enrolments e join content_totals t on t.tenant_id = e.tenant_id and t.content_kind = 'course' and t.content_id = e.content_id
    where e.tenant_id = l.tenant_id and e.learner_id = l.learner_id and e.content_kind = 'course' and e.plan_item_id = 0 and e.state = 'passed'
      and not exists (select 1 from reviews v where v.tenant_id = e.tenant_id and v.content_kind = 'course' and v.content_id = e.content_id and v.learner_id = e.learner_id)
    order by t.join_count desc limit 1) r on true
  left join lateral (
    select attempt_id, answer_id, exam_id from attempts a where a.tenant_id = l.tenant_id and a.learner_id = l.learner_id and a.sealed and a.score is not null and a.exam_id = ${openExam} order by attempt_id limit 1) a on true
  left join lateral (select mistake_id, source from mistakes m where m.tenant_id = l.tenant_id and m.learner_id = l.learner_id and removed_at is null order by mistake_id limit 1) m on true
  left join lateral (select recipient_id from message_recipients m where m.tenant_id = l.tenant_id and m.learner_id = l.learner_id order by recipient_id limit 1) i on true
  left join lateral (select class_id from class_members m where m.tenant_id = l.tenant_id and m.learner_id = l.learner_id limit 1) c on true
  left join lateral (select certificate_id, check_code from certificates z where z.tenant_id = l.tenant_id and z.learner_id = l.learner_id limit 1) z on true
  where l.account ~ '^learner[0-9]{3}$' and l.tenant_id in (${tenantId}, 143) order by l.tenant_id, l.learner_id`

/** Facts that are an own id: another in every copy. */
const own = ['learner_id', 'attempt_id', 'answer_id', 'mistake_id', 'recipient_id', 'class_id', 'certificate_id']

const tokenOf = (tenant, learner) => `growth-${tenant}-${learner}`

/** The busy learners of a world, with what they have. */
export async function listTemplates(db) {
  return (await db.$client.query(facts)).rows
}

/** The learner of a copy, with the same things under ids of its own. */
export function actorOf(template, copy) {
  const actor = { ...template, copy, token: tokenOf(template.tenant_id, template.learner_id + copy * stride) }
  if (copy === 0) return actor
  for (const name of own) if (actor[name] !== null) actor[name] += copy * stride
  actor.account = `${template.account}-${copy}`
  if (actor.check_code !== null) actor.check_code = `${template.check_code}-${copy}`
  return actor
}

/** Logs the actors in, without passwords: their tokens go straight into the database. */
export async function logIn(db, actors, { now }) {
  const hash = (text) => createHash('sha256').update(text).digest('hex')
  await db.$client.query(
    `insert into sessions (tenant_id, token_hash, refresh_hash, learner_id, issued_at, expires_at, refresh_expires_at)
     select t, a, r, l, $5, $5::timestamptz + interval '12 hours', $5::timestamptz + interval '30 days' from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) x (t, a, r, l)
     on conflict (tenant_id, token_hash) do update set expires_at = excluded.expires_at, refresh_expires_at = excluded.refresh_expires_at`,
    [actors.map((one) => one.tenant_id), actors.map((one) => hash(one.token)), actors.map((one) => hash(`refresh-${one.token}`)), actors.map((one) => one.learner_id), now],
  )
}
