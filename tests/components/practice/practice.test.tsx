// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ContinueExercise } from '@/components/practice/continue-exercise'
import { openExerciseKey } from '@/components/practice/open-exercise'
import { PracticeRecord } from '@/components/practice/practice-record'
import { PracticeRun } from '@/components/practice/practice-run'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { BookMark, ReviewState } from '@/lib/domain/mistakes'
import { resultOf, type DrawFrom, type JudgedAnswer } from '@/lib/domain/practice'
import { practiceResultInput } from '@/lib/domain/practice-input'
import { BffError } from '@/lib/queries/bff'
import { comeToLife, show } from '../../support/render'
import { Platform, questions } from './exercise'

const went: string[] = []
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: (href: string) => went.push(href), replace: (href: string) => went.push(href), refresh: () => undefined }) }))

const what: DrawFrom = { from: 'subject', subjectId: '7', subjectName: '低压电工', count: 30, labels: [] }
const review: ReviewState = { streak: 1, mayLeave: false, dueAt: '2026-03-04T09:00:00+08:00', grade: 'good', choices: [{ grade: 'again', days: 1 }, { grade: 'hard', days: 2 }, { grade: 'good', days: 3 }, { grade: 'easy', days: 8 }] }

let platform = new Platform()
let graded = true
const asked: { path: string; body: unknown }[] = []
const toasts: string[] = []
let stop = () => {}

/** Our doors over the small platform; a refusal is answered as the doors answer it. */
async function door(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const body = init.body ? (JSON.parse(String(init.body)) as never) : null
  const path = pathname.replace('/api/', '')
  if (init.method !== 'GET') asked.push({ path, body })
  const doors: Record<string, () => unknown> = {
    'practice/draw': () => (init.method === 'GET' ? platform.doors.load(searchParams.get('drawId') ?? '') : platform.doors.make(what)),
    'practice/judge': () => platform.doors.judge(body as never),
    'mistakes/item': (): BookMark => ((body as { inBook: boolean } | null)?.inBook ? { inBook: true, mistakeId: '77' } : { inBook: false, mistakeId: null }),
    'mistakes/grade': (): ReviewState => {
      if (!graded) throw new BffError('failed')
      return { ...review, grade: (body as unknown as { grade: ReviewState['grade'] }).grade, dueAt: '2026-03-09T09:00:00+08:00' }
    },
  }
  try {
    return Response.json(await doors[path]?.())
  } catch (error) {
    return Response.json({ error: { code: error instanceof BffError ? error.code : 'failed' } }, { status: 500 })
  }
}

beforeEach(() => {
  platform = new Platform()
  graded = true
  for (const list of [asked, toasts, went]) list.length = 0
  localStorage.clear()
  // A draw stays in the address.
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', vi.fn(door))
  stop = serveToasts(({ text }) => toasts.push(text))
})
afterEach(() => stop())

const bodies = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)
const sheet = () => within(screen.getByRole('complementary', { name: '答题卡' }))
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const status = () => screen.getByRole('status').textContent

