import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attempts } from '../db/schema/attempts.ts'
import { examStandings } from '../db/schema/exams.ts'
import { withTx } from '../db/tx.ts'
import { findAttempt, listAttempts } from '../queries/attempts.ts'
import { settleStanding } from '../queries/standings.ts'
import { exams, handIn, questionsOf, rightAnswers, save, sit, start } from './exam-world.ts'
import { watchConnections } from './statements.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'

let api: TestApi
let learner: TestLearner
const tenantId = 82

const textsOf = watchConnections()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const attemptsOf = ({ userId }: TestLearner) => and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, exams.quick))

describe('of however many attempts', () => {
  type Row = Partial<typeof attempts.$inferInsert>
  /** How the learner stands after these attempts, and the newest that are listed. */
  async function standing(rows: Row[]) {
    const [first] = await api.db.select().from(attempts).where(attemptsOf(learner))
    await api.db.delete(attempts).where(attemptsOf(learner))
    await api.db.delete(examStandings).where(and(eq(examStandings.tenantId, tenantId), eq(examStandings.learnerId, learner.userId), eq(examStandings.examId, exams.quick)))
    const all = rows.map((row, n) => ({ ...first!, passed: false, score: 10, usedMs: 5, accuracy: 0, status: 'finished' as const, sealed: true, attemptId: n + 1, answerId: n + 1, number: n + 1, ...row }))
    await api.db.insert(attempts).values(all)
    return withTx(api.db, async (tx) => {
      const found = await findAttempt(tx, { tenantId, userId: learner.userId, instanceId: 1 })
      const { standing: told } = await settleStanding(tx, { ...found!, standings: [], now: api.clock.now() })
      const [kept] = await tx.select({ best: examStandings.bestAttemptId }).from(examStandings).where(and(eq(examStandings.tenantId, tenantId), eq(examStandings.learnerId, learner.userId), eq(examStandings.examId, exams.quick)))
      return { ...told, best: kept?.best }
    })
  }
  beforeAll(async () => {
    learner = await api.loginAs('learner140', 82)
    await sit(api, learner, exams.quick, 0)
  })

  test.each<[string, Row[], object]>([
    ['the one with most points is the best', [{}, { score: 30 }, { score: 20 }], { best: 2, bestScore: 30 }],
    ['of as many points the one that took least', [{ usedMs: 5 }, { usedMs: 3 }, { usedMs: 4 }], { best: 2 }],
    ['of as much time the earliest', [{}, {}], { best: 1 }],
    ['time that is not known counts as none', [{}, { usedMs: null }], { best: 2 }],
    ['one that is not settled is not the best', [{}, { score: null, status: 'running', sealed: false }], { best: 1, bestScore: 10 }],
    ['one without points is not the best', [{ score: null }], { best: null, bestScore: null }],
    ['one that was passed passes', [{}, { passed: true }], { status: 'passed' }],
    ['one that waits for its review lets the exam wait', [{}, { status: 'pendingReview', score: null }], { status: 'pendingReview' }],
    ['all are counted', [{}, {}, {}], { used: 3 }],
  ])('%s', async (_what, rows, expected) => {
    expect(await standing(rows)).toMatchObject(expected)
  })

  test('one that is not the best leaves the sums of its exam as they are', async () => {
    const taker = await api.loginAs('learner142', 82)
    const sums = async () => (await api.db.execute(sql`select xmin::text as written, learners, score_sum from exam_averages where tenant_id = ${tenantId} and exam_id = ${exams.quick}`)).rows[0]
    await sit(api, taker, exams.quick, 3)
    const before = await sums()
    await sit(api, taker, exams.quick, 2)
    expect(await sums()).toEqual(before)
    await sit(api, taker, exams.quick, 4)
    expect(await sums()).toMatchObject({ learners: before!.learners, score_sum: Number(before!.score_sum) + 20 })
  })

  test('the newest 2,000 are listed', async () => {
    await standing(Array.from({ length: 2_003 }, () => ({})))
    const listed = await listAttempts(api.db, { tenantId, userId: learner.userId, examId: exams.quick, placeId: 0 })
    expect([listed.length, listed[0]?.number]).toEqual([2_000, 2_003])
  })
})

