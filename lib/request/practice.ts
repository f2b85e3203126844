import 'server-only'
import type { Learner } from '@/lib/domain/learner'
import type { DrawFrom, Judgement, PracticeDraw } from '@/lib/domain/practice'
import { drawQuestions, judgeByKey, keyOf, openDraw, type QuestionKey } from '@/lib/training/practice'
import { spend } from './limits'
import { seal, unseal } from './sealed'

const ownerOf = (learner: Learner) => `practice:${learner.tenantId}:${learner.id}`

/** A draw for the browser; where the platform keeps none, each question carries its key, closed. */
export async function makeDraw(learner: Learner, what: DrawFrom): Promise<PracticeDraw> {
  await spend('drawsOfLearner', learner.tenantId, learner.id)
  const drawn = await drawQuestions(learner, what)
  const draw = openDraw(drawn, { subjectName: what.from === 'subject' ? what.subjectName : '', isFromBook: what.from !== 'subject' })
  if (draw.id !== null) return draw
  return { ...draw, questions: drawn.questions.map((question, index) => ({ ...draw.questions[index]!, sealed: seal(keyOf(question), ownerOf(learner)) })) }
}

/** Judges one answer by the key that the browser kept; null when it is not one of this learner's. */
export function judgeSealed(learner: Learner, { sealed, optionIds }: { sealed: string; optionIds: string[] }): Judgement | null {
  const key = unseal(sealed, ownerOf(learner)) as QuestionKey | null
  return key && { answers: [judgeByKey(key, optionIds)], isEnded: false }
}
