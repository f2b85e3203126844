// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { signBook } from '@/components/mistakes/book-signs'
import type { KeptExercise } from '@/components/practice/kept-exercises'
import { endedExerciseKey, openExerciseKey } from '@/components/practice/open-exercise'
import type { PracticeSession } from '@/components/practice/practice-session'
import { bookMarkOf, type DrawFrom } from '@/lib/domain/practice'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { exercises, questions, what } from './exercise'

const own = exercises()

it('a platform that keeps no draws is replaced by the browser', async () => {
  const sealed = questions.map((question) => ({ ...question, sealed: `key of ${question.id}` }))
  own.platform.doors.make = vi.fn(() => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: sealed, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }))
  own.platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed.slice(-2), chosenIds: given.optionIds, correctIds: ['1a'], isRight: given.optionIds[0] === '1a', analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  const before = own.visit()
  await before.open(null)
  await before.pick('1c')
  vi.advanceTimersByTime(5_000)
  const after = own.visit()
  await after.open(null)
  expect(after.get()).toMatchObject({ seconds: 5, answers: { q1: { isRight: false } } })
  expect(own.platform.doors.make).toHaveBeenCalledOnce()
  await after.end()
  expect(after.get().draw).toMatchObject({ isEnded: true, endedAt: new Date().toISOString() })
  const again = own.visit({ from: { from: 'again', drawId: 'here' } })
  await again.open(null)
  expect(again.get().draw?.questions.map(({ id }) => id)).toEqual(['q1'])
})

it('what is practised again is of the exercise that ended last, also where nobody ended the one before', async () => {
  own.platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: questions.map((question) => ({ ...question, sealed: question.id })), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  own.platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight: false, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  const practise = async (subjectId: string, at: number) => {
    const session = own.visit({ from: { ...what, subjectId } })
    await session.open(null)
    session.goTo(at)
    await session.pick(questions[at]!.options[0]!.id)
    await session.end()
  }
  const again = async () => {
    const session = own.visit({ from: { from: 'again', drawId: 'here' } })
    await session.open(null)
    return session.get().draw?.questions.map(({ id }) => id)
  }
  await practise('7', 0)
  expect([await again(), await again()]).toEqual([['q1'], ['q1']])
  await practise('8', 2)
  expect(await again()).toEqual(['q3'])
})

it('what is put into the book or taken out of it stands there after a reload too, and when just the wrong ones are practised', async () => {
  const drawn = questions.map((question) => ({ ...question, mistakeId: question.id === 'q3' ? '9' : null, sealed: question.id }))
  own.platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: drawn, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  own.platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight: false, analysis: null, mistakeId: given.sealed === 'q3' ? '9' : null, review: null }] : [], isEnded: false })
  const marks = (session: PracticeSession) => session.get().draw?.questions.map((question) => bookMarkOf(question, session.get().answers[question.id] ?? question))
  const [here, there] = [{ inBook: true, mistakeId: null }, { inBook: false, mistakeId: null }]
  const before = own.visit()
  await before.open(null)
  await before.pick('1c')
  signBook({ source: 'practice', questionId: 'q1', mark: here })
  signBook({ source: 'theory', questionId: 'q2', mark: here })
  signBook({ source: 'practice', questionId: 'q3', mark: there })
  expect(marks(before)).toEqual([here, there, there])
  before.close()
  // A page that was left hears nothing.
  signBook({ source: 'practice', questionId: 'q1', mark: there })
  const after = own.visit()
  await after.open(null)
  after.goTo(2)
  await after.pick('3b')
  expect(marks(after)).toEqual([here, there, there])
  await after.end()
  const again = own.visit({ from: { from: 'again', drawId: 'here' } })
  await again.open(null)
  expect(marks(again)).toEqual([here, there])
})

it('an exercise of the book is found again when the book has become shorter', async () => {
  own.platform.doors.make = vi.fn(() => Promise.resolve({ id: null, subjectName: '', isFromBook: true, questions, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }))
  const book = { from: 'book' as const, source: 'theory' as const, subjectId: null, kind: null, isDue: false, mistakeId: null, count: 12 }
  for (const from of [book, { ...book, count: 11 }]) await own.visit({ from }).open(null)
  expect(own.platform.doors.make).toHaveBeenCalledOnce()
  await own.visit({ from: { ...book, source: 'practice' } }).open(null)
  expect(own.platform.doors.make).toHaveBeenCalledTimes(2)
})

