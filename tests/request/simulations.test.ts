import { and, eq } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findSection } from '@/lib/domain/catalogue'
import type { Learner } from '@/lib/domain/learner'
import type { SimulationResult } from '@/lib/domain/simulation'
import type { Tenant } from '@/lib/domain/tenant'
import { launchSimulationExam, playerExamWithAddress, simulationAddressFor } from '@/lib/request/exams'
import type { Asking } from '@/lib/request/learner'
import { launchSimulation, takeSimulationResult } from '@/lib/request/simulations'
import { listCourseChapters } from '@/lib/training/catalogue'
import { handInSimulation } from '@/lib/training/exam-simulations'
import { getExam } from '@/lib/training/exams'
import { sectionRecords } from '../../training-api/db/schema/enrolment'
import { exams } from '../../training-api/db/schema/exams'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.hoisted(() => {
  process.env.SIMULATION_BASE_URL = 'http://127.0.0.1:4000/simulation'
})

const platform = mountPlatform()
const section = { kind: 'course' as const, id: '3001', itemId: null, courseId: '3001', chapterId: '3102', sectionId: '3205' }

beforeAll(async () => {
  await platform.api().db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, 820_001)))
})

const askingOf = (learner: Learner) => ({ learner, tenant: {} as Tenant, session: { tenantId: learner.tenantId, learnerId: learner.id } }) as Asking
const asking = async (account = 'liming') => askingOf(await platform.learner(account, 82))

async function launch() {
  const launched = await launchSimulation(await asking(), section)
  if (launched instanceof Response || !launched.available) throw new Error('not launched')
  return { ...launched, query: new URL(launched.address).searchParams }
}

/** The simulation's own service reports (X4). */
const report = (query: URLSearchParams, totalScore: number) => platform.api().visitor(82).post('/train/examPlan/simulationExamResult', {
  testRequestId: query.get('testRequestId'), userId: query.get('userId'), ticket: query.get('ticket'), totalScore, objectList: [],
})
const take = async (launched: string, account?: string) => takeSimulationResult(await asking(account), { launch: launched })
const stateOf = async () => findSection(await listCourseChapters(await platform.learner('liming', 82), { courseId: '3001' }), '3205')!.section.state

