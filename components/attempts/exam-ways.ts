import type { AttemptRef, ExamPlace } from '@/lib/domain/attempts'
import { routes } from '@/lib/routes'

/** Who takes the exam. */
export type ExamLearner = { id: string; name: string; account: string; /** Whether the tenant lets whoever has forgotten the password set a new one. */ canReset?: boolean }

/** Where to look at an attempt of this exam. */
export function resultOf(place: ExamPlace, { attemptId, answerId }: AttemptRef): string {
  return routes.examResult({ ...place, attemptId, answerId, isSimulation: false })
}

/** Where the learner came from: the preparation of a stand-alone exam, the player for sections and plans. */
export function wayBack({ origin, examId, ownerId, chapterId, sectionId, itemId }: ExamPlace): string {
  if (origin === 'standalone' || !ownerId) return routes.examPreparation(examId)
  if (origin === 'planExam') return routes.player({ planId: ownerId, itemId: itemId ?? undefined })
  const stop = { chapterId: chapterId ?? undefined, sectionId: sectionId ?? undefined }
  return itemId ? routes.player({ planId: ownerId, itemId, ...stop }) : routes.player({ courseId: ownerId, ...stop })
}