describe('question practice', () => {
  const run = async (locale: 'zh' | 'en' = 'zh') => {
    show(<Providers><PracticeRun learnerId="1" what={what} drawId={null} title="低压电工" backHref="/BrushExercises" hasBank /></Providers>, locale)
    await screen.findByText('Question 1')
  }

  it('is done by keys alone: letters and numbers choose, arrows move and warn at both ends, Enter submits', async () => {
    await run()
    press('ArrowLeft')
    expect(toasts).toEqual(['已经是第一题了'])
    press('2')
    await waitFor(() => expect(status()).toBe('回答错误，正确答案 A'))
    press('ArrowRight')
    press('Enter')
    await waitFor(() => expect(toasts).toContain('请先选择答案'))
    press('a')
    press('b')
    press('Enter')
    await waitFor(() => expect(status()).toBe('回答正确'))
    press('ArrowRight')
    expect(screen.getByRole('radio', { name: /正确/ })).toBeTruthy()
    expect(screen.getByRole('radio', { name: /错误/ })).toBeTruthy()
    press('ArrowRight')
    expect(toasts.at(-1)).toBe('已经是最后一题了')
    fireEvent.click(sheet().getByRole('button', { name: '第 1 题，错误' }))
    expect(status()).toBe('回答错误，正确答案 A')
    expect(sheet().getByRole('button', { name: '第 2 题，正确' })).toBeTruthy()
  })

  it('goes through the options with up and down without choosing, which would be judged', async () => {
    await run()
    const options = screen.getAllByRole('radio')
    options[0]!.focus()
    for (const [key, at] of [['ArrowDown', 1], ['ArrowDown', 2], ['ArrowDown', 0], ['ArrowUp', 2]] as const) {
      expect(fireEvent.keyDown(document.activeElement!, { key })).toBe(false)
      expect(document.activeElement).toBe(options[at])
    }
    expect(bodies('practice/judge')).toEqual([])
    expect(status()).toBe('')
  })

  it('leaves letters and digits alone where they are turned off; arrows still move', async () => {
    await run()
    fireEvent.click(sheet().getByRole('button', { name: '关闭字母快捷键' }))
    for (const key of ['a', '2']) press(key)
    expect(bodies('practice/judge')).toEqual([])
    press('ArrowRight')
    expect(screen.getByText('Question 2')).toBeTruthy()
    fireEvent.click(sheet().getByRole('button', { name: '开启字母快捷键' }))
    press('a')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /A/ }).checked).toBe(true)
  })

  it.each([['zh', '此题已从题库移除'], ['en', 'This question has been removed from the question bank']] as const)('says in the language %s of a question that is gone from the bank meanwhile that it is, and not to try again', async (locale, sentence) => {
    await run(locale)
    const { judge } = platform.doors
    platform.doors.judge = (given) => judge('drawId' in given ? { ...given, answers: [] } : given)
    press('a')
    await waitFor(() => expect(toasts).toEqual([sentence]))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /A/ }).checked).toBe(false)
  })

  it('says that judging or ending failed', async () => {
    await run()
    platform.fault = new BffError('failed')
    press('a')
    await waitFor(() => expect(toasts).toEqual(['判题失败，请重试']))
    fireEvent.click(screen.getByRole('button', { name: '结束练习' }))
    fireEvent.click(within(screen.getByRole('alertdialog', { hidden: true })).getByRole('button', { name: '结束练习' }))
    await waitFor(() => expect(toasts).toEqual(['判题失败，请重试', '练习没有结束，请重试']))
    expect(went).toEqual([])
  })

  it('goes into the book and out of it, and says the same when one comes back to the question', async () => {
    await run()
    press('b')
    fireEvent.click(await screen.findByRole('button', { name: '加入错题' }))
    await waitFor(() => expect(toasts).toEqual(['加入错题成功']))
    press('ArrowRight')
    expect(screen.queryByRole('button', { name: '移除错题' })).toBeNull()
    press('ArrowLeft')
    fireEvent.click(await screen.findByRole('button', { name: '移除错题' }))
    await waitFor(() => expect(toasts).toEqual(['加入错题成功', '移除错题成功']))
    expect(bodies('mistakes/item')).toMatchObject([{ inBook: true, target: { source: 'practice', questionId: 'q1', chosenIds: ['1b'], isRight: false } }, { inBook: false, target: { mistakeId: '77' } }])
    expect(screen.getByRole('link', { name: '低压电工' }).getAttribute('href')).toBe('/BrushExercises?subject=7')
  })

  it('asks before it ends with questions open, and leads to the result', async () => {
    await run()
    press('a')
    await waitFor(() => expect(status()).toBe('回答正确'))
    fireEvent.click(screen.getByRole('button', { name: '结束练习' }))
    const dialog = screen.getByRole('alertdialog', { hidden: true })
    expect(within(dialog).getByText('还有 2 题未作答。')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: '结束练习' }))
    await waitFor(() => expect(went).toHaveLength(1))
    expect(Object.fromEntries(new URL(went[0]!, 'http://x').searchParams)).toMatchObject({ subjectName: '低压电工', shouldNumber: '3', actualNumber: '1', accuracyRate: '0.3333', drawId: 'd1' })
  })

  it('of the book shows the way out of it, and takes the learner’s own grade', async () => {
    const judge = platform.doors.judge
    platform.doors.judge = async (given) => {
      const { answers, isEnded } = await judge(given)
      return { isEnded, answers: answers.map((answer): JudgedAnswer => ({ ...answer, mistakeId: '77', review: { ...review, streak: 3, mayLeave: true } })) }
    }
    await run('en')
    press('a')
    const grades = within(await screen.findByRole('group', { name: 'How well did you know it?' }))
    expect(screen.getByText('3 of 3 right in a row')).toBeTruthy()
    expect(screen.getByText('Right 3 times in a row: this question may leave the book. You decide.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Remove from wrong questions' })).toHaveLength(2)
    expect(grades.getByRole('button', { name: /Good.*in 3 days/ }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(grades.getByRole('button', { name: /Easy.*in 8 days/ }))
    await waitFor(() => expect(grades.getByRole('button', { name: /Easy/ }).getAttribute('aria-pressed')).toBe('true'))
    expect(bodies('mistakes/grade')).toMatchObject([{ mistakeId: '77', grade: 'easy', operationId: expect.stringMatching(/^[\da-f]{32}$/) }])
    expect(screen.getByText(/Next review: .*9/)).toBeTruthy()
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove from wrong questions' })[0]!)
    await waitFor(() => expect(screen.queryByRole('group', { name: 'How well did you know it?' })).toBeNull())
    expect(screen.getAllByRole('button', { name: 'Add to wrong questions' })).toHaveLength(1)
  })

  it('says once in a toast, and beside the grades until another try, that one was not taken', async () => {
    const judge = platform.doors.judge
    platform.doors.judge = async (given) => {
      const { answers, isEnded } = await judge(given)
      return { isEnded, answers: answers.map((answer): JudgedAnswer => ({ ...answer, mistakeId: '77', review })) }
    }
    await run()
    press('a')
    const grades = within(await screen.findByRole('group', { name: '这道题您掌握得怎么样？' }))
    graded = false
    fireEvent.click(grades.getAllByRole('button')[3]!)
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts).toEqual(['评分没有保存，请重试'])
    expect(grades.getByRole('alert').textContent).toBe('评分没有保存，请重试')
    graded = true
    fireEvent.click(grades.getAllByRole('button')[3]!)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('of an empty draw says so and leads back', async () => {
    platform.doors.make = () => Promise.resolve({ id: null, subjectName: '', isFromBook: false, questions: [], answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
    show(<Providers><PracticeRun learnerId="1" what={what} drawId={null} title="低压电工" backHref="/BrushExercises" hasBank /></Providers>)
    expect(await screen.findByText('没有可以练习的题目')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: '返回' })[0]!.getAttribute('href')).toBe('/BrushExercises')
  })
})