/** A platform whose section has a paper; `start` is its answer to who begins it. */
function paperCalls(start: () => Response) {
  const paper = { id: 8009, examinationName: 'x', examinationType: 2, sumTopic: 0, sumNum: 0, paper: { id: 8209, answerTime: 30 }, lists: [] }
  return [
    http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionTestBySectionId`, () => HttpResponse.json({ code: 0, data: { data: paper } })),
    http.all(`${UPSTREAM}/train/examPlanApp/deleteVrRequestId`, () => HttpResponse.json({ code: 0, data: null })),
    http.get(`${UPSTREAM}/train/examPlanApp/startAnswer`, start),
  ]
}

describe('a simulation section', () => {
  it('opens with a ticket, waits, and records what comes, once', async () => {
    const { launch: launched, query } = await launch()
    expect(Object.fromEntries(query)).toMatchObject({ courseId: '6001', learnType: '1', language: 'zh', planId: '-1' })
    expect(await take(launched)).toBeNull()
    platform.api().clock.advance({ minutes: 5 })
    expect((await report(query, 55)).code).toBe(0)
    expect(await take(launched)).toMatchObject({ score: 55, report: { messages: [] } })
    expect(await stateOf()).toBe('inProgress')

    const again = await launch()
    expect(await take(again.launch)).toBeNull()
    platform.api().clock.advance({ minutes: 5 })
    await report(again.query, 80)
    const first = (await take(again.launch)) as SimulationResult
    expect(first).toMatchObject({ score: 80, report: { messages: [{ points: 5 }] } })
    expect(await stateOf()).toBe('passed')
    // Said again it is the same answer, and no points a second time.
    expect(await take(again.launch)).toEqual(first)
  })

  it('of a plan is opened through its item', async () => {
    let contentId: string | null = null
    platform.server.use(http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionDetailById`, ({ request }) => {
      contentId = new URL(request.url).searchParams.get('contentId')
      return HttpResponse.json({ code: 0, data: null })
    }))
    onTestFinished(() => platform.server.resetHandlers())
    expect(((await launchSimulation(await asking(), { ...section, kind: 'plan', id: '5001', itemId: '5101' })) as Response).status).toBe(404)
    expect(contentId).toBe('5101')
  })

  it('records a result that came after the player was left, days later', async () => {
    const { launch: launched, query } = await launch()
    platform.api().clock.advance({ minutes: 5 })
    await report(query, 85)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 86_400_000 })
    expect(await take(launched)).toMatchObject({ score: 85 })
    vi.setSystemTime(Date.now() + 2 * 86_400_000)
    expect(((await take(launched)) as Response).status).toBe(404)
  })

  it('reports its score also when the attempts of its paper are used up, and asks again where the platform is only away', async () => {
    let refusal = (): Response => new HttpResponse(null, { status: 503 })
    platform.server.use(...paperCalls(() => refusal()))
    onTestFinished(() => platform.server.resetHandlers())
    const { launch: launched, query } = await launch()
    platform.api().clock.advance({ minutes: 5 })
    await report(query, 88)
    await expect(take(launched)).rejects.toMatchObject({ code: 'failed' })
    let refusals = 0
    refusal = () => {
      refusals += 1
      return HttpResponse.json({ code: 1, msg: '考试次数已用完', data: null })
    }
    expect(await take(launched)).toMatchObject({ score: 88, report: { messages: expect.any(Array) } })
    // A refusal in words may pass, so it is heard a few times before the score counts without the paper.
    expect(refusals).toBe(3)
  })

  it('reports its score also where the platform refuses its paper without words', async () => {
    let refusals = 0
    platform.server.use(...paperCalls(() => {
      refusals += 1
      return HttpResponse.json({ code: 1, msg: null, data: null })
    }))
    onTestFinished(() => platform.server.resetHandlers())
    const { launch: launched, query } = await launch()
    platform.api().clock.advance({ minutes: 5 })
    await report(query, 89)
    expect(await take(launched)).toMatchObject({ score: 89 })
    expect(refusals).toBe(3)
  })

  it('gives also what handing in its paper brought, and hands it in once though the score does not get through at first', async () => {
    let papers = 0
    let isAway = true
    platform.server.use(
      ...paperCalls(() => HttpResponse.json({ code: 0, data: { answerId: 1, instanceId: 2, paperId: 8209 } })),
      http.post(`${UPSTREAM}/train/examPlanApp/submitPaper`, () => {
        papers += 1
        return HttpResponse.json({ code: 0, data: { integral: ['恭喜获得10积分'], certificate: 2, certificateInfo: { name: '结业证书' } } })
      }),
      http.post(`${UPSTREAM}/train/classHourses/updateClassHoursByType`, () => (isAway ? new HttpResponse(null, { status: 503 }) : HttpResponse.json({ code: 0, data: { integral: ['恭喜获得5积分'], certificate: 1 } }))),
    )
    onTestFinished(() => platform.server.resetHandlers())
    const { launch: launched, query } = await launch()
    platform.api().clock.advance({ minutes: 5 })
    await report(query, 90)
    await expect(take(launched)).rejects.toMatchObject({ code: 'failed' })
    isAway = false
    expect(await take(launched)).toMatchObject({ score: 90, report: { messages: [{ points: 10 }, { points: 5 }], certificate: { name: '结业证书' } } })
    expect(papers).toBe(1)
  })

  it('takes no word of the browser about the score: the launch is sealed, and is its learner\'s own', async () => {
    const { launch: launched } = await launch()
    const refused = async (answer: Promise<unknown>) => expect(((await answer) as Response).status).toBe(404)
    await refused(take(launched, 'zhaoqiang'))
    await refused(take(`${launched.slice(0, -6)}AAAAAA`))
    await refused(take('x'.repeat(60)))
  })

  it('counts also on a platform that tells no times, each result once', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/examPlan/simulationExamResult/*`, async ({ request }) => {
      const { data } = (await (await platform.api().app.fetch(request)).json()) as { data: { totalScore: number }[] }
      return HttpResponse.json({ code: 0, msg: null, data: data.map(({ totalScore }) => ({ totalScore })) })
    }))
    const { launch: launched, query } = await launch()
    expect(await take(launched)).toBeNull()
    platform.api().clock.advance({ minutes: 5 })
    await report(query, 91)
    expect(await take(launched)).toMatchObject({ score: 91, finishedAt: null })
    const again = await launch()
    expect(await take(again.launch)).toBeNull()
    platform.server.resetHandlers()
  })

  it.each([['without words', { code: 1, msg: null }, 200], ['in words', { code: 1, msg: '记录不存在' }, 200], ['by not knowing it', { code: 1, msg: null }, 404]])('counts also on a platform that says no %s to what it has not heard of, of a request and of a paper', async (_, body, status) => {
    // The platform's clock and ours go together.
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: platform.api().clock.now() })
    const no = () => HttpResponse.json(body, { status })
    platform.server.use(http.get(`${UPSTREAM}/train/examPlan/simulationExamResult/*`, no))
    const { launch: launched, query } = await launch()
    expect(await take(launched)).toBeNull()
    platform.server.resetHandlers()
    platform.server.use(http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionTestBySectionId`, no))
    platform.api().clock.advance({ minutes: 5 })
    await report(query, 93)
    expect(await take(launched)).toMatchObject({ score: 93 })
    platform.server.resetHandlers()
  })

  it('of another kind, or that is none, is not opened', async () => {
    const who = await asking()
    expect(((await launchSimulation(who, { ...section, sectionId: '3201', chapterId: '3101' })) as Response).status).toBe(404)
    const none = await launchSimulation(who, { ...section, sectionId: '99999999' }).catch((error: unknown) => error)
    expect(none).toMatchObject(none instanceof Response ? { status: 404 } : { code: 'missing' })
  })
})

describe('a simulation exam of the player', () => {
  const exam = { id: 8009, examinationName: 'x', examinationType: 2, sumTopic: 0, sumNum: 0, paper: { id: 8209, answerTime: 30 }, testRequestId: 77, ticket: 'a.b', lists: [] }
  const planIdOf = async (opened: Parameters<typeof playerExamWithAddress>[1]) => {
    platform.server.use(
      http.get(`${UPSTREAM}/train/content/getPlanExaminationByContentid`, () => HttpResponse.json({ code: 0, data: exam }), { once: true }),
      http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionTestBySectionId`, () => HttpResponse.json({ code: 0, data: { data: exam } }), { once: true }),
    )
    const found = await playerExamWithAddress(await platform.learner('liming', 82), opened)
    platform.server.resetHandlers()
    return new URL(found!.simulationUrl!).searchParams.get('planId')
  }

  it('names the plan it is opened from, and none outside a plan', async () => {
    expect(await planIdOf({ kind: 'plan', ownerId: '5001', itemId: '5104' })).toBe('5001')
    expect(await planIdOf({ kind: 'plan', ownerId: '5001', itemId: '5102', sectionId: '3206' })).toBe('5001')
    expect(await planIdOf({ kind: 'course', ownerId: '3001', sectionId: '3206' })).toBe('-1')
    expect(await planIdOf({ kind: 'plan', itemId: '5104' })).toBe('-1')
  })

  it('names the plan also where it is opened by a press, and there one launch may stand for all', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/content/getPlanExaminationByContentid`, () => HttpResponse.json({ code: 0, data: exam })))
    onTestFinished(() => platform.server.resetHandlers())
    const place = { origin: 'planExam' as const, examId: '8009', paperId: '8209', itemId: '5104', ownerId: '5001' }
    for (let press = 0; press < 2; press += 1) {
      const launched = await launchSimulationExam(await platform.learner('liming', 82), { place, kind: 'plan' })
      expect(launched).toMatchObject({ requestId: '77' })
      expect(new URL(launched!.address).searchParams.get('planId')).toBe('5001')
    }
  })
})

describe('a simulation exam that a platform gives a launch though no attempt may begin', () => {
  const alone = { title: 'x', examType: 2, paperId: 8206, answerTime: 30, testRequestId: 77, useRecord: [] }
  const standalone = { place: { origin: 'standalone' as const, examId: '8006', paperId: '8206' }, kind: 'course' as const }
  const item = { place: { origin: 'planExam' as const, examId: '8009', paperId: '8209', itemId: '5104', ownerId: '5001' }, kind: 'plan' as const }
  const opened = async (told: { alone?: object; ofPlan?: object }) => {
    const { alone: byItself, ofPlan } = told
    platform.server.use(
      http.get(`${UPSTREAM}/train/examPlanApp/info`, () => HttpResponse.json({ code: 0, data: { ...alone, ...byItself } })),
      http.get(`${UPSTREAM}/train/content/getPlanExaminationByContentid`, () => HttpResponse.json({ code: 0, data: { id: 8009, examinationName: 'x', examinationType: 2, paper: { id: 8209, answerTime: 30 }, testRequestId: 77, lists: [], ...ofPlan } })),
    )
    onTestFinished(() => platform.server.resetHandlers())
    return (await launchSimulationExam(await platform.learner('liming', 82), byItself ? standalone : item))?.requestId ?? null
  }

  it.each([
    ['is opened where one may', { alone: { cannotanswer: 1 } }, '77'],
    ['is opened where one has passed and the platform calls it decided nowhere', { alone: { useRecord: [{ id: 1, answerId: 2, score: 90, passStatus: 1, answerStatus: 7 }] } }, '77'],
    ['is not opened where it is said to be over', { alone: { cannotanswer: 5 } }, null],
    ['is not opened where it is over, though it is not said', { alone: { startTime: '2020-03-01 00:00:00', endTime: '2020-03-02 00:00:00' } }, null],
    ['is not opened where it is used up', { alone: { answerRuleType: 2, answerNumber: 1, useNumber: 1 } }, null],
    ['is opened in a plan where one may', { ofPlan: { adopt: 2 } }, '77'],
    ['is not opened in a plan where it is passed', { ofPlan: { adopt: 1 } }, null],
    ['is not opened in a plan where it is used up', { ofPlan: { sumNum: 2, maxNum: 2 } }, null],
  ] as const)('%s', async (_, told, requestId) => {
    expect(await opened(told)).toBe(requestId)
  })
})

describe('a simulation exam by itself', () => {
  const placeOf = (examId: string) => ({ place: { origin: 'standalone' as const, examId, paperId: '1' }, kind: 'course' as const })

  it('reports also where its page has been open for longer than a ticket is good', async () => {
    const who = await platform.learner('learner061', 82)
    const onPage = simulationAddressFor(who, (await getExam(who, { examId: '8006', kind: 'simulation' }))!.simulation)
    platform.api().clock.advance({ hours: 4 })
    expect((await report(new URL(onPage!).searchParams, 70)).code).toBe(1)
    const [first, second] = [await launchSimulationExam(who, placeOf('8006')), await launchSimulationExam(who, placeOf('8006'))]
    expect(first!.requestId).not.toBe(second!.requestId)
    expect(new URL(first!.address).searchParams.get('planId')).toBe('-1')
    for (const launched of [first, second]) expect((await report(new URL(launched!.address).searchParams, 70)).code).toBe(0)
  })

  it('hands in what was reported in time also where its page is opened when it is over', async () => {
    const { api } = platform
    const who = await platform.learner('learner062', 82)
    await api().db.update(exams).set({ endsAt: new Date(api().clock.now().getTime() + 3_600_000) }).where(and(eq(exams.tenantId, 82), eq(exams.examId, 8006)))
    const launched = await launchSimulationExam(who, placeOf('8006'))
    await report(new URL(launched!.address).searchParams, 70)
    api().clock.advance({ hours: 2 })
    const shown = (await getExam(who, { examId: '8006', kind: 'simulation' }))!
    expect(shown).toMatchObject({ status: 'expired', simulation: null, reportedRequestId: launched!.requestId, attempts: [] })
    const back = { ...placeOf('8006'), place: { ...placeOf('8006').place, paperId: shown.paperId }, requestId: shown.reportedRequestId! }
    expect(await handInSimulation(who, back)).toMatchObject({ handedIn: true, score: 70 })
    expect(await getExam(who, { examId: '8006', kind: 'simulation' })).toMatchObject({ status: 'passed', reportedRequestId: null, attempts: [{ score: 70 }] })
    expect(await handInSimulation(who, back)).toEqual({ handedIn: false })
  })

  it('is not opened where there is nothing to open', async () => {
    const who = await platform.learner('learner061', 82)
    expect(await launchSimulationExam(who, placeOf('8001'))).toBeNull()
    expect(await launchSimulationExam(who, placeOf('99999999'))).toBeNull()
  })
})
