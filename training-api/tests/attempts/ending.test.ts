import { readFileSync } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exams as examTable } from '../../db/schema/exams.ts'
import { handInOverdue } from '../../queries/hand-in.ts'
import type { OverdueAttempt } from '../../queries/overdue-attempts.ts'
import { createRetries } from '../../rules/retries.ts'
import { clock, exams, handIn, questionsOf, rightAnswers, save, start } from '../exam-world.ts'
import { meeting, onServer } from '../meeting.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { dataOf } from '../world.ts'

// How attempts end beside each other: one that cannot be handed in, and two of one learner at the same moment.

let api: TestApi
let learner: TestLearner
let other: TestLearner
let number = 100

beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${(number += 1)}`, 82)
  other = await api.loginAs(`learner${(number += 1)}`, 82)
})

const firstStrange = 7_000_000_000

/** Running attempts like this one, more than are handed in at once, with other ids, in other places or of another exam. */
const multiply = (attemptId: number, examId: number) =>
  api.db.execute(sql`
    insert into attempts select (like_it).* from (
      select jsonb_populate_record(a, jsonb_build_object('attempt_id', ${firstStrange}::bigint + n, 'answer_id', ${firstStrange}::bigint + n, 'place_id', ${firstStrange}::bigint + n, 'exam_id', ${examId}::bigint)) as like_it
      from attempts a, generate_series(1, 510) n where tenant_id = 82 and attempt_id = ${attemptId}) made`)

describe('an exam that is changed while it is taken', () => {
  const theory = and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.theory))

  test('leaves the end of what runs alone, which the statement of docs/operating.md moves', async () => {
    const paper = await start(learner, exams.theory)
    const [before] = await api.db.select().from(examTable).where(theory)
    const after = (minutes: number) => new Date(testMoment.getTime() + minutes * 60_000)
    try {
      await api.db.update(examTable).set({ answerMinutes: 5, endsAt: after(1) }).where(theory)
      expect(await clock(learner, paper.instanceId)).toMatchObject({ deadline: paper.deadline })
      await api.db.execute(sql.raw(/(update attempts [^;]+);/.exec(readFileSync('docs/operating.md', 'utf8'))![1]!))
      expect(await clock(learner, paper.instanceId)).toMatchObject({ deadline: after(55).toISOString() })
      api.clock.set(after(54))
      await api.runJob('handInOverdue')
      const [question] = questionsOf(paper)
      await save(learner, paper, question!.questionId, String(question!.optionList[0]!.optionId))
      expect(await start(learner, exams.theory)).toMatchObject({ instanceId: paper.instanceId, status: 'running', deadline: after(55).toISOString() })
      api.clock.set(after(56))
      await api.runJob('handInOverdue')
      expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'handedIn', handIn: { by: 'deadline', answeredCount: 1 } })
    } finally {
      await api.db.update(examTable).set({ answerMinutes: before!.answerMinutes, endsAt: before!.endsAt }).where(theory)
    }
  })
})

describe('an attempt that cannot be handed in', () => {
  afterEach(async () => {
    await api.db.execute(sql`alter table attempts drop constraint if exists breaks`)
    await api.db.execute(sql`delete from attempts where attempt_id between ${firstStrange} and ${firstStrange + 1_000}`)
  })

  /** Another learner's attempt ends after all of those, and is to be handed in nevertheless. */
  async function expectOthersHandedIn(): Promise<void> {
    api.clock.advance({ seconds: 5 })
    const paper = await start(other, exams.quick)
    api.clock.advance({ seconds: 61 })
    await api.runJob('handInOverdue')
    expect(await clock(other, paper.instanceId)).toMatchObject({ status: 'handedIn' })
  }

  test('keeps nobody else waiting, however many there are', async () => {
    const paper = await start(learner, exams.quick)
    await multiply(paper.instanceId, exams.quick)
    await api.db.execute(sql.raw(`alter table attempts add constraint breaks check (place_id < ${firstStrange} or status = 'running') not valid`))
    await expectOthersHandedIn()
    expect(await clock(learner, paper.instanceId)).toMatchObject({ status: 'handedIn' })
    // Nor does it keep its learner from looking at exams.
    dataOf(await learner.get('/train/examPlanApp/queryPage', { queryType: 1 }))
  })

  test('is tried again by the clock after a pause that grows, behind all others', async () => {
    const [first, second] = [await start(learner, exams.quick), await start(other, exams.quick)]
    api.clock.advance({ seconds: 61 })
    let failed: number[] = []
    const log = { error: ({ attemptId }: { attemptId: number }) => void failed.push(attemptId) } as never
    const retries = createRetries<OverdueAttempt>()
    const afterSeconds = async (seconds: number) => {
      failed = []
      api.clock.advance({ seconds })
      await handInOverdue(api.db, { now: api.clock.now(), log, retries })
      return failed
    }
    const breakThose = (ids: number[]) => api.db.execute(sql.raw(`alter table attempts drop constraint if exists breaks, add constraint breaks check (attempt_id not in (${ids.join()}) or status = 'running') not valid`))
    await breakThose([first.instanceId, second.instanceId])
    const before = await start(await api.loginAs(`learner${(number += 1)}`, 82), exams.quick)
    expect((await afterSeconds(0)).toSorted()).toEqual([first.instanceId, second.instanceId].toSorted())
    expect([await afterSeconds(4), (await afterSeconds(1)).length, await afterSeconds(9), (await afterSeconds(1)).length]).toEqual([[], 2, [], 2])
    await breakThose([first.instanceId, second.instanceId, before.instanceId])
    // The one that was begun later and has not failed yet is the first now.
    const [newest, ...rest] = await afterSeconds(60)
    expect([newest, rest.toSorted()]).toEqual([before.instanceId, [first.instanceId, second.instanceId].toSorted()])
    await api.db.execute(sql`alter table attempts drop constraint breaks`)
    await afterSeconds(600)
    expect(retries.keys()).toEqual([])
    for (const [who, { instanceId }] of [[learner, first], [other, second]] as const) expect(await clock(who, instanceId)).toMatchObject({ status: 'handedIn' })
  })

  test('is not asked for when its exam is gone', async () => {
    const paper = await start(learner, exams.quick)
    await multiply(paper.instanceId, 999_999)
    await expectOthersHandedIn()
  })
})

test('who looks at exams after the end of a paper finds what has come of it at once, in the list and before the exam', async () => {
  for (const who of [learner, other]) await start(who, exams.contest)
  const isListed = async () => dataOf(await learner.get<{ records: { id: number }[] }>('/train/examPlanApp/queryPage', { queryType: 1, size: 50 })).records.some(({ id }) => id === exams.contest)
  const before = async () => dataOf(await other.get<{ cannotanswer: number }>('/train/examPlanApp/info', { examPlanId: exams.contest })).cannotanswer
  expect([await isListed(), await before()]).toEqual([true, 1])
  api.clock.advance({ minutes: 90 })
  expect([await isListed(), await before()]).toEqual([false, 3])
})

// Two transactions must meet, which they do on a server only.
test.runIf(onServer)('two attempts of one learner that end at once count once in the averages', async () => {
  const first = await start(learner, exams.quick)
  const right = await rightAnswers(api, first.paperId)
  const [question] = questionsOf(first)
  await save(learner, first, question?.questionId ?? 0, right.get(question?.questionId ?? 0) ?? '')
  api.clock.advance({ seconds: 61 })
  await api.runJob('handInOverdue')
  api.clock.advance({ seconds: 60 })
  // The minute for late answers to the first is over, and nobody has graded it yet.
  const second = await start(learner, exams.quick)
  expect(second.instanceId).not.toBe(first.instanceId)
  await meeting<unknown>(api, 'exam_standings', [
    async () => dataOf(await learner.get('/train/examPlanApp/result', { instanceId: first.instanceId, answerId: first.answerId })),
    () => handIn(learner, second),
  ])
  const { rows } = await api.db.execute(sql`
    select g.learners, g.score_sum, b.learners as exact_learners, b.score as exact_score from exam_averages g
    join (select count(*) as learners, sum(best) as score from (select max(score) as best from attempts where tenant_id = 82 and exam_id = ${exams.quick} and score is not null group by learner_id) o) b on true
    where g.tenant_id = 82 and g.exam_id = ${exams.quick}`)
  const [sums] = rows as { learners: number; score_sum: number; exact_learners: number; exact_score: number }[]
  expect([sums?.learners, sums?.score_sum]).toEqual([sums?.exact_learners, sums?.exact_score])
})
