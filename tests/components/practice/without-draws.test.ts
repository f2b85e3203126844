// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openExerciseKey } from '@/components/practice/open-exercise'
import { PracticeSession } from '@/components/practice/practice-session'
import type { DrawFrom } from '@/lib/domain/practice'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { memory, Platform, questions } from './exercise'

const what: DrawFrom = { from: 'subject', subjectId: '7', subjectName: '低压电工', count: 30, labels: [] }
let platform = new Platform()
let kept = memory()
const sessions: PracticeSession[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
  platform = new Platform()
  kept = memory()
})
afterEach(() => {
  for (const session of sessions.splice(0)) session.close()
  vi.useRealTimers()
})

function visit({ from = what }: { from?: DrawFrom } = {}) {
  const session = new PracticeSession({ learnerId: '1', what: from, kept, doors: platform.doors, onDrawn: () => undefined })
  sessions.push(session)
  return session
}

it('a platform that keeps no draws is replaced by the browser', async () => {
  const sealed = questions.map((question) => ({ ...question, sealed: `key of ${question.id}` }))
  platform.doors.make = vi.fn(() => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: sealed, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null }))
  platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed.slice(-2), chosenIds: given.optionIds, correctIds: ['1a'], isRight: given.optionIds[0] === '1a', analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  const before = visit()
  await before.open(null)
  await before.pick('1c')
  vi.advanceTimersByTime(5_000)
  const after = visit()
  await after.open(null)
  expect(after.get()).toMatchObject({ seconds: 5, answers: { q1: { isRight: false } } })
  expect(platform.doors.make).toHaveBeenCalledOnce()
  await after.end()
  expect(after.get().draw).toMatchObject({ isEnded: true, endedAt: new Date().toISOString() })
  const again = visit({ from: { from: 'again', drawId: 'here' } })
  await again.open(null)
  expect(again.get().draw?.questions.map(({ id }) => id)).toEqual(['q1'])
})

it('what is practised again is of the exercise that ended last, also where nobody ended the one before', async () => {
  platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: questions.map((question) => ({ ...question, sealed: question.id })), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight: false, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  const practise = async (subjectId: string, at: number) => {
    const session = visit({ from: { ...what, subjectId } })
    await session.open(null)
    session.goTo(at)
    await session.pick(questions[at]!.options[0]!.id)
    await session.end()
  }
  const again = async () => {
    const session = visit({ from: { from: 'again', drawId: 'here' } })
    await session.open(null)
    return session.get().draw?.questions.map(({ id }) => id)
  }
  await practise('7', 0)
  expect([await again(), await again()]).toEqual([['q1'], ['q1']])
  await practise('8', 2)
  expect(await again()).toEqual(['q3'])
})

it('exercises that nobody ends are kept by the browser only as far as the newest five', async () => {
  platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  kept.write(openExerciseKey('1'), '{}')
  for (const subjectId of ['1', '2', '3', '4', '5', '1', '6']) {
    const session = visit({ from: { ...what, subjectId } })
    await session.open(null)
    session.close()
    vi.advanceTimersByTime(1_000)
  }
  const subjects = kept.keysUnder('practice:1:{').map((key) => (JSON.parse(key.slice('practice:1:'.length)) as { subjectId: string }).subjectId)
  expect(subjects.toSorted()).toEqual(['1', '3', '4', '5', '6'])
  expect(kept.read(openExerciseKey('1'))).toBe('{}')
})

it('an exercise full of pasted pictures leaves the browser the room for what must not be lost, and its result can be practised again', async () => {
  const drawn = questions.map((question) => ({ ...question, content: `<p>甲<img src="data:image/png;base64,${'Ab9/'.repeat(100_000)}"></p>` as SafeHtml, sealed: question.id }))
  platform.doors.make = () => Promise.resolve({ id: null, subjectName: 's', isFromBook: false, questions: drawn, answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: [], isRight: false, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  const session = visit()
  await session.open(null)
  await session.pick(questions[0]!.options[0]!.id)
  const room = () => kept.keysUnder('').reduce((sum, key) => sum + (kept.read(key)?.length ?? 0), 0)
  expect(room()).toBeLessThan(500_000)
  await session.end()
  expect(room()).toBeLessThan(500_000)
  const again = visit({ from: { from: 'again', drawId: 'here' } })
  await again.open(null)
  expect(again.get().draw?.questions.map(({ id, content }) => ({ id, content }))).toEqual([{ id: questions[0]!.id, content: '<p>甲<img></p>' }])
})
