import { CHINA_MS, DAY_MS } from './china-time'
import { longListSize } from './paging'
import type { QuestionKind } from './questions'
import type { SafeHtml } from './rich-text'

/** The tabs of the wrong-question book in their order (spec 2 §2.10). */
export const mistakeSources = ['theory', 'simulation', 'practice'] as const
export type MistakeSource = (typeof mistakeSources)[number]

/** A question that is put into the book or taken out of it. */
export type MistakeTarget = {
  source: MistakeSource
  questionId: string
  kind: QuestionKind
  /** What the question says, since platforms want to hear it. */
  content: string
  /** Of an exam: the attempt in which it was answered. */
  attemptId?: string | null
  answerId?: string | null
  /** In practice: what was chosen, and whether it was right. */
  chosenIds?: string[]
  isRight?: boolean
  /** Its place in the book, when that is known. */
  mistakeId?: string | null
}

/** Where a question stands in the book. */
export type BookPlace = Pick<MistakeTarget, 'source' | 'attemptId' | 'answerId'>

/** How a question stands in the book. */
export type BookMark = { inBook: boolean; mistakeId: string | null }

/** Right answers in a row after which a question may leave the book; the learner decides. */
export const STREAK_TO_LEAVE = 3

/** Where a wrong question came from; an exam of a plan also says which plan, and where in it the exam stands. */
export type MistakeOrigin = { kind: 'exam' | 'course' | 'subject'; id: string; name: string; sectionId: string | null; sectionName: string | null; planId: string | null; itemId: string | null }

/** How well the learner says to have known a question, from worst to best. */
export const recallGrades = ['again', 'hard', 'good', 'easy'] as const
export type RecallGrade = (typeof recallGrades)[number]

/** How well a question of the book is known, and when it is to be asked again (ISO 8601). */
export type ReviewState = {
  streak: number
  mayLeave: boolean
  dueAt: string | null
  /** How the last review was graded. */
  grade: RecallGrade | null
  /** In how many days it would be asked again by each grade of the learner's own; none where that cannot be told. */
  choices: { grade: RecallGrade; days: number }[]
}

/** A question in the book. What follows its own fields only some platforms tell. */
export type Mistake = {
  id: string
  source: MistakeSource
  questionId: string
  kind: QuestionKind
  content: SafeHtml
  attemptId: string | null
  answerId: string | null
  /** What the learner chose: it goes along when the question is put back. */
  chosenIds: string[]
  subjectName: string | null
  wrongAt: string | null
  review: ReviewState | null
  origin: MistakeOrigin | null
}

export const mistakeSorts = ['newest', 'oldest', 'due'] as const
export type MistakeSort = (typeof mistakeSorts)[number]

/** What of the book is shown; all of it stands in the address. */
export type BookView = { source: MistakeSource; subjectId: string | null; kind: QuestionKind | 'all'; sort: MistakeSort; isDue: boolean; page: number; size: number }

/** The part of a view that the address must say. */
export function bookQuery({ source, subjectId, kind, sort, isDue, page, size }: Partial<BookView>): Record<string, string | number | undefined> {
  return {
    source: source === 'theory' ? undefined : source,
    subject: subjectId ?? undefined,
    kind: kind === 'all' ? undefined : kind,
    sort: sort === 'newest' ? undefined : sort,
    due: isDue ? 1 : undefined,
    page: page === 1 ? undefined : page,
    size: size === longListSize ? undefined : size,
  }
}

export type BookSubject = { id: string; title: string; count: number | null; dueCount: number | null }
/** How many questions each tab holds, how many of them are due today, and when the first one after today is (ISO 8601); null where the platform does not say. */
export type BookCounts = { total: number; due: number; bySource: Record<MistakeSource, { total: number; due: number; nextDueAt: string | null }> }

/** In how many days from `now` (milliseconds since 1970) a question is to be reviewed, by their dates in Asia/Shanghai; 0 also for what is overdue or has no time. */
export function daysUntilDue(dueAt: string | null, now: number): number {
  const dayOf = (moment: number) => Math.floor((moment + CHINA_MS) / DAY_MS)
  return dueAt === null ? 0 : Math.max(0, dayOf(Date.parse(dueAt)) - dayOf(now))
}

/** Whether a question is to be reviewed on the day of `now` (milliseconds since 1970) in Asia/Shanghai; without a time it always is. */
export const isDueToday = (dueAt: string | null, now: number): boolean => daysUntilDue(dueAt, now) === 0
