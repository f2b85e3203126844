import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { returnFromSimulation } from '@/lib/request/simulation-returns'
import { UPSTREAM } from '../support/platform'

const said = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })
const submitted: number[] = []
let results: { totalScore: number; finishTime: string }[] = []
let refuses = false
const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
/** A platform that keeps half of each score, and no times. */
const server = setupServer(
  http.get(`${UPSTREAM}/train/examPlan/simulationExamResult/:request/9`, () => said(results)),
  http.get(call('info'), () => said({ title: 'x', examType: 2, paperId: 2, useRecord: submitted.map((score, id) => ({ id, answerId: id, score: score / 2 })) })),
  http.post(call('deleteVrRequestId'), () => said(true)),
  http.get(call('startAnswer'), () => said({ answerId: 5, instanceId: 6 })),
  http.post(call('submitPaper'), async ({ request }) => {
    if (refuses) return HttpResponse.json({ code: 1, msg: '系统繁忙', data: null })
    submitted.push(((await request.json()) as { totalScore: number }).totalScore)
    return said({ integral: [], certificate: 1 })
  }),
)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  submitted.length = 0
  results = [{ totalScore: 90, finishTime: '2026-03-06 10:00:00' }]
})
afterEach(() => void vi.useRealTimers())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
/** Comes back once more, a while after the last time. */
function back(examId: string, requestId = '77') {
  vi.advanceTimersByTime(10_000)
  return returnFromSimulation(learner, { place: { origin: 'standalone', examId, paperId: '2' }, requestId, kind: 'course' })
}

describe('a result of a simulation exam', () => {
  it('is handed in once though the platform’s records tell nothing of it, and the next one after it', async () => {
    expect([(await back('1')).handedIn, await back('1'), await back('1')]).toEqual([true, { handedIn: false }, { handedIn: false }])
    results.push({ totalScore: 90, finishTime: '2026-03-06 11:00:00' })
    expect([(await back('1')).handedIn, (await back('1')).handedIn]).toEqual([true, false])
    expect(submitted).toEqual([90, 90])
  })

  it('is another one of another launch or exam, whenever it came', async () => {
    for (const [examId, requestId] of [['2', '77'], ['2', '78'], ['3', '77']] as const) expect((await back(examId, requestId)).handedIn).toBe(true)
  })

  it('that was refused is handed in the next time', async () => {
    refuses = true
    await expect(back('4')).rejects.toMatchObject({ code: 'rejected' })
    refuses = false
    expect((await back('4')).handedIn).toBe(true)
  })
})