it('the result shows what was wrong, with its number, its origin and the book, and practises just those', async () => {
  const answers: JudgedAnswer[] = [
    { questionId: 'q3', chosenIds: ['3b'], correctIds: ['3a'], isRight: false, analysis: null, mistakeId: '9', review: null },
    { questionId: 'q1', chosenIds: ['1a'], correctIds: ['1a'], isRight: true, analysis: null, mistakeId: null, review: null },
    { questionId: 'q2', chosenIds: ['2a'], correctIds: ['2a', '2b'], isRight: false, analysis: null, mistakeId: null, review: null },
  ]
  const draw = { id: 'd1', subjectName: '低压电工', isFromBook: false, questions, answers, elapsedSeconds: 3_725, currentIndex: 2, isEnded: true, endedAt: '2026-03-01T10:00:00+08:00' }
  show(<Providers><PracticeRecord learnerId="1" result={resultOf(draw, answers, 3_725)} draw={draw} hasFailed={false} endedAt={null} hasBank /></Providers>)
  expect(screen.getByRole('img', { name: '正确率 33%' })).toBeTruthy()
  expect(screen.getByText('01:02:05')).toBeTruthy()
  expect(screen.getByText('第 2 题，共 3 题').compareDocumentPosition(screen.getByText('第 3 题，共 3 题'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.queryByText('Question 1')).toBeNull()
  expect(screen.getByRole('link', { name: '只练错题' }).getAttribute('href')).toBe('/ToBrushQuestions?again=d1')
  fireEvent.click(screen.getByRole('button', { name: '加入错题' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: '移除错题' })).toHaveLength(2))
})

it('an exercise that this browser keeps is that of the result by when it ended; the result of another one is told by its address alone', async () => {
  platform.doors.make = () => Promise.resolve({ id: null, subjectName: '低压电工', isFromBook: false, questions: questions.map((question) => ({ ...question, sealed: question.id })), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  platform.doors.judge = (given) => Promise.resolve({ answers: 'sealed' in given ? [{ questionId: given.sealed, chosenIds: given.optionIds, correctIds: ['1a'], isRight: false, analysis: null, mistakeId: null, review: null }] : [], isEnded: false })
  show(<Providers><PracticeRun learnerId="1" what={what} drawId={null} title="低压电工" backHref="/BrushExercises" hasBank /></Providers>)
  fireEvent.click(await screen.findByRole('radio', { name: /b$/ }))
  await screen.findAllByText('正确答案', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: '结束练习' }))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '结束练习' }))
  await waitFor(() => expect(went).toHaveLength(1))
  const { result, endedAt } = practiceResultInput.parse(Object.fromEntries(new URL(went[0]!, 'http://x').searchParams))
  expect(endedAt).not.toBeNull()
  cleanup()
  const record = (at: string | null) => show(<Providers><PracticeRecord learnerId="1" result={result} draw={null} hasFailed={false} endedAt={at} hasBank /></Providers>)
  const { unmount } = record(endedAt)
  expect(screen.getByText('Question 1')).toBeTruthy()
  expect(screen.getByRole('link', { name: '只练错题' }).getAttribute('href')).toBe('/ToBrushQuestions?again=here')
  // What is put into the book here stands there when one comes back.
  fireEvent.click(screen.getByRole('button', { name: '加入错题' }))
  await screen.findByRole('button', { name: '移除错题' })
  await waitFor(() => expect(localStorage.getItem('practice:1:ended')).toContain('"mistakeId":"77"'))
  unmount()
  const back = record(endedAt)
  expect(screen.getByRole('button', { name: '移除错题' })).toBeTruthy()
  back.unmount()
  for (const other of ['2026-01-01T10:00:00.000Z', null]) {
    const shown = record(other)
    expect(screen.queryByText('Question 1')).toBeNull()
    expect(screen.queryByRole('link', { name: '只练错题' })).toBeNull()
    shown.unmount()
  }
})

