import 'server-only'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import type { StudyPlace, StudyReport } from '@/lib/domain/study'
import { handInSimulation } from './exam-simulations'
import { getSectionPaper } from './exams'

/** Hands in the paper of a simulation section with its newest result (R7, E5, E8) and gives what that brought; null where a section has no paper, or none to hand in (contract 4.7). */
export async function handInSectionPaper(learner: Learner, { place, requestId }: { place: StudyPlace; requestId: string }): Promise<StudyReport | null> {
  const kind: EnrolmentKind = place.planId ? 'plan' : 'course'
  const paper = await getSectionPaper(learner, { kind, sectionId: place.sectionId ?? '', itemId: place.itemId })
  if (!paper?.paperId || paper.kind !== 'simulation') return null
  const returned = await handInSimulation(learner, { place: { origin: 'section', examId: paper.id, paperId: paper.paperId, sectionId: place.sectionId, itemId: place.itemId, ownerId: place.planId ?? place.courseId, chapterId: place.chapterId }, requestId, kind })
  return returned.handedIn ? returned.report : null
}
