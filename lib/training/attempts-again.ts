import 'server-only'
import type { ExamPlace, StartOutcome } from '@/lib/domain/attempts'
import { placeIdOf, type Attempt } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import { lookAtAttempt, startAttempt } from './attempts'
import { told } from './errors'
import { getExam, type ToldExam } from './exams'

type Start = { place: ExamPlace; intentId: string; attemptId: string | null }

/** So long after it was first asked for an attempt may still begin by that. Later its learner may be anywhere, and presses anew. */
const FRESH_MS = 5 * 60_000

/**
 * Opens a paper, as `startAttempt` does, that was asked for before by the same intent, where nobody knows what came of that for `sinceMs`
 * milliseconds. What this intent has opened is opened at any age. Else, by itself, it begins no second attempt, none of an old press, and takes
 * none from another device that has opened it since (as far as the platform tells; one that was open there before is taken, as by any press):
 * it is `unsure`, as it is where an attempt would begin on a platform that knows no intents.
 */
export async function startAgain(learner: Learner, { sinceMs, ...start }: Start & { sinceMs: number }): Promise<StartOutcome> {
  const pressedAt = Date.now() - sinceMs
  const exam = await askExam(learner, start.place)
  const { attemptId } = start
  // One that tells its time knows our exam protocol. On any other nobody has the right to write alone.
  if (exam === null || exam.aheadMs === null) return attemptId === null ? unsure : startAttempt(learner, start)
  const from = pressedAt + exam.aheadMs
  // Beginnings are told in whole seconds.
  const isBegun = ({ startedAt }: Attempt) => startedAt === null || Date.parse(startedAt) >= Math.floor(from / 1_000) * 1_000
  // The newest one is gone on with, if any.
  const meant = exam.attempts.filter((attempt, index) => (attemptId === null ? index === 0 || isBegun(attempt) : attempt.id === attemptId))
  const known = await Promise.all(meant.map((attempt) => look(learner, start, attempt)))
  if (known.some(({ isOwn }) => isOwn)) return startAttempt(learner, start)
  if (known.some(({ openedAt }) => openedAt >= from)) return unsure
  return attemptId === null && (sinceMs > FRESH_MS || meant.some(isBegun)) ? unsure : startAttempt(learner, start)
}

const unsure: StartOutcome = { started: false, why: 'unsure', words: '', ref: null }

const askExam = (learner: Learner, place: ExamPlace): Promise<ToldExam | null> => told(getExam(learner, { examId: place.examId, kind: null, placeId: placeIdOf(place) }))

/** Whether this very intent has opened an attempt, and when anybody has last done so, 0 where that is not told (XE3). */
async function look(learner: Learner, { place, intentId }: Start, { id, answerId }: Attempt): Promise<{ isOwn: boolean; openedAt: number }> {
  const standing = await told(lookAtAttempt(learner, { place, ref: { attemptId: id, answerId }, epoch: 0, intentId }))
  return { isOwn: typeof standing?.openedEpoch === 'number', openedAt: standing?.openedAt ?? 0 }
}
