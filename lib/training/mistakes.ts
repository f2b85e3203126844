import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import { daysUntilDue, recallGrades, type BookCounts, type BookMark, type BookSubject, type BookView, type Mistake, type MistakeOrigin, type MistakeSource, type MistakeTarget, type RecallGrade, type ReviewState } from '@/lib/domain/mistakes'
import { pageCount, type Page } from '@/lib/domain/paging'
import type { ReviewedQuestion } from '@/lib/domain/questions'
import { training } from './client'
import { isNotOffered, unfitAs } from './errors'
import { questionKindNumber, questionShape, wireOptionIds, wireReviewedQuestion } from './questions'
import { htmlOnWire, wireHtml } from './rich-text'
import { languageOnWire, wireDone, wireEnum, wireExtra, wireId, wireIdMaybe, wireList, wireNumber, wireNumberMaybe, wirePage, wireText, wireTextMaybe, wireTime, type Walked } from './wire'

/** The kinds of wrong questions on the wire. */
export const sourceOnWire: Record<MistakeSource, number> = { theory: 1, simulation: 2, practice: 3 }

/** How the calls name a question of an exam (W4, W5). */
const examFields = (learner: Learner, { source, kind, content, attemptId, answerId, questionId }: MistakeTarget) => ({
  errorType: sourceOnWire[source], questionType: questionKindNumber(kind), questionContent: htmlOnWire(content), userId: learner.id, instanceId: attemptId, answerId, questionId,
})

const joined = z.unknown().transform((data) => z.object({ id: wireIdMaybe }).safeParse(data).data?.id ?? wireIdMaybe.safeParse(data).data ?? null)

/** Puts a question into the learner's wrong-question book (W4; `opId` is ours); doing it twice is no error. */
export async function addMistake(learner: Learner, target: MistakeTarget, operationId?: string): Promise<BookMark> {
  const { source, kind, content, questionId, chosenIds = [], isRight = false } = target
  const fields = source === 'practice'
    ? { errorType: sourceOnWire.practice, questionType: questionKindNumber(kind), questionContent: htmlOnWire(content), userId: learner.id, resultIds: [...chosenIds].sort().join('&'), isTrueFlag: isRight ? 1 : 0, questionId }
    : examFields(learner, target)
  const mistakeId = await training.post(learner, 'train/examPlanApp/joinError', { ...fields, opId: operationId }, joined)
  return { inBook: true, mistakeId }
}

/** Takes a question out of the book (W5); doing it twice is no error. */
export async function removeMistake(learner: Learner, target: MistakeTarget, operationId?: string): Promise<BookMark> {
  const { source, mistakeId } = target
  const fields = source === 'practice' && mistakeId ? { errorType: sourceOnWire.practice, id: mistakeId } : examFields(learner, target)
  await training.post(learner, 'train/examPlanApp/removeError', { ...fields, opId: operationId }, wireDone)
  return { inBook: false, mistakeId: null }
}

const YES = 1
export const sourceNames = { 1: 'theory', 2: 'simulation', 3: 'practice' } as const
const sortOnWire = { newest: 1, oldest: 2, due: 3 } as const

/** Where a question came from, as an extension tells it; null otherwise. */
export const wireOrigin = z
  .object({ kind: z.enum(['exam', 'course', 'subject']), id: wireId, name: wireText, sectionId: wireIdMaybe, sectionName: wireTextMaybe, planId: wireIdMaybe, planItemId: wireIdMaybe })
  .transform(({ planItemId, ...wire }): MistakeOrigin => ({ ...wire, itemId: planItemId }))
  .nullish().catch(null)
  .transform((origin) => origin ?? null)

const gradeOnWire = { again: 1, hard: 2, good: 3, easy: 4 } as const satisfies Record<RecallGrade, number>

/** How well a question of the book is known, as an extension tells it. */
export const wireReviewState = z
  .object({ streak: wireNumber(), mayLeave: wireNumber(), dueTime: wireTime, grade: wireNumberMaybe, intervals: wireList(z.object({ grade: wireNumber(), dueTime: wireTime })) })
  .transform((wire): ReviewState => ({
    streak: wire.streak, mayLeave: wire.mayLeave === YES, dueAt: wire.dueTime, grade: recallGrades.find((grade) => gradeOnWire[grade] === wire.grade) ?? null,
    choices: recallGrades.flatMap((grade) => wire.intervals.filter((one) => one.grade === gradeOnWire[grade]).map(({ dueTime }) => ({ grade, days: daysUntilDue(dueTime, Date.now()) }))),
  }))

