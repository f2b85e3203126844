// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Pager } from '@/components/ui/pager'
import { pagerPlaces } from '@/components/ui/pager-pages'
import { routes } from '@/lib/routes'
import { show } from '../../support/render'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }))

const text = (page: number, count: number) => pagerPlaces(page, count).map((place) => `${place.page ?? '…'}${place.far ? '-' : ''}`).join(' ')

describe('pager places', () => {
  it.each([
    [1, 1, '1'],
    [3, 5, '1 2 3 4 5'],
    [1, 7, '1 2 3 4 5 6- 7-'],
    [7, 7, '1- 2- 3 4 5 6 7'],
    [1, 20, '1 2 3 4- 5- … 20'],
    [4, 20, '1- 2- 3 4 5 … 20'],
    [5, 20, '1 … 4- 5 6- … 20'],
    [17, 20, '1 … 16 17 18 19- 20-'],
    [20, 20, '1 … 16- 17- 18 19 20'],
  ])('page %i of %i: %s', (page, count, expected) => expect(text(page, count)).toBe(expected))

  it('always holds the current page among at most five near places', () => {
    for (let count = 1; count <= 40; count += 1) {
      for (let page = 1; page <= count; page += 1) {
        const places = pagerPlaces(page, count)
        const near = places.filter((place) => !place.far)
        expect(places.length).toBeLessThanOrEqual(7)
        expect(near.length).toBeLessThanOrEqual(5)
        expect(near.map((place) => place.page)).toContain(page)
      }
    }
  })
})

