import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exams, handIn, questionsOf, rightAnswers, save, start } from './exam-world.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

// Many learners at the same exam at the same moment, as on a server with many connections.
const takers = Number(process.env.CROWD_TAKERS ?? 24)
let api: TestApi
let learners: TestLearner[]

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  learners = await Promise.all(Array.from({ length: takers }, (_, at) => api.loginAs(`learner${String(at + 1).padStart(3, '0')}`, 82)))
}, 300_000)
afterAll(() => api.close())

test('start, answer and hand in at once: everybody gets the own grade, and the sums are right', async () => {
  const papers = await Promise.all(learners.map((who) => start(who, exams.theory)))
  expect(new Set(papers.map(({ instanceId }) => instanceId)).size).toBe(takers)
  const right = await rightAnswers(api, papers[0]?.paperId ?? 0)
  const questions = papers[0] === undefined ? [] : questionsOf(papers[0])
  await Promise.all(
    learners.flatMap((who, at) => questions.slice(0, at % 10).map(({ questionId }) => save(who, papers[at] as (typeof papers)[number], questionId, right.get(questionId) ?? ''))),
  )
  const reports = await Promise.all(learners.map((who, at) => handIn(who, papers[at] as (typeof papers)[number])))
  expect(reports.map(({ userScore }) => userScore)).toEqual(learners.map((_, at) => questions.slice(0, at % 10).reduce((sum, { score }) => sum + score, 0)))
  const { rows } = await api.db.execute(sql`
    select g.learners, a.n, g.score_sum, a.score from exam_averages g join (
      select exam_id, count(*) n, sum(best) score from (select exam_id, learner_id, max(score) best from attempts where tenant_id = 82 and score is not null group by 1, 2) b group by 1) a on a.exam_id = g.exam_id
    where g.tenant_id = 82 and (g.learners <> a.n or abs(g.score_sum - a.score) > 0.001)`)
  expect(rows).toEqual([])
}, 120_000)
