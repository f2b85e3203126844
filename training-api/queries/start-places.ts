import type { Db } from '../db/client.ts'
import { examWindow } from '../rules/exams.ts'
import type { ExamWindow } from '../rules/exams.ts'
import { findExamPlace } from './exam-places.ts'
import type { FoundPlace, PlaceFault } from './exam-places.ts'
import { findReported } from './simulation-exams.ts'
import type { Who } from './who.ts'

/** What decides whether an attempt may begin at a place; `reportedBy` is the launch whose report decides, where it is not the clock. */
export type JudgedPlace = { fault: PlaceFault | null; window: ExamWindow; reportedBy: number | null }

/**
 * A place of an exam as it is now. A simulation reports first and its attempt begins with the hand-in: where the exam or its plan is over by
 * then, the place counts as it was when that was reported which nobody has handed in yet.
 */
export async function judgePlace(db: Db, place: FoundPlace, { now, ...who }: Who & { now: Date }): Promise<JudgedPlace> {
  const { exam, placeId, planItemId } = place
  const judged = { fault: place.fault, window: examWindow(exam, now), reportedBy: null }
  if (exam.kind !== 'simulation' || (judged.fault === null && judged.window === 'open')) return judged
  const reported = await findReported(db, { ...who, placeId, exam })
  if (reported === null) return judged
  const named = exam.origin === 'standalone' ? {} : { otherContentId: placeId, contentId: planItemId }
  const then = await findExamPlace(db, { ...who, examId: exam.examId, ...named, now: reported.reportedAt })
  return then === null ? judged : { fault: then.fault, window: examWindow(exam, reported.reportedAt), reportedBy: reported.requestId }
}
