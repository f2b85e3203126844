import 'server-only'
import { keepBounded } from '@/lib/domain/bounded-map'
import type { AttemptRef, ExamPlace } from '@/lib/domain/attempts'
import { placeIdOf } from '@/lib/domain/exams'
import type { Learner } from '@/lib/domain/learner'
import { trainingErrorOf } from './errors'
import { getExam } from './exams'
import { wireTimeOf } from './wire'

const MAX_KEPT = 20_000
/** Answers wait for what is only an addition to them. */
const LOOK_MS = 1_500
// The doors that begin an attempt and that save its answers are bundled apart.
const shared = globalThis as { trainhallStarts?: Map<string, string> }
const starts = (shared.trainhallStarts ??= new Map())
const keyOf = ({ tenantId, id }: Learner, { attemptId }: AttemptRef) => `${tenantId}:${id}:${attemptId}`

/** Remembers which start the platform was told first when an attempt was begun or gone on with (E5). */
export function noteStart(learner: Learner, ref: AttemptRef, startTimeString: string): void {
  const key = keyOf(learner, ref)
  if (!starts.has(key)) keepBounded(starts, key, startTimeString, MAX_KEPT)
}

/**
 * The start that the calls about an attempt of an exam by itself repeat (E6); undefined for any other exam. Where another web has begun
 * it, that is what the platform has on record (E4), and now where it has nothing: the same one from then on. Where it cannot be asked at
 * the moment, undefined as well: another start than the one it knows would be worse than none.
 */
export async function startOf(learner: Learner, place: ExamPlace, ref: AttemptRef): Promise<string | undefined> {
  if (place.origin !== 'standalone') return undefined
  const noted = starts.get(keyOf(learner, ref))
  if (noted) return noted
  const exam = await getExam(learner, { examId: place.examId, kind: null, placeId: placeIdOf(place), timeoutMs: LOOK_MS }).catch((error: unknown) => {
    if (trainingErrorOf(error)?.code === 'expired') throw error
    return undefined
  })
  if (exam === undefined) return undefined
  const startedAt = exam?.attempts.find(({ id, answerId }) => id === ref.attemptId || answerId === ref.answerId)?.startedAt
  const start = wireTimeOf(startedAt ? new Date(startedAt) : new Date())
  noteStart(learner, ref, start)
  return start
}
