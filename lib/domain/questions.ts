import type { SafeHtml } from './rich-text'

/** The kinds of questions in the order of every paper and answer sheet. */
export const questionKinds = ['single', 'multiple', 'judgement'] as const
export type QuestionKind = (typeof questionKinds)[number]

export type QuestionOption = { id: string; content: SafeHtml }

/** A question as it is asked: without anything that tells its answer. */
export type Question = { id: string; kind: QuestionKind; content: SafeHtml; options: QuestionOption[] }

/** How often an option was chosen, in percent: in this exam, and in all. */
export type OptionShare = { letter: string; herePercent: number; everPercent: number }

/** A question after it was answered, with everything there is to learn from it. */
export type ReviewedQuestion = Question & {
  /** Points for the right answer; 0 outside exams. */
  score: number
  chosenIds: string[]
  correctIds: string[]
  isRight: boolean
  /** Its place in the wrong-question book, null when it is not in it or the platform does not say. */
  mistakeId: string | null
  inBook: boolean
  /** It is on a paper that the learner is answering: what was chosen and what is right is told after that. */
  isWithheld: boolean
  analysis: SafeHtml | null
  /** 0 to 100; null when the platform does not say. */
  accuracyPercent: number | null
  shares: OptionShare[]
}

/** The letter of an option by its place: A for the first. */
export function optionLetter(index: number): string {
  return String.fromCharCode(65 + index)
}

/** The letters of some options in the order of the question, e.g. `AC`; empty without any. */
export function lettersOf(options: readonly { id: string }[], ids: readonly string[]): string {
  return options.map((option, index) => (ids.includes(option.id) ? optionLetter(index) : '')).join('')
}

/** Whether exactly the right options were chosen; the order does not matter (spec 2 §4). */
export function isRightAnswer(chosen: readonly string[], correct: readonly string[]): boolean {
  const given = new Set(chosen)
  return correct.length > 0 && given.size === new Set(correct).size && correct.every((id) => given.has(id))
}

/** Questions in the order of the answer sheet: by kind, and within a kind as they came. */
export function inSheetOrder<T extends { kind: QuestionKind }>(questions: readonly T[]): T[] {
  return questionKinds.flatMap((kind) => questions.filter((question) => question.kind === kind))
}

export type SheetGroup<T> = { kind: QuestionKind; items: { number: number; question: T }[]; score: number }

/** The groups of an answer sheet with the numbers that run through it; a kind without questions has none. */
export function sheetGroups<T extends { kind: QuestionKind; score?: number }>(questions: readonly T[]): SheetGroup<T>[] {
  const numbered = inSheetOrder(questions).map((question, index) => ({ number: index + 1, question }))
  return questionKinds
    .map((kind) => {
      const items = numbered.filter(({ question }) => question.kind === kind)
      return { kind, items, score: items.reduce((sum, { question }) => sum + (question.score ?? 0), 0) }
    })
    .filter(({ items }) => items.length > 0)
}
