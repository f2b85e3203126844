import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { returnFromSimulation } from '@/lib/request/simulation-returns'
import { UPSTREAM } from '../support/platform'

type Row = { totalScore: number; finishTime?: string }
/** A platform as others make it: what its requests have reported, the attempts that it has, what was handed in, and whether R7 deletes. */
let world: { rows: Record<string, Row[]>; records: object[]; handedIn: number[]; deletes: boolean }
const ok = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })
const server = setupServer(
  http.get(`${UPSTREAM}/train/examPlan/simulationExamResult/:request/9`, ({ params }) => ok(world.rows[String(params.request)] ?? [])),
  http.get(`${UPSTREAM}/train/examPlanApp/info`, () => ok({ title: 'x', examType: 2, paperId: 2, useRecord: world.records })),
  http.post(`${UPSTREAM}/train/examPlanApp/deleteVrRequestId`, async ({ request }) => {
    const { testRequestId } = (await request.json()) as { testRequestId: string }
    if (world.deletes) world.rows[testRequestId] = []
    return ok(true)
  }),
  http.get(`${UPSTREAM}/train/examPlanApp/startAnswer`, () => ok({ answerId: 5, instanceId: 6 })),
  http.post(`${UPSTREAM}/train/examPlanApp/submitPaper`, async ({ request }) => {
    const { totalScore } = (await request.json()) as { totalScore: number }
    world.handedIn.push(totalScore)
    world.records.push({ id: 100 + world.records.length, answerId: 5, score: totalScore, passStatus: 1 })
    return ok(true)
  }),
)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  world = { rows: {}, records: [], handedIn: [], deletes: false }
})
afterEach(() => void vi.useRealTimers())

let exams = 0
/** A learner at an exam of its own; each look is a return of its own. */
function learnerAtExam() {
  const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
  const examId = `80${(exams += 1)}`
  return async (requestId: string) => {
    vi.advanceTimersByTime(10_000)
    return returnFromSimulation(learner, { place: { origin: 'standalone', examId, paperId: '2' }, requestId, kind: 'course' })
  }
}

describe('on a platform of another maker, coming back from a simulation hands in each result once', () => {
  it('where nothing has times and each attempt has a request of its own, also of the same score', async () => {
    const look = learnerAtExam()
    world.records.push({ id: 1, answerId: 2, score: 40, passStatus: 0 })
    for (const [requestId, totalScore] of [['a', 85], ['b', 85], ['c', 40]] as const) {
      world.rows[requestId] = [{ totalScore }]
      expect(await look(requestId)).toMatchObject({ handedIn: true, score: totalScore })
      expect(await look(requestId)).toEqual({ handedIn: false })
    }
    expect(await look('a')).toEqual({ handedIn: false })
    expect(world.handedIn).toEqual([85, 85, 40])
  })

  it.each([[true, [[85], [85], [60]]], [false, [[85], [85, 85], [60, 85, 85]]]])('where nothing has times and one request stands for all attempts, which deleting it clears: %s', async (deletes, reported) => {
    const look = learnerAtExam()
    world.deletes = deletes
    world.records.push({ id: 1, answerId: 2, score: 40, passStatus: 0 })
    for (const scores of reported) {
      world.rows.a = scores.map((totalScore) => ({ totalScore }))
      expect(await look('a')).toMatchObject({ handedIn: true })
      expect(await look('a')).toEqual({ handedIn: false })
    }
    expect(world.handedIn).toEqual([85, 85, 60])
  })

  it('where only the results have times, and stay', async () => {
    const look = learnerAtExam()
    world.rows.a = [{ totalScore: 85, finishTime: '2026-03-05 10:00:00' }]
    expect(await look('a')).toMatchObject({ handedIn: true, score: 85 })
    for (let focus = 0; focus < 3; focus += 1) expect(await look('a')).toEqual({ handedIn: false })
    world.rows.a.push({ totalScore: 85, finishTime: '2026-03-06 10:00:00' })
    expect(await look('a')).toMatchObject({ handedIn: true, score: 85 })
    expect(world.handedIn).toEqual([85, 85])
  })

  it('and what is remembered of it stays on this side', async () => {
    const look = learnerAtExam()
    world.rows.a = [{ totalScore: 85 }]
    expect(await look('a')).toEqual({ handedIn: true, score: 85, report: { messages: [], certificate: null } })
  })
})
