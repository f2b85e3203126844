// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePlanExam } from '@/components/study/use-plan-exam'
import type { PlayerItem, Stop } from '@/lib/domain/player'
import { show } from '../../support/render'

const door = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ messages: [], certificate: null }))
const begin = vi.fn(async () => undefined)
beforeEach(() => vi.stubGlobal('fetch', door))
afterEach(() => {
  for (const spy of [door, begin]) spy.mockClear()
  vi.unstubAllGlobals()
})

const item: PlayerItem = { id: '5104', kind: 'exam', targetId: '8001', name: '入职理论考试', state: 'inProgress', chapters: [] }
const exam: Stop = { key: '5104/', item, chapter: null, section: null, kind: 'exam', name: item.name, state: item.state, locked: false }
const client = new QueryClient()
let ways: ReturnType<typeof usePlanExam>
function Leaving({ stop }: { stop: Stop | null }) {
  const exam = usePlanExam({ kind: 'plan', id: '5001' }, stop, begin)
  useEffect(() => {
    ways = exam
  })
  return null
}
const Player = (props: { stop: Stop | null }) => <QueryClientProvider client={client}><Leaving {...props} /></QueryClientProvider>
const left = () => door.mock.calls.map(([url, init]) => [url, init?.keepalive, init?.body])
const once = ['/api/study/plan-exam', true, JSON.stringify({ planId: '5001', itemId: '5104' })]
const page = (type: 'pagehide' | 'pageshow', persisted = false) => window.dispatchEvent(Object.assign(new Event(type), { persisted }))

it('an exam of a plan is left once, when the player goes on or with its page', () => {
  const { unmount } = show(<Player stop={exam} />)
  expect(left()).toEqual([])
  page('pagehide')
  expect(left()).toEqual([once])
  unmount()
  page('pagehide')
  expect(left()).toEqual([once])
})

it('and is opened and left again by a page that comes back as it stood', () => {
  const { rerender } = show(<Player stop={exam} />)
  page('pageshow')
  page('pagehide', true)
  page('pageshow', true)
  expect([begin.mock.calls.length, left()]).toEqual([2, [once]])
  rerender(<Player stop={null} />)
  page('pageshow', true)
  expect([begin.mock.calls.length, left()]).toEqual([2, [once, once]])
})

it('is left by a way out that waits for it, once, and opened again by who stays', async () => {
  const { unmount } = show(<Player stop={exam} />)
  await ways.leave()
  await ways.leave()
  page('pagehide')
  expect([begin.mock.calls.length, left()]).toEqual([1, [once]])
  ways.stay()
  ways.stay()
  expect(begin).toHaveBeenCalledTimes(2)
  door.mockRejectedValueOnce(new TypeError('no network'))
  await ways.leave()
  unmount()
  expect([begin.mock.calls.length, left()]).toEqual([2, [once, once]])
})

it('what is no exam of a plan has nothing to leave', async () => {
  show(<Player stop={null} />)
  await ways.leave()
  ways.stay()
  expect([begin.mock.calls.length, left()]).toEqual([0, []])
})
