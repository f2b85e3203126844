// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { AttemptKey } from '@/components/attempts/attempt-state'
import { ExamTaking } from '@/components/attempts/exam-taking'
import { focusHeading } from '@/components/shell/route-focus'
import type { ExamPlace, StartOutcome } from '@/lib/domain/attempts'
import { show } from '../../support/render'
import { ExamServer, place } from './exam-server'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useRouter: () => ({ replace: () => undefined }), usePathname: () => '/ToTestIng', useSearchParams: () => new URLSearchParams() }))
performance.getEntriesByType = () => []
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'prerendering')
})

it.each(['88103', null])('the attempt of the address is the one that is asked for (%s), and one that has ended leads to its result', async (attemptId) => {
  const asked: unknown[] = []
  const ended: StartOutcome = { started: false, why: 'handedIn', words: '', ref: { attemptId: '88103', answerId: '89103' } }
  vi.stubGlobal('fetch', vi.fn(async (path: string, init?: RequestInit) => {
    if (path.includes('attempts/start')) asked.push(JSON.parse(String(init?.body)))
    return Response.json(ended)
  }))
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={attemptId} name="考试" />)
  expect((await screen.findByRole('link', { name: '查看成绩' })).getAttribute('href')).toContain('instanceId=88103')
  expect(asked).toMatchObject([{ place, attemptId }])
})

it.each([
  ['malformed', { error: { code: 'malformed' } }, 502, /平台发来的试卷无法读取.*考试可能已经开始/, false], ['is refused', { error: { code: 'rejected' } }, 409, /试卷没有取到。考试可能已经开始/, true],
  ['may have begun', { started: false, why: 'unsure', words: '', ref: null }, 200, /试卷没有取到。考试可能已经开始/, false],
])('a paper that does not open (%s) says what is known of the attempt, and is tried again only where that begins no other', async (_, reply, status, words, again) => {
  vi.stubGlobal('fetch', vi.fn(async () => Response.json(reply, { status })))
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' }) !== null).toBe(again)
  expect(screen.getByRole('link', { name: '返回' }).getAttribute('href')).toContain('/TestDetil')
})

it('whoever may not be here is led to where that is said, and not offered another try', async () => {
  const replace = vi.fn()
  vi.stubGlobal('location', { pathname: '/ToTestIng', search: '', href: 'http://localhost/ToTestIng', replace })
  vi.stubGlobal('fetch', vi.fn(async () => Response.json({ error: { code: 'forbidden' } }, { status: 403 })))
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  await waitFor(() => expect(replace.mock.calls).toEqual([['/401']]))
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})

it.each([['lost', 502, 'failed'], ['late', 504, 'timeout']])('a beginning whose answer is %s may have happened, which is said; a press asks for it at once', async (_, status, code) => {
  const doors = new ExamServer(() => Date.now()).doors()
  const asked: { intentId: string }[] = []
  vi.stubGlobal('fetch', vi.fn(async (path: string, init?: RequestInit) => {
    const start = JSON.parse(String(init?.body)) as AttemptKey & { intentId: string; attemptId: string | null }
    if (!path.includes('attempts/start')) return Response.json(await doors.look(start))
    const outcome = await doors.open(start)
    return asked.push(start) === 1 ? Response.json({ error: { code } }, { status }) : Response.json(outcome)
  }))
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  expect((await screen.findByText(/考试可能已经开始/)).textContent).toContain('会自动重试')
  expect(screen.getByRole('link', { name: '返回' }).getAttribute('href')).toContain('/TestDetil')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('Question 1')
  expect(asked.map(({ intentId }) => intentId)).toEqual([asked[0]!.intentId, asked[0]!.intentId])
})

it('a try that is under way is shown, and takes no second press', async () => {
  const held: ((reply: Response) => void)[] = []
  const failed = () => Response.json({ error: { code: 'failed' } }, { status: 502 })
  vi.stubGlobal('fetch', vi.fn((path: string) => (path.includes('attempts/start') ? new Promise<Response>((done) => held.push(done)) : Promise.resolve(failed()))))
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  await waitFor(() => expect(held).toHaveLength(1))
  held[0]!(failed())
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  const busy = await screen.findByRole('button', { name: '正在重试' })
  expect(busy.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(busy)
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]!(failed())
  expect((await screen.findByRole('button', { name: '重试' })).getAttribute('aria-busy')).toBeNull()
})

const shown = (visibility: { mockReturnValue: (value: DocumentVisibilityState) => unknown }) => {
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

it.each([['shown', shown], ['touched, as some browsers call every page hidden', () => fireEvent.pointerDown(document.body)]])('an exam that is opened where nobody sees it begins when it is %s', async (_how, seen) => {
  let asked = 0
  const ended: StartOutcome = { started: false, why: 'handedIn', words: '', ref: { attemptId: '88103', answerId: '89103' } }
  vi.stubGlobal('fetch', vi.fn(async () => ((asked += 1), Response.json(ended))))
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => visibility.mockRestore())
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  await screen.findByText('正在打开试卷')
  await new Promise((done) => setTimeout(done, 50))
  window.dispatchEvent(new Event('online'))
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toBe(0)
  seen(visibility)
  await screen.findByRole('link', { name: '查看成绩' })
})

