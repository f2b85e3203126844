import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import type { StudyReport } from '@/lib/domain/study'
import { getPlanExam } from './exams'
import { sectionKindNumber } from './kinds'
import { sendReport } from './reports'

/** Leaves an exam that is an item of a plan (R4): its best score so far, as C8 says it; nothing is sent while there is none. */
export async function reportPlanExam(learner: Learner, { planId, itemId }: { planId: string; itemId: string }): Promise<StudyReport> {
  const exam = await getPlanExam(learner, { itemId })
  if (!exam || exam.bestScore === null) return { messages: [], certificate: null }
  const fields = { curriculumId: planId, contentId: itemId, sectionId: exam.id, contentType: sectionKindNumber.exam, fraction: exam.bestScore }
  return sendReport(learner, 'train/classHourses/updatePlanClassHoursTest', fields)
}
