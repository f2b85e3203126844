import { queryOptions } from '@tanstack/react-query'
import type { ChosenLabels, DrawFrom, Judgement, PracticeDraw, Subject } from '@/lib/domain/practice'
import { bff } from './bff'

/** A subject with its groups of labels. */
export const subjectQuery = (subjectId: string) => queryOptions({ queryKey: ['practice', 'subject', subjectId], queryFn: ({ signal }) => bff.get<Subject>('practice/subject', { subjectId }, { signal }) })

/** How many questions carry the chosen labels. */
export const countQuery = (subjectId: string, subjectName: string, labels: ChosenLabels) => {
  const chosen = labels.map((label) => (label ? `${label.groupId}:${label.labelId}` : '')).join(',')
  return queryOptions({ queryKey: ['practice', 'count', subjectId, chosen], queryFn: ({ signal }) => bff.get<{ count: number }>('practice/count', { subjectId, subjectName, labels: chosen }, { signal }) })
}

/** A new draw. */
export const makeDraw = (what: DrawFrom) => bff.post<PracticeDraw>('practice/draw', what)
/** A draw as it was left. */
export const loadDraw = (drawId: string) => bff.get<PracticeDraw>('practice/draw', { drawId })
/** Judges answers of a draw that the platform keeps, or one by its key. */
export const judge = (what: { drawId: string; answers: { questionId: string; optionIds: string[] }[]; elapsedSeconds: number; currentIndex: number; isEnded?: boolean } | { sealed: string; optionIds: string[] }, leaving = false) =>
  bff.post<Judgement>('practice/judge', what, { keepalive: leaving })
