import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { studyVisits } from '../../db/schema/study.ts'
import { startVisit } from '../../queries/study.ts'
import { onServer } from '../meeting.ts'
import { watchConnections } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { whileAnotherIsOpen } from '../two-at-once.ts'
import { courses, dataOf, electrical } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

let api: TestApi
let fresh: TestLearner
const textsOf = watchConnections()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { report, start, end, totalOf } = studyCalls(() => api, () => fresh)
const openVisits = () =>
  api.db
    .select({ sectionId: studyVisits.sectionId, visitKey: studyVisits.visitKey })
    .from(studyVisits)
    .where(and(eq(studyVisits.tenantId, 82), eq(studyVisits.learnerId, fresh.userId), isNull(studyVisits.endedAt)))
const beat = (seq: number, sectionId: number) =>
  fresh.post<{ countedSeconds: number }>('/train/web/studyHeartbeat', { curriculumId: courses.electrical, sectionId, contentType: 1, seq, activeSeconds: 30, state: 'active' })

/** A start on one device that is not committed yet while another device does `work`. */
const whileStarting = <T>(visitKey: string | undefined, work: () => Promise<T>) =>
  whileAnotherIsOpen(api, (tx) => startVisit(tx, { tenantId: 82, userId: fresh.userId, kind: 'course', contentId: courses.electrical, sectionId: electrical.video, chapterId: undefined, visitKey, now: api.clock.now() }), work)

describe('a learner on two devices', () => {
  test.runIf(onServer)('has one visit, and time that counts once, however close the starts are', async () => {
    await whileStarting(undefined, () => start(electrical.document))
    expect(await openVisits()).toMatchObject([{ sectionId: electrical.document }])
    api.clock.advance({ seconds: 30 })
    const counted = [dataOf(await beat(1, electrical.video)), dataOf(await beat(1, electrical.document))].map(({ countedSeconds }) => countedSeconds)
    expect(counted).toEqual([0, 30])
  })

  test.runIf(onServer)('keeps a visit whose start comes twice at once', async () => {
    const visitKey = 'visit-0001'
    const reply = await whileStarting(visitKey, () => report({ sectionId: electrical.video, startOrEnd: 1, visitKey }))
    expect(reply).toMatchObject({ status: 200, code: 0 })
    expect(await openVisits()).toEqual([{ sectionId: electrical.video, visitKey }])
  })

  test('has all that a start closes added to the totals at once: two learners never wait for each other in a circle', async () => {
    const startedAt = new Date(testMoment.getTime() - 3_600_000)
    const left = [electrical.video, electrical.document].map((sectionId, at) => ({ tenantId: 82, visitId: 7_000_000_001 + at, learnerId: fresh.userId, sectionId, planItemId: 0, startedAt, lastBeatAt: testMoment, countedSeconds: 600 }))
    await api.db.insert(studyVisits).values(left)
    const before = await totalOf('minutes')
    const texts = await textsOf(() => start(electrical.scorm12))
    expect(texts.filter((text) => text.includes('update learner_totals') || text.includes('into rank_histogram'))).toHaveLength(2)
    expect(await totalOf('minutes')).toBe(before + 20)
  })

  test('may start, tell time and end in any order without anybody failing', async () => {
    const sections = [electrical.video, electrical.document, electrical.scorm12, electrical.scorm2004]
    for (let round = 0; round < 3; round += 1) {
      const replies = await Promise.all(sections.flatMap((sectionId) => [start(sectionId), beat(round + 1, sectionId), end(1, sectionId), start(sectionId)]))
      expect(replies).toHaveLength(16)
      expect(await openVisits()).toHaveLength(1)
      api.clock.advance({ minutes: 1 })
    }
  })
})
