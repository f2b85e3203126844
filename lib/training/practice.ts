import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { ReviewState } from '@/lib/domain/mistakes'
import { CATEGORY_LEVELS, LABEL_GROUPS, type Category, type CategoryRow, type ChosenLabels, type DrawFrom, type JudgedAnswer, type Judgement, type PracticeCounts, type PracticeDraw, type PracticeQuestion, type Subject, type SubjectCard } from '@/lib/domain/practice'
import { labelFields } from '@/lib/domain/practice-labels'
import { isRightAnswer } from '@/lib/domain/questions'
import { withoutPasted, type SafeHtml } from '@/lib/domain/rich-text'
import { pathPart, training, type Fields } from './client'
import { isNo, isNotOffered, TooLargeReply, TrainingError } from './errors'
import { fewAtOnce } from './few-at-once'
import { getMistake, listMistakes, sourceNames, sourceOnWire, wireOrigin, wireReviewState } from './mistakes'
import { questionKindNumber, questionShape, wireOptionIds } from './questions'
import { wireHtml } from './rich-text'
import { inSmallerPages } from './smaller-pages'
import { languageOnWire, unwrapped, wireEnum, wireId, wireIdMaybe, wireList, wireNumber, wireNumberMaybe, wireText, wireTime } from './wire'

const TOP = '0'
const RIGHT = 1
/** So many wrong questions are asked for on one page, and so many pages are walked at most for one of them. */
const LARGEST_PAGE = 100
const MOST_PAGES = 20

const category = z.object({ id: wireId, title: wireText }).transform((wire): Category => wire)

/** The categories below one (P1), at the top without one. */
export function listCategories(learner: Learner, { parentId }: { parentId: string | null }): Promise<Category[]> {
  return training.get(learner, 'train/subjectClassify/selectAllSubjectClassifyByClassifyId', { classifyId: parentId ?? TOP, languageType: languageOnWire[learner.locale] }, wireList(category))
}

/** The rows of categories for a path of chosen ones; it ends where nothing is below, or where the path is wrong. */
export async function listCategoryRows(learner: Learner, path: string[]): Promise<CategoryRow[]> {
  // Each level is asked by its parent's id, which the path knows: all at once.
  const parents = [null, ...path].slice(0, CATEGORY_LEVELS)
  const levels = await Promise.allSettled(parents.map((parentId) => listCategories(learner, { parentId })))
  const rows: CategoryRow[] = []
  for (const [level, asked] of levels.entries()) {
    // Nobody comes as far as here by a wrong path: the level above names the parent, so what failed is no fault of the address.
    if (asked.status === 'rejected') throw asked.reason
    const categories = asked.value
    if (categories.length === 0) break
    const chosenId = categories.find(({ id }) => id === path[level])?.id ?? null
    rows.push({ parentId: parents[level] ?? TOP, categories, chosenId })
    if (chosenId === null) break
  }
  return rows
}

const subjectCard = z
  .object({ id: wireId, title: wireText, radioCount: wireNumber(), selectCount: wireNumber(), judgeCount: wireNumber(), questionAllCount: wireNumber() })
  .transform((wire): SubjectCard => ({ id: wire.id, title: wire.title, singleCount: wire.radioCount, multipleCount: wire.selectCount, judgementCount: wire.judgeCount, total: wire.questionAllCount }))

/** The subjects of a category with their questions counted (P2). */
export function listSubjects(learner: Learner, { categoryId }: { categoryId: string | null }): Promise<SubjectCard[]> {
  return training.get(learner, 'train/practiceCenter/subjectQuestionCountByClassifyId', { classifyId: categoryId ?? TOP, languageType: languageOnWire[learner.locale] }, wireList(subjectCard))
}

