// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PracticeRun } from '@/components/practice/practice-run'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { DrawFrom } from '@/lib/domain/practice'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { BffError } from '@/lib/queries/bff'
import { show } from '../../support/render'
import { layOutSheets } from '../../support/sheets'
import { widthsOf } from '../../support/widths'
import { Platform, questions } from './exercise'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push: () => undefined, replace: () => undefined, refresh: () => undefined }) }))

const what: DrawFrom = { from: 'subject', subjectId: '7', subjectName: '低压电工', count: 30, labels: [] }
let platform = new Platform()
const asked: { isEnded?: boolean }[] = []
const toasts: string[] = []
let stop = () => {}

/** The doors of drawing and judging over the small platform; what fails is answered as the doors answer it. */
async function door(url: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const body = init.body ? (JSON.parse(String(init.body)) as never) : null
  if (body) asked.push(body)
  try {
    if (pathname === '/api/mistakes/item') return Response.json({ inBook: false, mistakeId: null })
    if (pathname === '/api/practice/judge') return Response.json(await platform.doors.judge(body!))
    return Response.json(await (init.method === 'GET' ? platform.doors.load(searchParams.get('drawId') ?? '') : platform.doors.make(what)))
  } catch (error) {
    return Response.json({ error: { code: error instanceof BffError ? error.code : 'failed', message: error instanceof BffError && error.hasWords ? error.message : undefined } }, { status: 500 })
  }
}

