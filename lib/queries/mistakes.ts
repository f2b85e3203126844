import { queryOptions } from '@tanstack/react-query'
import type { BookMark, Mistake, MistakeTarget, RecallGrade, ReviewState } from '@/lib/domain/mistakes'
import type { ReviewedQuestion } from '@/lib/domain/questions'
import { withoutPasted } from '@/lib/domain/rich-text'
import { bff } from './bff'
import { sendWish } from './wishes'

/** Puts a question into my wrong-question book, or takes it out. */
export const setBookMark = (target: MistakeTarget, inBook: boolean) =>
  sendWish(`book/${target.source}/${target.questionId}`, String(inBook), (operationId) => bff.put<BookMark>('mistakes/item', { target: { ...target, content: withoutPasted(target.content) }, inBook, operationId }))

/** One question of the book with everything there is to learn from it; each source counts its ids by itself. */
export const mistakeQuery = ({ source, id, questionId, attemptId, answerId }: Mistake) =>
  queryOptions({ queryKey: ['mistakes', 'detail', source, id], queryFn: ({ signal }) => bff.get<ReviewedQuestion>('mistakes/detail', { source, mistakeId: id, questionId, attemptId, answerId }, { signal }) })

/** Schedules a question of the book by my own grade. */
export const gradeMistake = (what: { mistakeId: string; grade: RecallGrade; operationId: string }) => bff.post<ReviewState>('mistakes/grade', what)
