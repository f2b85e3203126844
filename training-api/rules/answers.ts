import { lateWindowMs } from './exams.ts'

export type AttemptStatus = 'running' | 'pendingSubmit' | 'pendingUpload' | 'pendingReview' | 'finished'

/** Whether people have the next word on an attempt: it was handed in, and its marks come with the review, perhaps after an upload. */
export const isWithReviewer = (status: AttemptStatus) => status === 'pendingReview' || status === 'pendingUpload'

/** Whether an attempt has still to be handed in: it goes on until its end, whatever says that only the hand-in is missing. */
export const isToHandIn = ({ status }: { status: AttemptStatus }) => status === 'running' || status === 'pendingSubmit'

/** What decides whether an attempt takes an answer. */
export type WritableAttempt = {
  status: AttemptStatus
  /** Handed in by the learner. */
  sealed: boolean
  epoch: number
  /** Whether the current writer opened it with an intent, as clients do that send their epoch with every save. */
  sendsEpoch: boolean
  /** The earlier of deadline and hand-in after screen switches. */
  endsAt: Date
}

/** One save. What a plain client leaves out counts as the newest of the current writer. */
export type Save = { epoch: number | null; seq: number | null }
/** What is stored for the question, if anything. */
export type StoredAnswer = { seq: number } | null

export type SaveVerdict =
  | { verdict: 'saved'; late: boolean; seq: number }
  | { verdict: 'superseded' }
  | { verdict: 'refused'; reason: 'handedIn' | 'timeOver' | 'epoch' }

/**
 * Whether a save is kept: by the current writer, newer than what is stored, before the end or up to 60 s after it as
 * long as the learner has not handed in (contract 5.18).
 */
export function judgeSave(attempt: WritableAttempt, save: Save, stored: StoredAnswer, lastSeq: number, now: Date): SaveVerdict {
  if (attempt.sealed || isWithReviewer(attempt.status)) return { verdict: 'refused', reason: 'handedIn' }
  const late = now >= attempt.endsAt
  if (now.getTime() >= attempt.endsAt.getTime() + lateWindowMs) {
    return { verdict: 'refused', reason: isToHandIn(attempt) ? 'timeOver' : 'handedIn' }
  }
  if (save.epoch === null ? attempt.sendsEpoch : save.epoch !== attempt.epoch) return { verdict: 'refused', reason: 'epoch' }
  const seq = save.seq ?? lastSeq + 1
  if (stored !== null && seq <= stored.seq) return { verdict: 'superseded' }
  return { verdict: 'saved', late, seq }
}
