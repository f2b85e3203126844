// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExamStart } from '@/components/exams/exam-start'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { ExamDetail } from '@/lib/domain/exams'
import { show } from '../../support/render'

const [push, refresh, opened, led] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ push, refresh }) }))

const startsAt = Date.parse('2026-03-05T10:00:00+08:00')
const early = startsAt - 120_000
const exam: ExamDetail = {
  id: '8004', kind: 'simulation', title: '低压电工仿真考试', subjectName: '', companyName: '', paperId: '8204', sectionId: null, totalScore: 100, passScore: 60, questionCount: 0, practicalGroupCount: 0,
  answerMinutes: 45, extraTimeFactor: 1, attemptsAllowed: null, attemptsUsed: 0, matters: null, startsAt: '2026-03-05T10:00:00+08:00', endsAt: null, status: 'available', switches: null, simulation: null, reportedRequestId: null, attempts: [],
}
const url = 'https://simulation.example/?requestId=r1'
const address = 'https://simulation.example/?requestId=r2'
const launched = { ...exam, simulation: { requestId: 'r1', ticket: null } }
const page = (given: ExamDetail, simulationUrl: string | null, serverNow: number, { loginEndsAt = serverNow + 24 * 3_600_000, aheadMs = 0 }: { loginEndsAt?: number; aheadMs?: number | null } = {}) => <Providers><ExamStart exam={given} simulationUrl={simulationUrl} now={{ serverNow, aheadMs, loginEndsAt }} /></Providers>
const start = () => fireEvent.click(screen.getByRole('button', { name: '开始考试' }))

const toasts: string[] = []
let now = early
let stop = () => {}
beforeEach(() => {
  now = early
  toasts.length = 0
  for (const spy of [push, refresh, opened, led]) spy.mockReset()
  opened.mockReturnValue({ location: { replace: led } })
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', vi.fn((path: string) => Promise.resolve(Response.json(path.includes('clock') ? { now } : path.includes('launch') ? { requestId: 'r2', address } : { handedIn: false }))))
  stop = serveToasts(({ text }) => toasts.push(text))
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a simulation whose time comes while the page is open opens then, with a launch of that moment', async () => {
  show(page(exam, null, early))
  await waitFor(() => expect(screen.getByText(/与服务器/)).toBeTruthy())
  start()
  expect(toasts).toEqual(['考试未开始或考试已结束'])
  expect(opened).not.toHaveBeenCalled()
  now = startsAt
  start()
  expect(opened).toHaveBeenCalledExactlyOnceWith('', '_blank')
  await waitFor(() => expect(led).toHaveBeenCalledExactlyOnceWith(address))
  expect(await screen.findByText(/仿真考试已在新窗口打开/)).toBeTruthy()
  expect(refresh).not.toHaveBeenCalled()
})

it('a simulation opens with a launch of the press, not with the one that its page was drawn with', async () => {
  now = startsAt
  show(page(launched, url, now))
  start()
  await waitFor(() => expect(led).toHaveBeenCalledExactlyOnceWith(address))
})

it('a press before the clock is measured, or where it cannot be, is judged by the server’s clock and not by the device’s', async () => {
  const HOUR = 3_600_000
  const theory: ExamDetail = { ...exam, kind: 'theory' }
  const isClock = (path: string) => path.includes('clock')
  // The device is an hour late: by its own clock the exam has not begun.
  now = startsAt + 60_000 - HOUR
  vi.stubGlobal('fetch', vi.fn((path: string) => (isClock(path) ? new Promise(() => undefined) : Promise.resolve(Response.json({ handedIn: false })))))
  const { unmount } = show(page(theory, null, startsAt + 60_000))
  start()
  expect(toasts).toEqual([])
  expect(push).toHaveBeenCalledOnce()
  unmount()
  // And an hour early: by its own clock it has.
  now = early + HOUR
  vi.stubGlobal('fetch', vi.fn((path: string) => (isClock(path) ? Promise.reject(new TypeError('no network')) : Promise.resolve(Response.json({ handedIn: false })))))
  show(page(theory, null, early))
  await waitFor(() => expect(screen.getByText('无法与服务器对时')).toBeTruthy())
  start()
  expect(toasts).toEqual(['考试未开始或考试已结束'])
  expect(push).toHaveBeenCalledOnce()
})

it('a press is judged by the platform’s clock, also where that of our server is minutes off and was measured since', async () => {
  const theory: ExamDetail = { ...exam, kind: 'theory' }
  // Our server and this device are five minutes late: by theirs the exam has not begun.
  const aheadMs = 300_000
  now = startsAt + 60_000 - aheadMs
  const { unmount } = show(page(theory, null, startsAt + 60_000, { aheadMs }))
  expect(await screen.findByText('与服务器相差 300 秒，以服务器时间为准')).toBeTruthy()
  start()
  expect([toasts, push.mock.calls.length]).toEqual([[], 1])
  unmount()
  // And five minutes early: by theirs it has.
  now = early + aheadMs
  show(page(theory, null, early, { aheadMs: -aheadMs }))
  expect(await screen.findByText('与服务器相差 300 秒，以服务器时间为准')).toBeTruthy()
  start()
  expect([toasts, push.mock.calls.length]).toEqual([['考试未开始或考试已结束'], 1])
})

it('a paper under way is gone on with, whatever the server of the page says of the exam’s window', () => {
  const running: ExamDetail['attempts'][number] = { id: '9', answerId: '10', number: 1, score: null, state: 'running', outcome: null, startedAt: null, finishedAt: null, practical: null }
  now = startsAt + 3_600_000
  show(page({ ...exam, kind: 'theory', endsAt: '2026-03-05T10:30:00+08:00', attempts: [running] }, null, now))
  fireEvent.click(screen.getByRole('button', { name: '继续作答' }))
  expect(toasts).toEqual([])
  expect(push).toHaveBeenCalledOnce()
})

