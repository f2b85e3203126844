import type { BookSign } from '@/components/mistakes/book-signs'
import { endedExerciseKey, openExerciseKey, readKept } from '@/components/practice/open-exercise'
import type { Kept } from '@/components/study/kept'
import { AGAIN_HERE, type DrawFrom, type JudgedAnswer, type PracticeDraw } from '@/lib/domain/practice'
import { withoutPasted } from '@/lib/domain/rich-text'

/** Options chosen of questions, by the question's id. */
export type Choices = Record<string, string[]>

/** Under which keys the browser keeps what belongs to an exercise. */
export function keysOf(learnerId: string, what: DrawFrom) {
  const own = (name: string) => `practice:${learnerId}:${name}`
  // The book gets shorter while it is practised: its exercise is found again however many questions it has by then.
  const nameOf = (from: DrawFrom) => JSON.stringify(from.from === 'book' ? { ...from, count: undefined } : from)
  return { exercise: own(nameOf(what)), again: own(nameOf({ from: 'again', drawId: AGAIN_HERE })), exercises: own('{'), ended: endedExerciseKey(learnerId), open: openExerciseKey(learnerId), place: (drawId: string) => own(`place:${drawId}`) }
}
type Keys = ReturnType<typeof keysOf>

const idsOf = ({ questions }: PracticeDraw) => questions.map(({ id }) => id).join()

/** Where windows with the same draw tell each other; one without an id is told by its questions, since of the book there may be others under its key. */
export const channelOf = (draw: PracticeDraw, { exercise }: Keys): string => (draw.id ? `practice:${draw.id}` : `${exercise}:${idsOf(draw)}`)

/** The choices of the questions that were not answered meanwhile. */
export const without = (chosen: Choices, answers: readonly { questionId: string }[]): Choices =>
  Object.fromEntries(Object.entries(chosen).filter(([id, optionIds]) => Array.isArray(optionIds) && !answers.some(({ questionId }) => questionId === id)))

/** What the browser keeps of an exercise: all of it where the platform keeps no draws, else only the time. */
export type KeptExercise = { draw: PracticeDraw; answers: JudgedAnswer[]; seconds: number; index: number; chosen: Choices; /** In milliseconds; none of one that an older version kept. */ keptAt?: number; /** As many questions of the book as were asked for. */ count?: number | undefined }

/** Of a draw that the platform keeps, the browser keeps what the platform has not heard yet; the question, because others may be left out for a while. */
export type KeptPlace = { seconds: number; questionId: string | null; chosen: Choices }

/** Whole exercises are large, and those that nobody ends would fill the browser's storage, which everything else needs too. */
const MOST_KEPT = 5
const MOST_CHARS = 500_000

const slim = <T>(value: T) => JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? withoutPasted(part) : part))) as T

/**
 * Keeps an exercise, one full of pasted pictures without those that are not needed to answer it: it would take the room of what must not be
 * lost, as minutes and absences. Where that is not enough it is not kept until it has ended.
 */
export function keepExercise(kept: Kept, key: string, exercise: KeptExercise): void {
  const { draw, answers } = exercise
  const done = new Set(answers.map(({ questionId }) => questionId))
  const needsPictures = ({ id }: { id: string }) => !draw.isEnded && !done.has(id)
  const whole = JSON.stringify(exercise)
  const text = whole.length <= MOST_CHARS ? whole : JSON.stringify({ ...exercise, answers: slim(answers), draw: { ...draw, questions: draw.questions.map((question) => (needsPictures(question) ? question : slim(question))) } })
  if (draw.isEnded || text.length <= MOST_CHARS) kept.write(key, text)
  // What was kept before would be taken for how it stands.
  else kept.remove(key)
}

const answersIn = ({ questions }: PracticeDraw, from: Pick<KeptExercise, 'answers'> | null) => from?.answers.filter(({ questionId }) => questions.some(({ id }) => id === questionId)) ?? []

/** Keeps an exercise that runs; another window's answers to its questions stay, and of how many questions of the book it was drawn. One of more questions that another window has begun since stays, with what is answered here. */
export function keepRunning(kept: Kept, key: string, what: DrawFrom, exercise: Omit<KeptExercise, 'keptAt' | 'count'>): void {
  const before = readKept<KeptExercise>(kept, key)
  const asked = what.from === 'book' ? what.count : undefined
  const count = asked && Math.max(asked, before?.count ?? 0)
  const isLarger = before !== null && asked !== count && before.draw.questions.some(({ id }) => exercise.draw.questions.every((one) => one.id !== id))
  const draw = isLarger ? before.draw : exercise.draw
  const at = exercise.draw.questions[exercise.index]?.id
  const index = Math.max(0, draw.questions.findIndex(({ id }) => id === at))
  const answers = new Map([...answersIn(draw, before), ...answersIn(draw, exercise)].map((answer) => [answer.questionId, answer]))
  keepExercise(kept, key, { ...exercise, draw, index, answers: [...answers.values()], keptAt: Date.now(), count })
}

