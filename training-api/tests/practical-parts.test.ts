import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attempts, practicalDetails } from '../db/schema/attempts.ts'
import { practicalGroups } from '../db/schema/exams.ts'
import { findPractical, listPracticalParts } from '../queries/exam-results.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const reviewed = { detailId: 9801 }

/** The practical part that the demo world has, with what else it says of its attempt. */
async function partOf() {
  const [part] = await api.db
    .select({ detail: practicalDetails, paperId: attempts.paperId })
    .from(practicalDetails)
    .innerJoin(attempts, and(eq(attempts.tenantId, practicalDetails.tenantId), eq(attempts.attemptId, practicalDetails.attemptId)))
    .where(and(eq(practicalDetails.tenantId, 82), eq(practicalDetails.detailId, reviewed.detailId)))
  if (part === undefined) throw new Error('The demo world has no practical part.')
  return part
}

test('a practical part shows the task of its own paper, whatever other papers call it', async () => {
  const { detail, paperId } = await partOf()
  const other = { tenantId: 82, groupId: detail.groupId, position: 1, title: '另一份试卷的任务', requirement: '<p>另一项要求</p>', score: 100 }
  const who = { tenantId: 82, userId: detail.learnerId }
  const before = await findPractical(api.db, { ...who, ...reviewed })
  await api.db.insert(practicalGroups).values([1, 999_999].map((id) => ({ ...other, paperId: id })))
  expect(await findPractical(api.db, { ...who, ...reviewed })).toEqual(before)
  await api.db.delete(practicalGroups).where(and(eq(practicalGroups.tenantId, 82), eq(practicalGroups.paperId, paperId), eq(practicalGroups.groupId, detail.groupId)))
  expect(await findPractical(api.db, { ...who, ...reviewed })).toMatchObject({ ...detail, title: '', requirement: null })
})

test('the practical parts of an attempt stand as on its paper, and the first is meant where none is named', async () => {
  const { detail, paperId } = await partOf()
  const groups = [3, 1, 2].map((position, at) => ({ tenantId: 82, paperId, groupId: 990_001 + at, position, title: `任务 ${position}`, requirement: '', score: 10 }))
  await api.db.insert(practicalGroups).values(groups)
  const attemptId = 990_000
  const [attempt] = await api.db.select().from(attempts).where(and(eq(attempts.tenantId, 82), eq(attempts.attemptId, detail.attemptId)))
  await api.db.insert(attempts).values({ ...attempt!, attemptId, answerId: 990_000, number: 90 })
  await api.db.insert(practicalDetails).values(groups.map(({ groupId }) => ({ ...detail, attemptId, groupId, detailId: groupId })))
  expect((await listPracticalParts(api.db, { tenantId: 82, attemptIds: [attemptId] })).map(({ groupId }) => groupId)).toEqual([990_002, 990_003, 990_001])
  expect(await findPractical(api.db, { tenantId: 82, userId: detail.learnerId, instanceId: attemptId })).toMatchObject({ title: '任务 1' })
})
