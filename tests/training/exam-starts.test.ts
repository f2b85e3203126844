import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ExamPlace, StartOutcome } from '@/lib/domain/attempts'
import type { Learner } from '@/lib/domain/learner'
import { startAttempt } from '@/lib/training/attempts'
import { getExam, getPlanExam } from '@/lib/training/exams'
import { forgetExams } from '@/lib/training/known-exams'
import { getPlayer } from '@/lib/training/player'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const place = (examId: string, paperId: string): ExamPlace => ({ origin: 'standalone', examId, paperId })
const [theory, simulation] = [place('8001', '8200'), place('8006', '828006')] as const
const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
let presses = 0
const start = (who: Learner, where: ExamPlace) => startAttempt(who, { place: where, intentId: `start-${String((presses += 1)).padStart(6, '0')}`, attemptId: null })
const titleOf = (outcome: StartOutcome) => outcome.started && outcome.attempt.title

/** What the platform was asked, in this order; counted until the test is over. */
function asked(): string[] {
  const calls: string[] = []
  platform.server.use(
    ...['info', 'startAnswer', 'updateInstanceInfo'].map((name) => http.all(call(name), () => void calls.push(name))),
    http.get(`${UPSTREAM}/train/content/getPlanExaminationByContentid`, () => void calls.push('planExam')),
  )
  return calls
}

beforeEach(forgetExams)
afterEach(() => {
  platform.server.resetHandlers()
  vi.useRealTimers()
})

describe('the beginning of an exam', () => {
  it('is one call once its preparation was seen, in whatever language, and a paper has come with its clock', async () => {
    const [first, second] = [await platform.learner('learner051', 82), await platform.learner('learner052', 82, 'en')]
    await start(first, theory)
    const { title } = (await getExam(second, { examId: '8001', kind: 'theory' }))!
    const calls = asked()
    const outcome = await start(second, theory)
    expect(calls).toEqual(['startAnswer'])
    expect(titleOf(outcome)).toBe(title)
    expect(title).not.toBe(titleOf(await start(first, theory)))
    expect(outcome).toMatchObject({ attempt: { standing: { switches: { rule: 'none' }, clock: { deadline: expect.any(Number) as number } } } })
  })

  it('is one call in a plan, where the player has shown it', async () => {
    const who = await platform.learner('liming', 82)
    await start(await platform.learner('learner053', 82), theory)
    const items = (await getPlayer(who, { kind: 'plan', id: '5001' }))!.items.filter(({ kind }) => kind === 'exam')
    const exams = await Promise.all(items.map(async ({ id }) => ({ itemId: id!, exam: (await getPlanExam(who, { itemId: id! }))! })))
    const { itemId, exam } = exams.find(({ exam: one }) => one.attemptsAllowed === null || one.attemptsUsed < one.attemptsAllowed)!
    const calls = asked()
    expect(titleOf(await start(who, { origin: 'planExam', examId: exam.id, paperId: exam.paperId, itemId, ownerId: '5001', planExamId: exam.id }))).toBe(exam.name)
    expect(calls).toEqual(['startAnswer'])
  })

  it('asks what it is about where nobody has seen it lately', async () => {
    const who = await platform.learner('learner054', 82)
    await start(who, theory)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    const calls = asked()
    await start(who, theory)
    expect(calls).toEqual(['info', 'startAnswer'])
  })

  it('never begins a simulation, though it was seen, nor what has become one', async () => {
    const who = await platform.learner('learner055', 82)
    await start(who, theory)
    await getExam(who, { examId: '8006', kind: 'simulation' })
    platform.server.use(http.get(call('info'), () => HttpResponse.json({ code: 0, msg: null, data: { id: 8001, title: 'x', examType: 2, answerTime: 45, paperId: 8200 } })))
    await getExam(who, { examId: '8001', kind: 'theory' })
    const calls = asked()
    expect(await start(who, simulation)).toMatchObject({ started: false, why: 'notHere' })
    expect(await start(who, theory)).toMatchObject({ started: false, why: 'notHere' })
    expect(calls).toEqual(['info', 'info'])
  })

  it('asks first what is told of an exam where a paper comes without a clock, and afterwards where that was not foreseen', async () => {
    const who = await platform.learner('learner056', 82)
    await start(who, theory)
    const plain = { answerId: 5, instanceId: 6, residueTime: 0, questionOneList: [], questionTwoList: [], questionThreeList: [], examAnswerUserRelationList: [], switchInfo: { switchScreenType: 1 } }
    platform.server.use(http.get(call('startAnswer'), () => HttpResponse.json({ code: 0, msg: null, data: plain })))
    for (const order of [['startAnswer', 'info'], ['info', 'startAnswer'], ['info', 'startAnswer']]) {
      const calls = asked()
      const outcome = await start(who, theory)
      expect(calls).toEqual(order)
      expect(outcome).toMatchObject({ attempt: { title: '低压电工理论考试', standing: { epoch: null, clock: { deadline: expect.any(Number) as number } } } })
    }
  })
})