describe('whoever hands in or starts', () => {
  /** The tables of whose rows a lock was asked for, in that order. */
  async function locked(work: () => Promise<unknown>): Promise<string[]> {
    return (await textsOf(work)).filter((text) => text.includes(' for update')).flatMap((text) => /from "(\w+)"/.exec(text)?.[1] ?? [])
  }

  test('takes the standings before the attempt: neither waits for what the other holds', async () => {
    const taker = await api.loginAs('learner141', 82)
    const begun = await start(taker, exams.quick)
    const ways: [string, () => Promise<unknown>][] = [
      ['a start', () => start(taker, exams.quick)],
      ['a hand-in', () => handIn(taker, begun)],
    ]
    for (const [way, work] of ways) {
      const order = await locked(work)
      expect(order, way).toContain('attempts')
      expect(order.indexOf('exam_standings'), way).toBe(0)
    }
    await api.db.update(attempts).set({ status: 'running', sealed: false, submittedAt: null, submittedBy: null }).where(and(eq(attempts.tenantId, tenantId), eq(attempts.attemptId, begun.instanceId)))
    api.clock.advance({ hours: 1 })
    expect((await locked(() => api.runJob('handInOverdue'))).slice(0, 2)).toEqual(['exam_standings', 'attempts'])
  })

  test.each<[string, string, object]>([
    ['takes over', 'takeOverAnswer', {}],
    ['was away', 'updateInstanceInfo', { switchTime: 3, reason: 'hidden' }],
  ])('and whoever %s holds the attempt: what another changes meanwhile is counted on', async (_what, call, more) => {
    const taker = await api.loginAs('learner145', 82)
    const { instanceId } = await start(taker, exams.contest)
    api.clock.advance({ minutes: 1 })
    expect(await locked(() => taker.post(`/train/examPlanApp/${call}`, { instanceId, ...more }))).toEqual(['attempts'])
  })

  test('the same several times at once takes one turn, and none when it is over', async () => {
    const taker = await api.loginAs('learner144', 82)
    const begun = await start(taker, exams.quick)
    const turns = async (times: number) => (await textsOf(() => Promise.all(Array.from({ length: times }, () => handIn(taker, begun))))).filter((text) => text === 'begin').length
    expect([await turns(5), await turns(2)]).toEqual([1, 0])
  })

  test('changes what everybody shares once, and last: two of them never hold it while they wait for each other', async () => {
    const taker = await api.loginAs('learner143', 82)
    const begun = await start(taker, exams.quick)
    const right = await rightAnswers(api, begun.paperId)
    const [missed, ...others] = questionsOf(begun)
    for (const { questionId } of others) await save(taker, begun, questionId, right.get(questionId) ?? '')
    const wrong = missed!.optionList.find(({ optionId }) => String(optionId) !== right.get(missed!.questionId))
    await save(taker, begun, missed!.questionId, String(wrong!.optionId))
    // Points for passing, a question in the book, a place in the ranking.
    const texts = await textsOf(() => handIn(taker, begun))
    const written = texts.slice(0, texts.indexOf('commit')).flatMap((text) => /^\s*insert into "?(\w+)/.exec(text)?.[1] ?? [])
    expect(written.slice(written.indexOf('rank_histogram'))).toEqual(['rank_histogram', 'exam_averages', 'question_statistics', 'option_statistics'])
    expect(written).toContain('points_ledger')
    expect(written).toContain('mistakes')
    // All that one sends: who looks up the session, begins and commits counts with it.
    expect(texts.length).toBeLessThanOrEqual(27)
  })
})
