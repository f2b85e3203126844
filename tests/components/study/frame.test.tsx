// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FrameMode } from '@/components/study/frame-mode'
import { Player } from '@/components/study/player'
import type { Player as PlayerData } from '@/lib/domain/player'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), useSearchParams: () => new URLSearchParams('courseId=5001&chapterId=1&sectionId=12') }))
vi.mock('@/components/shell/bell', () => ({ Bell: () => null }))
vi.mock('@/components/study/player-menu', () => ({ PlayerMenu: () => null }))
vi.mock('@/components/study/section-stage', () => ({ SectionStage: ({ frame }: { frame: FrameMode }) => <button type="button" onClick={() => void frame.toggle()}>fill</button> }))
beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => void vi.unstubAllGlobals())

const subject = { kind: 'course', id: '5001', name: 'x', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open' }
const section = { id: '12', chapterId: '1', name: '安全规程', kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: true, sectionRecordId: null, resource: null, simulation: null }
const player = { subject, items: [{ id: null, kind: 'course', targetId: '5001', name: 'x', state: 'unknown', chapters: [{ id: '1', name: 'x', locked: true, sections: [section] }] }] } as PlayerData

it('a page that a browser without full screen fills has a way out, whatever is on the stage', () => {
  show(
    <QueryClientProvider client={new QueryClient()}>
      <Player learner={{ id: '820001', name: '李明', account: 'liming', avatarUrl: null }} player={player} renderedAt={0} opened={null} hasContentHost={false} siteTitle="x" />
    </QueryClientProvider>,
  )
  const exit = () => within(screen.getByRole('main')).queryByRole('button', { name: '退出全屏' })
  expect(exit()).toBeNull()
  fireEvent.click(screen.getByText('fill'))
  fireEvent.click(exit()!)
  expect(exit()).toBeNull()
})
