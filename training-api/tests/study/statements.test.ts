import { and, asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../db/client.ts'
import { enrolments } from '../../db/schema/enrolment.ts'
import { planItems } from '../../db/schema/plans.ts'
import { endVisit, startVisit } from '../../queries/study.ts'
import { watchBuilt, watchConnections } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

let api: TestApi
let fresh: TestLearner
const builtBy = watchBuilt()
const textsOf = watchConnections()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { end, report, start } = studyCalls(() => api, () => fresh)

describe('a statement that every learner sends again and again is built once', () => {
  // What the rankings ask is theirs.
  const builtFor = async (work: () => Promise<unknown>) => (await builtBy(work)).filter((text) => !/class_members|learner_totals|rank_/.test(text))
  const beat = (seq: number, body: object = {}) => fresh.post('/train/web/studyHeartbeat', { curriculumId: courses.electrical, sectionId: electrical.video, contentType: 1, seq, activeSeconds: 30, state: 'active', ...body })

  test('when a visit begins, is left for another and ends, with a name, late, and without a name', async () => {
    const [left, next] = ['visit-0001', 'visit-0002']
    await report({ startOrEnd: 1, visitKey: left })
    api.clock.advance({ seconds: 30 })
    await beat(1, { visitKey: left })
    expect(await builtFor(() => report({ startOrEnd: 1, visitKey: next }))).toEqual([])
    api.clock.advance({ minutes: 2 })
    expect(await builtFor(() => report({ startOrEnd: 2, visitKey: next, sumHours: 9 }))).toEqual([])
    expect(await builtFor(() => report({ startOrEnd: 2, visitKey: left, sumHours: 9 }))).toEqual([])
    expect(await builtFor(() => start())).toEqual([])
    api.clock.advance({ minutes: 2 })
    expect(await builtFor(() => report({ startOrEnd: 2, visitKey: 'visit-0003', sumHours: 1 }))).toEqual([])
    await start()
    expect(await builtFor(() => end(2))).toEqual([])
  })

  test('when a visit begins and ends within a plan, whether the item is named or not', async () => {
    const learner = await learnerWithout(api, plans.onboarding)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    const [{ contentId }] = (await api.db.select({ contentId: planItems.planItemId }).from(planItems).where(and(eq(planItems.tenantId, 82), eq(planItems.planId, plans.onboarding), eq(planItems.childId, courses.electrical)))) as [{ contentId: number }]
    const marker = async (body: object) => dataOf(await learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.onboarding, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body }))
    // What is begun by the first visit is settled once.
    await marker({ startOrEnd: 1 })
    await marker({ startOrEnd: 2, sumHours: 0 })
    for (const named of [{}, { contentId }]) {
      expect(await builtFor(() => marker({ startOrEnd: 1, ...named }))).toEqual([])
      api.clock.advance({ minutes: 2 })
      expect(await builtFor(() => marker({ startOrEnd: 2, sumHours: 1, ...named }))).toEqual([])
    }
  })

  test('when a heartbeat counts, goes on, does not count and comes too late', async () => {
    const visitKey = 'visit-0001'
    await report({ startOrEnd: 1, visitKey })
    api.clock.advance({ seconds: 30 })
    for (const [at, body] of [{ visitKey }, { visitKey }, { visitKey, state: 'hidden' }, {}].entries()) {
      expect(await builtFor(() => beat(at + 1, body))).toEqual([])
      api.clock.advance({ seconds: 30 })
    }
    await report({ startOrEnd: 2, sumHours: 2, visitKey })
    for (const [at, body] of [{}, { visitId: 1 }, { visitKey: 'visit-0002' }, { visitKey: 'visit-0002', visitId: 1 }].entries()) expect(await builtFor(() => beat(at + 8, body))).toEqual([])
  })

  test('when the place where one goes on is saved', async () => {
    const save = () => fresh.post('/train/app/plan/updateUserSection', { curriculumId: courses.electrical, nodeId: electrical.video, parentId: 3101, nodeState: 1 })
    expect(await builtFor(async () => dataOf(await save()))).toEqual([])
  })
})

