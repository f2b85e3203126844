import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchStatements } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, expectStatus, foreign, hostileValues } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

type Beat = { visitId: number; countedSeconds: number; notCountedSeconds: number; visitSeconds: number; reason?: string }
type Ledger = { sections: { sectionId: number; countedMinutes: number; notCountedMinutes: number; reasons: { reason: string; minutes: number }[] }[]; countedMinutes: number; notCountedMinutes: number }

let api: TestApi
let elsewhere: TestLearner
let fresh: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { end, report, sectionOf, start } = studyCalls(() => api, () => fresh)
const beat = async (seq: number, activeSeconds: number, state = 'active', sectionId: number = electrical.video, who = fresh) =>
  dataOf(await who.post<Beat>('/train/web/studyHeartbeat', { curriculumId: courses.electrical, sectionId, contentType: 1, seq, activeSeconds, state }))

describe('heartbeats', () => {
  test('count by the clock of the server, each once', async () => {
    await start()
    api.clock.advance({ seconds: 15 })
    expect(await beat(1, 15)).toEqual({ visitId: expect.any(Number), countedSeconds: 15, notCountedSeconds: 0, visitSeconds: 15 })
    expect(await beat(1, 15)).toMatchObject({ countedSeconds: 0, notCountedSeconds: 0, visitSeconds: 15 })
    api.clock.advance({ seconds: 15 })
    expect(await beat(2, 60)).toMatchObject({ countedSeconds: 15, notCountedSeconds: 45, reason: 'clock', visitSeconds: 30 })
    api.clock.advance({ seconds: 30 })
    expect(await beat(3, 0, 'hidden')).toMatchObject({ countedSeconds: 0, notCountedSeconds: 30, reason: 'hidden', visitSeconds: 30 })
  })

  test('count for one section at a time', async () => {
    await start()
    api.clock.advance({ seconds: 15 })
    await start(electrical.document)
    api.clock.advance({ seconds: 15 })
    expect(await beat(1, 15)).toMatchObject({ countedSeconds: 0, reason: 'otherVisit' })
    expect(await beat(1, 15, 'active', electrical.document)).toMatchObject({ countedSeconds: 15 })
  })

  test('without a visit count nothing', async () => {
    expect(await beat(1, 15)).toEqual({ visitId: null, countedSeconds: 0, notCountedSeconds: 15, reason: 'noVisit', visitSeconds: 0 })
  })

  test('make an end worth what they have proven, and save the time of a page that never ended', async () => {
    await start()
    for (let seq = 1; seq <= 8; seq += 1) {
      api.clock.advance({ seconds: 30 })
      await beat(seq, 30)
    }
    await end(1)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(4)
    await start()
    for (let seq = 1; seq <= 24; seq += 1) {
      api.clock.advance({ seconds: 30 })
      await beat(seq, 30)
    }
    api.clock.advance({ hours: 10 })
    const moved = await start(electrical.document)
    expect(moved.integral).toHaveLength(1)
    expect(await sectionOf(electrical.video)).toMatchObject({ sumHours: 16, adopt: 1 })
  })

  test('that have stopped for an hour end their visit with what they have proven', async () => {
    await start()
    api.clock.advance({ minutes: 9 })
    await beat(1, 540)
    api.clock.advance({ minutes: 59 })
    await api.runJob('closeSilentVisits')
    expect((await sectionOf(electrical.video))?.sumHours).toBe(0)
    api.clock.advance({ minutes: 2 })
    await api.runJob('closeSilentVisits')
    await api.runJob('closeSilentVisits')
    expect((await sectionOf(electrical.video))?.sumHours).toBe(9)
    expect(await end(60)).toEqual({ integral: [], certificate: 1 })
    expect((await sectionOf(electrical.video))?.sumHours).toBe(9)
  })

  test('that a network has swallowed for more than an hour cost nothing of what was studied meanwhile', async () => {
    const visitKey = 'hours-offline'
    await report({ startOrEnd: 1, visitKey })
    const told = async (seq: number, activeSeconds: number) => dataOf(await fresh.post<Beat>('/train/web/studyHeartbeat', { sectionId: electrical.video, visitKey, seq, activeSeconds, state: 'active' }))
    api.clock.advance({ minutes: 9 })
    await told(1, 540)
    api.clock.advance({ minutes: 81 })
    await api.runJob('closeSilentVisits')
    expect(await told(2, 4860)).toMatchObject({ countedSeconds: 0, reason: 'noVisit' })
    await report({ startOrEnd: 2, visitKey, sumHours: 100 })
    await report({ startOrEnd: 2, visitKey, sumHours: 400 })
    expect((await sectionOf(electrical.video))?.sumHours).toBe(91)
    const { sections } = dataOf(await fresh.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))
    expect(sections.find(({ sectionId }) => sectionId === electrical.video)).toMatchObject({ countedMinutes: 91, reasons: [{ reason: 'clock', minutes: 9 }] })
  })

  test.each<[string, number, number, number, object]>([
    ['came late', 20, 1200, 20, { countedMinutes: 20, reasons: [] }],
    ['is more than has passed', 1, 600, 10, { countedMinutes: 2, reasons: [{ reason: 'clock', minutes: 8 }] }],
  ])('whose time %s leave it to the end what is refused, which the ledger lists once', async (_, minutes, activeSeconds, sumHours, listed) => {
    const visitKey = `minutes-of-${minutes}`
    await report({ startOrEnd: 1, visitKey })
    api.clock.advance({ minutes })
    expect(dataOf(await fresh.post<Beat>('/train/web/studyHeartbeat', { sectionId: electrical.video, visitKey, seq: 1, activeSeconds, state: 'active' }))).toMatchObject({ reason: 'clock' })
    await report({ startOrEnd: 2, visitKey, sumHours })
    const { sections } = dataOf(await fresh.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))
    expect(sections.find(({ sectionId }) => sectionId === electrical.video)).toMatchObject(listed)
  })

  test('that stopped before another visit prove no time beside it, and the ledger says so', async () => {
    const visitKey = 'left-for-another'
    await report({ startOrEnd: 1, visitKey })
    api.clock.advance({ minutes: 9 })
    await fresh.post('/train/web/studyHeartbeat', { sectionId: electrical.video, visitKey, seq: 1, activeSeconds: 540, state: 'active' })
    api.clock.advance({ minutes: 81 })
    await api.runJob('closeSilentVisits')
    await start(electrical.document)
    api.clock.advance({ minutes: 5 })
    await end(5, electrical.document)
    await report({ startOrEnd: 2, visitKey, sumHours: 90 })
    expect((await sectionOf(electrical.video))?.sumHours).toBe(10)
    const { sections } = dataOf(await fresh.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))
    expect(sections.find(({ sectionId }) => sectionId === electrical.video)?.reasons).toEqual([{ reason: 'otherVisit', minutes: 80 }])
  })

  test('that have stopped end as many visits as there are', async () => {
    const silentSince = new Date(testMoment.getTime() - 61 * 60_000).toISOString()
    await api.db.execute(sql`insert into study_visits (tenant_id, visit_id, learner_id, section_id, started_at, last_beat_at) select 990, n, n, 1, ${silentSince}, ${silentSince} from generate_series(1, 510) n`)
    await api.runJob('closeSilentVisits')
    expect((await api.db.execute(sql`select 1 from study_visits where tenant_id = 990 and ended_at is null`)).rows).toEqual([])
  })

  test('that have stopped end the other visits too when one cannot be ended', async () => {
    const silentSince = new Date(testMoment.getTime() - 61 * 60_000).toISOString()
    await api.db.execute(sql`insert into study_visits (tenant_id, visit_id, learner_id, section_id, started_at, last_beat_at) select 991, n, n, 1, ${silentSince}, ${silentSince} from generate_series(1, 3) n`)
    await api.db.execute(sql`alter table study_visits add constraint second_stays_open check (tenant_id <> 991 or learner_id <> 2 or ended_at is null)`)
    await api.runJob('closeSilentVisits')
    expect((await api.db.execute(sql`select learner_id from study_visits where tenant_id = 991 and ended_at is null`)).rows.map(({ learner_id }) => Number(learner_id))).toEqual([2])
  })

  test('that never came leave a visit open for its end', async () => {
    await start()
    api.clock.advance({ minutes: 90 })
    await api.runJob('closeSilentVisits')
    await end(90)
    expect((await sectionOf(electrical.video))?.sumHours).toBe(90)
  })

  test('are explained by the ledger, whose parts add up', async () => {
    await start()
    api.clock.advance({ minutes: 2 })
    await beat(1, 120)
    api.clock.advance({ minutes: 3 })
    await beat(2, 0, 'idle')
    api.clock.advance({ minutes: 1 })
    await end(100)
    const { answer, mostAtOnce } = await watchStatements(api, () => fresh.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))
    expect(mostAtOnce).toBe(2)
    const ledger = dataOf(answer)
    const video = ledger.sections.find(({ sectionId }) => sectionId === electrical.video)
    expect(video).toMatchObject({ countedMinutes: 7 })
    expect(video?.reasons).toEqual(expect.arrayContaining([{ reason: 'idle', minutes: 3 }, { reason: 'clock', minutes: 93 }]))
    const sum = (pick: (section: Ledger['sections'][number]) => number) => ledger.sections.reduce((all, section) => all + pick(section), 0)
    expect(ledger.countedMinutes).toBe(sum(({ countedMinutes }) => countedMinutes))
    expect(ledger.notCountedMinutes).toBe(sum(({ reasons }) => reasons.reduce((all, { minutes }) => all + minutes, 0)))
    expect(dataOf(await elsewhere.get<Ledger>('/train/web/getStudyLedger', { curriculumId: courses.electrical, fruitType: 1 }))).toEqual({ sections: [], countedMinutes: 0, notCountedMinutes: 0 })
  })

  test('never break on bad input, in the middle of a visit', async () => {
    const send = (body: object) => fresh.post<Beat>('/train/web/studyHeartbeat', { sectionId: electrical.video, seq: 1, activeSeconds: 1, state: 'active', ...body })
    await start()
    for (const value of hostileValues) {
      expectStatus(await send({ sectionId: value }), 400)
      for (const name of ['seq', 'activeSeconds']) {
        // Each to a visit that has heard nothing yet.
        await end(0)
        await start()
        api.clock.advance({ minutes: 1 })
        const reply = await send({ [name]: value })
        expect([200, 400], `${name} ${JSON.stringify(value)}`).toContain(reply.status)
        // What is taken is no more than the clock allows; after what is refused the visit goes on.
        const taken = reply.status === 200 ? reply.data : dataOf(await send({ seq: 1, activeSeconds: 30 }))
        expect([taken.countedSeconds >= 0, taken.countedSeconds <= 60, taken.reason === 'noVisit']).toEqual([true, true, false])
        if (reply.status === 400) expect(taken.countedSeconds).toBe(30)
      }
    }
    expectStatus(await send({ state: 'asleep' }), 400)
    expectStatus(await send({ sectionId: foreign(electrical.video) }), 404)
  })
})
