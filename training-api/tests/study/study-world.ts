import { and, eq } from 'drizzle-orm'
import { sectionRecords } from '../../db/schema/enrolment.ts'
import { learnerTotals } from '../../db/schema/rankings.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { courses, dataOf, electrical, learnerWithout } from '../world.ts'
import type { WireChapter, WireReport } from '../world.ts'

/** A learner who has just begun 低压电工作业安全 for the first time, everything unlocked. */
export async function beginner(api: TestApi): Promise<TestLearner> {
  const learner = await learnerWithout(api, courses.electrical)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
  await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, learner.userId)))
  return learner
}

/** The chapter of a section of 低压电工作业安全. */
const chapterOf = (sectionId: unknown) => (sectionId === electrical.video || sectionId === electrical.document ? 3101 : sectionId === electrical.exam ? 3103 : 3102)

/** What is reported of 低压电工作业安全, by the learner of the test unless told otherwise; both are there by the time of the first call. */
export function studyCalls(api: () => TestApi, fresh: () => TestLearner) {
  const report = (body: { sectionId?: unknown; [field: string]: unknown }, who = fresh()) =>
    who.post<WireReport>('/train/startAndEnd/startAndEndClassHours', { curriculumId: courses.electrical, chapterId: chapterOf(body.sectionId ?? electrical.video), sectionId: electrical.video, contentType: 1, ...body })
  return {
    report,
    start: async (sectionId: number = electrical.video, who = fresh()) => dataOf(await report({ sectionId, startOrEnd: 1 }, who)),
    end: async (sumHours: unknown, sectionId: number = electrical.video, who = fresh()) => dataOf(await report({ sectionId, startOrEnd: 2, sumHours }, who)),
    score: (fraction: unknown, sectionId: number, who = fresh(), curriculumId: number = courses.electrical) =>
      who.post<WireReport>('/train/classHourses/updateClassHoursByType', { curriculumId, chapterId: 3102, sectionId, contentType: 1, fraction }),
    sectionOf: async (id: number, who = fresh()) =>
      dataOf(await who.get<WireChapter[]>('/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: courses.electrical })).flatMap(({ chapterSectionList }) => chapterSectionList).find((section) => section.id === id),
    totalOf: async (metric: 'minutes' | 'points', who = fresh(), scope: 'tenant' | 'course' | 'plan' = 'tenant', scopeId = 0) =>
      (await api().db.select({ value: learnerTotals.value }).from(learnerTotals).where(and(eq(learnerTotals.tenantId, 82), eq(learnerTotals.metric, metric), eq(learnerTotals.scope, scope), eq(learnerTotals.scopeId, scopeId), eq(learnerTotals.learnerId, who.userId))))[0]?.value ?? 0,
  }
}
