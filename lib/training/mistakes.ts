import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { BookMark, MistakeSource, MistakeTarget } from '@/lib/domain/mistakes'
import { training } from './client'
import { questionKindNumber } from './questions'
import { wireDone, wireIdMaybe } from './wire'

/** The kinds of wrong questions on the wire. */
export const sourceOnWire: Record<MistakeSource, number> = { theory: 1, simulation: 2, practice: 3 }

/** How the calls name a question of an exam (W4, W5). */
const examFields = (learner: Learner, { source, kind, content, attemptId, answerId, questionId }: MistakeTarget) => ({
  errorType: sourceOnWire[source], questionType: questionKindNumber(kind), questionContent: content, userId: learner.id, instanceId: attemptId, answerId, questionId,
})

const joined = z.unknown().transform((data) => z.object({ id: wireIdMaybe }).safeParse(data).data?.id ?? wireIdMaybe.safeParse(data).data ?? null)

/** Puts a question into the learner's wrong-question book (W4); doing it twice is no error. */
export async function addMistake(learner: Learner, target: MistakeTarget): Promise<BookMark> {
  const { source, kind, content, questionId, chosenIds = [], isRight = false } = target
  const fields = source === 'practice'
    ? { errorType: sourceOnWire.practice, questionType: questionKindNumber(kind), questionContent: content, userId: learner.id, resultIds: [...chosenIds].sort().join('&'), isTrueFlag: isRight ? 1 : 0, questionId }
    : examFields(learner, target)
  const mistakeId = await training.post(learner, 'train/examPlanApp/joinError', fields, joined)
  return { inBook: true, mistakeId }
}

/** Takes a question out of the book (W5); doing it twice is no error. */
export async function removeMistake(learner: Learner, target: MistakeTarget): Promise<BookMark> {
  const { source, mistakeId } = target
  const fields = source === 'practice' && mistakeId ? { errorType: sourceOnWire.practice, id: mistakeId } : { ...examFields(learner, target), ...(mistakeId ? { id: mistakeId } : {}) }
  await training.post(learner, 'train/examPlanApp/removeError', fields, wireDone)
  return { inBook: false, mistakeId: null }
}
