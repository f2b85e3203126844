import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import type { StudyPlace, StudyReport, VisitKind } from '@/lib/domain/study'
import { sectionKindNumber } from './kinds'
import { sendReport } from './reports'

/** Reports the score, 0 to 100, of a section that is decided by one: R3 in a course, R5 inside a plan (contract 5.25). */
export function reportFraction(learner: Learner, { place, kind, fraction }: { place: StudyPlace; kind: VisitKind; fraction: number }): Promise<StudyReport> {
  const path = place.planId ? 'train/classHourses/updatePlanClassHoursByType' : 'train/classHourses/updateClassHoursByType'
  return sendReport(learner, path, {
    curriculumId: place.planId ?? place.courseId, sectionId: place.sectionId, chapterId: place.chapterId, contentType: sectionKindNumber[kind], fraction,
    ...(place.planId && place.itemId ? { contentId: place.itemId } : {}),
  })
}
