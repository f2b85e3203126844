import type { QuestionKind } from './questions'

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

/** How a question stands in the book. */
export type BookMark = { inBook: boolean; mistakeId: string | null }
