// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RouteProgress } from '@/components/shell/route-progress'
import '../../support/render'

vi.mock('next/navigation', () => ({ usePathname: () => location.pathname, useSearchParams: () => new URLSearchParams(location.search) }))
afterEach(() => history.replaceState(null, '', '/'))

function search(here: string, word: string, action = '/Curriculum') {
  history.replaceState(null, '', here)
  const { container } = render(<><RouteProgress /><form action={action} onSubmit={(event) => event.preventDefault()}><input type="hidden" name="sort" value="hot" /><input name="name" defaultValue={word} aria-label="word" /></form></>)
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('word').form!)
  return container.querySelector('.routebar') !== null
}

describe('the bar of a page on its way', () => {
  it('shows after a form that leads to another address', () => {
    expect(search('/Curriculum?sort=hot', '焊接')).toBe(true)
  })

  it('shows after a form that asks the same of another page', () => {
    expect(search('/PlanList?sort=hot&name=a', 'a')).toBe(true)
  })

  it('does not after one that leads to where one is, which would never take it away', () => {
    expect(search('/Curriculum?sort=hot&name=%E7%84%8A+%E6%8E%A5', '焊 接')).toBe(false)
  })
})
