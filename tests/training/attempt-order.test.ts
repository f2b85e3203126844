import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { getExam } from '@/lib/training/exams'
import { UPSTREAM } from '../support/platform'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const get = (path: string, data: unknown) => http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, msg: null, data }))

describe('the attempts of an exam', () => {
  it.each([
    ['by their starts', [['1', '09:00'], ['2', '11:00'], ['3', '10:00']], ['2', '3', '1']], ['as they come where one has no time', [['1', '09:00'], ['2', null], ['3', '10:00']], ['1', '2', '3']],
  ] as const)('are numbered %s', async (_, rows, order) => {
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 1, paperId: 2, passScore: 60, useRecord: rows.map(([id, at]) => ({ id, answerId: id, score: 70, passStatus: 1, startTime: at && `2026-03-05 ${at}:00` })) }))
    const { attempts } = (await getExam(learner, { examId: '8001', kind: 'theory' }))!
    expect(attempts.map(({ id, number }) => [id, number])).toEqual(order.map((id, index) => [id, 3 - index]))
  })

  it.each([
    ['where each has one', [['1', '11:00', 1], ['2', '10:00', 2], ['3', '09:00', 3]], ['3', '2', '1']], ['also without times', [['1', null, 1], ['3', '09:00', 3], ['2', null, 2]], ['3', '2', '1']],
    ['and by their times where one has none', [['1', '11:00', 1], ['2', '10:00', null], ['3', '09:00', 3]], ['1', '2', '3']],
    ['and by their times where they all are the same', [['1', '09:00', 0], ['2', '11:00', 0], ['3', '10:00', 0]], ['2', '3', '1']],
  ] as const)('are in the order of their numbers %s', async (_, rows, order) => {
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 2, paperId: 2, useRecord: rows.map(([id, at, number]) => ({ id, answerId: id, score: 70, startTime: at && `2026-03-05 ${at}:00`, number })) }))
    expect((await getExam(learner, { examId: '8001', kind: 'simulation' }))!.attempts.map(({ id }) => id)).toEqual(order)
  })
})