it('an exam that is rendered ahead of its opening begins when it is opened', async () => {
  const asked: string[] = []
  const ended: StartOutcome = { started: false, why: 'handedIn', words: '', ref: { attemptId: '88103', answerId: '89103' } }
  vi.stubGlobal('fetch', vi.fn(async (path: string) => {
    asked.push(path)
    return Response.json(ended)
  }))
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true })
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" />)
  await new Promise((done) => setTimeout(done, 50))
  expect(asked).toEqual([])
  document.dispatchEvent(new Event('prerenderingchange'))
  await screen.findByRole('link', { name: '查看成绩' })
  expect(asked.filter((path) => path.includes('attempts/start'))).toHaveLength(1)
})

it('that gives way to another page of ours and comes back was left once, for as long as it was away', async () => {
  const server = new ExamServer(() => Date.now())
  server.switches = { rule: 'count', countAllowed: 3, countUsed: 0, secondsAllowed: 0, secondsUsed: 0, exhausted: null }
  const doors = server.doors()
  const absences: string[] = []
  vi.stubGlobal('fetch', vi.fn(async (path: string, init?: RequestInit) => {
    const asked = JSON.parse(String(init?.body)) as AttemptKey & { place: ExamPlace; intentId: string; attemptId: string | null; eventId: string; seconds: number; cause: 'hidden' }
    if (path.includes('attempts/start')) return Response.json(await doors.open(asked))
    if (!path.includes('attempts/absence')) return Response.json(await doors.look(asked))
    absences.push(asked.cause)
    return Response.json(await doors.absence(asked, asked.eventId, { cause: asked.cause, counts: true, seconds: asked.seconds, lastedSeconds: asked.seconds }))
  }))
  const now = performance.now.bind(performance)
  let away = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + away)
  onTestFinished(() => clock.mockRestore())
  const exam = <StrictMode><ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" /></StrictMode>
  const first = show(exam)
  await screen.findByText('Question 1')
  first.unmount()
  away = 5_000
  show(exam)
  await waitFor(() => expect(server.switches?.countUsed).toBe(1))
  expect(server.switches?.secondsUsed).toBeGreaterThanOrEqual(5)
  expect(absences).toEqual(['hidden'])
})

it('whoever leaves the login over the paper for the password has not left the exam', async () => {
  const server = new ExamServer(() => Date.now())
  const doors = server.doors()
  const absences: string[] = []
  let isOver = false
  vi.stubGlobal('fetch', vi.fn(async (path: string, init?: RequestInit) => {
    if (isOver) return Response.json({ error: { code: 'expired' } }, { status: 401 })
    const asked = JSON.parse(String(init?.body)) as AttemptKey & { place: ExamPlace; intentId: string; attemptId: string | null; eventId: string; seconds: number; cause: 'hidden' }
    if (path.includes('attempts/start')) return Response.json(await doors.open(asked))
    if (!path.includes('attempts/absence')) return Response.json(await doors.look(asked))
    absences.push(asked.cause)
    return Response.json(await doors.absence(asked, asked.eventId, { cause: asked.cause, counts: false, seconds: asked.seconds, lastedSeconds: asked.seconds }))
  }))
  const now = performance.now.bind(performance)
  let away = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + away)
  onTestFinished(() => clock.mockRestore())
  show(<ExamTaking learner={{ id: '1', name: '李明', account: 'liming', canReset: true }} place={place} attemptId={null} name="考试" />)
  await screen.findByText('Question 1')
  isOver = true
  fireEvent(window, new Event('online'))
  await screen.findByRole('link', { name: '忘记密码' })
  fireEvent(window, new Event('blur'))
  away = 60_000
  fireEvent(window, new Event('focus'))
  isOver = false
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(screen.queryByRole('link', { name: '忘记密码' })).toBeNull())
  await vi.waitFor(() => expect(absences).toEqual(['dialog']), { timeout: 10_000 })
})

it.each(['at the heading', 'elsewhere'])('the focus of who waits for the paper %s is at the question, or where it was', async (where) => {
  const doors = new ExamServer(() => Date.now()).doors()
  const paper = Promise.withResolvers<null>()
  vi.stubGlobal('fetch', vi.fn(async (path: string, init?: RequestInit) => {
    const asked = JSON.parse(String(init?.body)) as AttemptKey & { place: ExamPlace; intentId: string; attemptId: string | null }
    if (!path.includes('attempts/start')) return Response.json(await doors.look(asked))
    await paper.promise
    return Response.json(await doors.open(asked))
  }))
  show(<><button type="button">elsewhere</button><ExamTaking learner={{ id: '1', name: '李明', account: 'liming' }} place={place} attemptId={null} name="考试" /></>)
  if (where === 'elsewhere') screen.getByRole('button', { name: 'elsewhere' }).focus()
  else expect(focusHeading()).toBe(true)
  paper.resolve(null)
  await screen.findByText('Question 1')
  const focused = where === 'elsewhere' ? screen.getByRole('button', { name: 'elsewhere' }) : screen.getByRole('heading', { level: 2, name: /第 1 题/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(focused), { timeout: 10_000 })
})