const sealed = questions.map((question) => ({ ...question, sealed: question.id }))
/** A book of which fewer than 40 questions are the first two, and more are these; how an exercise of so many is opened. */
function bookOf(large: typeof sealed, isRight: boolean) {
  own.platform.doors.make = vi.fn((from: DrawFrom) => Promise.resolve({ id: null, subjectName: '', isFromBook: true, questions: 'count' in from && from.count < 40 ? sealed.slice(0, 2) : large, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }))
  own.platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  return async (count: number) => {
    const session = own.visit({ from: { from: 'book', source: 'theory', subjectId: null, kind: null, isDue: false, mistakeId: null, count } })
    await session.open(null)
    return session
  }
}

it('an exercise of the book is not taken for a larger one that is asked for, which goes on where it was left', async () => {
  const opened = bookOf(sealed.toReversed(), false)
  const small = await opened(12)
  await small.pick('1c')
  small.goTo(1)
  await small.pick('2b')
  vi.advanceTimersByTime(9_000)
  small.close()
  for (const count of [11, 12, 11]) expect((await opened(count)).get(), String(count)).toMatchObject({ index: 1, answers: { q1: { isRight: false } }, chosen: { q2: ['2b'] } })
  expect(own.platform.doors.make).toHaveBeenCalledOnce()
  for (const session of [await opened(40), await opened(39)]) expect([session.question?.id, session.get()]).toMatchObject(['q2', { seconds: 9, answers: { q1: { isRight: false } }, chosen: { q2: ['2b'] }, draw: { questions: [{}, {}, {}] } }])
  expect(own.platform.doors.make).toHaveBeenCalledTimes(2)
})

it('a larger exercise of the book has nothing of questions that are in the book no more', async () => {
  const opened = bookOf(sealed.slice(1), true)
  const small = await opened(12)
  await small.pick('1a')
  small.close()
  for (const count of [40, 40]) expect((await opened(count)).get()).toMatchObject({ index: 0, answers: {} })
  const large = await opened(40)
  await large.pick('2a')
  await large.submit()
  expect(await large.end()).toMatchObject({ answeredCount: 1, rightCount: 1 })
})

it('a window with the smaller exercise leaves the larger one of another window as it is, with what is answered here', async () => {
  const opened = bookOf(sealed.toReversed(), false)
  const small = await opened(12)
  const large = await opened(40)
  large.goTo(0)
  await large.pick('3a')
  await large.submit()
  large.close()
  await small.pick('1c')
  small.close()
  expect((await opened(40)).get()).toMatchObject({ draw: { questions: [{ id: 'q3' }, { id: 'q2' }, { id: 'q1' }] }, answers: { q1: {}, q3: {} } })
})

it('a window behind keeps of what was put into the book that alone, and nothing of what is not in its exercise', async () => {
  own.platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: questions.map((question) => ({ ...question, sealed: question.id })), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  const ahead = own.visit()
  await ahead.open(null)
  // It hears last.
  await own.visit().open(null)
  ahead.goTo(1)
  await ahead.pick('2b')
  ahead.goTo(2)
  const write = vi.spyOn(own.kept, 'write')
  signBook({ source: 'theory', questionId: 'q2', mark: { inBook: true, mistakeId: null } })
  signBook({ source: 'practice', questionId: 'q9', mark: { inBook: true, mistakeId: null } })
  expect(write).not.toHaveBeenCalled()
  signBook({ source: 'practice', questionId: 'q1', mark: { inBook: true, mistakeId: null } })
  const after = own.visit()
  await after.open(null)
  expect(after.get()).toMatchObject({ index: 2, chosen: { q2: ['2b'] }, draw: { questions: [{ mark: { inBook: true } }, {}, {}] } })
})

it('exercises that nobody ends are kept by the browser only as far as the newest five', async () => {
  own.platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  own.kept.write(openExerciseKey('1'), '{}')
  for (const subjectId of ['1', '2', '3', '4', '5', '1', '6']) {
    const session = own.visit({ from: { ...what, subjectId } })
    await session.open(null)
    session.close()
    vi.advanceTimersByTime(1_000)
  }
  const subjects = own.kept.keysUnder('practice:1:{').map((key) => (JSON.parse(key.slice('practice:1:'.length)) as { subjectId: string }).subjectId)
  expect(subjects.toSorted()).toEqual(['1', '3', '4', '5', '6'])
  expect(own.kept.read(openExerciseKey('1'))).toBe('{}')
})

