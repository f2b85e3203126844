export type QuestionKind = 'single' | 'multiple' | 'judgement'

export type PaperQuestion = {
  questionId: number
  kind: QuestionKind
  /** Points for the right answer. */
  score: number
  optionIds: readonly number[]
  rightIds: readonly number[]
}

/** Ids of an answer as they are sent: joined by `&`; null when it is no such list. An empty answer is no ids. */
export function readOptionIds(answer: string): number[] | null {
  if (answer === '') return []
  const parts = answer.split('&').map((part) => part.trim())
  if (!parts.every((part) => /^\d{1,16}$/.test(part))) return null
  const ids = parts.map(Number)
  return ids.every(Number.isSafeInteger) ? [...new Set(ids)].sort((a, b) => a - b) : null
}

/** An answer as it is kept: ids ascending, joined by `&`. */
export function joinOptionIds(optionIds: readonly number[]): string {
  return [...new Set(optionIds)].sort((a, b) => a - b).join('&')
}

export type AnswerFault = 'notOnPaper' | 'notAnOption' | 'tooManyOptions'

/** What is wrong with an answer to a question of a paper; null when it can be kept. `question` is null when it is not on the paper. */
export function faultOf(question: Pick<PaperQuestion, 'kind' | 'optionIds'> | null, optionIds: readonly number[]): AnswerFault | null {
  if (question === null) return 'notOnPaper'
  if (optionIds.some((optionId) => !question.optionIds.includes(optionId))) return 'notAnOption'
  return question.kind !== 'multiple' && optionIds.length > 1 ? 'tooManyOptions' : null
}

/** Whether exactly the right options were chosen (contract 5.10). */
export function isRight(rightIds: readonly number[], optionIds: readonly number[]): boolean {
  const chosen = new Set(optionIds)
  return chosen.size > 0 && chosen.size === new Set(rightIds).size && rightIds.every((id) => chosen.has(id))
}

export type GradedAnswer = { questionId: number; optionIds: readonly number[]; correct: boolean; score: number }

export type Grade = {
  /** Only questions that were answered. */
  answers: GradedAnswer[]
  /** Points of the theory part. */
  points: number
  correctCount: number
  answeredCount: number
  /** Right answers of all questions, 0 to 1; 0 without questions. */
  accuracy: number
}

/** The grade of a paper from its answers: full marks for exactly the right options, else nothing (contract 5.10). */
export function gradePaper(questions: readonly PaperQuestion[], answers: ReadonlyMap<number, readonly number[]>): Grade {
  const graded = questions.flatMap(({ questionId, rightIds, score }): GradedAnswer[] => {
    const optionIds = answers.get(questionId) ?? []
    if (optionIds.length === 0) return []
    const correct = isRight(rightIds, optionIds)
    return [{ questionId, optionIds, correct, score: correct ? score : 0 }]
  })
  const correctCount = graded.filter(({ correct }) => correct).length
  return {
    answers: graded,
    points: roundPoints(graded.reduce((sum, { score }) => sum + score, 0)),
    correctCount,
    answeredCount: graded.length,
    accuracy: questions.length === 0 ? 0 : correctCount / questions.length,
  }
}

/** Points without the crumbs of binary fractions: two decimals. */
export function roundPoints(points: number): number {
  return Math.round(points * 100) / 100
}

/** A figure without what binary fractions leave over, as the web reads it: 59.99999999999999 is 60, and 59.996, which is read as 59.99, stays below. */
export function withoutCrumbs(value: number): number {
  return Number(value.toFixed(9))
}

/** Passed is a score at or above the pass score, neither with crumbs; nothing is decided while it waits for a review. */
export function isPassed(score: number | null, passScore: number): boolean | null {
  return score === null ? null : withoutCrumbs(score) >= withoutCrumbs(passScore)
}
