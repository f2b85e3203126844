// What the demo world's crowd lacks to stand for a whole population: messages, visits, notes, practice, logins, kept wishes, and takers of the exam that the measurement sits, with their receipts.

/** The exam that the measured learners take: everybody's, as often as one likes. */
export const openExam = 8001
/** The plan that the measured learners begin, again and again. */
export const beganPlan = 5012
export const tenantId = 82
/** The learners that are copied; the few known by name stay single. */
export const crowd = `account like 'learner%'`
const numbered = `(select l.*, row_number() over (partition by tenant_id order by learner_id) as n from learners l where ${crowd})`

/** As long as a SHA-256 that the training API makes, whatever it is of. */
const hashOf = (text) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** How many of ten have sat the open exam. */
const takersOfTen = 3
/** One of so many has left the page once meanwhile. */
const switchersOf = 20
const attemptIds = 70_000_000_000
const answerIds = 71_000_000_000

const messages = `
  insert into message_recipients (tenant_id, recipient_id, learner_id, message_id, sent_at, read_at)
  select l.tenant_id, 60000000000 + l.n * 100 + m.place, l.learner_id, m.message_id, m.sent_at, case when m.place > 2 then m.sent_at + interval '1 hour' end
  from ${numbered} l join (select *, row_number() over (partition by tenant_id order by sent_at desc) as place from messages) m on m.tenant_id = l.tenant_id and m.place <= 4
  where not exists (select 1 from message_recipients r where r.tenant_id = l.tenant_id and r.learner_id = l.learner_id)`

/** One of so many is in a section still. */
const studiesOf = 20
/** The newest two sections of everybody were visited, timed and left somewhere. */
const opened = `
  create temporary table opened as
  select * from (
    select r.tenant_id, r.learner_id, r.section_id, r.course_id, r.plan_item_id, r.opened_at, r.learned_minutes, s.resource_id, s.chapter_id,
      row_number() over (partition by r.tenant_id, r.learner_id order by r.opened_at desc, r.section_id, r.plan_item_id) as place, row_number() over (order by r.tenant_id, r.record_id) as n
    from section_records r join sections s using (tenant_id, section_id) join learners l using (tenant_id, learner_id) where r.opened_at is not null and l.${crowd}) o where place <= 2`
const visits = `
  insert into study_visits (tenant_id, visit_id, learner_id, section_id, plan_item_id, visit_key, started_at, ended_at, last_beat_at, last_seq, counted_seconds, reported_minutes, added_minutes)
  select tenant_id, 61000000000 + n, learner_id, section_id, plan_item_id, md5('visit ' || n), opened_at, case when ended then opened_at + interval '20 minutes' end, opened_at + interval '20 minutes', 20, 1200, case when ended then 20 end, case when ended then 20 end
  from (select *, place > 1 or n % ${studiesOf} > 0 as ended from opened) o`
const ledger = `
  insert into study_ledger (tenant_id, learner_id, entry_id, visit_id, course_id, section_id, plan_item_id, from_at, to_at, counted_seconds)
  select tenant_id, learner_id, 62000000000 + n, 61000000000 + n, course_id, section_id, plan_item_id, opened_at, opened_at + interval '20 minutes', 1200 from opened`
const positions = `
  insert into study_positions (tenant_id, learner_id, section_id, resource_id, position, seq, updated_at)
  select distinct on (tenant_id, learner_id, section_id, resource_id) tenant_id, learner_id, section_id, resource_id, 30, 20, opened_at + interval '20 minutes' from opened where resource_id is not null`
const notes = `
  insert into notes (tenant_id, note_id, learner_id, content_kind, content_id, chapter_id, section_id, resource_id, kind, text, moment, created_at, updated_at)
  select tenant_id, 63000000000 + n, learner_id, 'course', course_id, chapter_id, section_id, resource_id, 'video', 'note ' || n, 12, opened_at, opened_at from opened where place = 1 and plan_item_id = 0`
