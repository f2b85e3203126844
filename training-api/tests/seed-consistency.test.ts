import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { getTableName, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoMediaFolder } from '../context.ts'
import type { PracticalScoreRow } from '../db/schema/attempts.ts'
import { makeWorld } from '../seed/world.ts'
import type { WorldSize } from '../seed/world.ts'
import { misplacedPoints } from './misplaced-points.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const list = async (query: SQL) => (await api.db.execute(query)).rows
const nothing = async (query: SQL) => expect(await list(query)).toEqual([])

const placesAreRight = async () => {
  await nothing(sql`
    with best as (select tenant_id, exam_id, learner_id, max(round(best_score * 100) * 1e8 + 99999999 - best_used_ms) as value from exam_standings where best_score is not null group by 1, 2, 3)
    select * from best b full join (select * from learner_totals where metric = 'examScore' and scope = 'exam') t on t.tenant_id = b.tenant_id and t.scope_id = b.exam_id and t.learner_id = b.learner_id
    where b.value is distinct from t.value or t.bucket <> floor(t.value / 1e10)`)
  await nothing(sql`
    with counted as (select tenant_id, scope_id, bucket, count(*) learners from learner_totals where metric = 'examScore' group by 1, 2, 3)
    select * from counted c full join (select * from rank_histogram where metric = 'examScore') h using (tenant_id, scope_id, bucket) where c.learners is distinct from h.learners`)
}
const reviewsAreInOrder = () =>
  nothing(sql`select * from (select number, row_number() over (partition by tenant_id, content_kind, content_id order by created_at, review_id) as place from reviews) r where number <> place`)

