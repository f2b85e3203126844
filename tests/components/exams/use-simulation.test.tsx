// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSimulation } from '@/components/exams/use-simulation'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import type { Attempt, SimulationLaunch } from '@/lib/domain/exams'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), useSearchParams: () => new URLSearchParams(), usePathname: () => '/TestDetil' }))

type Answer = () => Promise<Response>
let answer: Answer
let launch: Answer
const looks: unknown[] = []
const report = { messages: [], certificate: null }
const toasts: string[] = []
/** The window that a press opens: empty at first, then led to the simulation. */
const apart = { opener: window as Window | null, closed: false, location: { replace: vi.fn<(address: string) => void>() }, close: vi.fn<() => void>() }
const opened = vi.fn<typeof window.open>()
const onChanged = vi.fn<() => void>()
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  for (const spy of [apart.location.replace, apart.close, onChanged]) spy.mockReset()
  apart.opener = window
  opened.mockReset().mockReturnValue(apart as unknown as Window)
  looks.length = 0
  toasts.length = 0
  stop = serveToasts(({ text }) => toasts.push(text))
  vi.stubGlobal('open', opened)
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    if (path === '/api/exams/launch') return launch()
    looks.push((JSON.parse(String(body)) as { requestId: unknown }).requestId)
    return answer()
  })
  answer = async () => Response.json({ handedIn: false })
  launch = async () => Response.json({ requestId: '78', address: 'http://simulation.example/?testRequestId=78' })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const attempt = (number: number): Attempt => ({ id: `attempt ${number}`, answerId: '1', number, score: 80, state: 'finished', outcome: null, startedAt: null, finishedAt: null, practical: null })
function Launch({ simulation = { requestId: '77', ticket: null }, attempts = [] }: { simulation?: SimulationLaunch | null; attempts?: Attempt[] }) {
  const { fetch: ask, open, isOpened, isOpening } = useSimulation({ place: { origin: 'standalone', examId: '8006', paperId: '8206' }, exam: { simulation, reportedRequestId: '70', attempts }, onChanged })
  return (
    <>
      <button type="button" aria-busy={isOpening} onClick={open}>open</button>
      <button type="button" onClick={ask}>ask</button>
      {isOpened && <p>is open</p>}
    </>
  )
}
const passing = () => vi.advanceTimersByTimeAsync(50)
async function arrive(given: Parameters<typeof Launch>[0] = {}) {
  const { rerender } = show(<Providers><Launch {...given} /></Providers>)
  await passing()
  return (attempts: Attempt[]) => rerender(<Providers><Launch {...given} attempts={attempts} /></Providers>)
}
async function press(name: 'open' | 'ask') {
  fireEvent.click(screen.getByRole('button', { name }))
  await passing()
}
/** What a browser says when its window is in front again: both in one moment. */
const comeBack = () => {
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
}
const handedIn = (score: number) => async () => Response.json({ handedIn: true, attemptId: `attempt of ${score}`, score, report })

it('a result is asked for once at a return, and told once however often it is answered', async () => {
  await arrive()
  looks.length = 0
  answer = handedIn(80)
  comeBack()
  await passing()
  expect(looks).toEqual(['77'])
  comeBack()
  await press('ask')
  expect([toasts.length, onChanged.mock.calls.length]).toEqual([1, 1])
})

it('looks also for what was reported in time, where the exam is over by now', async () => {
  answer = handedIn(80)
  await arrive({ simulation: null })
  expect([looks, toasts, onChanged.mock.calls.length]).toEqual([['70'], ['仿真成绩 80 分已提交'], 1])
})

it('opens within the press, and is led to a launch of that moment: one that its page was drawn with may be over or used', async () => {
  let give = (_: Response) => {}
  launch = () => new Promise((resolve) => { give = resolve })
  await arrive()
  fireEvent.click(screen.getByRole('button', { name: 'open' }))
  expect(opened).toHaveBeenCalledExactlyOnceWith('', '_blank')
  expect(apart.opener).toBeNull()
  await passing()
  expect(screen.getByRole('button', { name: 'open' }).getAttribute('aria-busy')).toBe('true')
  expect(apart.location.replace).not.toHaveBeenCalled()
  give(Response.json({ requestId: '78', address: 'http://simulation.example/?testRequestId=78' }))
  await passing()
  expect(apart.location.replace).toHaveBeenCalledExactlyOnceWith('http://simulation.example/?testRequestId=78')
  expect(screen.getByText('is open')).toBeTruthy()
  comeBack()
  await passing()
  expect(looks).toEqual(['77', '78'])
})

it.each([
  ['found on arrival', false, handedIn(80), ['仿真成绩 80 分已提交']],
  ['that the window before has reported', true, handedIn(80), ['仿真成绩 80 分已提交']],
  ['that cannot be handed in now', true, async () => Response.json({ error: { code: 'failed' } }, { status: 502 }), []],
] as const)('a press beside a result %s opens its window at once, and takes its launch after that', async (_, wasOpened, settled, said) => {
  const launches = vi.fn<Answer>(launch)
  let settle = () => {}
  const pending: Answer = () => new Promise((resolve, reject) => { settle = () => void settled().then(resolve, reject) })
  if (!wasOpened) answer = pending
  await arrive()
  if (wasOpened) await press('open')
  answer = pending
  launch = launches
  opened.mockClear()
  if (wasOpened) comeBack()
  await press('open')
  expect([opened.mock.calls.length, launches.mock.calls.length]).toEqual([1, 0])
  expect(screen.getByRole('button', { name: 'open' }).getAttribute('aria-busy')).toBe('true')
  settle()
  await passing()
  expect(launches).toHaveBeenCalledOnce()
  expect(apart.location.replace).toHaveBeenCalledTimes(wasOpened ? 2 : 1)
  expect(toasts).toEqual(said)
  expect(screen.getByText('is open')).toBeTruthy()
})