const draws = `
  insert into practice_sessions (tenant_id, session_id, learner_id, subject_id, label_value_ids, question_ids, drawn_at, ended_at, answered_count, correct_count)
  select l.tenant_id, 64000000000 + l.n, l.learner_id, s.subject_id, '[]', s.questions, now() - l.n % 200 * interval '1 day', now() - l.n % 200 * interval '1 day', 0, 0
  from ${numbered} l join (select tenant_id, subject_id, jsonb_agg(question_id) as questions from (
    select tenant_id, subject_id, question_id, row_number() over (partition by tenant_id, subject_id order by question_id) as place from questions) q where place <= 20 group by 1, 2) s
    on s.tenant_id = l.tenant_id where s.subject_id = (select min(subject_id) from questions q where q.tenant_id = l.tenant_id)`
const logins = `
  insert into sessions (tenant_id, token_hash, refresh_hash, learner_id, issued_at, expires_at, refresh_expires_at)
  select tenant_id, 'access of ' || tenant_id || ' ' || learner_id, 'refresh of ' || tenant_id || ' ' || learner_id, learner_id, now(), now() + interval '12 hours', now() + interval '30 days' from ${numbered} l where n % 3 = 0`

/** What browsers named, to be told the same again, is kept for thirty days. */
const wishes = `
  insert into operations (tenant_id, learner_id, operation_id, wish, answer, done_at)
  select tenant_id, learner_id, md5('wish ' || n || ' ' || w)::uuid, ${hashOf(`'wish ' || n || ' ' || w`)}, 'true', now() - n % 29 * interval '1 day' from ${numbered} l cross join generate_series(1, 2) w`

const takers = `(select * from ${numbered} c where tenant_id = ${tenantId} and n % 10 < ${takersOfTen})`
/** Of the attempts that are filled here. */
const filled = (alias) => `${alias}.tenant_id = ${tenantId} and ${alias}.attempt_id > ${attemptIds} and ${alias}.attempt_id < ${answerIds}`
const attempts = `
  insert into attempts (tenant_id, attempt_id, answer_id, learner_id, exam_id, paper_id, number, status, started_at, deadline_at, submitted_at, submitted_by, used_ms, sealed, question_count, switch_count, switch_seconds)
  select l.tenant_id, ${attemptIds} + l.n, ${answerIds} + l.n, l.learner_id, e.exam_id, e.paper_id, 1, 'finished', at, at + e.answer_minutes * interval '1 minute',
    at + used * interval '1 millisecond', 'learner', used, true, e.question_count, (l.n % ${switchersOf} = 0)::int, case when l.n % ${switchersOf} = 0 then 4 else 0 end
  from (select *, now() - interval '3 days' - n % 900 * interval '20 minutes' as at, 300000 + n * 7919 % 1500000 as used from ${takers} t) l
  join exams e on e.tenant_id = l.tenant_id and e.exam_id = ${openExam}
  where not exists (select 1 from attempts a where a.tenant_id = l.tenant_id and a.learner_id = l.learner_id and a.exam_id = e.exam_id)`
/** Three of four questions right: the right options, else the first of the wrong ones. */
const answers = `
  insert into attempt_answers (tenant_id, attempt_id, question_id, option_ids, operation_id, seq, saved_at, correct, score)
  select a.tenant_id, a.attempt_id, p.question_id, case when is_right then o.right_ids else o.wrong_id end, md5('answer ' || a.attempt_id || ' ' || p.position)::uuid, p.position, a.submitted_at, is_right, case when is_right then p.score else 0 end
  from attempts a join paper_questions p on p.tenant_id = a.tenant_id and p.paper_id = a.paper_id
  join (select tenant_id, question_id, string_agg(option_id::text, '&' order by option_id) filter (where correct) as right_ids, coalesce(min(option_id) filter (where not correct), min(option_id))::text as wrong_id from question_options group by 1, 2) o
    on o.tenant_id = p.tenant_id and o.question_id = p.question_id
  cross join lateral (select (a.attempt_id * 31 + p.position * 17 + a.attempt_id / 97) % 100 < 60 + a.attempt_id % 35 as is_right) chance
  where ${filled('a')}`
/** A link for each answer, in the order of their numbers. */
const receipts = `
  insert into answer_receipts (tenant_id, attempt_id, link, operation_id, question_id, answer_hash, previous_hash, hash, saved_at)
  select tenant_id, attempt_id, seq, operation_id, question_id, ${hashOf('option_ids')}, ${hashOf(`attempt_id || ' ' || seq - 1`)}, ${hashOf(`attempt_id || ' ' || seq`)}, saved_at from attempt_answers x where ${filled('x')}`
