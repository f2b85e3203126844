// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { SidePanel } from '@/components/study/side-panel'
import { viewInAddress } from '@/components/ui/use-view-in-address'
import type { PlayerSubject } from '@/lib/domain/player'
import { routes } from '@/lib/routes'
import { show } from '../../support/render'

vi.mock('next/navigation', async (original) => ({ ...(await original<typeof import('next/navigation')>()), useSearchParams: () => new URLSearchParams(window.location.search) }))

const subject: PlayerSubject = { kind: 'course', id: '3001', name: '低压电工', coverUrl: null, teacherName: '', companyName: '', rating: 0, hours: 2, credits: 1, progressPercent: 0, learnedHours: 0, state: 'inProgress', permission: 'allowed', window: 'open' }
const side = (ids: string[]) => <SidePanel subject={subject} time={null} views={ids.map((id) => ({ id, label: id, content: id }))} onLeave={() => undefined} />
const panel = (ids: string[]) => show(side(ids))
const open = () => screen.getByRole('tab', { selected: true }).textContent

it('the view beside the stage stays in the address, over a reload and into the next section', () => {
  window.history.replaceState(null, '', '/StudyDetil?courseId=3001&sectionId=11')
  const { unmount } = panel(['catalogue', 'notes'])
  expect(open()).toBe('catalogue')
  fireEvent.click(screen.getByRole('tab', { name: 'notes' }))
  expect(window.location.search).toBe('?courseId=3001&sectionId=11&view=notes')
  expect(routes.player({ courseId: '3001', sectionId: '12', view: viewInAddress() })).toBe('/StudyDetil?courseId=3001&sectionId=12&view=notes')
  unmount()
  panel(['catalogue', 'notes'])
  expect(open()).toBe('notes')
  fireEvent.click(screen.getByRole('tab', { name: 'catalogue' }))
  expect(window.location.search).toBe('?courseId=3001&sectionId=11')
})

it('the browser\'s Back opens the view that its address names', () => {
  window.history.replaceState(null, '', '/StudyDetil?courseId=3001&sectionId=11')
  const ids = ['catalogue', 'notes']
  const { rerender } = panel(ids)
  const again = () => rerender(side(ids))
  fireEvent.click(screen.getByRole('tab', { name: 'notes' }))
  again()
  expect(open()).toBe('notes')
  window.history.replaceState(null, '', '/StudyDetil?courseId=3001&sectionId=11')
  again()
  expect(open()).toBe('catalogue')
})

it('a section without that view shows its first', () => {
  window.history.replaceState(null, '', '/StudyDetil?courseId=3001&view=notes')
  panel(['catalogue'])
  expect(open()).toBe('catalogue')
})
