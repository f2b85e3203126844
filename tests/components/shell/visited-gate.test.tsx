// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setStrip } from '@/components/shell/visited'
import { VisitedGate } from '@/components/shell/visited-gate'
import { comeToLife } from '../../support/render'

vi.mock('next/navigation', () => ({ usePathname: () => '/Home', useSearchParams: () => new URLSearchParams(), useRouter: () => ({ push: () => undefined }) }))

const place = '.strip-place'

it('the strip of visited pages has its place from the first sight of the page until it is there', async () => {
  // What jsdom lacks.
  Element.prototype.scrollBy ??= () => {}
  setStrip(true)
  const { before, container } = comeToLife(<VisitedGate owner="7" />)
  expect(before.querySelector(place)).toBeTruthy()
  expect(container.querySelector(`${place}, nav`)).toBeTruthy()
  expect(await screen.findByRole('navigation', { name: '访问过的页面' })).toBeTruthy()
  expect(container.querySelector(place)).toBeNull()
})

it('a strip that is switched off leaves no place behind', () => {
  setStrip(false)
  const { container } = comeToLife(<VisitedGate owner="7" />)
  expect(container.innerHTML).toBe('')
})