/** Keeps an exercise as ended now, and no longer as one to go on with; gives it as it ended. */
export function keepEnded(kept: Kept, keys: Keys, exercise: KeptExercise): KeptExercise {
  const ended = { ...exercise, draw: { ...exercise.draw, isEnded: true, endedAt: new Date().toISOString() } }
  keepExercise(kept, keys.ended, ended)
  kept.remove(keys.exercise)
  // What was practised again and not ended is of an exercise before this one.
  kept.remove(keys.again)
  return ended
}

/** How an exercise has ended in another window since it was opened in this one (ISO 8601), which may have been asleep and heard nothing; null where it has not. */
export function endedUnheard(kept: Kept, keys: Keys, draw: PracticeDraw, openedAt: string): KeptExercise | null {
  const ended = kept.read(keys.exercise) === null ? readKept<KeptExercise>(kept, keys.ended) : null
  return ended && (ended.draw.endedAt ?? '') > openedAt && idsOf(ended.draw) === idsOf(draw) ? ended : null
}

/** The exercise that the browser keeps, to go on with; null for none. One of fewer questions of the book than are asked for now is another one. */
export function resumed(kept: Kept, key: string, what: DrawFrom): PracticeDraw | null {
  const found = readKept<KeptExercise>(kept, key)
  if (!found || found.draw.questions.length === 0 || (what.from === 'book' && what.count > (found.count ?? what.count))) return null
  return { ...found.draw, answers: found.answers, elapsedSeconds: found.seconds, currentIndex: found.index }
}

/** The wrong questions of the exercise that ended last, where just those are to be practised and the browser keeps them; null otherwise. */
export function wrongAgain(kept: Kept, keys: Keys, what: DrawFrom): PracticeDraw | null {
  const ended = what.from === 'again' && what.drawId === AGAIN_HERE ? readKept<KeptExercise>(kept, keys.ended) : null
  const wrong = new Set(ended?.answers.filter(({ isRight }) => !isRight).map(({ questionId }) => questionId))
  return ended && { ...ended.draw, questions: ended.draw.questions.filter(({ id }) => wrong.has(id)), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }
}

/** A new draw that goes on where the exercise that is kept was left: nobody answers a question twice because the book has got larger. */
export function withLeft(kept: Kept, key: string, draw: PracticeDraw): PracticeDraw {
  const left = readKept<KeptExercise>(kept, key)
  if (!left || draw.id) return draw
  const at = draw.questions.findIndex(({ id }) => id === left.draw.questions[left.index]?.id)
  return { ...draw, answers: answersIn(draw, left), elapsedSeconds: left.seconds, currentIndex: Math.max(0, at) }
}

/** Whether a question put into the book or taken out of it is one of a draw. */
export const isOfDraw = (draw: PracticeDraw, { source, questionId }: BookSign): boolean => draw.questions.some(({ id, place }) => id === questionId && place.source === source)

/** A draw that knows of a question put into the book or taken out of it. */
export function withSign(draw: PracticeDraw, { source, questionId, mark }: BookSign): PracticeDraw {
  return { ...draw, questions: draw.questions.map((question) => (question.id === questionId && question.place.source === source ? { ...question, mark } : question)) }
}

/** Has an exercise that the browser keeps know it too. */
export function keepSign(kept: Kept, key: string, sign: BookSign): void {
  const exercise = readKept<KeptExercise>(kept, key)
  if (exercise) keepExercise(kept, key, { ...exercise, draw: withSign(exercise.draw, sign) })
}

const keptAtOf = (kept: Kept, key: string): number => Number(readKept<KeptExercise>(kept, key)?.keptAt ?? 0)

/** Keeps of all unfinished exercises under a prefix only those that were kept last. */
export function dropOldExercises(kept: Kept, prefix: string): void {
  const keys = kept.keysUnder(prefix)
  if (keys.length <= MOST_KEPT) return
  const newestFirst = keys.map((key) => ({ key, at: keptAtOf(kept, key) })).toSorted((a, b) => b.at - a.at)
  for (const { key } of newestFirst.slice(MOST_KEPT)) kept.remove(key)
}
