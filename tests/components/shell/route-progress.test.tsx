// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OpenCourse } from '@/components/courses/open-course'
import { Providers } from '@/components/shell/providers'
import { RouteProgress } from '@/components/shell/route-progress'
import { PagerSize } from '@/components/ui/pager-size'
import { show } from '../../support/render'

/** What the router does: the page stays until the next one is there. */
const router = vi.hoisted(() => ({ push: vi.fn<(href: string) => void>(), refresh: () => undefined }))
function Page({ next }: { next: Promise<null> | null }) {
  return next && use(next)
}
function Router() {
  const [next, setNext] = useState<Promise<null> | null>(null)
  router.push.mockImplementation(() => setNext(arrival.promise))
  return <Suspense><Page next={next} /></Suspense>
}
let arrival = Promise.withResolvers<null>()
afterEach(() => {
  arrival = Promise.withResolvers<null>()
  router.push.mockReset()
})
const bar = () => document.querySelector('.routebar')
const arrive = () => act(async () => arrival.resolve(null))

vi.mock('next/navigation', () => ({ useRouter: () => router, usePathname: () => location.pathname, useSearchParams: () => new URLSearchParams(location.search) }))
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

  it('shows for another size of a list, until that is there', async () => {
    show(<><Router /><RouteProgress /><PagerSize label="每页条数" current="/list?size=8" options={[{ value: '/list?size=8', label: '8' }, { value: '/list?size=16', label: '16' }]} /></>)
    await act(async () => fireEvent.change(screen.getByLabelText('每页条数'), { target: { value: '/list?size=16' } }))
    await waitFor(() => expect(bar()).not.toBeNull())
    expect(router.push).toHaveBeenCalledExactlyOnceWith('/list?size=16', { scroll: false })
    await arrive()
    expect(bar()).toBeNull()
  })

  it('shows while a course is asked for and while it is on its way, of which its link tells too; a second press does nothing', async () => {
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    show(<Providers><Router /><RouteProgress /><OpenCourse id="3001" title="焊接">焊接</OpenCourse></Providers>)
    const link = screen.getByRole('link', { name: '焊接' })
    fireEvent.click(link)
    await waitFor(() => expect(bar()).not.toBeNull())
    await act(async () => answer.resolve(Response.json({ allowed: true })))
    await waitFor(() => expect(router.push).toHaveBeenCalledOnce())
    await act(async () => undefined)
    expect([bar() === null, link.getAttribute('aria-busy')]).toEqual([false, 'true'])
    fireEvent.click(link)
    await act(async () => undefined)
    await arrive()
    await waitFor(() => expect([bar(), link.getAttribute('aria-busy')]).toEqual([null, null]))
    expect(router.push).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  it('goes when a course may not be opened', async () => {
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    show(<Providers><Router /><RouteProgress /><OpenCourse id="3001" title="焊接">焊接</OpenCourse></Providers>)
    fireEvent.click(screen.getByRole('link', { name: '焊接' }))
    await waitFor(() => expect(bar()).not.toBeNull())
    await act(async () => answer.resolve(Response.json({ allowed: false, reason: '' })))
    await waitFor(() => expect([bar(), screen.getByRole('link').getAttribute('aria-busy')]).toEqual([null, null]))
    vi.unstubAllGlobals()
  })
})
