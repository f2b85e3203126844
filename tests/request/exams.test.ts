import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { requireAnswers, requireAttempt, wayBack } from '@/lib/request/exams'
import { getExam } from '@/lib/training/exams'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
const said = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })

/** Where liming's last attempt of an exam is looked at. */
async function tried() {
  const liming = await platform.learner('liming', 82)
  const exam = (await getExam(liming, { examId: '8001', kind: 'theory' }))!
  const attempt = exam.attempts.find(({ state }) => state === 'finished')!
  return { liming, query: { examPlanId: '8001', paperId: exam.paperId, instanceId: attempt.id, answerId: attempt.answerId, examType: '3' } }
}

describe('the answers of an attempt', () => {
  it('and how it went are asked for at once', async () => {
    const { liming, query } = await tried()
    // The result is held back until the answers were asked for too.
    let answersAsked = () => {}
    const both = new Promise<void>((done) => (answersAsked = done))
    platform.server.use(
      http.get(call('result'), () => both, { once: true }),
      http.get(call('answerDetail'), () => answersAsked(), { once: true }),
    )
    const page = await requireAnswers(liming, query, false)
    expect(page).toMatchObject({ attempt: { attemptId: query.instanceId, isSimulation: false }, title: '低压电工理论考试' })
    expect(page && page.refusal === undefined && page.answers.value?.length).toBe(30)
  })

  it('come also with what turns out to be a simulation', async () => {
    const { liming, query } = await tried()
    platform.server.use(http.get(call('result'), () => said({ userScore: 80, passScore: 60, isFangZhen: 1, title: 'x', attemptNumber: 1 })))
    const page = await requireAnswers(liming, query, false)
    expect(page).toMatchObject({ attempt: { isSimulation: true }, answers: { value: expect.any(Array) as unknown } })
  })

  it('are not shown where the platform refuses to say how it went, in its words', async () => {
    const { liming, query } = await tried()
    platform.server.use(
      http.get(call('answerDetail'), () => said([])),
      http.get(call('result'), () => HttpResponse.json({ code: 1, msg: '试卷未提交', data: null })),
    )
    expect(await requireAnswers(liming, query, false)).toEqual({ refusal: '试卷未提交' })
    platform.server.use(http.get(call('result'), () => HttpResponse.error()))
    expect(await requireAnswers(liming, query, false)).toBeNull()
  })

  it('of an address that names nothing are asked for nowhere', async () => {
    const asked = vi.fn()
    platform.server.use(http.get(call('answerDetail'), () => asked() as undefined))
    await expect(requireAnswers(await platform.learner('liming', 82), {}, false)).rejects.toThrow()
    expect(asked).not.toHaveBeenCalled()
  })
})

it('the result of a practical exam is one also where only the exam says so', async () => {
  const practical = { title: '实操考试', examType: 3, paperId: 2, useRecord: [{ id: 6, answerId: 5, score: 86, passStatus: 1, finishTime: '2026-03-05 14:38:20', questionGroupActualId: 7, examAnswerActualDetailId: 9 }] }
  platform.server.use(
    http.get(call('result'), () => said({ userScore: 86, passScore: 60, endTime: null, totalTime: 0, accuracy: 0 })),
    http.get(call('info'), ({ request }) => said(new URL(request.url).searchParams.get('examType') === '4' ? practical : null)),
  )
  const page = await requireAttempt(await platform.learner('liming', 82), { examPlanId: '8007', paperId: '2', instanceId: '6', answerId: '5', examType: '3' })
  expect(page).toMatchObject({ title: '实操考试', number: 1, result: { kind: 'practical', practical: { groupId: '7', detailId: '9' } } })
})

describe('the way back from an attempt', () => {
  const attempt = { origin: 'standalone' as const, examId: '8007', paperId: null, attemptId: '1', answerId: '2', isSimulation: false }
  it.each([
    ['practical', {}, '/TestDetil?id=8007&examType=3'], ['theory', {}, '/TestDetil?id=8007&examType=1'], [null, {}, '/TestDetil?id=8007'], [null, { isSimulation: true }, '/TestDetil?id=8007&examType=2'],
    ['theory', { origin: 'planExam', ownerId: '5001', itemId: '5104' }, '/StudyDetil?planId=5001&itemId=5104'],
  ] as const)('of kind %s with %j is %s', (kind, more, href) => expect(wayBack({ ...attempt, ...more }, kind)).toBe(href))
})
