// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSimulation } from '@/components/exams/use-simulation'
import { Providers } from '@/components/shell/providers'
import { serveToasts } from '@/components/ui/notify'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), useSearchParams: () => new URLSearchParams(), usePathname: () => '/TestDetil' }))

let asked = 0
let answer: () => Promise<Response>
const report = { messages: [], certificate: null }
const toasts: string[] = []
let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked = 0
  stop = serveToasts(({ text }) => toasts.push(text))
  toasts.length = 0
  vi.stubGlobal('fetch', () => {
    asked += 1
    return answer()
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const onHandedIn = vi.fn<() => void>()
function Launch() {
  const { fetch: ask } = useSimulation({ place: { origin: 'standalone', examId: '8006', paperId: '8206' }, requestId: '77', url: 'http://simulation.example/', onHandedIn })
  return <button type="button" onClick={ask}>ask</button>
}
/** What a browser says when its window is in front again: both in one moment. */
const comeBack = () => {
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
}

it('a result is asked for once at a return, and told once however often it is answered', async () => {
  onHandedIn.mockClear()
  answer = async () => Response.json({ handedIn: false })
  show(<Providers><Launch /></Providers>)
  await vi.advanceTimersByTimeAsync(50)
  asked = 0
  answer = async () => Response.json({ handedIn: true, score: 80, report })
  comeBack()
  await vi.advanceTimersByTimeAsync(50)
  expect(asked).toBe(1)
  comeBack()
  fireEvent.click(screen.getByRole('button', { name: 'ask' }))
  await vi.advanceTimersByTimeAsync(50)
  expect([toasts.length, onHandedIn.mock.calls.length]).toEqual([1, 1])
})
