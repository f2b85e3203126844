// What must be in the database before learners are at work, beside the demo world: enough of what each of them can do once only, so that no
// round is without it.
const numbers = (first, count) => Array.from({ length: count }, (_, at) => first + at)

/** Courses that everybody has passed and nobody has rated. */
export const rateable = numbers(983_001, 200)
/** Courses that nobody has begun. */
export const fresh = numbers(985_001, 120)
/** Post maps that nobody has joined. */
export const joinable = numbers(986_001, 40)
/** A subject whose questions can be practised, and stand on no paper that is taken here. */
export const subject = { id: 702, name: '焊接与热切割' }

const messages = numbers(987_001, 10)
const everybody = "from learners l, {} where l.tenant_id = 82 and l.account like 'learner%'"
const among = (ids) => `unnest(array[${ids.join(', ')}]::bigint[]) n`

/** Rows like one of the demo world's, each with another number in these columns. */
const copies = (table, key, original, ids, columns, more = '') =>
  `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${columns.map((column) => `'${column}', n`).join(', ')}${more}))).* from ${table} t, ${among(ids)} where t.tenant_id = 82 and t.${key} = ${original} on conflict do nothing`

/** The statements that bring it there, one after another. */
export const worldSql = [
  "update exams set ends_at = now() + interval '1 year', answer_minutes = 600 where tenant_id = 82 and exam_id = 8001",
  "update section_records set locked = false where tenant_id = 82",
  // Old ones, behind those that the pages show first.
  copies('courses', 'course_id', 3001, [...rateable, ...fresh], ['course_id'], ", 'title', t.title || ' ' || n, 'section_count', 1, 'released_at', '2020-01-01T00:00:00Z'"),
  copies('chapters', 'chapter_id', 3101, fresh, ['course_id', 'chapter_id']),
  copies('sections', 'section_id', 3201, fresh, ['course_id', 'chapter_id', 'section_id']),
  copies('post_maps', 'post_map_id', 2101, joinable, ['post_map_id', 'position'], ", 'join_count', 0"),
  copies('messages', 'message_id', '(select min(message_id) from messages where tenant_id = 82)', messages, ['message_id'], ", 'sent_at', now()"),
  `insert into message_recipients (tenant_id, recipient_id, learner_id, message_id, sent_at) select l.tenant_id, n * 1000000000 + l.learner_id, l.learner_id, n, now() ${everybody.replace('{}', among(messages))} on conflict do nothing`,
  `insert into enrolments (tenant_id, learner_id, content_kind, content_id, plan_item_id, state, sections_total, assigned_at, touched_at)
   select l.tenant_id, l.learner_id, 'course', n, 0, 'passed', 1, '2020-01-01', '2020-01-01' ${everybody.replace('{}', among(rateable))} on conflict do nothing`,
  `update questions set in_practice = true, label_set = 1 where tenant_id = 82 and subject_id = ${subject.id}`,
  `insert into label_sets (tenant_id, subject_id, set_number, value_ids, question_count) select 82, ${subject.id}, 1, '{}', count(*) from questions where tenant_id = 82 and subject_id = ${subject.id} on conflict do nothing`,
]