const label = z.object({ id: wireId, title: wireText })
const subject = z
  .object({ id: wireId, title: wireText, labelTreeList: wireList(z.object({ id: wireId, title: wireText, children: wireList(label) })) })
  .transform((wire): Subject => ({ id: wire.id, title: wire.title, groups: wire.labelTreeList.slice(0, LABEL_GROUPS).map(({ id, title, children }) => ({ id, title, labels: children })) }))
  .nullable()

/** A subject with its groups of labels (P3); null when there is none such. */
export function getSubject(learner: Learner, { subjectId }: { subjectId: string }): Promise<Subject | null> {
  return training.get(learner, `train/subject/${pathPart(subjectId)}`, { languageType: languageOnWire[learner.locale] }, subject)
}

/** How many questions of a subject carry all the chosen labels (P4). */
export async function countQuestions(learner: Learner, { subjectId, subjectName, labels }: { subjectId: string; subjectName: string; labels: ChosenLabels }): Promise<{ count: number }> {
  const count = await training.get(learner, 'train/practiceCenter/subjectRandomQuestionCount', { subjectId, subjectName, ...labelFields(labels) }, wireNumber())
  return { count }
}

/** A question with its answer: what stays on this side. */
export type KeyedQuestion = PracticeQuestion & { correctIds: string[]; analysis: SafeHtml | null; review: ReviewState | null }

const keyed = z
  .object({ ...questionShape, trueOptionList: wireOptionIds, analysis: wireHtml, errorId: wireIdMaybe, errorType: wireEnum('errorType', sourceNames).transform((source) => (source === 'unknown' ? 'practice' : source)), instanceId: wireIdMaybe, answerId: wireIdMaybe, review: wireReviewState.nullish().catch(null), origin: wireOrigin })
  .transform((wire): KeyedQuestion => ({
    id: wire.questionId, kind: wire.questionType, content: wire.questionContent, options: wire.optionList, correctIds: wire.trueOptionList, analysis: wire.analysis,
    mistakeId: wire.errorId, place: { source: wire.errorType, attemptId: wire.instanceId, answerId: wire.answerId }, review: wire.review ?? null, origin: wire.origin, sealed: null,
  }))

const hasQuestions = z.custom<object>((value) => value !== null && typeof value === 'object' && 'question' in value)
const drawn = unwrapped(z.union([
  hasQuestions.pipe(z.object({ drawId: wireIdMaybe, question: wireList(keyed) })),
  wireList(keyed).transform((question) => ({ drawId: null, question })),
]))

type Drawn = { id: string | null; questions: KeyedQuestion[] }

type AskBook = (page: number, size: number) => ReturnType<typeof listMistakes>

/** Questions of the book as it is listed (W2); one of them alone is looked for page by page, since the platform has no call for one. */
async function listedInBook(learner: Learner, { source, subjectId, kind, mistakeId, count }: Extract<DrawFrom, { from: 'book' }>): Promise<KeyedQuestion[]> {
  const ask: AskBook = (page, size) => listMistakes(learner, { source: source ?? 'theory', subjectId, kind: kind ?? 'all', sort: 'newest', isDue: false, page, size, isWalked: mistakeId !== null })
  if (mistakeId === null) return (await ask(1, count)).items.map(({ keyed: question }) => question)
  return inSmallerPages(LARGEST_PAGE, (size) => walkBook(ask, mistakeId, size))
}

async function walkBook(ask: AskBook, mistakeId: string, size: number): Promise<KeyedQuestion[]> {
  const seen = new Set<string>()
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const before = seen.size
    const { items, total, size: sent } = await ask(page, size)
    const found = items.find(({ id }) => id === mistakeId)
    if (found) return [found.keyed]
    for (const { id } of items) seen.add(id)
    // Some platforms send all they have as every page, and the total of one that does not count is what it sent.
    if (seen.size === before || (seen.size >= total && items.length < sent)) return []
  }
  // Perhaps it is behind them: nobody is told that there is none.
  throw new TrainingError('failed', 'more wrong questions than are looked through')
}