it.each([['says no time that nobody has told, and that its wrong questions could not be read', true], ['of an exercise that the platform does not keep says nothing of them', false]])('the result %s', (_, hasFailed) => {
  show(<Providers><PracticeRecord learnerId="1" result={resultOf({ subjectName: '低压电工', questions }, [{ isRight: true }], 3_725)} draw={null} hasFailed={hasFailed} endedAt={null} hasBank /></Providers>)
  expect(screen.getByText('提交时间').nextElementSibling!.textContent).toBe('–')
  expect(screen.getByText('01:02:05')).toBeTruthy()
  expect(screen.queryAllByText('答错的题加载失败')).toHaveLength(hasFailed ? 1 : 0)
  expect(screen.queryAllByRole('button', { name: '重试' })).toHaveLength(hasFailed ? 1 : 0)
  expect(screen.queryByText('没有答错的题')).toBeNull()
})

it('the exercise that was left last is found again, and broken words about it are none', () => {
  localStorage.setItem(openExerciseKey('1'), JSON.stringify({ drawId: 'd1', what, subjectName: '低压电工', done: 12, total: 30 }))
  localStorage.setItem(openExerciseKey('2'), '{')
  show(<><ContinueExercise learnerId="1" /><ContinueExercise learnerId="2" /><ContinueExercise learnerId="3" /></>)
  expect(screen.getByText(/已答 12 \/ 30 题/)).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '继续练习' }).map((link) => link.getAttribute('href'))).toEqual([expect.stringContaining('drawId=d1')])
})

it('the exercise that was left last has its place from the first sight of the page, which whoever left none gets back', () => {
  localStorage.setItem(openExerciseKey('1'), JSON.stringify({ drawId: 'd1', what, subjectName: '低压电工', done: 12, total: 30 }))
  const linesOf = (place: HTMLElement) => place.querySelectorAll('.panel p, .panel .btn').length
  const left = comeToLife(<ContinueExercise learnerId="1" />)
  expect([linesOf(left.before), linesOf(left.container)]).toEqual([3, 3])
  expect(left.before.querySelector('.panel')?.getAttribute('aria-hidden')).toBe('true')
  const none = comeToLife(<ContinueExercise learnerId="3" />)
  expect([linesOf(none.before), none.container.innerHTML]).toEqual([3, ''])
})