it('is not busy while nobody opens it', async () => {
  await arrive()
  await press('open')
  answer = () => new Promise(() => {})
  comeBack()
  await passing()
  expect(screen.getByRole('button', { name: 'open' }).getAttribute('aria-busy')).toBe('false')
})

it('tells each result once, also of one launch and of one window', async () => {
  launch = async () => Response.json({ requestId: '77', address: 'http://simulation.example/' })
  await arrive()
  await press('open')
  for (const score of [40, 80]) {
    answer = handedIn(score)
    comeBack()
    await passing()
    comeBack()
    await passing()
  }
  expect(toasts).toEqual(['仿真成绩 40 分已提交', '仿真成绩 80 分已提交'])
  expect(looks.every((requestId) => requestId === '77')).toBe(true)
})

it('a result that is found while the next window opens leaves that one to report', async () => {
  let give = (_: Response) => {}
  let hand = (_: Response) => {}
  await arrive()
  launch = () => new Promise((resolve) => { give = resolve })
  answer = () => new Promise((resolve) => { hand = resolve })
  await press('open')
  comeBack()
  await passing()
  give(Response.json({ requestId: '78', address: 'http://simulation.example/' }))
  await passing()
  hand(await handedIn(40)())
  await passing()
  expect(toasts).toEqual(['仿真成绩 40 分已提交'])
  expect(screen.getByText('is open')).toBeTruthy()
})

it.each([
  ['cannot be started any more', () => Response.json(null), '现在不能开始这场考试', 1],
  ['is not reached', () => Response.json({ error: { code: 'busy' } }, { status: 429 }), '操作太频繁，请稍后再试', 0],
] as const)('leaves no empty window where the exam %s, and says so', async (_, given, said, changes) => {
  launch = async () => given()
  await arrive()
  await press('open')
  expect(apart.close).toHaveBeenCalledOnce()
  expect(apart.location.replace).not.toHaveBeenCalled()
  expect(screen.queryByText('is open')).toBeNull()
  expect([toasts, onChanged.mock.calls.length]).toEqual([[said], changes])
})

it('says where the browser lets no window open', async () => {
  opened.mockReturnValue(null)
  await arrive()
  await press('open')
  expect(toasts).toEqual(['浏览器拦截了新窗口，请允许本站打开新窗口后重试'])
  expect(screen.queryByText('is open')).toBeNull()
})

it('takes no launch for a window that was closed while it waited', async () => {
  let say = (_answer: Response) => {}
  answer = () => new Promise((answered) => (say = answered))
  const launched = vi.fn<Answer>()
  launch = launched
  await arrive()
  opened.mockReturnValue({ ...apart, closed: true } as unknown as Window)
  fireEvent.click(screen.getByRole('button', { name: 'open' }))
  await passing()
  say(Response.json({ handedIn: false }))
  await passing()
  expect([launched.mock.calls.length, screen.queryByText('is open'), toasts]).toEqual([0, null, []])
})

it('where a look by hand finds nothing the page is read again: the result may have been handed in elsewhere, and its window waits no more then', async () => {
  const read = await arrive({ attempts: [attempt(1)] })
  await press('open')
  comeBack()
  await passing()
  expect([onChanged.mock.calls.length, toasts]).toEqual([0, []])
  await press('ask')
  expect([onChanged.mock.calls.length, toasts]).toEqual([1, ['还没有新的仿真成绩']])
  // What was only begun is not handed in.
  read([{ ...attempt(2), state: 'running' }, attempt(1)])
  expect(screen.getByText('is open')).toBeTruthy()
  read([attempt(2), attempt(1)])
  expect(screen.queryByText('is open')).toBeNull()
  // The next window waits again.
  await press('open')
  expect(screen.getByText('is open')).toBeTruthy()
})

it('where a look failed, and the next one finds nothing, the page is read again once: the answer may have been lost', async () => {
  await arrive()
  await press('open')
  answer = async () => Response.json({ error: { code: 'failed' } }, { status: 502 })
  comeBack()
  await passing()
  answer = async () => Response.json({ handedIn: false })
  for (const _look of [1, 2]) {
    comeBack()
    await passing()
  }
  expect([onChanged.mock.calls.length, toasts]).toEqual([1, []])
})

it('where a result is refused, as one that has come after the end, the page is read again and says why: once of each launch, and each time by hand', async () => {
  await arrive()
  await press('open')
  answer = async () => Response.json({ error: { code: 'rejected', message: '考试未开始或考试已结束' } }, { status: 409 })
  for (const _look of [1, 2]) {
    comeBack()
    await passing()
  }
  expect([toasts, onChanged.mock.calls.length]).toEqual([['考试未开始或考试已结束'], 1])
  await press('ask')
  expect([toasts.length, onChanged.mock.calls.length]).toEqual([2, 2])
  launch = async () => Response.json({ requestId: '79', address: 'http://simulation.example/' })
  await press('open')
  comeBack()
  await passing()
  expect([toasts.length, onChanged.mock.calls.length]).toEqual([3, 3])
})

it('a result of the window before that shows only when the next one is open does not end that one', async () => {
  const read = await arrive()
  await press('open')
  answer = handedIn(40)
  comeBack()
  await press('open')
  answer = async () => Response.json({ handedIn: false })
  expect(toasts).toEqual(['仿真成绩 40 分已提交'])
  read([attempt(1)])
  expect(screen.getByText('is open')).toBeTruthy()
  read([attempt(2), attempt(1)])
  expect(screen.queryByText('is open')).toBeNull()
})