/** A question with the options that the list of the book leaves out on some platforms, as its detail has them (W3); without any where that says no. */
async function withOptions(learner: Learner, question: KeyedQuestion): Promise<KeyedQuestion> {
  const { id, mistakeId, place, options, correctIds, analysis } = question
  if (options.length > 0 || mistakeId === null) return question
  const which = { source: place?.source ?? 'practice', mistakeId, questionId: id, attemptId: place?.attemptId ?? undefined, answerId: place?.answerId ?? undefined }
  const detail = await getMistake(learner, which).catch((error: unknown) => {
    if (error instanceof TrainingError && isNo(error)) return null
    throw error
  })
  return detail ? { ...question, options: detail.options, correctIds: correctIds.length > 0 ? correctIds : detail.correctIds, analysis: analysis ?? detail.analysis } : question
}

/** Questions of the book without those that nobody could answer. */
async function answerable(learner: Learner, questions: KeyedQuestion[]): Promise<KeyedQuestion[]> {
  return (await fewAtOnce(questions, (question) => withOptions(learner, question))).filter(({ options }) => options.length > 0)
}

/** Draws questions: of a subject's bank (P5), of the wrong-question book or of what was wrong in an earlier draw (XP3, an extension). Of such as are too large to come together, pictures in them, half as many. */
export async function drawQuestions(learner: Learner, what: DrawFrom): Promise<Drawn> {
  try {
    return await drawAll(learner, what)
  } catch (error) {
    if (!(error instanceof TooLargeReply) || what.from === 'again' || what.count < 2) throw error
    return drawQuestions(learner, { ...what, count: Math.ceil(what.count / 2) })
  }
}

async function drawAll(learner: Learner, what: DrawFrom): Promise<Drawn> {
  const languageType = languageOnWire[learner.locale]
  if (what.from === 'subject') {
    const { subjectId, subjectName, count, labels } = what
    const found = await training.get(learner, 'train/practiceCenter/subjectRandomQuestion', { subjectId, subjectName, randomCount: count, ...labelFields(labels), languageType }, drawn)
    return { id: found.drawId, questions: found.question }
  }
  const query: Fields = what.from === 'again'
    ? { drawId: what.drawId, randomCount: 100, languageType }
    : {
        errorType: what.source ? sourceOnWire[what.source] : undefined, subjectId: what.subjectId, questionType: what.kind ? questionKindNumber(what.kind) : undefined, due: what.isDue ? 1 : undefined,
        mistakeId: what.mistakeId, randomCount: what.count, languageType,
      }
  try {
    const found = await training.get(learner, 'train/practiceCenter/mistakeDraw', query, drawn)
    return { id: found.drawId, questions: found.question }
  } catch (error) {
    if (!isNotOffered(error) || what.from === 'again') throw error
    // A platform without this call still lists the book, answers and all (W2).
    return { id: null, questions: await answerable(learner, await listedInBook(learner, what)) }
  }
}

const answered = wireList(z.object({ questionId: wireId, resultIds: wireOptionIds, status: wireNumber() }))
const counted = wireNumberMaybe.catch(null)
const keptDraw = z.object({
  drawId: wireId, subjectName: wireText, source: wireText, question: wireList(keyed), answers: answered, elapsedSeconds: wireNumber(), currentIndex: wireNumber(), ended: wireNumber(), endTime: wireTime,
  shouldNumber: counted, actualNumber: counted, correctNumber: counted, accuracyRate: counted,
}).nullable()

/** What the platform counted of a draw; null where it does not say all of it. */
function countsOf({ shouldNumber, actualNumber, correctNumber, accuracyRate }: NonNullable<z.output<typeof keptDraw>>): PracticeCounts | null {
  if (!shouldNumber || actualNumber === null || correctNumber === null) return null
  return { shouldCount: shouldNumber, answeredCount: actualNumber, rightCount: correctNumber, accuracy: accuracyRate ?? correctNumber / shouldNumber }
}

const withoutKey = ({ correctIds: _correct, analysis: _analysis, review: _review, ...question }: KeyedQuestion): PracticeQuestion => question

