import { and, asc, eq, like, notInArray } from 'drizzle-orm'
import { expect } from 'vitest'
import { enrolments } from '../db/schema/enrolment.ts'
import { learners } from '../db/schema/learners.ts'
import type { Reply, TestApi, TestLearner } from './support.ts'

/** Ids of the demo world's tenant 82 that tests speak of. */
export const courses = { electrical: 3001, forklift: 3002, welding: 3003, crane: 3004, confined: 3005, heights: 3006 } as const
export const plans = { onboarding: 5001, safetyMonth: 5002, renewal: 5003, refresher: 5004, teamLeader: 5005, forbidden: 5014 } as const
/** Sections of 低压电工作业安全, in order. */
export const electrical = { video: 3201, document: 3202, scorm12: 3203, scorm2004: 3204, simulation: 3205, exam: 3206 } as const

/** The same thing in tenant 101. */
export const foreign = (id: number) => 1_010_000 + id

/** Values that a field for an id must answer with 400 or a refusal, never with 500. */
export const hostileValues: readonly unknown[] = [
  '', 'abc', '1 or 1=1', "1'; drop table learners; --", '-1', -1, 0, '9'.repeat(40), 1e300, 1.5, 'NaN', '1e9', '０', true, null, [], [1, 2], {}, { id: 1 }, '\u0000', '%27',
]

/** The calls of a refusal: HTTP 200, code 1 and the words, letter for letter. */
export function expectRefusal(reply: Reply<unknown>, words: string): void {
  expect({ status: reply.status, code: reply.code, msg: reply.msg }).toEqual({ status: 200, code: 1, msg: words })
}

/** A call that ends with a status of its own. */
export function expectStatus(reply: Reply<unknown>, status: number): void {
  expect({ status: reply.status, code: reply.code }).toEqual({ status, code: 1 })
}

/** The data of a call that succeeded. */
export function dataOf<T>(reply: Reply<T>): T {
  expect({ status: reply.status, code: reply.code, msg: reply.msg }).toEqual({ status: 200, code: 0, msg: null })
  return reply.data
}

/** Every key of the object and no other. */
export function expectKeys(object: unknown, keys: string): void {
  expect(Object.keys(object as object).toSorted()).toEqual(keys.split(' ').toSorted())
}

export type WirePage<T> = { records: T[]; total: number; size: number; current: number; pages: number }
export const pageNoise = { orders: [], optimizeCountSql: true, hitCount: false, countId: null, maxLimit: null, searchCount: true }

export type WireSection = {
  id: number
  chapterId: number
  sectionName: string
  nodeName: string
  contentType: number
  studyTime: number
  studyLimit: number | null
  limitType: number
  sumHours: number
  adopt: number
  knityn: number
  classRecordId: number | null
  sectionStudy: { sectionContentType: number; resourceId: number; resourceUrl: string | null; captionList: { lang: string; url: string }[] } | null
  sectionTrain: { type: number; simulationStudyId: number; testRequestId: number | null; ticket?: string } | null
  sectionTest: { sectionContentType: number } | null
}
export type WireChapter = { id: number; chapterName: string; knityn: number; chapterSectionList: WireSection[] }
export type WireReport = { integral: string[]; certificate: number; certificateInfo?: { name: string; certificateNum: string } }

/** A learner of tenant 82's crowd who has nothing to do yet with a course or plan; each call finds the next. */
export async function learnerWithout(api: TestApi, contentId: number): Promise<TestLearner> {
  const taken = api.db.select({ id: enrolments.learnerId }).from(enrolments).where(and(eq(enrolments.tenantId, 82), eq(enrolments.contentId, contentId)))
  const [found] = await api.db
    .select({ account: learners.account })
    .from(learners)
    .where(and(eq(learners.tenantId, 82), like(learners.account, 'learner%'), notInArray(learners.learnerId, taken)))
    .orderBy(asc(learners.learnerId))
    .limit(1)
  if (found === undefined) throw new Error(`Everybody has content ${contentId}.`)
  return api.loginAs(found.account, 82)
}