describe('figures follow from the rows', () => {
  test('learned minutes of every ranking', () =>
    nothing(sql`
      with learned as (
        select r.tenant_id, 'tenant' scope, 0::bigint scope_id, r.learner_id, sum(r.learned_minutes) value from section_records r group by 1, 2, 3, 4
        union all select r.tenant_id, 'course', r.course_id, r.learner_id, sum(r.learned_minutes) from section_records r where r.plan_item_id = 0 group by 1, 2, 3, 4
        union all select r.tenant_id, 'plan', i.plan_id, r.learner_id, sum(r.learned_minutes) from section_records r join plan_items i using (tenant_id, plan_item_id) group by 1, 2, 3, 4
        union all select r.tenant_id, 'class', m.class_id, r.learner_id, sum(r.learned_minutes) from section_records r join class_members m using (tenant_id, learner_id) group by 1, 2, 3, 4)
      select coalesce(l.tenant_id, t.tenant_id), coalesce(l.scope, t.scope), coalesce(l.learner_id, t.learner_id), l.value, t.value from learned l
      full join (select * from learner_totals where metric = 'minutes') t
        on t.tenant_id = l.tenant_id and t.scope = l.scope and t.scope_id = l.scope_id and t.learner_id = l.learner_id
      where coalesce(l.value, 0) <> coalesce(t.value, 0)`))

  test('points, certificates and wrong questions of the tenant', () =>
    nothing(sql`
      with counted as (
        select tenant_id, learner_id, 'points' metric, sum(points) value from points_ledger group by 1, 2
        union all select tenant_id, learner_id, 'certificates', count(*) from certificates group by 1, 2
        union all select tenant_id, learner_id, 'mistakes', count(*) from mistakes where removed_at is null group by 1, 2)
      select * from counted c full join (select * from learner_totals where scope = 'tenant' and metric <> 'minutes') t using (tenant_id, learner_id, metric)
      where c.value is distinct from t.value`))

  test('points of courses and plans', () => nothing(misplacedPoints))

  test('histograms', () =>
    nothing(sql`
      with counted as (select tenant_id, metric, scope, scope_id, bucket, count(*) learners from learner_totals group by 1, 2, 3, 4, 5)
      select * from counted c full join rank_histogram h using (tenant_id, metric, scope, scope_id, bucket) where c.learners is distinct from h.learners`))

  test('places among the takers of an exam', placesAreRight)

  test('reviews are numbered as they were written', reviewsAreInOrder)

  test('a database of before has both after its migration', async () => {
    for (const undone of ['drop index reviews_in_order', 'alter table reviews drop column number', `delete from learner_totals where metric = 'examScore'`, `delete from rank_histogram where metric = 'examScore'`,
      'create index reviews_newest_first on reviews (tenant_id)']) await api.db.execute(sql.raw(undone))
    const migration = readFileSync(new URL('../db/migrations/0005_growth.sql', import.meta.url), 'utf8')
    for (const statement of migration.split('--> statement-breakpoint')) await api.db.execute(sql.raw(statement))
    await placesAreRight()
    await reviewsAreInOrder()
  })

  test('participants and stars', () =>
    nothing(sql`
      select t.tenant_id, t.content_kind, t.content_id from content_totals t
      left join (select tenant_id, content_kind, content_id, count(*) n from enrolments where plan_item_id = 0 and started_at is not null group by 1, 2, 3) j using (tenant_id, content_kind, content_id)
      left join (select tenant_id, content_kind, content_id, count(*) filter (where stars = 1) s1, count(*) filter (where stars = 5) s5, count(*) n, round(avg(stars), 1) rating from reviews group by 1, 2, 3) r
        using (tenant_id, content_kind, content_id)
      where t.join_count <> coalesce(j.n, 0) or t.stars_1 <> coalesce(r.s1, 0) or t.stars_5 <> coalesce(r.s5, 0)
        or t.stars_1 + t.stars_2 + t.stars_3 + t.stars_4 + t.stars_5 <> coalesce(r.n, 0) or abs(t.rating - coalesce(r.rating, 0)) > 0.051`))

  test('only who has finished has rated', () =>
    nothing(sql`select 1 from reviews r left join enrolments e using (tenant_id, learner_id, content_kind, content_id) where e.plan_item_id = 0 and coalesce(e.state, '') not in ('passed', 'failed')`))

  test('progress and state of courses', () =>
    nothing(sql`
      select e.learner_id, e.content_id, e.state, e.sections_done, c.section_count, s.* from enrolments e
      join courses c on c.tenant_id = e.tenant_id and c.course_id = e.content_id
      left join (select tenant_id, learner_id, course_id, plan_item_id, count(*) n, count(*) filter (where state = 'passed') passed, count(*) filter (where state = 'failed') failed,
          sum(learned_minutes) minutes from section_records group by 1, 2, 3, 4) s
        on s.tenant_id = e.tenant_id and s.learner_id = e.learner_id and s.course_id = e.content_id and s.plan_item_id = e.plan_item_id
      where e.content_kind = 'course' and (e.sections_total <> c.section_count or e.sections_done <> coalesce(s.passed, 0) or e.learned_minutes <> coalesce(s.minutes, 0)
        or e.progress_percent <> floor(coalesce(s.passed, 0) * 100.0 / c.section_count) or (e.state = 'notStarted') <> (s.n is null) or (e.state <> 'notStarted' and s.n <> c.section_count)
        or (e.state = 'passed') <> (coalesce(s.passed, 0) = c.section_count) or (e.state = 'failed') <> (coalesce(s.failed, 0) > 0))`))

  test('progress and state of plans', () =>
    nothing(sql`
      with items as (
        select e.tenant_id, e.learner_id, e.content_id plan_id, i.kind, coalesce(c.sections_done, case when x.status = 'passed' then 1 else 0 end) done, coalesce(c.state, x.status, 'open') state
        from enrolments e join plan_items i on i.tenant_id = e.tenant_id and i.plan_id = e.content_id
        left join enrolments c on c.tenant_id = e.tenant_id and c.learner_id = e.learner_id and c.content_kind = 'course' and c.plan_item_id = i.plan_item_id
        left join exam_standings x on x.tenant_id = e.tenant_id and x.learner_id = e.learner_id and x.place_id = i.plan_item_id and i.kind = 'exam'
        where e.content_kind = 'plan')
      select e.learner_id, e.content_id, e.state, e.sections_done, s.* from enrolments e
      join plans p on p.tenant_id = e.tenant_id and p.plan_id = e.content_id
      join (select tenant_id, learner_id, plan_id, sum(done) done, bool_and(state = 'passed') passed, bool_or(state = 'failed') failed from items group by 1, 2, 3) s
        on s.tenant_id = e.tenant_id and s.learner_id = e.learner_id and s.plan_id = e.content_id
      where e.content_kind = 'plan' and (e.sections_done <> s.done or e.sections_total <> p.section_count or e.progress_percent <> floor(s.done * 100.0 / p.section_count)
        or (e.state = 'passed') <> s.passed or (e.state = 'failed') <> s.failed)`))

  test('a section is passed by its own rule', () =>
    nothing(sql`
      select r.learner_id, r.section_id, r.plan_item_id, r.state, r.learned_minutes, r.score from section_records r join sections s using (tenant_id, section_id)
      left join resources f on f.tenant_id = s.tenant_id and f.resource_id = s.resource_id
      left join (select tenant_id, learner_id, place_id, max(score) best, count(*) used from attempts group by 1, 2, 3) a
        on a.tenant_id = r.tenant_id and a.learner_id = r.learner_id and a.place_id = r.section_id
      left join exams e on e.tenant_id = s.tenant_id and e.exam_id = s.exam_id
      where r.state in ('passed', 'failed') and not case
        when s.kind = 'exam' then (r.state = 'passed') = (a.best >= e.pass_score) and a.best = r.score and (r.state = 'passed' or a.used = e.attempts_allowed)
        when s.kind = 'simulation' or f.kind = 'courseware' then r.state = 'passed' and r.score >= 60
        else r.state = 'passed' and r.ended_at is not null and r.learned_minutes * 100 >= coalesce(s.required_percent, 0) * s.study_minutes end`))

  test('attempts: score, verdict, number, window and standing', async () => {
    await nothing(sql`
      select a.attempt_id, a.score, s.score from attempts a join exams e using (tenant_id, exam_id)
      join (select tenant_id, attempt_id, sum(score) score from attempt_answers group by 1, 2) s using (tenant_id, attempt_id)
      where e.kind = 'theory' and a.status = 'finished' and a.score <> s.score and not exists (select 1 from practical_groups g where g.tenant_id = a.tenant_id and g.paper_id = a.paper_id)`)
    await nothing(sql`
      select a.attempt_id from attempts a join exams e using (tenant_id, exam_id)
      where a.passed is distinct from (a.score >= e.pass_score) or a.started_at < e.starts_at or a.started_at >= e.ends_at or a.submitted_at > a.deadline_at
        or a.submitted_at > ${testMoment.toISOString()}::timestamptz or (e.attempts_allowed is not null and a.number > e.attempts_allowed)`)
    await nothing(sql`
      select * from exam_standings s join exams e using (tenant_id, exam_id)
      join (select tenant_id, learner_id, exam_id, place_id, count(*) used, max(score) best, bool_or(passed) passed, bool_or(status = 'pendingReview') pending from attempts group by 1, 2, 3, 4) a
        using (tenant_id, learner_id, exam_id, place_id)
      where s.attempts_used <> a.used or s.best_score is distinct from a.best or s.status <> case when a.passed then 'passed' when a.pending then 'pendingReview' when a.used >= e.attempts_allowed then 'failed' else 'open' end`)
  })

  test('attempts at one exam follow one another, and a section is left when the paper that passed it is in', async () => {
    await nothing(sql`
      select a.attempt_id, b.attempt_id as next from attempts a join attempts b using (tenant_id, learner_id, exam_id)
      where a.attempt_id <> b.attempt_id and (a.started_at <= b.started_at and b.started_at < a.submitted_at or a.place_id = b.place_id and a.number < b.number and a.started_at >= b.started_at)`)
    await nothing(sql`
      select r.section_id, r.ended_at, a.submitted_at from section_records r join attempts a on a.tenant_id = r.tenant_id and a.learner_id = r.learner_id and a.place_id = r.section_id and a.plan_item_id = r.plan_item_id
      where r.state = 'passed' and a.passed and r.ended_at < a.submitted_at`)
  })

  test('赵强 sits one exam after the other, on many days, and is judged within hours', async () => {
    const sat = sql`(select a.* from attempts a where a.tenant_id = 82 and a.learner_id = 820003 and a.place_id = 0)`
    await nothing(sql`select a.attempt_id from ${sat} a join ${sat} b on a.attempt_id <> b.attempt_id and a.started_at <= b.started_at and b.started_at < a.submitted_at`)
    const [busiest] = await list(sql`select count(*)::int n from ${sat} a group by (started_at at time zone 'Asia/Shanghai')::date order by 1 desc limit 1`)
    expect(busiest!.n).toBeLessThanOrEqual(3)
    await nothing(sql`select a.attempt_id from ${sat} a join practical_details d using (tenant_id, attempt_id) where d.reviewed_at < a.submitted_at or d.started_at <> a.started_at`)
  })

  test('a practical is judged by what belongs to it, up to the score it has', async () => {
    const judged = await list(sql`select g.title, d.score::float score, d.score_rows, d.comments, d.parameters from practical_details d join practical_groups g using (tenant_id, group_id)`)
    const words = ({ score_rows: rows, comments, parameters }: Record<string, unknown>) => JSON.stringify([(rows as PracticalScoreRow[]).map(({ name, description }) => [name, description]), comments, parameters])
    const titles = new Set(judged.map(({ title }) => title))
    expect(titles.size).toBeGreaterThanOrEqual(5)
    expect(new Set(judged.map(words)).size).toBe(titles.size)
    for (const { title, score, score_rows: rows } of judged) {
      const scoreOf = (some: PracticalScoreRow[]) => some.filter(({ scored }) => scored).reduce((sum, one) => sum + one.score, 0)
      expect(scoreOf(rows as PracticalScoreRow[]), String(title)).toBeCloseTo(Number(score))
      for (const one of rows as PracticalScoreRow[]) expect(scoreOf(one.children), `${String(title)}: ${one.name}`).toBeCloseTo(one.score)
    }
  })

  test('statistics of questions over the best attempts', () =>
    nothing(sql`
      with best as (
        select distinct on (a.tenant_id, a.exam_id, a.learner_id) a.tenant_id, a.exam_id, a.attempt_id from attempts a where a.score is not null
        order by a.tenant_id, a.exam_id, a.learner_id, a.score desc, a.used_ms),
      counted as (select b.tenant_id, b.exam_id, x.question_id, count(*) answers, count(*) filter (where x.correct) correct_answers from best b join attempt_answers x using (tenant_id, attempt_id) group by 1, 2, 3)
      select * from counted c full join (select * from question_statistics where exam_id <> 0) s using (tenant_id, exam_id, question_id)
      where c.answers is distinct from s.answers or c.correct_answers is distinct from s.correct_answers`))
})