describe('an end that passes nothing writes each enrolment once, with its minutes and its moment:', () => {
  const writesOfEnrolments = async (work: () => Promise<unknown>) => (await textsOf(work)).filter((text) => text.startsWith('update "enrolments"'))
  const touchedOf = ({ userId }: TestLearner) =>
    api.db
      .select({ contentId: enrolments.contentId, learnedMinutes: enrolments.learnedMinutes })
      .from(enrolments)
      .where(and(eq(enrolments.tenantId, 82), eq(enrolments.learnerId, userId), eq(enrolments.touchedAt, api.clock.now())))
      .orderBy(asc(enrolments.contentId))

  test('of a course', async () => {
    await start()
    api.clock.advance({ minutes: 5 })
    expect(await writesOfEnrolments(() => end(5))).toHaveLength(1)
    expect(await touchedOf(fresh)).toEqual([{ contentId: courses.electrical, learnedMinutes: 5 }])
  })

  test('of a course in a plan, and of the plan', async () => {
    const learner = await learnerWithout(api, plans.onboarding)
    dataOf(await learner.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    const marker = (body: object) => learner.post('/train/startAndEnd/startAndEndPlanClassHoursStudy', { curriculumId: plans.onboarding, chapterId: 3101, sectionId: electrical.video, contentType: 1, ...body })
    dataOf(await marker({ startOrEnd: 1 }))
    api.clock.advance({ minutes: 5 })
    expect(await writesOfEnrolments(() => marker({ startOrEnd: 2, sumHours: 5 }))).toHaveLength(2)
    expect(await touchedOf(learner)).toEqual([{ contentId: courses.electrical, learnedMinutes: 5 }, { contentId: plans.onboarding, learnedMinutes: 5 }])
  })
})

describe('a visit goes to the database three times', () => {
  const visit = () => ({ tenantId: 82, userId: fresh.userId, kind: 'course' as const, contentId: courses.electrical, sectionId: electrical.video, visitKey: 'visit-0001', now: api.clock.now() })

  /** The tables that are asked first with each journey of a transaction, in the order in which they are asked, and whether their rows are held by it. */
  async function journeysOf(work: (tx: Db) => Promise<unknown>): Promise<string[][]> {
    const client = await api.db.$client.connect()
    const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    const journeys: string[][] = []
    let underWay = 0
    const query = (statement: { text: string }, ...rest: unknown[]) => {
      if (underWay === 0) journeys.push([])
      underWay += 1
      journeys.at(-1)?.push(`${/(?:update|into|from) "(\w+)"/.exec(statement.text)?.[1] ?? ''}${/ for (no key )?update/.test(statement.text) ? ' held' : ''}`)
      return send(statement, ...rest).finally(() => (underWay -= 1))
    }
    await client.query('begin')
    try {
      await work(drizzle({ client: { query } as unknown as pg.PoolClient }))
    } finally {
      await client.query('commit')
      client.release()
    }
    return journeys
  }

  test('when it begins, and holds the learner before visits and records', async () => {
    await start()
    await end(0)
    expect(await journeysOf((tx) => startVisit(tx, { ...visit(), chapterId: 3101 }))).toEqual([
      ['learners held', 'sections', 'study_visits held', 'study_visits held'],
      ['study_visits', 'section_records held'],
      ['enrolments'],
    ])
  })

  test('when it ends without a minute, and holds itself before its record and its enrolment', async () => {
    await report({ startOrEnd: 1, visitKey: 'visit-0001' })
    expect(await journeysOf((tx) => endVisit(tx, { ...visit(), reportedMinutes: 0 }))).toEqual([
      ['sections', 'study_visits held'],
      ['study_visits', 'section_records held'],
      ['section_records', 'enrolments'],
    ])
    // What is nothing new to its record is not written there.
    await report({ startOrEnd: 1, visitKey: 'visit-0002' })
    expect(await journeysOf((tx) => endVisit(tx, { ...visit(), visitKey: 'visit-0002', reportedMinutes: 0 }))).toEqual([
      ['sections', 'study_visits held'],
      ['study_visits', 'section_records held'],
      ['enrolments'],
    ])
  })

  test('when it ends by its place, and holds what is open there', async () => {
    await start()
    const [first, second] = await journeysOf((tx) => endVisit(tx, { ...visit(), visitKey: undefined, reportedMinutes: 0 }))
    expect([first, second]).toEqual([['sections'], ['study_visits held']])
    await report({ startOrEnd: 1, visitKey: 'visit-0003' })
    const [, another] = await journeysOf((tx) => endVisit(tx, { ...visit(), visitKey: 'visit-0004', reportedMinutes: 0 }))
    expect(another).toEqual(['study_visits held'])
  })
})
