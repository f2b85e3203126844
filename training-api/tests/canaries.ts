import { sql } from 'drizzle-orm'
import { testMoment } from './support.ts'
import type { TestApi } from './support.ts'

type Whose = { tenantId: number; userId: number }

/** Words and numbers that stand nowhere but in the rows of one learner, by what they are. */
export const canaries = {
  name: 'canary-name',
  workNumber: 'canary-work-number',
  phone: '13977700101',
  email: 'canary@mail.example',
  note: 'canary-note',
  message: 'canary-message',
  certificate: 'canary-certificate',
  checkCode: 'canary-check-code',
  answer: '777001001',
  wrongAnswer: '777001002',
  practisedAnswer: '777001003',
  usedTime: '777001004',
  attemptHead: 'canary-attempt-head',
  receipt: 'canary-receipt',
  answerFile: 'canary-answer-file',
  reviewer: 'canary-reviewer',
  suspendData: 'canary-suspend-data',
  simulationScore: '77.7001',
} as const

/** Names of what a tenant teaches, by where its names stand; each gets a mark that stands in no other tenant's. */
const marked = { courses: 'title', chapters: 'name', sections: 'name', plans: 'title', plan_items: 'name', exams: 'title', questions: 'content', notices: 'title', learning_paths: 'name', post_maps: 'name' } as const
const markOf = (table: string) => `mark-of-${table}.`

/** The marks that a tenant's content has. */
export const marks: readonly string[] = Object.keys(marked).map(markOf)

/** Which marks stand in a text. */
export const marksIn = (text: string): string[] => marks.filter((mark) => text.includes(mark))

/** Puts the marks into the names of a tenant's content. */
export async function markContent(api: TestApi, tenantId: number): Promise<void> {
  for (const [table, column] of Object.entries(marked)) await api.db.execute(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sql.identifier(column)} || ${markOf(table)} where tenant_id = ${tenantId}`)
}

/** Which canaries stand in a text. */
export const canariesIn = (text: string): string[] => Object.entries(canaries).flatMap(([what, canary]) => (text.includes(canary) ? [what] : []))

/** Writes the canaries into a learner's rows, and adds rows of the kinds that the learner has none of; gives what to ask for those that chance hardly finds. */
export async function plantCanaries(api: TestApi, { tenantId, userId }: Whose): Promise<Record<string, Record<string, unknown>>> {
  const own = sql`tenant_id = ${tenantId} and learner_id = ${userId}`
  const ofAttempts = sql`tenant_id = ${tenantId} and attempt_id in (select attempt_id from attempts where ${own})`
  const statements = [
    sql`update learners set name = ${canaries.name}, work_number = ${canaries.workNumber}, phone = ${canaries.phone}, email = ${canaries.email} where ${own}`,
    sql`update notes set text = ${canaries.note} where ${own}`,
    sql`insert into messages (tenant_id, message_id, title, content, sender, sent_at) values (${tenantId}, 777001, ${canaries.message}, ${canaries.message}, 'x', ${testMoment.toISOString()})`,
    sql`insert into message_recipients (tenant_id, recipient_id, learner_id, message_id, sent_at) values (${tenantId}, 777001, ${userId}, 777001, ${testMoment.toISOString()})`,
    sql`update certificates set number = ${canaries.certificate} || certificate_id, check_code = ${canaries.checkCode} || certificate_id where ${own}`,
    sql`update attempts set used_ms = ${Number(canaries.usedTime)}, receipt_head = ${canaries.attemptHead} where ${own} and status <> 'running'`,
    sql`update attempt_answers set option_ids = ${canaries.answer} where ${ofAttempts}`,
    sql`insert into answer_receipts (tenant_id, attempt_id, link, operation_id, question_id, answer_hash, previous_hash, hash, saved_at)
      select tenant_id, attempt_id, 777001, ${canaries.receipt}, 1, 'x', 'x', 'x', started_at from attempts where ${own}`,
    sql`insert into answer_files (tenant_id, file_id, attempt_id, learner_id, content_hash, sealed, made_at, received_at, answers, original)
      select tenant_id, attempt_id, attempt_id, learner_id, ${canaries.answerFile}, false, started_at, started_at, '[]', 'x' from attempts where ${own}`,
    sql`update practical_details set reviewer_name = ${canaries.reviewer} where ${own}`,
    sql`update mistakes set option_ids = ${canaries.wrongAnswer} where ${own}`,
    sql`insert into practice_sessions (tenant_id, session_id, learner_id, subject_id, label_value_ids, question_ids, answers, drawn_at)
      select tenant_id, 777001, learner_id, subject_id, '[]', jsonb_build_array(question_id), jsonb_build_object(question_id, jsonb_build_object('optionIds', ${canaries.practisedAnswer}::text, 'right', false)), added_at from mistakes where ${own} order by question_id limit 1`,
    sql`update study_positions set suspend_data = ${canaries.suspendData} where ${own}`,
    sql`update simulation_results set total_score = ${Number(canaries.simulationScore)} where ${own}`,
  ]
  for (const statement of statements) await api.db.execute(statement)
  const firstOf = async (query: ReturnType<typeof sql>) => (await api.db.execute(query)).rows[0]
  const note = await firstOf(sql`select content_id as id, content_kind as kind from notes where ${own} and deleted_at is null limit 1`)
  const mistake = await firstOf(sql`select mistake_id as id from mistakes where ${own} and removed_at is null limit 1`)
  const practical = await firstOf(sql`select detail_id as id from practical_details where ${own} limit 1`)
  const position = await firstOf(sql`select section_id as section, resource_id as resource from study_positions where ${own} limit 1`)
  return {
    'POST /train/app/note/selectNoteByUserId': { coursePlanId: note?.id, coursePlanType: note?.kind === 'plan' ? 2 : 1 },
    'GET /train/practiceCenter/practiceDraw': { drawId: 777_001 },
    'GET /train/examPlanApp/examErrorDetail': { id: mistake?.id },
    'GET /train/examPlan/questionGroupActualInfo': { examAnswerActualDetailId: practical?.id },
    'GET /train/web/getStudyPosition': { sectionId: position?.section, resourceId: position?.resource },
  }
}
