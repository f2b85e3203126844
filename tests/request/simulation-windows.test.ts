import { and, eq } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SimulationResult } from '@/lib/domain/simulation'
import type { Tenant } from '@/lib/domain/tenant'
import type { Asking } from '@/lib/request/learner'
import { launchSimulation, takeSimulationResult } from '@/lib/request/simulations'
import { sectionRecords } from '../../training-api/db/schema/enrolment'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.hoisted(() => {
  process.env.SIMULATION_BASE_URL = 'http://127.0.0.1:4000/simulation'
})

const platform = mountPlatform()

beforeAll(async () => {
  await platform.api().db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, 820_001)))
})

async function asking(): Promise<Asking> {
  const learner = await platform.learner('liming', 82)
  return { learner, tenant: {} as Tenant, session: { tenantId: learner.tenantId, learnerId: learner.id } } as Asking
}

async function launch() {
  const launched = await launchSimulation(await asking(), { kind: 'course', id: '3001', itemId: null, courseId: '3001', chapterId: '3102', sectionId: '3205' })
  if (launched instanceof Response || !launched.available) throw new Error('not launched')
  return { ...launched, query: new URL(launched.address).searchParams }
}

/** The simulation's own service reports (X4). */
const report = (query: URLSearchParams, totalScore: number) => platform.api().visitor(82).post('/train/examPlan/simulationExamResult', {
  testRequestId: query.get('testRequestId'), userId: query.get('userId'), ticket: query.get('ticket'), totalScore, objectList: [],
})
const take = async (launched: string, taken?: string) => (await takeSimulationResult(await asking(), { launch: launched, taken })) as SimulationResult | null

describe('two windows of a simulation section', () => {
  it('have a result each: of a launch with nothing but the one that was taken there is none yet', async () => {
    const [early, late] = [await launch(), await launch()]
    platform.api().clock.advance({ minutes: 5 })
    await report(early.query, 20)
    const first = await take(late.launch)
    expect(first).toMatchObject({ score: 20, id: expect.any(String) })
    expect(await take(late.launch, first!.id)).toBeNull()
    platform.api().clock.advance({ minutes: 5 })
    await report(late.query, 95)
    const second = await take(late.launch, first!.id)
    expect(second).toMatchObject({ score: 95 })
    expect(await take(late.launch, second!.id)).toBeNull()
  })

  it('that a platform tells no times of have a result each, though of one score', async () => {
    const told: { totalScore: number }[] = []
    platform.server.use(http.get(`${UPSTREAM}/train/examPlan/simulationExamResult/:request/:learner`, () => HttpResponse.json({ code: 0, data: told })))
    onTestFinished(() => platform.server.resetHandlers())
    const { launch: launched } = await launch()
    told.push({ totalScore: 30 })
    const first = await take(launched)
    expect([first?.score, await take(launched, first!.id)]).toEqual([30, null])
    told.push({ totalScore: 30 })
    expect(await take(launched, first!.id)).toMatchObject({ score: 30 })
  })
})