describe('pager', () => {
  const hrefOf = ({ page, size }: { page: number; size: number }) => `/list?status=1&size=${size}${page > 1 ? `&page=${page}` : ''}`
  it('of a page that could not be read lets the size be chosen, and knows of no others', () => {
    show(<Pager page={3} size={16} total={null} sizes={[8, 16]} hrefOf={hrefOf} />)
    const choice = screen.getByRole<HTMLSelectElement>('combobox')
    expect([choice.value, [...choice.options].map(({ value }) => value)]).toEqual(['/list?status=1&size=16', ['/list?status=1&size=8', '/list?status=1&size=16']])
    expect(screen.queryByRole('link')).toBeNull()
  })

  const pager = (page: number) => <Pager page={page} size={8} total={36} sizes={[8, 16]} hrefOf={hrefOf} />

  it('says the total and links every page', () => {
    show(pager(2))
    expect(screen.getByText('共 36 条')).toBeTruthy()
    expect(screen.getByRole('link', { name: '1' }).getAttribute('href')).toBe('/list?status=1&size=8')
    expect(screen.getByRole('link', { name: '5' }).getAttribute('href')).toBe('/list?status=1&size=8&page=5')
    expect(screen.getByRole('link', { name: '2' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: '上一页' }).getAttribute('href')).toBe('/list?status=1&size=8')
    expect(screen.getByRole('link', { name: '下一页' }).getAttribute('href')).toBe('/list?status=1&size=8&page=3')
  })

  it('has no way before the first and after the last page', () => {
    const { rerender } = show(pager(1))
    expect(screen.getByRole('link', { name: '上一页' }).getAttribute('aria-disabled')).toBe('true')
    rerender(pager(5))
    expect(screen.getByRole('link', { name: '下一页' }).hasAttribute('href')).toBe(false)
  })

  it('keeps the focus where it was pressed, also where the way ends', () => {
    const { rerender } = show(pager(4))
    screen.getByRole('link', { name: '下一页' }).focus()
    rerender(pager(5))
    const end = screen.getByRole('link', { name: '下一页' })
    expect(end.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(end)
    rerender(pager(4))
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '下一页' }))
    screen.getByRole('link', { name: '1' }).focus()
    rerender(pager(1))
    expect(document.activeElement).toBe(screen.getByRole('link', { name: '1' }))
  })

  it('jumps by a form that keeps the rest of the address', () => {
    show(pager(3))
    const field = screen.getByLabelText('跳至第几页', { selector: 'input' }) as HTMLInputElement
    const form = field.form!
    expect(form.getAttribute('action')).toBe('/list')
    expect([...new FormData(form)]).toEqual([['status', '1'], ['size', '8'], ['page', '3']])
    expect(field.max).toBe('5')
  })

  it('chooses the size by address, on page 1', () => {
    show(pager(3))
    const options = within(screen.getByLabelText('每页条数')).getAllByRole('option') as HTMLOptionElement[]
    expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([['/list?status=1&size=8', '8 条/页'], ['/list?status=1&size=16', '16 条/页']])
  })

  it('keeps the focus in the control that was used, and follows the address', () => {
    const { rerender } = show(pager(3))
    const [field, size] = [screen.getByLabelText<HTMLInputElement>('跳至第几页', { selector: 'input' }), screen.getByLabelText<HTMLSelectElement>('每页条数')]
    field.focus()
    fireEvent.change(field, { target: { value: '5' } })
    rerender(pager(5))
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('5')
    size.focus()
    fireEvent.change(size, { target: { value: '/list?status=1&size=16' } })
    rerender(<Pager page={1} size={16} total={36} sizes={[8, 16]} hrefOf={hrefOf} />)
    expect(document.activeElement).toBe(size)
    expect([size.value, field.value]).toEqual(['/list?status=1&size=16', '1'])
    rerender(<Pager page={1} size={16} total={20} sizes={[8, 16]} hrefOf={(to) => hrefOf(to).replace('status=1', 'status=2')} />)
    expect(size.value).toBe('/list?status=2&size=16')
  })

  it('asks as it was asked where a platform cuts pages smaller, and counts the pages that there are', () => {
    show(<Pager page={2} size={10} asked={16} total={36} sizes={[8, 16]} hrefOf={hrefOf} />)
    expect(screen.getByRole('link', { name: '4' }).getAttribute('href')).toBe('/list?status=1&size=16&page=4')
    expect(screen.getByLabelText<HTMLSelectElement>('每页条数').value).toBe('/list?status=1&size=16')
    const field = screen.getByLabelText('跳至第几页', { selector: 'input' }) as HTMLInputElement
    expect([field.max, [...new FormData(field.form!)]]).toEqual(['4', [['status', '1'], ['size', '16'], ['page', '2']]])
  })

  it('is not there for an empty list', () => {
    show(<Pager page={1} size={8} total={0} hrefOf={hrefOf} />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  describe('says what a change of the address has made of the list', () => {
    const said = () => screen.getByRole('status').textContent
    const list = (path: string, page: number, total = 36) => <Pager page={page} size={8} total={total} hrefOf={(to) => `${path}?page=${to.page}`} />

    it('and nothing of a list that one comes to', () => {
      const { rerender } = show(list('/first', 1))
      expect(said()).toBe('')
      rerender(list('/first', 2))
      expect(said()).toBe('第 2 页，共 36 条')
      rerender(list('/first', 2, 35))
      expect(said()).toBe('')
      rerender(list('/first', 1, 0))
      expect(said()).toBe('共 0 条')
      rerender(list('/second', 1))
      expect(said()).toBe('')
    })

    it.each([routes.personalCentre('messages'), routes.mistakeBook(), routes.personalCentre('collection')])('and nothing of another of the personal centre, whose lists share a path: %s', (address) => {
      const other = (page: number) => <Pager page={page} size={8} total={36} hrefOf={(to) => `${address}&page=${to.page}`} />
      const { rerender } = show(<Pager page={1} size={8} total={36} hrefOf={() => routes.personalCentre('certificates')} />)
      rerender(other(1))
      expect(said()).toBe('')
      rerender(other(2))
      expect(said()).toBe('第 2 页，共 36 条')
    })

    it('also where the page begins anew with it, and the same words once more', () => {
      const { rerender } = show(<div key="1">{list('/third', 1)}</div>)
      rerender(<div key="2">{list('/third', 2)}</div>)
      expect(said()).toBe('第 2 页，共 36 条')
      const words = screen.getByRole('status').firstChild
      rerender(<div key="2"><Pager page={2} size={8} total={36} hrefOf={() => '/third?page=2&sort=new'} /></div>)
      expect(said()).toBe('第 2 页，共 36 条')
      expect(screen.getByRole('status').firstChild).not.toBe(words)
    })
  })
})
