import 'server-only'
import { z } from 'zod'
import type { FiledAnswers } from '@/lib/domain/answer-file'
import type { Learner } from '@/lib/domain/learner'
import { LONG_MS, training } from './client'
import { isNotOffered } from './errors'
import { wireId, wireList, wireNumber, wireText } from './wire'

const filed = z
  .object({ number: wireText, instanceId: wireId, time: wireText, late: wireNumber(), arrived: wireNumber(), unfit: wireNumber() })
  .transform((wire): FiledAnswers => ({ number: wire.number, attemptId: wire.instanceId, receivedAt: wire.time, late: wire.late, arrived: wire.arrived, unfit: wire.unfit }))

/** What a platform answers that knows no answer files. */
function unknownAs<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (isNotOffered(error)) return none
    throw error
  }
}

/** Hands an answer file in (XE6, an extension); `filed` is null where the platform takes none. A refusal is a `rejected` error with its words. */
export function handInAnswerFile(learner: Learner, { file }: { file: string }): Promise<{ filed: FiledAnswers | null }> {
  return training.post(learner, 'train/examPlanApp/handInAnswerFile', { answerFile: file }, filed, { timeoutMs: LONG_MS }).then((answer) => ({ filed: answer }), unknownAs({ filed: null }))
}

/** The answer files that a learner has handed in for an exam, newest first (XE7, an extension); null where the platform takes none. */
export function listAnswerFiles(learner: Learner, { examId }: { examId: string }): Promise<FiledAnswers[] | null> {
  return training.get<FiledAnswers[] | null>(learner, 'train/examPlanApp/answerFiles', { examPlanId: examId }, wireList(filed)).catch(unknownAs(null))
}
