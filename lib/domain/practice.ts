import type { BookMark, BookPlace, MistakeOrigin, MistakeSource, ReviewState } from './mistakes'
import type { Question, QuestionKind } from './questions'
import type { SafeHtml } from './rich-text'

/** How many levels of categories and groups of labels there are at most, and the counts to choose from (spec 2 §9). */
export const CATEGORY_LEVELS = 5
export const LABEL_GROUPS = 5
export const drawCounts = [30, 50, 100] as const
export const FEWEST_TO_CHOOSE = 30
export const LARGEST_DRAW = 100

export type Category = { id: string; title: string }
/** One row of categories: the children of the one chosen above. */
export type CategoryRow = { parentId: string; categories: Category[]; chosenId: string | null }
export type SubjectCard = { id: string; title: string; singleCount: number; multipleCount: number; judgementCount: number; total: number }
export type LabelGroup = { id: string; title: string; labels: { id: string; title: string }[] }
export type Subject = { id: string; title: string; groups: LabelGroup[] }
/** A chosen label of a group. */
export type ChosenLabel = { groupId: string; labelId: string }
/** What is chosen in the groups of a subject in their order, up to the last choice; null for a group before it that is left on all. */
export type ChosenLabels = (ChosenLabel | null)[]

/** Choices in the order of the groups without those after the last one. */
export function upToLastChoice(choices: ChosenLabels): ChosenLabels {
  return choices.slice(0, choices.findLastIndex((choice) => choice !== null) + 1)
}

/** How the browser calls the exercise that it keeps itself, where the platform keeps none. */
export const AGAIN_HERE = 'here'

/** Where a draw comes from. */
export type DrawFrom =
  | { from: 'subject'; subjectId: string; subjectName: string; count: number; labels: ChosenLabels }
  | { from: 'book'; source: MistakeSource | null; subjectId: string | null; kind: QuestionKind | null; isDue: boolean; mistakeId: string | null; count: number }
  /** What was answered wrong in an earlier draw. */
  | { from: 'again'; drawId: string }

/** Which counts can be chosen of so many questions; none are chosen from when there are fewer than 30: then it is all of them. */
export function offeredCounts(available: number): { count: number; isOffered: boolean }[] {
  return available < FEWEST_TO_CHOOSE ? [] : drawCounts.map((count) => ({ count, isOffered: available >= count }))
}

export type DrawVerdict = { ok: true; count: number } | { ok: false; why: 'none' | 'unchosen' }

/** Whether a draw can begin with what was chosen (spec 2 §5). */
export function checkDraw(available: number, chosen: number | null): DrawVerdict {
  if (available <= 0) return { ok: false, why: 'none' }
  if (available < FEWEST_TO_CHOOSE) return { ok: true, count: available }
  return chosen === null || chosen > available ? { ok: false, why: 'unchosen' } : { ok: true, count: chosen }
}

/** A question of a draw as the browser gets it: nothing tells its answer. */
export type PracticeQuestion = Question & {
  mistakeId: string | null
  /** How it stands in the book since it was put in or taken out while it was practised; wins over what was known when it was drawn or judged. */
  mark?: BookMark
  /** How the book names it: as a question of practice, or as what it was put in for. */
  place: BookPlace
  origin: MistakeOrigin | null
  /** What judges it, closed, where the platform keeps no draws. */
  sealed: string | null
}

/** A question that was answered: what was chosen, what is right, and why. */
export type JudgedAnswer = {
  questionId: string
  chosenIds: string[]
  correctIds: string[]
  isRight: boolean
  analysis: SafeHtml | null
  mistakeId: string | null
  /** Its schedule, when it is in the book and the platform keeps one. */
  review: ReviewState | null
}

/** How a question that was answered stands in the book, as far as is known here. */
export function bookMarkOf({ mark }: Pick<PracticeQuestion, 'mark'>, { mistakeId }: Pick<JudgedAnswer, 'mistakeId'>): BookMark {
  return mark ?? { inBook: mistakeId !== null, mistakeId }
}

/** What judging gave; an exercise that another window has ended takes no more answers. */
export type Judgement = { answers: JudgedAnswer[]; isEnded: boolean }

/** How many questions an exercise had, were answered and were right, and the share of right ones of all (0 to 1). */
export type PracticeCounts = { shouldCount: number; answeredCount: number; rightCount: number; accuracy: number }

export type PracticeDraw = {
  /** Null where the platform keeps no draws: then the browser does. */
  id: string | null
  subjectName: string
  isFromBook: boolean
  questions: PracticeQuestion[]
  answers: JudgedAnswer[]
  elapsedSeconds: number
  currentIndex: number
  isEnded: boolean
  /** ISO 8601. */
  endedAt: string | null
  /** Of one that has ended, as the platform counted it, where it says so: some of its questions may be left out or removed since. */
  counts?: PracticeCounts
}

/** How an exercise went. */
export type PracticeResult = PracticeCounts & { subjectName: string; elapsedSeconds: number }

/** The figures of a draw; accuracy is of all questions, answered or not (spec 2 §4). */
export function resultOf(draw: Pick<PracticeDraw, 'subjectName' | 'questions'>, answers: readonly Pick<JudgedAnswer, 'isRight'>[], elapsedSeconds: number): PracticeResult {
  const rightCount = answers.filter(({ isRight }) => isRight).length
  const shouldCount = draw.questions.length
  return { subjectName: draw.subjectName, shouldCount, answeredCount: answers.length, rightCount, accuracy: shouldCount === 0 ? 0 : rightCount / shouldCount, elapsedSeconds }
}

/** The figures of a draw that has ended: those that the platform counted, else those of its questions. */
export function endedResultOf(draw: PracticeDraw): PracticeResult {
  return { ...resultOf(draw, draw.answers, draw.elapsedSeconds), ...draw.counts }
}
