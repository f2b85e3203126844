import { fsrs } from 'ts-fsrs'
import type { CardInput, Grade as FsrsGrade } from 'ts-fsrs'
import type { ReviewCard } from '../db/schema/mistakes.ts'
import { chinaMs, dayMs } from './china-time.ts'

/** After so many right answers in a row a question may leave the wrong-question book; the learner decides. */
export const leavingStreak = 3

/** How well a question was known: 1 again, 2 hard, 3 good, 4 easy. */
export type Grade = 1 | 2 | 3 | 4
export const grades: readonly Grade[] = [1, 2, 3, 4]

/** For so long a grade belongs to the answer before it, also on the next day. */
export const gradingMs = 3_600_000

// Whole days and no random spread: what was done today is not due again today, and two servers agree.
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false })

/** A moment as the scheduler is told it: it counts days by their dates in UTC, and ours are those of Asia/Shanghai. */
const inChina = (moment: Date) => new Date(moment.getTime() + chinaMs)

/** Right answers in a row after one more answer. */
export function streakAfter(streak: number, right: boolean): number {
  return right ? streak + 1 : 0
}

/** Whether a question may leave the book. */
export function mayLeave(streak: number): boolean {
  return streak >= leavingStreak
}

/** How an answer in practice counts for the schedule. */
export function gradeOf(right: boolean): Grade {
  return right ? 3 : 1
}

export type Scheduled = { card: ReviewCard; dueAt: Date }
export type Standing = { card: ReviewCard | null; dueAt: Date | null }

/**
 * What the learner's own grade starts from, and when it counts: it takes the place of today's last review, or of one within the hour, so that
 * what its button has promised holds when it is pressed after midnight. Else it is a review of its own, now.
 */
export function gradedFrom({ card, dueAt }: Standing, now: Date): Standing & { at: Date } {
  const before = card?.before
  if (card === null || before === undefined) return { card, dueAt, at: now }
  const at = new Date(card.reviewedAt)
  const isNew = endOfDay(at).getTime() !== endOfDay(now).getTime() && Math.abs(now.getTime() - at.getTime()) >= gradingMs
  if (isNew) return { card, dueAt, at: now }
  return { card: before.card, dueAt: before.dueAt === null ? null : new Date(before.dueAt), at }
}

/** How a question stands, without what came before. */
function withoutPast(card: ReviewCard | null): NonNullable<ReviewCard['before']>['card'] {
  if (card === null) return null
  const { before: _before, grade: _grade, operationId: _operationId, ...rest } = card
  return rest
}

/** The schedule of a question after it was reviewed with a grade at a moment; `card` is null before the first time. */
export function review(card: ReviewCard | null, dueAt: Date | null, grade: Grade, now: Date): Scheduled {
  const { card: next } = scheduler.next(cardOf(card, dueAt, now), inChina(now), grade as FsrsGrade)
  return {
    dueAt: new Date(next.due.getTime() - chinaMs),
    card: {
      stability: next.stability,
      difficulty: next.difficulty,
      state: next.state,
      scheduledDays: next.scheduled_days,
      learningSteps: next.learning_steps,
      repetitions: next.reps,
      lapses: next.lapses,
      reviewedAt: now.toISOString(),
      grade,
      before: { card: withoutPast(card), dueAt: dueAt?.toISOString() ?? null },
    },
  }
}

/**
 * The card of a question that was answered wrong where nobody reviews, as in an exam: forgotten like by any wrong answer, but no grade of the
 * learner's own takes the place of that one. Null before the first review.
 */
export function forgotten(card: ReviewCard | null, dueAt: Date | null, now: Date): ReviewCard | null {
  if (card === null) return null
  const { before: _before, ...after } = review(card, dueAt, 1, now).card
  return after
}

/** When a question would be due after each grade. */
export function intervals(card: ReviewCard | null, dueAt: Date | null, now: Date): { grade: Grade; dueAt: Date }[] {
  return grades.map((grade) => ({ grade, dueAt: review(card, dueAt, grade, now).dueAt }))
}

function cardOf(card: ReviewCard | null, dueAt: Date | null, now: Date): CardInput {
  return {
    due: inChina(dueAt ?? now),
    stability: card?.stability ?? 0,
    difficulty: card?.difficulty ?? 0,
    elapsed_days: 0,
    scheduled_days: card?.scheduledDays ?? 0,
    learning_steps: card?.learningSteps ?? 0,
    reps: card?.repetitions ?? 0,
    lapses: card?.lapses ?? 0,
    state: card?.state ?? 0,
    // A clock that went back would make an interval negative.
    last_review: card === null ? null : inChina(new Date(Math.min(Date.parse(card.reviewedAt), now.getTime()))),
  }
}

/** The last moment of the day, in Asia/Shanghai: what is due until then is due today. */
export function endOfDay(now: Date): Date {
  return new Date(Math.floor((now.getTime() + chinaMs) / dayMs) * dayMs + dayMs - 1 - chinaMs)
}