it('an exercise full of pasted pictures leaves the browser the room for what must not be lost, and its result can be practised again', async () => {
  const drawn = questions.map((question) => ({ ...question, content: `<p>甲<img src="data:image/png;base64,${'Ab9/'.repeat(100_000)}"></p>` as SafeHtml, sealed: question.id }))
  own.platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: drawn, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  own.platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight: false, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  const session = own.visit()
  await session.open(null)
  await session.pick(questions[0]!.options[0]!.id)
  const room = () => own.kept.keysUnder('').reduce((sum, key) => sum + (own.kept.read(key)?.length ?? 0), 0)
  expect(room()).toBeLessThan(500_000)
  await session.end()
  expect(room()).toBeLessThan(500_000)
  const again = own.visit({ from: { from: 'again', drawId: 'here' } })
  await again.open(null)
  expect(again.get().draw?.questions.map(({ id, content }) => ({ id, content }))).toEqual([{ id: questions[0]!.id, content: '<p>甲<img></p>' }])
})

/** Exercises without an id, of which each answer is wrong. */
function allWrong() {
  own.platform.doors.make = vi.fn(() => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: sealed, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }))
  own.platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight: false, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
}
const keptEnd = () => (JSON.parse(own.kept.read(endedExerciseKey('1')) ?? 'null') as KeptExercise | null)?.draw.endedAt
const running = () => own.kept.keysUnder('practice:1:{')

it('an exercise ends once: a second press finds its result, and the wrong questions stay those of the first', async () => {
  allWrong()
  const session = own.visit()
  await session.open(null)
  await session.pick('1c')
  const result = await session.end()
  const endedAt = session.get().draw?.endedAt
  vi.advanceTimersByTime(2_000)
  expect(await session.end()).toEqual(result)
  expect([keptEnd(), session.get().draw?.endedAt]).toEqual([endedAt, endedAt])
})

it('two windows with the same exercise show each other’s answers, and end together', async () => {
  allWrong()
  const [one, two] = [own.visit(), own.visit()]
  await one.open(null)
  await two.open(null)
  await one.pick('1c')
  await vi.waitFor(() => expect(two.get().answers).toMatchObject({ q1: { chosenIds: ['1c'] } }), { timeout: 10_000 })
  vi.advanceTimersByTime(3_000)
  await one.end()
  await vi.waitFor(() => expect(two.get()).toMatchObject({ status: 'ended', draw: { endedAt: keptEnd() } }), { timeout: 10_000 })
  expect(two.result).toEqual(one.result)
  two.close()
  expect(running()).toEqual([])
})

it.each<[string, (two: PracticeSession) => unknown]>([
  ['is left', (two) => two.close()],
  ['goes on', (two) => two.goTo(1)],
  ['is ended too', (two) => two.end()],
])('a window that could not hear that its exercise ended in another does not bring it back when it %s', async (_, act) => {
  allWrong()
  vi.stubGlobal('BroadcastChannel', undefined)
  try {
    const [one, two] = [own.visit(), own.visit()]
    await one.open(null)
    await two.open(null)
    vi.advanceTimersByTime(3_000)
    await one.pick('1c')
    const result = await one.end()
    const endedAt = keptEnd()
    vi.advanceTimersByTime(1_000)
    await act(two)
    expect([two.get().status, two.result, keptEnd(), running()]).toEqual(['ended', result, endedAt, []])
  } finally {
    vi.unstubAllGlobals()
  }
})

it('an exercise that is not kept any more is none that ended before it was begun, though it has the same questions', async () => {
  allWrong()
  const first = own.visit()
  await first.open(null)
  for (const index of [0, 1, 2]) {
    first.goTo(index)
    await first.pick(questions[index]!.options[0]!.id)
    await first.submit()
  }
  await first.end()
  vi.advanceTimersByTime(1_000)
  const again = own.visit({ from: { from: 'again', drawId: 'here' } })
  await again.open(null)
  for (const key of running()) own.kept.remove(key)
  again.goTo(1)
  expect([again.get().status, again.get().draw?.questions.length, running().length]).toEqual(['running', 3, 1])
})
