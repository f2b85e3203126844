import { z } from 'zod'
import { absenceCauses, handInReasons, SAVES_PER_CALL } from './attempts'

const id = z.string().regex(/^[\w-]{1,64}$/)
const maybeId = id.nullish().transform((value) => value ?? null)
/** The id of an operation: of a change, of a press, of an absence. */
const operationId = z.string().regex(/^[\w-]{8,64}$/)

const place = z
  .object({
    origin: z.enum(['standalone', 'planExam', 'section']), examId: id, paperId: id,
    sectionId: maybeId, itemId: maybeId, ownerId: maybeId, chapterId: maybeId, planExamId: maybeId,
  })
const ref = z.object({ attemptId: id, answerId: id })
/** Whose paper the page shows: a session of somebody else must not write into it. */
const learnerId = id
/** Which opening writes; null where the platform does not tell. */
const epoch = z.number().int().min(0).nullable()
const attempt = { learnerId, place, ref, epoch }

/** A paper is opened; with `attemptId` only that attempt is continued and none begun. */
export const attemptStart = z.object({ learnerId, place, intentId: operationId, attemptId: id.nullable().default(null), sinceMs: z.number().int().min(0).nullable().default(null) })

/** Changes of answers, oldest first. */
export const attemptSaves = z.object({
  ...attempt,
  saves: z.array(z.object({ opId: operationId, seq: z.number().int().min(1), questionId: id, optionIds: z.array(id).max(30) })).min(1).max(SAVES_PER_CALL),
})

/** How the attempt stands, with the server's clock. */
export const attemptLook = z.object({ ...attempt, intentId: operationId.nullish() })

/** Another window wants to write. */
export const attemptTakeOver = z.object({ ...attempt, intentId: operationId })

/** More than any exam allows: whoever was away for longer, with a laptop closed over a weekend, was away for so long. */
const MOST_AWAY_SECONDS = 86_400
const secondsAway = z.number().int().min(0).transform((seconds) => Math.min(seconds, MOST_AWAY_SECONDS))

/** The learner was away and is back; 0 seconds for what does not count. */
export const attemptAbsence = z.object({ ...attempt, eventId: operationId, cause: z.enum(absenceCauses), seconds: secondsAway })

/** The paper is handed in. */
export const attemptHandIn = z.object({ ...attempt, by: z.enum(handInReasons) })