describe('nothing is out of place', () => {
  test('questions have the right number of right options', () =>
    nothing(sql`
      select q.question_id, q.kind, o.* from questions q join (select tenant_id, question_id, count(*) n, count(*) filter (where correct) right_ones from question_options group by 1, 2) o using (tenant_id, question_id)
      where (q.kind <> 'multiple' and o.right_ones <> 1) or (q.kind = 'multiple' and o.right_ones < 2) or (q.kind = 'judgement' and o.n <> 2) or o.n > 6`))

  test('papers hold what they say, each question once', () =>
    nothing(sql`
      select p.paper_id from papers p left join (select tenant_id, paper_id, count(*) n, sum(score) score from paper_questions group by 1, 2) q using (tenant_id, paper_id)
      left join (select tenant_id, paper_id, count(*) n, sum(score) score from practical_groups group by 1, 2) g using (tenant_id, paper_id)
      where p.question_count <> coalesce(q.n, 0) or p.practical_group_count <> coalesce(g.n, 0)
        or (coalesce(q.n, g.n) is not null and p.total_score <> coalesce(q.score, 0) + coalesce(g.score, 0))`))

  test('what is past lies in the past', async () => {
    for (const [table, column] of [['enrolments', 'touched_at'], ['section_records', 'updated_at'], ['study_visits', 'ended_at'], ['points_ledger', 'awarded_at'], ['certificates', 'obtained_at'], ['reviews', 'created_at'],
      ['notes', 'created_at'], ['message_recipients', 'read_at'], ['mistakes', 'wrong_at'], ['simulation_results', 'finished_at'], ['practical_details', 'reviewed_at'], ['notices', 'published_at'], ['favourites', 'created_at']] as const) {
      expect(await list(sql`select ${sql.raw(`'${table}'`)} "table", ${sql.identifier(column)} from ${sql.identifier(table)} where ${sql.identifier(column)} > ${testMoment.toISOString()}::timestamptz limit 1`)).toEqual([])
    }
  })

  test('nobody takes notes before the first visit', () =>
    nothing(sql`
      select n.note_id from notes n
      where n.created_at < (select min(v.started_at) from study_visits v where v.tenant_id = n.tenant_id and v.learner_id = n.learner_id and v.section_id = n.section_id and v.plan_item_id = 0)`))

  test('a message that tells how an exam went comes after an attempt, and that of a simulation lasts as long as it ran', async () => {
    const told = await list(sql`
      select m.title, bool_or(a.submitted_at <= r.sent_at) as handed_in, bool_and(s.result_id is null or (a.started_at, a.submitted_at) = (s.started_at, s.finished_at)) as as_long
      from messages m join message_recipients r using (tenant_id, message_id) join exams e on e.tenant_id = m.tenant_id and m.title in (e.title || '通过', e.title || '未通过', e.title || '已提交，等待批阅')
      join attempts a on a.tenant_id = r.tenant_id and a.learner_id = r.learner_id and a.exam_id = e.exam_id left join simulation_results s on s.tenant_id = a.tenant_id and s.result_id = a.simulation_result_id
      group by m.title`)
    expect(told.length).toBeGreaterThan(1)
    for (const one of told) expect(one).toMatchObject({ handed_in: true, as_long: true })
  })

  test('a message that tells of a certificate comes within the day it was obtained', async () => {
    const told = await list(sql`
      select r.learner_id, r.sent_at - min(c.obtained_at) filter (where c.obtained_at <= r.sent_at and m.content like '%' || c.name || '%') < interval '1 day' as soon
      from messages m join message_recipients r using (tenant_id, message_id) left join certificates c on c.tenant_id = r.tenant_id and c.learner_id = r.learner_id where m.title = '恭喜您获得证书' group by r.learner_id, r.sent_at`)
    expect(told).toEqual([{ learner_id: 820001, soon: true }])
  })

  test('every file that is named exists', async () => {
    const urls = await list(sql`
      select picture_url url from banners union select picture_url from floor_items union select cover_url from courses union select cover_url from plans union select logo_url from tenants union select logo_url from certificates
      union select avatar_url from learners where avatar_url is not null union select file_url from notices where file_url is not null union select file_url from messages where file_url is not null
      union select url from resources union select package_url from resources where package_url is not null union select video_url from practical_details where video_url is not null union select c ->> 'url' from resources, jsonb_array_elements(captions) c
      union select (regexp_matches(content, 'src="(/[^"]+)"'))[1] from questions`)
    expect(urls.length).toBeGreaterThan(80)
    for (const { url } of urls) expect(existsSync(path.join(demoMediaFolder, String(url).replace(/^\/(train|admin)\/file\//, ''))), String(url)).toBe(true)
  })

  test('films are as long as they are said to be, and comments are of moments within them', async () => {
    const films = await list(sql`select distinct url, length from resources where kind = 'video'`)
    expect(films).toHaveLength(2)
    for (const { url, length } of films) {
      const playlist = readFileSync(path.join(demoMediaFolder, path.dirname(String(url).replace('/train/file/', '')), '480p/index.m3u8'), 'utf8')
      expect([...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0), String(url)).toBeCloseTo(Number(length), 0)
    }
    await nothing(sql`
      select c ->> 'videoTime' from practical_details d join resources r on r.tenant_id = d.tenant_id and r.url = d.video_url, jsonb_array_elements(d.comments) c
      where (c ->> 'videoTime')::interval >= make_interval(secs => r.length)`)
  })

  test('banners and floors lead to what exists', () =>
    nothing(sql`
      select * from (select tenant_id, leads_to, content_id, forward_url from banners union all select tenant_id, leads_to, content_id, forward_url from floor_items) t
      where not case leads_to when 'link' then forward_url is not null when 'course' then exists (select 1 from courses c where c.tenant_id = t.tenant_id and c.course_id = t.content_id)
        else exists (select 1 from plans p where p.tenant_id = t.tenant_id and p.plan_id = t.content_id) end`))
})

describe('making worlds', () => {
  const fingerprint = async (now: Date, size: WorldSize) => {
    const hash = createHash('sha256')
    let largest = 0
    const count = await makeWorld({
      now, size,
      write: async (rows, what) => {
        for (const { table, rows: taken } of rows.take(what)) {
          largest = Math.max(largest, taken.length)
          hash.update(getTableName(table)).update(JSON.stringify(taken))
        }
      },
    })
    return { hash: hash.digest('hex'), count, largest }
  }
  const own = { extraLearners: 0, extraCourses: 0 }

  test('the same moment makes the same world, down to the password hashes', async () => {
    expect(await fingerprint(testMoment, own)).toEqual(await fingerprint(testMoment, own))
  }, 120_000)

  test('a larger world keeps the demo world and grows by what is asked for', async () => {
    const small = await fingerprint(testMoment, own)
    const large = await fingerprint(testMoment, { extraLearners: 500, extraCourses: 100 })
    expect(large.count).toBeGreaterThan(small.count + 500 * 10)
    expect(large.largest).toBeLessThanOrEqual(2000)
  }, 120_000)

  test.each(['2026-12-31T23:30:00+08:00', '2027-01-01T00:10:00+08:00', '2027-02-28T12:00:00+08:00', '2028-02-29T08:00:00+08:00'])('a world can be made at %s', async (moment) => {
    expect((await fingerprint(new Date(moment), own)).count).toBeGreaterThan(50_000)
  }, 120_000)
})
