import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contradictionsIn } from './answer-kill-rows.ts'
import { exams, questionsOf, save, sit, start } from './exam-world.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
let running: number
let learnerId: number
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  const learner = await api.loginAs('learner150', 82)
  learnerId = learner.userId
  await sit(api, learner, exams.quick, 2)
  // One that is still answered, with two receipts: no statistics have it yet.
  const paper = await start(learner, exams.theory)
  running = paper.instanceId
  for (const { questionId, optionList } of questionsOf(paper).slice(0, 2)) await save(learner, paper, questionId, String(optionList[0]?.optionId))
}, 300_000)
afterAll(() => api.close())

test('a world in which somebody has sat one exam and sits another has no rows that contradict each other', async () => {
  expect(await contradictionsIn(api.db)).toEqual([])
})

test.each<[string, string[]]>([
  ['two running attempts', [
    'drop index attempts_running',
    "insert into attempts select (jsonb_populate_record(a, jsonb_build_object('attempt_id', 1, 'answer_id', 1, 'receipt_count', 0, 'receipt_head', null))).* from attempts a where @running",
    'update exam_standings set attempts_used = attempts_used + 1 where (tenant_id, learner_id, exam_id) = (select tenant_id, learner_id, exam_id from attempts where @running)',
  ]],
  ['a broken chain', ["update answer_receipts set previous_hash = repeat('1', 64) where @running and link = 2"]],
  ['a broken chain', ["update answer_receipts set saved_at = saved_at + interval '1 millisecond' where @running and link = 1"]],
  ['a broken chain', ['delete from answer_receipts where @running and link = 1', 'delete from attempt_answers where @running and operation_id not in (select operation_id from answer_receipts where @running)']],
  ['a head that is not the last receipt', ["update attempts set receipt_head = repeat('1', 64) where @running"]],
  ['a head that is not the last receipt', ['update attempts set receipt_count = 0, receipt_head = null where @running']],
  ['an answer without its receipt', ["insert into attempt_answers select (jsonb_populate_record(a, jsonb_build_object('question_id', 1, 'operation_id', 'never-acknowledged'))).* from attempt_answers a where @running limit 1"]],
  ['a receipt without its answer', ['delete from attempt_answers where (tenant_id, attempt_id, question_id) = (select tenant_id, attempt_id, question_id from answer_receipts where @running and link = 1)']],
  ['a receipt without its answer', ["update attempt_answers set option_ids = '7' where (tenant_id, attempt_id, question_id) = (select tenant_id, attempt_id, question_id from answer_receipts where @running and link = 2)"]],
  ['attempts counted wrong', ['update exam_standings set attempts_used = attempts_used + 1 where tenant_id = 82 and learner_id = @learner and exam_id = @exam']],
  ['attempts counted wrong', ['delete from exam_standings where tenant_id = 82 and learner_id = @learner and exam_id = @exam']],
  ['learners or points of an exam counted wrong', ['update exam_averages set learners = learners + 1 where tenant_id = 82 and exam_id = @exam']],
  ['learners or points of an exam counted wrong', ['update exam_averages set score_sum = score_sum + 1 where tenant_id = 82 and exam_id = @exam']],
  ['learners or points of an exam counted wrong', ['delete from exam_averages where tenant_id = 82 and exam_id = @exam']],
  ['statistics that are not of the best attempts', ['update question_statistics set answers = answers + 1 where tenant_id = 82 and exam_id = @exam']],
  ['statistics that are not of the best attempts', ['delete from question_statistics where tenant_id = 82 and exam_id = @exam']],
])('finds %s after: %j', async (what, statements) => {
  const undone = new Error('undone')
  let found: string[] = []
  await expect(api.db.transaction(async (tx) => {
    for (const statement of statements) {
      const { rowCount } = await tx.execute(sql.raw(statement.replaceAll('@running', `tenant_id = 82 and attempt_id = ${running}`).replaceAll('@learner', String(learnerId)).replaceAll('@exam', String(exams.quick))))
      if (!statement.startsWith('drop')) expect(rowCount, statement).toBeGreaterThan(0)
    }
    found = await contradictionsIn(tx)
    throw undone
  })).rejects.toBe(undone)
  expect(found).toEqual([what])
})
