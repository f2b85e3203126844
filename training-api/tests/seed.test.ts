import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPasswordRight } from '../rules/passwords.ts'
import { demoPassword, startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'

const [liming, wangfang, zhaoqiang, chenjing] = [820_001, 820_002, 820_003, 820_004] as const

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const list = async <T = Record<string, unknown>>(query: SQL) => (await api.db.execute(query)).rows as T[]
const first = async <T = Record<string, unknown>>(query: SQL) => (await list<T>(query))[0] as T
const count = async (query: SQL) => (await first<{ n: number }>(sql`select count(*) n from (${query}) counted`)).n
const now = () => sql`${testMoment.toISOString()}::timestamptz`
const titles = async (query: SQL) => (await list<{ title: string }>(query)).map(({ title }) => title)

/** Stand-alone exams of a learner in one tab of my exams. */
const examsOf = (learnerId: number, tab: 'available' | 'passed' | 'failed' | 'expired') => sql`
  select * from (select e.*, case when s.status in ('passed', 'failed') then s.status when e.ends_at <= ${now()} then 'expired' else 'available' end tab
    from exams e left join exam_standings s on s.tenant_id = e.tenant_id and s.exam_id = e.exam_id and s.learner_id = ${learnerId} and s.place_id = 0
    where e.tenant_id = 82 and e.origin = 'standalone' and ((e.for_everybody and not exists (select 1 from exam_exclusions x where x.tenant_id = 82 and x.exam_id = e.exam_id and x.learner_id = ${learnerId}))
      or exists (select 1 from exam_assignments a where a.tenant_id = 82 and a.exam_id = e.exam_id and a.learner_id = ${learnerId}))) own where tab = ${tab}`

const rankOf = async (metric: string, learnerId: number, scope = 'tenant', scopeId = 0) => {
  const { n } = await first<{ n: number }>(sql`
    select count(*) + 1 n from learner_totals t, learner_totals own where own.tenant_id = 82 and own.learner_id = ${learnerId} and own.metric = ${metric} and own.scope = ${scope} and own.scope_id = ${scopeId}
    and t.tenant_id = 82 and t.metric = own.metric and t.scope = own.scope and t.scope_id = own.scope_id and (t.value > own.value or (t.value = own.value and t.learner_id < own.learner_id))`)
  return n
}

describe('tenants', () => {
  test.each([
    [82, 'localhost', '卓越职业技术培训平台', true, 'standard'], [101, 'bgy.localhost', '碧园建筑实训平台', false, 'standard'],
    [116, 'rs.localhost', '瑞盛能源培训平台', false, 'standard'], [143, 'hj.localhost', '华匠职业学校', true, 'exerciseBank'],
  ])('%i on %s is %s', async (tenantId, domain, title, open, edition) => {
    expect(await first(sql`select d.domain, t.web_title, t.registration_open, t.edition from tenants t join tenant_domains d using (tenant_id) where tenant_id = ${tenantId}`)).toEqual({ domain, web_title: title, registration_open: open, edition })
  })

  test('each has its own logo, colour, banners, floors, notices, courses and learners', async () => {
    expect(await count(sql`select distinct logo_url, theme_color from tenants`)).toBe(4)
    for (const table of ['banners', 'floors', 'notices', 'courses', 'learners', 'levels', 'app_versions']) expect(await count(sql`select distinct tenant_id from ${sql.identifier(table)}`), table).toBe(4)
    expect(await list(sql`select tenant_id from tenants where (settings ->> 'footerLanguageSwitch')::boolean`)).toEqual([{ tenant_id: 82 }])
    expect(await list(sql`select tenant_id, settings ->> 'downloadPage' page from tenants where settings ->> 'downloadPage' <> 'standard' order by 1`)).toEqual([{ tenant_id: 101, page: 'bgy' }, { tenant_id: 116, page: 'rs' }])
    expect(await list(sql`select tenant_id from tenants where jsonb_array_length(settings -> 'hiddenQrCodes') > 0 order by 1`)).toEqual([{ tenant_id: 101 }, { tenant_id: 143 }])
  })
})

describe('learners', () => {
  test('the six known ones, with the password of all', async () => {
    const known = await list<{ tenant_id: number; account: string; name: string; phc: string }>(sql`
      select l.tenant_id, l.account, l.name, c.phc from learners l join credentials c using (tenant_id, learner_id) where account not like 'learner%' order by learner_id`)
    expect(known.map(({ tenant_id, account, name }) => [tenant_id, account, name])).toEqual([
      [82, 'liming', '李明'], [82, 'wangfang', '王芳'], [82, 'zhaoqiang', '赵强'], [82, 'chenjing', '陈静'], [101, 'liming', '黎明'], [143, 'sunli', '孙丽'],
    ])
    for (const phc of new Set(known.map(({ phc }) => phc))) expect(await isPasswordRight(demoPassword, phc)).toBe(true)
    expect(await count(sql`select 1 from learners l left join credentials c using (tenant_id, learner_id) where c.phc is null`)).toBe(0)
  })

  test('everybody has a work number, a post, a department, a phone and an e-mail', async () => {
    expect(await count(sql`select 1 from learners l left join departments d using (tenant_id, department_id) where d.name is null or work_number is null or post is null or phone !~ '^1[3-9][0-9]{9}$' or email is null`)).toBe(0)
    expect(await count(sql`select phone from learners group by phone having count(*) > 1`)).toBe(0)
    expect(await first(sql`select phone from learners where learner_id = ${liming}`)).toEqual({ phone: '13800000001' })
  })

  test('about 300 in tenant 82, learner001 to learner290 among them', async () => {
    expect(await count(sql`select 1 from learners where tenant_id = 82`)).toBe(294)
    expect(await first(sql`select min(account) a, max(account) z, count(*) n from learners where tenant_id = 82 and account like 'learner%'`)).toEqual({ a: 'learner001', z: 'learner290', n: 290 })
    expect(await first(sql`select name, work_number from learners where learner_id = 820117`)).toEqual({ name: '孙伟', work_number: 'A0117' })
  })

  test('陈静 has no roles, everybody else has', async () => {
    expect(await list(sql`select learner_id from learners where not exists (select 1 from jsonb_array_elements_text(authorities) a where a like 'ROLE_%')`)).toEqual([{ learner_id: chenjing }])
  })

  test('王芳 has nothing of her own', async () => {
    for (const table of ['enrolments', 'section_records', 'favourites', 'message_recipients', 'attempts', 'mistakes', 'certificates', 'class_members', 'post_map_members', 'notes', 'points_ledger', 'learner_totals', 'reviews', 'exam_assignments']) {
      expect(await count(sql`select 1 from ${sql.identifier(table)} where tenant_id = 82 and learner_id = ${wangfang}`), table).toBe(0)
    }
    for (const tab of ['available', 'passed', 'failed', 'expired'] as const) expect(await count(examsOf(wangfang, tab))).toBe(0)
  })

  test('赵强 is first in every ranking and of level 10', async () => {
    for (const metric of ['minutes', 'points', 'certificates', 'mistakes']) expect(await rankOf(metric, zhaoqiang), metric).toBe(1)
    const { value } = await first<{ value: number }>(sql`select value from learner_totals where learner_id = ${zhaoqiang} and metric = 'points' and scope = 'tenant'`)
    expect(value).toBeGreaterThanOrEqual(12_000)
    for (const classId of [4001, 4002]) for (const metric of ['minutes', 'points']) expect(await rankOf(metric, zhaoqiang, 'class', classId)).toBe(1)
  })

  test('赵强 has passed everything that could be begun', async () => {
    expect(await count(sql`select 1 from enrolments where tenant_id = 82 and learner_id = ${zhaoqiang} and state <> 'passed'`)).toBe(0)
    expect(await count(sql`select 1 from courses c where tenant_id = 82 and not forbidden and access_refusal is null and not exists (select 1 from enrolments e where e.tenant_id = 82 and e.learner_id = ${zhaoqiang} and e.content_id = c.course_id and plan_item_id = 0)`)).toBe(0)
    expect(await titles(examsOf(zhaoqiang, 'available'))).toEqual(['复审理论考试'])
    for (const tab of ['failed', 'expired'] as const) expect(await count(examsOf(zhaoqiang, tab))).toBe(0)
  })

  test('赵强 has certificates in two years, of both templates and all validities, one with a very long name', async () => {
    const own = await list<{ year: number; layout: string; validity: string; name: string }>(sql`select extract(year from obtained_at at time zone 'Asia/Shanghai')::int "year", layout, validity, name from certificates where tenant_id = 82 and learner_id = ${zhaoqiang}`)
    expect(new Set(own.map(({ year }) => year)).size).toBe(2)
    expect(new Set(own.map(({ layout }) => layout)).size).toBe(2)
    expect(new Set(own.map(({ validity }) => validity)).size).toBe(3)
    expect(own.some(({ layout, name }) => layout === 'horizontal' && name.length > 40)).toBe(true)
    expect(await count(sql`select check_code from certificates where length(check_code) >= 32 group by tenant_id, check_code having count(*) > 1`)).toBe(0)
  })

  test('李明 is 14th by hours and has five unread of 23 messages, two with attachments', async () => {
    expect(await rankOf('minutes', liming)).toBe(14)
    expect(await first(sql`select count(*) n, count(*) filter (where read_at is null) unread, count(file_url) files from message_recipients join messages using (tenant_id, message_id) where tenant_id = 82 and learner_id = ${liming}`)).toEqual({ n: 23, unread: 5, files: 2 })
  })

  test('the other 李明 and 孙丽 have data of their own', async () => {
    expect(await count(sql`select 1 from enrolments where learner_id = 1010001`)).toBeGreaterThan(3)
    expect(await count(sql`select 1 from mistakes where learner_id = 1430001 and source = 'practice' and removed_at is null`)).toBeGreaterThan(12)
  })
})

describe('courses of 李明', () => {
  const own = (kind: 'course' | 'plan') => sql`select * from enrolments where tenant_id = 82 and learner_id = ${liming} and content_kind = ${kind} and plan_item_id = 0`

  test('36, in all states, the six known ones among them', async () => {
    expect(await count(own('course'))).toBe(36)
    expect(await list(sql`select e.content_id, c.title, e.state, c.sequential, c.forbidden, c.access_refusal from (${own('course')}) e join courses c on c.tenant_id = 82 and c.course_id = e.content_id where c.course_id <= 3006 order by 1`)).toEqual([
      { content_id: 3001, title: '低压电工作业安全', state: 'inProgress', sequential: false, forbidden: false, access_refusal: null },
      { content_id: 3002, title: '叉车驾驶与维护', state: 'notStarted', sequential: true, forbidden: false, access_refusal: null },
      { content_id: 3003, title: '焊接工艺基础', state: 'passed', sequential: false, forbidden: false, access_refusal: null },
      { content_id: 3004, title: '起重机械指挥', state: 'failed', sequential: false, forbidden: false, access_refusal: null },
      { content_id: 3005, title: '有限空间作业', state: 'notStarted', sequential: false, forbidden: true, access_refusal: null },
      { content_id: 3006, title: '高处作业安全', state: 'notStarted', sequential: false, forbidden: false, access_refusal: '本课程仅限高处作业班学员学习' },
    ])
    expect(await count(sql`select 1 from reviews where tenant_id = 82 and learner_id = ${liming} and content_id = 3003`)).toBe(0)
  })

  test('at least six are not started, two of them one section after another', async () => {
    const waiting = sql`select c.sequential from (${own('course')}) e join courses c on c.tenant_id = 82 and c.course_id = e.content_id where e.state = 'notStarted' and not c.forbidden and c.access_refusal is null`
    expect(await count(waiting)).toBeGreaterThanOrEqual(6)
    expect(await count(sql`select 1 from (${waiting}) w where w.sequential`)).toBeGreaterThanOrEqual(2)
  })

  test('at least three others have a section that can be unlocked', async () => {
    expect(await count(sql`
      select distinct r.course_id from section_records r join sections s using (tenant_id, section_id) join sections b on b.tenant_id = s.tenant_id and b.course_id = s.course_id and b.position = s.position - 1
      join section_records p on p.tenant_id = r.tenant_id and p.learner_id = r.learner_id and p.plan_item_id = 0 and p.section_id = b.section_id
      where r.tenant_id = 82 and r.learner_id = ${liming} and r.plan_item_id = 0 and r.locked and p.state = 'passed' and r.course_id <> 3001`)).toBeGreaterThanOrEqual(3)
  })

  test('低压电工作业安全 is as it is described', async () => {
    expect(await list(sql`
      select h.name chapter, s.section_id, s.name, coalesce(f.standard, f.kind, s.kind) what, s.study_minutes, s.required_percent, r.state, r.locked, r.record_id from sections s join chapters h using (tenant_id, chapter_id)
      left join resources f on f.tenant_id = s.tenant_id and f.resource_id = s.resource_id
      join section_records r on r.tenant_id = 82 and r.section_id = s.section_id and r.learner_id = ${liming} and r.plan_item_id = 0 where s.tenant_id = 82 and s.course_id = 3001 order by s.position`)).toEqual([
      { chapter: '安全基础', section_id: 3201, name: '用电安全概述', what: 'video', study_minutes: 20, required_percent: 80, state: 'passed', locked: false, record_id: 9001 },
      { chapter: '安全基础', section_id: 3202, name: '安全规程手册', what: 'document', study_minutes: 30, required_percent: 50, state: 'inProgress', locked: false, record_id: 9002 },
      { chapter: '设备操作', section_id: 3203, name: '低压配电柜认知', what: 'scorm12', study_minutes: 25, required_percent: null, state: 'notStarted', locked: false, record_id: 9003 },
      { chapter: '设备操作', section_id: 3204, name: '倒闸操作流程', what: 'scorm2004', study_minutes: 20, required_percent: null, state: 'notStarted', locked: true, record_id: 9004 },
      { chapter: '设备操作', section_id: 3205, name: '验电与接地', what: 'simulation', study_minutes: 25, required_percent: null, state: 'notStarted', locked: true, record_id: 9005 },
      { chapter: '结业考核', section_id: 3206, name: '章节测验', what: 'exam', study_minutes: 15, required_percent: null, state: 'notStarted', locked: true, record_id: 9006 },
    ])
    expect(await first(sql`select kind, question_count, pass_score, attempts_allowed from exams where tenant_id = 82 and exam_id = 8101`)).toEqual({ kind: 'theory', question_count: 10, pass_score: 60, attempts_allowed: 3 })
    expect(await list(sql`select course_id from courses where tenant_id = 82 and course_id in (3001, 3003) and certificate_template_id is not null order by 1`)).toEqual([{ course_id: 3001 }, { course_id: 3003 }])
  })

  test('12 plans, the five known ones among them, for every filter', async () => {
    expect(await count(own('plan'))).toBe(12)
    expect(await list(sql`
      select p.plan_id, p.title, e.state, case when p.starts_at > ${now()} then 'upcoming' when p.ends_at <= ${now()} then 'ended' else 'open' end "window" from (${own('plan')}) e join plans p on p.tenant_id = 82 and p.plan_id = e.content_id where p.plan_id <= 5005 order by 1`)).toEqual([
      { plan_id: 5001, title: '新员工入职培训计划', state: 'inProgress', window: 'open' }, { plan_id: 5002, title: '安全生产月专项计划', state: 'notStarted', window: 'open' },
      { plan_id: 5003, title: '特种作业复审计划', state: 'notStarted', window: 'upcoming' }, { plan_id: 5004, title: '年度复训计划', state: 'inProgress', window: 'ended' }, { plan_id: 5005, title: '班组长能力提升计划', state: 'passed', window: 'open' },
    ])
    expect(await list(sql`select state, count(*) n from (${own('plan')}) e join plans p on p.plan_id = e.content_id where p.ends_at is null or p.ends_at > ${now()} group by 1 order by 1`)).toEqual([{ state: 'failed', n: 1 }, { state: 'inProgress', n: 3 }, { state: 'notStarted', n: 3 }, { state: 'passed', n: 3 }])
    expect(await list(sql`select plan_item_id, kind from plan_items where plan_id = 5001 order by position`)).toEqual([{ plan_item_id: 5101, kind: 'course' }, { plan_item_id: 5102, kind: 'course' }, { plan_item_id: 5103, kind: 'course' }, { plan_item_id: 5104, kind: 'exam' }, { plan_item_id: 5105, kind: 'exam' }])
    expect(await first(sql`select progress_percent from (${own('plan')}) e where content_id = 5001`)).toEqual({ progress_percent: 45 })
  })
})

describe('exams', () => {
  test('李明 has 23 available ones, and passed, failed and expired ones', async () => {
    const available = await titles(examsOf(liming, 'available'))
    expect(available).toHaveLength(23)
    expect(available).toEqual(expect.arrayContaining(['低压电工理论考试', '安全知识竞赛', '班前速测', '复审理论考试', '年度技能鉴定', '倒闸操作仿真考试']))
    expect(await count(examsOf(liming, 'passed'))).toBeGreaterThanOrEqual(4)
    expect(await titles(examsOf(liming, 'passed'))).toContain('电缆接头制作实操考试')
    expect(await count(examsOf(liming, 'failed'))).toBeGreaterThanOrEqual(4)
    expect(await count(examsOf(liming, 'expired'))).toBeGreaterThanOrEqual(4)
  })

  test('everybody else has the six named ones open and no attempts at them', async () => {
    expect(await count(sql`select 1 from exams where tenant_id = 82 and for_everybody`)).toBe(6)
    expect(await list(sql`select distinct learner_id from exam_exclusions`)).toEqual([{ learner_id: wangfang }])
    expect(await count(sql`select 1 from attempts a join exams e using (tenant_id, exam_id) join learners l using (tenant_id, learner_id) where tenant_id = 82 and e.for_everybody and l.account like 'learner%'`)).toBe(0)
    expect(await count(examsOf(820_011, 'available'))).toBe(6)
  })

  test('the rules of the named ones', async () => {
    const rules = await list(sql`select title, kind, question_count, answer_minutes, attempts_allowed, pass_score, switch_rule, switch_count_allowed, switch_seconds_allowed, starts_at > ${now()} later from exams where tenant_id = 82 and exam_id between 8001 and 8007 order by exam_id`)
    const rule = { kind: 'theory', pass_score: 60, switch_rule: 'none', switch_count_allowed: 0, switch_seconds_allowed: 0, later: false }
    expect(rules).toEqual([
      { ...rule, title: '低压电工理论考试', question_count: 30, answer_minutes: 45, attempts_allowed: null },
      { ...rule, title: '安全知识竞赛', question_count: 20, answer_minutes: 20, attempts_allowed: 1, switch_rule: 'both', switch_count_allowed: 3, switch_seconds_allowed: 60 },
      { ...rule, title: '班前速测', question_count: 5, answer_minutes: 1, attempts_allowed: null },
      { ...rule, title: '复审理论考试', question_count: 20, answer_minutes: 40, attempts_allowed: 2, later: true },
      { ...rule, title: '年度技能鉴定', question_count: 20, answer_minutes: 60, attempts_allowed: 1 },
      { ...rule, title: '倒闸操作仿真考试', kind: 'simulation', question_count: 0, answer_minutes: 30, attempts_allowed: 3 },
      { ...rule, title: '电缆接头制作实操考试', kind: 'practical', question_count: 0, answer_minutes: 45, attempts_allowed: 1 },
    ])
    expect(await list(sql`select q.kind, count(*) n, sum(p.score) score from paper_questions p join questions q using (tenant_id, question_id) where tenant_id = 82 and paper_id = 8200 group by 1 order by 1`))
      .toEqual([{ kind: 'judgement', n: 5, score: 15 }, { kind: 'multiple', n: 10, score: 40 }, { kind: 'single', n: 15, score: 45 }])
    expect(await count(sql`select distinct q.content from paper_questions p join questions q using (tenant_id, question_id) where tenant_id = 82 and paper_id = 8200 and length(q.analysis) > 10`)).toBe(30)
  })

  test('attempts of 李明: two at the theory exam, one pending review, one reviewed practical', async () => {
    expect(await list(sql`select attempt_id, answer_id, score, passed from attempts where tenant_id = 82 and learner_id = ${liming} and exam_id = 8001 order by number`)).toEqual([
      { attempt_id: 88_101, answer_id: 89_101, score: 46, passed: false }, { attempt_id: 88_102, answer_id: 89_102, score: 58, passed: false },
    ])
    expect(await list(sql`select status, score from attempts where tenant_id = 82 and learner_id = ${liming} and exam_id = 8005`)).toEqual([{ status: 'pendingReview', score: null }])
    expect(await count(sql`select 1 from practical_groups g join exams e using (tenant_id, paper_id) where tenant_id = 82 and e.exam_id = 8005`)).toBe(1)
    const detail = await first<{ score_rows: unknown[]; comments: unknown[]; parameters: unknown[]; video_url: string }>(sql`select d.* from practical_details d join attempts a using (tenant_id, attempt_id) where tenant_id = 82 and a.learner_id = ${liming} and a.exam_id = 8007`)
    expect(detail).toMatchObject({ score: 86, passed: true, used_ms: 2_520_000, reviewer_name: '周老师', video_url: '/train/file/video/7301/index.m3u8' })
    expect([detail.score_rows.length, detail.comments.length, detail.parameters.length].every((length) => length >= 3)).toBe(true)
  })

  test('12 wrong questions of 李明 of each kind, of all types and at least two subjects', async () => {
    expect(await list(sql`select source, count(*) n, count(distinct question_kind) kinds, count(distinct subject_id) >= 2 subjects from mistakes where tenant_id = 82 and learner_id = ${liming} and removed_at is null group by 1 order by 1`)).toEqual(['practice', 'simulation', 'theory'].map((source) => ({ source, n: 12, kinds: 3, subjects: true })))
  })
})

describe('exercise centre of tenant 143', () => {
  test('five levels of categories, one without subjects', async () => {
    expect((await list<{ level: number }>(sql`select distinct level from subject_categories where tenant_id = 143 order by 1`)).map(({ level }) => level)).toEqual([1, 2, 3, 4, 5])
    expect(await count(sql`select 1 from subject_categories c where tenant_id = 143 and level = 1 and not exists (select 1 from subject_category_members m where m.tenant_id = 143 and m.category_id = c.category_id)`)).toBe(1)
    expect(await count(sql`select 1 from subject_categories where tenant_id <> 143`)).toBe(0)
  })

  test('subjects of 120, 60, 40, 12 and 0 questions, with their counts', async () => {
    const subjects = await list<Record<'n' | 'single_count' | 'multiple_count' | 'judgement_count' | 'singles' | 'multiples' | 'judgements', number>>(sql`
      select s.single_count, s.multiple_count, s.judgement_count, count(q.question_id) n, count(*) filter (where q.kind = 'single') singles, count(*) filter (where q.kind = 'multiple') multiples, count(*) filter (where q.kind = 'judgement') judgements
      from subject_category_members m join subjects s using (tenant_id, subject_id) left join questions q on q.tenant_id = 143 and q.subject_id = s.subject_id and q.in_practice
      where m.tenant_id = 143 and m.category_id = 0 group by s.subject_id, s.single_count, s.multiple_count, s.judgement_count order by n desc`)
    expect(subjects.map(({ n }) => n)).toEqual([120, 60, 40, 12, 0])
    for (const subject of subjects) expect([subject.single_count, subject.multiple_count, subject.judgement_count]).toEqual([subject.singles, subject.multiples, subject.judgements])
  })

  test('five label groups on the first; labels leave 30 to 99 questions, and one leaves none', async () => {
    const labels = await list<{ n: number; group_id: number }>(sql`select v.group_id, v.value_id, count(l.question_id) n from label_values v left join question_labels l using (tenant_id, value_id) where v.tenant_id = 143 group by 1, 2`)
    expect(new Set(labels.map(({ group_id }) => group_id)).size).toBe(5)
    expect(labels.some(({ n }) => n >= 30 && n <= 99)).toBe(true)
    expect(labels.some(({ n }) => n === 0)).toBe(true)
    expect(labels.some(({ n }) => n > 0 && n < 30)).toBe(true)
  })
})

describe('home, news and organisation', () => {
  test('40 released notices over three types, 3 of them for the news page only, and 2 unreleased', async () => {
    expect(await list(sql`select released, count(*) n, count(distinct kind) kinds from notices where tenant_id = 82 group by 1 order by 1`)).toEqual([{ released: false, n: 2, kinds: 2 }, { released: true, n: 40, kinds: 3 }])
    expect(await count(sql`select 1 from notices where tenant_id = 82 and shown_on = 'newsPage'`)).toBe(3)
    expect(await count(sql`select 1 from notices where tenant_id = 82 and file_url is not null`)).toBeGreaterThanOrEqual(4)
    expect(await count(sql`select 1 from notices where tenant_id = 82 and content ~ '<script' and content ~ 'onerror=' and content ~ 'javascript:'`)).toBe(1)
    expect(await count(sql`select 1 from notices where title_en is null or title_ja is null`)).toBe(0)
  })

  test('two banners of every kind and floors of every kind', async () => {
    expect(await list(sql`select leads_to, count(*) n from banners where tenant_id = 82 group by 1 order by 1`)).toEqual(['course', 'link', 'plan'].map((leads_to) => ({ leads_to, n: 2 })))
    expect((await list<{ layout: string }>(sql`select layout from floors where tenant_id = 82 order by position`)).map(({ layout }) => layout)).toEqual(['grid', 'gridSecond', 'featuredPlan', 'banner'])
  })

  test('two classes of more than 11 learners, both with 李明', async () => {
    const classes = await list<{ member_count: number; members: number }>(sql`select c.member_count, count(m.learner_id) members from school_classes c join class_members m using (tenant_id, class_id) where tenant_id = 82 group by c.class_id, c.member_count`)
    expect(classes).toHaveLength(2)
    for (const { member_count, members } of classes) expect([member_count > 11, members]).toEqual([true, member_count])
    expect(await count(sql`select 1 from class_members where tenant_id = 82 and learner_id = ${liming}`)).toBe(2)
  })

  test('three learning paths of 5 to 8 nodes, every node with courses', async () => {
    const paths = await list<{ nodes: number; filled: number }>(sql`select count(distinct n.node_id) nodes, count(distinct c.node_id) filled from learning_path_nodes n left join learning_path_courses c using (tenant_id, path_id, node_id) group by n.path_id`)
    expect(paths).toHaveLength(3)
    for (const { nodes, filled } of paths) expect([nodes >= 5 && nodes <= 8, filled]).toEqual([true, nodes])
  })

  test('six post maps with long names, for 李明 in all three states', async () => {
    const maps = await list<{ name: string; joined: boolean; missing: number }>(sql`select p.name, m.learner_id is not null joined, count(c.course_id) filter (where e.state is distinct from 'passed') missing from post_maps p
      left join post_map_members m on m.tenant_id = 82 and m.post_map_id = p.post_map_id and m.learner_id = ${liming} join post_map_skill_courses c on c.tenant_id = 82 and c.post_map_id = p.post_map_id
      left join enrolments e on e.tenant_id = 82 and e.learner_id = ${liming} and e.content_kind = 'course' and e.content_id = c.course_id and e.plan_item_id = 0 group by 1, 2`)
    expect(maps).toHaveLength(6)
    expect(maps.every(({ name }) => name.length > 4)).toBe(true)
    expect(maps.filter(({ joined, missing }) => joined && missing === 0)).toHaveLength(2)
    expect(maps.filter(({ joined, missing }) => joined && missing > 0)).toHaveLength(2)
    expect(maps.filter(({ joined }) => !joined)).toHaveLength(2)
    expect(await count(sql`select 1 from post_maps p where join_count <> (select count(*) from post_map_members m where m.tenant_id = p.tenant_id and m.post_map_id = p.post_map_id)`)).toBe(0)
  })

  test('app versions of six types, titles in three languages', async () => {
    expect(await count(sql`select 1 from app_versions where tenant_id = 82`)).toBe(6)
    for (const table of ['courses', 'plans', 'exams', 'subjects', 'tag_values']) expect(await count(sql`select 1 from ${sql.identifier(table)} where coalesce(title_en, '') = '' or coalesce(title_ja, '') = ''`), table).toBe(0)
    expect(await count(sql`select distinct content from questions where tenant_id = 82`)).toBeGreaterThanOrEqual(150)
  })
})