it('a look for a result that nobody asked for fails silently; one that somebody asked for says so', async () => {
  now = startsAt
  const looked = vi.fn()
  vi.stubGlobal('fetch', vi.fn((path: string) => {
    if (path.includes('clock')) return Promise.resolve(Response.json({ now }))
    if (path.includes('launch')) return Promise.resolve(Response.json({ requestId: 'r2', address }))
    looked()
    return Promise.resolve(Response.json({ error: { code: 'failed' } }, { status: 502 }))
  }))
  show(page(launched, url, now))
  await waitFor(() => expect(looked).toHaveBeenCalledOnce())
  start()
  const fetchNow = await waitFor(() => {
    const button = screen.getByRole('button', { name: '获取仿真成绩' })
    expect(button.getAttribute('aria-busy')).not.toBe('true')
    return button
  })
  expect(toasts).toEqual([])
  fireEvent.click(fetchNow)
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(looked).toHaveBeenCalledTimes(2)
})

it('a session that may end before the paper does is said beforehand', async () => {
  const minutes = (count: number) => startsAt + count * 60_000
  const { rerender } = show(page(exam, null, startsAt, { loginEndsAt: minutes(76) }))
  await waitFor(() => expect(screen.getByText(/与服务器/)).toBeTruthy())
  expect(screen.queryByText(/到期/)).toBeNull()
  rerender(page(exam, null, startsAt, { loginEndsAt: minutes(74) }))
  expect(screen.getByText(/将于 .*11:14 到期/)).toBeTruthy()
  // The exam is over before, or its clock runs already.
  rerender(page({ ...exam, endsAt: new Date(minutes(60)).toISOString() }, null, startsAt, { loginEndsAt: minutes(74) }))
  expect(screen.queryByText(/到期/)).toBeNull()
})

it('an exam that may be over before the minutes are says when, also to whoever leaves the page open', () => {
  now = startsAt
  const theory: ExamDetail = { ...exam, kind: 'theory', questionCount: 30 }
  const ends = (hours: number) => ({ endsAt: new Date(startsAt + hours * 3_600_000).toISOString() })
  const { rerender } = show(page({ ...theory, ...ends(1 / 6) }, null, startsAt))
  expect(screen.getByText(/^考试将于 .*10:10 结束，届时自动交卷$/)).toBeTruthy()
  rerender(page({ ...theory, ...ends(10) }, null, startsAt))
  expect(screen.getByText(/^考试将于 .*20:00 结束/)).toBeTruthy()
  // Where the minutes alone decide, nobody hands in then.
  rerender(page({ ...theory, ...ends(1 / 6) }, null, startsAt, { aheadMs: null }))
  expect(screen.getByText(/^考试将于 .*10:10 结束$/)).toBeTruthy()
  for (const far of [{ ...theory, ...ends(60) }, theory, { ...theory, ...ends(-1) }, { ...exam, ...ends(1 / 6) }]) {
    rerender(page(far, null, startsAt))
    expect(screen.queryByText(/届时自动交卷/)).toBeNull()
  }
})

it('that a paper is submitted when its time is over is said only where the platform does that', () => {
  now = startsAt
  const theory: ExamDetail = { ...exam, kind: 'theory', questionCount: 30 }
  const { rerender } = show(page(theory, null, now))
  expect(screen.getByText('开始后计时不停：关闭页面、断网都照常计时，到时自动交卷')).toBeTruthy()
  rerender(page(theory, null, now, { aheadMs: null }))
  expect(screen.queryByText(/到时自动交卷/)).toBeNull()
  expect(screen.getByText('开始后计时不停：关闭页面、断网都照常计时，请在时间用完前交卷')).toBeTruthy()
})

it('an exam of which no time is told says none', () => {
  now = startsAt
  show(page({ ...exam, kind: 'theory', questionCount: 30, answerMinutes: 0 }, null, now, { aheadMs: null }))
  expect([screen.queryByText(/分钟/), screen.queryByText(/计时/)]).toEqual([null, null])
  expect(screen.getByText('次数不限，取最好成绩')).toBeTruthy()
})

it('a paper that runs is gone on with by its attempt, so that no other begins where it has ended meanwhile', () => {
  now = startsAt
  const runs = { id: '88103', answerId: '89103', number: 1, score: null, state: 'running' as const, outcome: null, startedAt: null, finishedAt: null, practical: null }
  const { unmount } = show(page({ ...exam, kind: 'theory', attempts: [runs] }, null, now))
  fireEvent.click(screen.getByRole('button', { name: '继续作答' }))
  expect(push).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('instanceId=88103'))
  unmount()
  show(page({ ...exam, kind: 'theory', attempts: [{ ...runs, state: 'finished', score: 40 }] }, null, now))
  start()
  expect(push).toHaveBeenLastCalledWith(expect.not.stringContaining('instanceId'))
})

it.each([
  ['simulation', '还有 2 次机会，打开不扣次数，每提交一次成绩用掉 1 次', false], ['theory', '还有 2 次机会，开始即用掉 1 次', true],
] as const)('what a %s exam uses of the attempts and of the device is said as it is', async (kind, words, keepsAnswers) => {
  now = startsAt
  show(page({ ...exam, kind, attemptsAllowed: 3, attemptsUsed: 1 }, url, now))
  await waitFor(() => expect(screen.getByText(/与服务器/)).toBeTruthy())
  expect(screen.getByText(words)).toBeTruthy()
  expect([screen.queryByText('本机存储') !== null, screen.queryByText(/断网也不会丢失/) !== null]).toEqual([keepsAnswers, keepsAnswers])
})
