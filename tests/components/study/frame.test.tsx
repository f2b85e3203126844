// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Player } from '@/components/study/player'
import { useStageKeys } from '@/components/study/stage-keys'
import type { StageProps } from '@/components/study/stage-props'
import type { Player as PlayerData } from '@/lib/domain/player'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), useSearchParams: () => new URLSearchParams(location.search) }))
vi.mock('@/components/shell/bell', () => ({ Bell: () => null }))
vi.mock('@/components/study/player-menu', () => ({ PlayerMenu: () => null }))
vi.mock('@/components/study/section-stage', () => ({ SectionStage: Stage }))

/** Content whose script comes only after its section was opened. */
function Stage({ frame, stop, next }: Pick<StageProps, 'frame' | 'stop' | 'next'>) {
  const [isHere, setHere] = useState(false)
  useEffect(() => void Promise.resolve().then(() => setHere(true)), [])
  return isHere && <Content name={stop.name} frame={frame} next={next} />
}
function Content({ name, frame, next }: { name: string } & Pick<StageProps, 'frame' | 'next'>) {
  const box = useRef<HTMLDivElement>(null)
  useStageKeys(box)
  return <div ref={box} role="region" aria-label={name} tabIndex={-1} data-keys><button onClick={() => void frame.toggle()}>fill</button><button onClick={next?.open}>next</button></div>
}

beforeEach(() => {
  history.replaceState(null, '', '?courseId=5001&chapterId=1&sectionId=12')
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => void vi.unstubAllGlobals())

const subject = { kind: 'course', id: '5001', name: 'x', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open' }
const section = { id: '12', chapterId: '1', name: '安全规程', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false, sectionRecordId: null, resource: null, simulation: null }
const sections = [section, { ...section, id: '13', name: '应急处置' }]
const player = { subject, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: false, sections }] }] } as PlayerData
const open = () => show(
  <QueryClientProvider client={new QueryClient()}>
    <Player learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} player={player} renderedAt={0} opened={null} hasContentHost={false} siteTitle="x" />
  </QueryClientProvider>,
)

it('a page that a browser without full screen fills has a way out, whatever is on the stage', async () => {
  open()
  const exit = () => within(screen.getByRole('main')).queryByRole('button', { name: '退出全屏' })
  expect(exit()).toBeNull()
  fireEvent.click(await screen.findByText('fill'))
  fireEvent.click(exit()!)
  expect(exit()).toBeNull()
})

it.each([['fills the screen has the keyboard', true], ['does not leaves it to the heading', false]])('the next section that %s, where its content comes late', async (_name, fills) => {
  open()
  if (fills) fireEvent.click(await screen.findByText('fill'))
  const next = await screen.findByText('next')
  next.focus()
  fireEvent.click(next)
  const content = await screen.findByRole('region', { name: '应急处置' })
  expect(document.activeElement).toBe(fills ? content : screen.getByRole('heading', { level: 1 }))
})