const wrongQuestion = z
  .object({
    ...questionShape, id: wireId, errorType: wireEnum('errorType', sourceNames), instanceId: wireIdMaybe, answerId: wireIdMaybe, userOptionList: wireOptionIds, trueOptionList: wireOptionIds, analysis: wireHtml,
    subjectName: wireTextMaybe, wrongTime: wireExtra(wireTime, null), streak: wireExtra(wireNumberMaybe, null), mayLeave: wireExtra(wireNumber(), 0), dueTime: wireExtra(wireTime, null), origin: wireOrigin,
  })
  .transform((wire) => {
    const source: MistakeSource | null = wire.errorType === 'unknown' ? null : wire.errorType
    const mistake: Omit<Mistake, 'source'> = {
      id: wire.id, questionId: wire.questionId, kind: wire.questionType, content: wire.questionContent, attemptId: wire.instanceId, answerId: wire.answerId, chosenIds: wire.userOptionList, subjectName: wire.subjectName,
      wrongAt: wire.wrongTime, review: wire.streak === null ? null : { streak: wire.streak, mayLeave: wire.mayLeave === YES, dueAt: wire.dueTime, grade: null, choices: [] }, origin: wire.origin,
    }
    const keyed = {
      id: wire.questionId, kind: wire.questionType, content: wire.questionContent, options: wire.optionList, correctIds: wire.trueOptionList, analysis: wire.analysis, mistakeId: wire.id, origin: wire.origin, sealed: null, review: null,
      place: { source: source ?? 'practice', attemptId: wire.instanceId, answerId: wire.answerId },
    }
    return { ...mistake, source, keyed }
  })

/** One page of the book (W2), each question also with its answer, which stays on this side. */
export async function listMistakes(learner: Learner, { source, subjectId, kind, sort, isDue, page, size, isWalked }: BookView & Walked): Promise<Page<Mistake & { keyed: z.output<typeof wrongQuestion>['keyed'] }>> {
  const query = {
    questionType: kind === 'all' ? undefined : questionKindNumber(kind), sort: sortOnWire[sort], subjectId, errorType: sourceOnWire[source], userId: learner.id, current: page, size, total: 0,
    due: isDue ? 1 : undefined, languageType: languageOnWire[learner.locale],
  }
  const found = await training.get(learner, 'train/examPlanApp/findError', query, wirePage(wrongQuestion, { page, size, isWalked }))
  return { ...found, items: found.items.map((item) => ({ ...item, source: item.source ?? source })) }
}

/** The same page as the browser gets it; a page past the end is the last one, for the book gets shorter while one is in it. */
export async function listBook(learner: Learner, view: BookView): Promise<Page<Mistake>> {
  const listed = listMistakes(learner, view)
  // An address may name a subject that no platform knows.
  const asked = await (view.subjectId === null ? listed : listed.catch(unfitAs({ items: [], total: 0, page: 1, size: view.size })))
  const found = asked.page > pageCount(asked) ? await listMistakes(learner, { ...view, page: pageCount(asked) }) : asked
  return { ...found, items: found.items.map(({ keyed: _keyed, ...mistake }) => mistake) }
}

const bookSubject = z.object({ id: wireId, title: wireText, count: wireExtra(wireNumberMaybe, null), due: wireExtra(wireNumberMaybe, null) }).transform((wire): BookSubject => ({ id: wire.id, title: wire.title, count: wire.count, dueCount: wire.due }))

/** The subjects of one tab of the book (W1). */
export function listBookSubjects(learner: Learner, { source }: { source: MistakeSource }): Promise<BookSubject[]> {
  return training.get(learner, 'train/subjectClassify/getSubjectListExamErrorBySubjectId', { errorType: sourceOnWire[source], languageType: languageOnWire[learner.locale] }, wireList(bookSubject))
}

/** One question of the book with everything there is to learn from it (W3; `examErrorId` of an exam's is ours); null when it is not there. */
export function getMistake(learner: Learner, { source, mistakeId, questionId, attemptId, answerId }: { source: MistakeSource; mistakeId: string; questionId: string; attemptId?: string; answerId?: string }): Promise<ReviewedQuestion | null> {
  const which = source === 'practice' ? { errorType: sourceOnWire.practice } : { instanceId: attemptId, answerId }
  return training.get(learner, 'train/examPlanApp/examErrorDetail', { ...which, examErrorId: mistakeId, questionId, userId: learner.id, languageType: languageOnWire[learner.locale] }, wireReviewedQuestion.nullable())
}

const bookCounts = z
  .object({ total: wireNumber(), due: wireNumber(), counts: wireList(z.object({ errorType: wireNumber(), total: wireNumber(), due: wireNumber(), nextDue: wireTime })) })
  .transform((wire): BookCounts => {
    const of = (source: MistakeSource) => wire.counts.find(({ errorType }) => errorType === sourceOnWire[source]) ?? { total: 0, due: 0, nextDue: null }
    const bySource = Object.fromEntries((Object.keys(sourceOnWire) as MistakeSource[]).map((source) => [source, { total: of(source).total, due: of(source).due, nextDueAt: of(source).nextDue }])) as BookCounts['bySource']
    return { total: wire.total, due: wire.due, bySource }
  })

/** How many questions the book holds and how many are due (XP5, an extension); null where the platform does not say. */
export async function countBook(learner: Learner): Promise<BookCounts | null> {
  try {
    return await training.get(learner, 'train/examPlanApp/errorCounts', {}, bookCounts)
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

/** Schedules a question of the book by the learner's own grade (XP4, an extension); doing it twice is no error. */
export function gradeMistake(learner: Learner, { mistakeId, grade, operationId }: { mistakeId: string; grade: RecallGrade; operationId: string }): Promise<ReviewState> {
  return training.post(learner, 'train/examPlanApp/gradeError', { id: mistakeId, grade: gradeOnWire[grade], opId: operationId }, wireReviewState)
}