beforeEach(() => {
  platform = new Platform()
  for (const list of [asked, toasts]) list.length = 0
  localStorage.clear()
  // A draw stays in the address.
  window.history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', vi.fn(door))
  stop = serveToasts(({ text }) => toasts.push(text))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

async function run(drawId: string | null = null) {
  show(<Providers><PracticeRun learnerId="1" what={what} drawId={drawId} title="低压电工" backHref="/BrushExercises" hasBank /></Providers>)
  await screen.findByText(/^Question \d$/)
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const status = () => screen.getByRole('status').textContent

it('leads to the login when the session is over, says only that, and goes on afterwards with all that was ticked', async () => {
  await run()
  press('ArrowRight')
  press('b')
  const assign = vi.fn()
  const { pathname, search } = window.location
  vi.stubGlobal('location', { pathname, search, assign })
  platform.fault = new BffError('expired')
  fireEvent.click(screen.getByRole('button', { name: '提交本题' }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  fireEvent.click(screen.getByRole('button', { name: '结束练习' }))
  fireEvent.click(within(screen.getByRole('alertdialog', { hidden: true })).getByRole('button', { name: '结束练习' }))
  await waitFor(() => expect(asked.some(({ isEnded }) => isEnded)).toBe(true))
  await waitFor(() => expect(screen.getByRole('button', { name: '结束练习' }).getAttribute('aria-busy')).toBeNull())
  expect(toasts).toEqual(['用户凭证已过期'])
  const login = new URL(assign.mock.calls[0]![0] as string, 'http://x')
  const back = new URL(login.searchParams.get('redirect')!, 'http://x')
  expect([login.pathname, login.searchParams.get('reason'), back.pathname, back.searchParams.get('drawId')]).toEqual(['/login', 'expired', '/ToBrushQuestions', 'd1'])
  cleanup()
  platform.fault = null
  await run('d1')
  expect(screen.getByText('Question 2')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /B/ }).checked).toBe(true)
  expect(assign).toHaveBeenCalledOnce()
})

it('goes on with its draw when the router brings the page back as it was first given, also by another try', async () => {
  await run()
  press('b')
  await waitFor(() => expect(status()).toBe('回答错误，正确答案 A'))
  expect(new URLSearchParams(window.location.search).get('drawId')).toBe('d1')
  cleanup()
  platform.fault = new BffError('failed')
  show(<Providers><PracticeRun learnerId="1" what={what} drawId={null} title="低压电工" backHref="/BrushExercises" hasBank /></Providers>)
  const again = await screen.findByRole('button', { name: '重试' })
  expect(screen.getByRole('alert').textContent).toContain('已经作答的题目不受影响')
  platform.fault = null
  fireEvent.click(again)
  await waitFor(() => expect(status()).toBe('回答错误，正确答案 A'))
  expect(platform.made).toBe(1)
  cleanup()
  await run()
  expect([status(), platform.made, new URLSearchParams(window.location.search).get('drawId')]).toEqual(['回答错误，正确答案 A', 1, 'd1'])
})

it('keeps the focus at the question when what was pressed goes with its answer, and where it went meanwhile', async () => {
  await run()
  const heading = (number: number) => screen.getByRole('heading', { level: 2, name: `第 ${number} 题，共 3 题` })
  const act = (control: HTMLElement) => {
    control.focus()
    fireEvent.click(control)
  }
  act(screen.getAllByRole('radio')[1]!)
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[1])
  expect(screen.getAllByRole<HTMLInputElement>('radio').some(({ disabled }) => disabled)).toBe(false)
  await waitFor(() => expect(status()).toBe('回答错误，正确答案 A'))
  expect(document.activeElement).toBe(heading(1))
  press('ArrowRight')
  fireEvent.click(screen.getByRole('checkbox', { name: /A/ }))
  act(screen.getByRole('button', { name: '提交本题' }))
  await waitFor(() => expect(status()).not.toBe(''))
  expect(document.activeElement).toBe(heading(2))
  press('ArrowRight')
  act(screen.getAllByRole('radio')[0]!)
  const elsewhere = screen.getByRole('button', { name: '上一题' })
  elsewhere.focus()
  await waitFor(() => expect(status()).not.toBe(''))
  expect(document.activeElement).toBe(elsewhere)
})

it('scrolls a wide table or code of a question by the arrows, and goes to no other one', async () => {
  platform.doors.make = () => Promise.resolve({ id: null, subjectName: '低压电工', isFromBook: false, questions: questions.map((question, at) => (at === 0 ? { ...question, content: '<p>Question 1</p><table><tbody><tr><td>Cell</td></tr></tbody></table><pre>Code</pre>' as SafeHtml } : question)), answers: [], elapsedSeconds: 0, currentIndex: 0, isEnded: false, endedAt: null })
  await run()
  const boxes = ['Cell', 'Code'].map((part) => screen.getByText(part).closest('[tabindex]')!)
  for (const box of boxes) expect(fireEvent.keyDown(widthsOf(box, { own: 300, content: 301 }), { key: 'ArrowRight' }), box.tagName).toBe(true)
  expect(screen.getByText('Question 1')).toBeTruthy()
  expect(fireEvent.keyDown(widthsOf(boxes[0]!, { own: 300, content: 300 }), { key: 'ArrowRight' })).toBe(false)
  expect(screen.getByText('Question 2')).toBeTruthy()
})

it('keeps the focus at the question that is taken out of the book where it says that it may leave', async () => {
  const { judge } = platform.doors
  platform.doors.judge = async (given) => {
    const { answers, isEnded } = await judge(given)
    return { isEnded, answers: answers.map((answer) => ({ ...answer, mistakeId: '77', review: { streak: 3, mayLeave: true, dueAt: null, grade: null, choices: [] } })) }
  }
  await run()
  press('a')
  const [, leave] = await screen.findAllByRole('button', { name: '移除错题' })
  leave!.focus()
  fireEvent.click(leave!)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: '第 1 题，共 3 题' })))
  expect(screen.getAllByRole('button', { name: '加入错题' })).toHaveLength(1)
})

it('leaves the focus alone when a letter answers', async () => {
  await run()
  press('a')
  await waitFor(() => expect(status()).toBe('回答正确'))
  expect(document.activeElement).toBe(document.body)
})

it('says why nothing is drawn, as the platform says it', async () => {
  platform.fault = new BffError('rejected', '这些题目都在您正在作答的试卷中，交卷后才能练习')
  show(<Providers><PracticeRun learnerId="1" what={what} drawId={null} title="低压电工" backHref="/BrushExercises" hasBank /></Providers>)
  expect(await screen.findByText('这些题目都在您正在作答的试卷中，交卷后才能练习')).toBeTruthy()
})

it('has the focus at the question that was chosen from the card, and not at the button that opened it', async () => {
  await run()
  const button = screen.getByRole('button', { name: '答题卡 0/3' })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(within(screen.getByRole('dialog', { name: '答题卡' })).getByRole('button', { name: /^第 3 题/ }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: '第 3 题，共 3 题' })))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps the cell of the question that is shown in sight, beside it and in the card', async () => {
  layOutSheets()
  await run()
  press('ArrowRight')
  press('ArrowRight')
  await waitFor(() => expect(screen.getByRole('complementary').scrollTop).toBe(35))
  fireEvent.click(screen.getByRole('button', { name: '答题卡 0/3' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: '答题卡' }).scrollTop).toBe(35))
})