/** A draw as the browser gets it: of what is not answered, nothing tells the answer. */
export function openDraw({ id, questions }: Drawn, about: { subjectName: string; isFromBook: boolean }): PracticeDraw {
  return { id, ...about, questions: questions.map(withoutKey), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }
}

/** A draw that the platform keeps, as it was left (XP1, an extension); null when it knows none such, or keeps none. */
export async function getDraw(learner: Learner, { drawId }: { drawId: string }): Promise<PracticeDraw | null> {
  const found = await training.get(learner, 'train/practiceCenter/practiceDraw', { drawId, languageType: languageOnWire[learner.locale] }, keptDraw).catch((error: unknown) => {
    if (isNotOffered(error)) return null
    throw error
  })
  if (!found) return null
  const byId = new Map(found.question.map((question) => [question.id, question]))
  const answers = found.answers.flatMap(({ questionId, resultIds, status }): JudgedAnswer[] => {
    const question = byId.get(questionId)
    return question ? [{ questionId, chosenIds: resultIds, correctIds: question.correctIds, isRight: status === RIGHT, analysis: question.analysis, mistakeId: question.mistakeId, review: question.review }] : []
  })
  const counts = found.ended === 1 ? countsOf(found) : null
  return {
    id: found.drawId, subjectName: found.subjectName, isFromBook: found.source === 'mistakes', questions: found.question.map(withoutKey), answers,
    elapsedSeconds: found.elapsedSeconds, currentIndex: Math.min(found.currentIndex, Math.max(0, found.question.length - 1)), isEnded: found.ended === 1, endedAt: found.endTime, ...(counts && { counts }),
  }
}

const judged = z.object({ questionId: wireId, status: wireNumber(), trueOptionList: wireOptionIds, analysis: wireHtml, errorId: wireIdMaybe, review: wireReviewState.nullish() })
const saved = z.object({ answers: answered, judged: wireList(judged), ended: wireNumber() })

export type DrawProgress = { drawId: string; answers: { questionId: string; optionIds: string[] }[]; elapsedSeconds: number; currentIndex: number; isEnded: boolean }

/** Judges and keeps answers of a draw (XP2, an extension); a question is judged once, whichever window came first. */
export async function saveDraw(learner: Learner, { drawId, answers, elapsedSeconds, currentIndex, isEnded }: DrawProgress): Promise<Judgement> {
  const fields = {
    drawId, answers: answers.map(({ questionId, optionIds }) => ({ questionId, resultIds: [...optionIds].sort().join('&') })), elapsedSeconds, currentIndex, ended: isEnded ? 1 : 0,
    languageType: languageOnWire[learner.locale],
  }
  const reply = await training.post(learner, 'train/practiceCenter/savePracticeDraw', fields, saved)
  return {
    isEnded: reply.ended === 1,
    answers: reply.judged.map((one) => ({
      questionId: one.questionId, chosenIds: reply.answers.find(({ questionId }) => questionId === one.questionId)?.resultIds ?? [], correctIds: one.trueOptionList, isRight: one.status === RIGHT,
      analysis: one.analysis, mistakeId: one.errorId, review: one.review ?? null,
    })),
  }
}

/** What judges a question by itself, to be sealed; it goes to the browser and back. */
export const keyOf = ({ id, correctIds, analysis, mistakeId }: KeyedQuestion) => ({ id, correctIds, analysis: analysis && withoutPasted(analysis), mistakeId })
export type QuestionKey = ReturnType<typeof keyOf>

/** Judges one answer by its key, where the platform keeps no draws. */
export function judgeByKey(key: QuestionKey, chosenIds: string[]): JudgedAnswer {
  return { questionId: key.id, chosenIds, correctIds: key.correctIds, isRight: isRightAnswer(chosenIds, key.correctIds), analysis: key.analysis, mistakeId: key.mistakeId, review: null }
}