const heads = `
  update attempts a set receipt_count = h.links, last_seq = h.links, receipt_head = ${hashOf(`a.attempt_id || ' ' || h.links`)}
  from (select tenant_id, attempt_id, max(link) as links from answer_receipts group by 1, 2) h where h.tenant_id = a.tenant_id and h.attempt_id = a.attempt_id`
const openings = `
  insert into attempt_openings (tenant_id, learner_id, intent_id, attempt_id, epoch, opened_at)
  select tenant_id, learner_id, md5('intent ' || attempt_id)::uuid, attempt_id, epoch, started_at from attempts a where ${filled('a')}`
const switches = `
  insert into screen_switches (tenant_id, attempt_id, switch_id, event_id, away_seconds, received_at)
  select tenant_id, attempt_id, attempt_id, md5('switch ' || attempt_id)::uuid, switch_seconds, started_at + interval '1 minute' from attempts a where ${filled('a')} and switch_count > 0`
const grades = `
  update attempts a set score = g.score, correct_count = g.right_ones, accuracy = g.right_ones::float8 / g.answered, passed = g.score >= e.pass_score
  from (select tenant_id, attempt_id, sum(score) as score, count(*) filter (where correct) as right_ones, count(*) as answered from attempt_answers where attempt_id > ${attemptIds} and attempt_id < ${answerIds} group by 1, 2) g,
    exams e where g.tenant_id = a.tenant_id and g.attempt_id = a.attempt_id and e.tenant_id = a.tenant_id and e.exam_id = a.exam_id`
const standings = `
  insert into exam_standings (tenant_id, learner_id, exam_id, attempts_used, status, best_attempt_id, best_score, best_used_ms, best_accuracy, updated_at)
  select tenant_id, learner_id, exam_id, 1, case when passed then 'passed' else 'open' end, attempt_id, score, used_ms, accuracy, submitted_at
  from attempts where tenant_id = ${tenantId} and attempt_id > ${attemptIds} and attempt_id < ${answerIds}`
const places = `
  insert into learner_totals (tenant_id, metric, scope, scope_id, learner_id, value, bucket)
  select tenant_id, 'examScore', 'exam', exam_id, learner_id, best_score * 10000000000 + 99999999 - best_used_ms, 0 from exam_standings where tenant_id = ${tenantId} and best_attempt_id > ${attemptIds} and best_attempt_id < ${answerIds}`
const averages = `
  insert into exam_averages (tenant_id, exam_id, learners, score_sum, used_ms_sum, accuracy_sum)
  select tenant_id, exam_id, count(*), sum(best_score), sum(best_used_ms), sum(best_accuracy) from exam_standings where tenant_id = ${tenantId} and exam_id = ${openExam} and best_score is not null group by 1, 2
  on conflict (tenant_id, exam_id) do update set learners = excluded.learners, score_sum = excluded.score_sum, used_ms_sum = excluded.used_ms_sum, accuracy_sum = excluded.accuracy_sum`
const statistics = [
  `insert into question_statistics (tenant_id, exam_id, question_id, answers, correct_answers)
   select x.tenant_id, ${openExam}, x.question_id, count(*), count(*) filter (where x.correct) from exam_standings s join attempt_answers x on x.tenant_id = s.tenant_id and x.attempt_id = s.best_attempt_id
   where s.tenant_id = ${tenantId} and s.exam_id = ${openExam} group by 1, 2, 3
   on conflict (tenant_id, exam_id, question_id) do update set answers = excluded.answers, correct_answers = excluded.correct_answers`,
  `insert into option_statistics (tenant_id, exam_id, question_id, option_id, choices)
   select x.tenant_id, ${openExam}, x.question_id, o::bigint, count(*) from exam_standings s join attempt_answers x on x.tenant_id = s.tenant_id and x.attempt_id = s.best_attempt_id and x.option_ids <> ''
   cross join lateral unnest(string_to_array(x.option_ids, '&')) o where s.tenant_id = ${tenantId} and s.exam_id = ${openExam} group by 1, 2, 3, 4
   on conflict (tenant_id, exam_id, question_id, option_id) do update set choices = excluded.choices`,
]

/** The statements that complete a fresh demo world, in order. */
export const completion = [messages, opened, visits, ledger, positions, notes, 'drop table opened', draws, logins, wishes, attempts, answers, receipts, heads, openings, switches, grades, standings, places, averages, ...statistics]
