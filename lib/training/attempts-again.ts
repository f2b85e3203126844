import 'server-only'
import type { ExamPlace, StartOutcome } from '@/lib/domain/attempts'
import { placeIdOf, type Attempt } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import { lookAtAttempt, startAttempt } from './attempts'
import { isNo, trainingErrorOf } from './errors'
import { getExam, type ToldExam } from './exams'

type Start = { place: ExamPlace; intentId: string; attemptId: string | null }

/**
 * Opens a paper, as `startAttempt` does, that was asked for before by the same intent, where nobody knows what came of that for `sinceMs`
 * milliseconds. By itself it never begins a second attempt, and takes none from another device: it is `unsure` where the platform knows no
 * intents, and where an attempt has begun since by another one.
 */
export async function startAgain(learner: Learner, { sinceMs, ...start }: Start & { sinceMs: number }): Promise<StartOutcome> {
  const exam = await askExam(learner, start.place)
  // Which attempt is gone on with was known before.
  if (start.attemptId !== null) return startAttempt(learner, start)
  // One that tells its time knows our exam protocol.
  if (exam === null || exam.aheadMs === null) return unsure
  const from = Date.now() + exam.aheadMs - sinceMs
  const begun = exam.attempts.filter(({ startedAt }) => startedAt === null || Date.parse(startedAt) >= from)
  const own = await Promise.all(begun.map((attempt) => isOwn(learner, start, attempt)))
  return begun.length > 0 && !own.includes(true) ? unsure : startAttempt(learner, start)
}

const unsure: StartOutcome = { started: false, why: 'unsure', words: '', ref: null }

/** What the platform tells of an exam; null where it tells nothing. Where it cannot be asked, nothing is begun either. */
function askExam(learner: Learner, place: ExamPlace): Promise<ToldExam | null> {
  return getExam(learner, { examId: place.examId, kind: null, placeId: placeIdOf(place) }).catch((thrown: unknown) => {
    const error = trainingErrorOf(thrown)
    if (error !== null && isNo(error)) return null
    throw thrown
  })
}

/** Whether this very intent has opened an attempt (XE3). */
async function isOwn(learner: Learner, { place, intentId }: Start, { id, answerId }: Attempt): Promise<boolean> {
  const { openedEpoch } = await lookAtAttempt(learner, { place, ref: { attemptId: id, answerId }, epoch: 0, intentId })
  return typeof openedEpoch === 'number'
}
