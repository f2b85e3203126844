// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchBar } from '@/components/ui/search-bar'
import { show } from '../../support/render'

const push = vi.hoisted(() => vi.fn())
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))
beforeEach(() => {
  push.mockReset()
})

const bar = (value: string) => <SearchBar action="/Curriculum" value={value} label="课程名称" keep={{ label: 7, tag: null }} />
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '课程名称' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })

describe('search bar', () => {
  it('leads to its page with the word and what the address keeps, where it is', () => {
    show(bar(''))
    type('焊接 & 切割')
    expect(fireEvent.submit(screen.getByRole('search')), 'the browser does not do it too').toBe(false)
    expect(push.mock.calls).toEqual([['/Curriculum?label=7&name=%E7%84%8A%E6%8E%A5+%26+%E5%88%87%E5%89%B2', { scroll: false }]])
  })

  it('keeps the focus after a search, and what is typed on', () => {
    const { rerender } = show(bar(''))
    const input = field()
    input.focus()
    type('焊')
    type('焊接')
    rerender(bar('焊'))
    expect(document.activeElement).toBe(input)
    expect(input.value).toBe('焊接')
  })

  it('follows the address: also with the focus in it when nothing was typed since, and when one is elsewhere', () => {
    const { rerender } = show(bar(''))
    field().focus()
    type('焊接')
    rerender(bar('焊接'))
    rerender(bar(''))
    expect([field().value, document.activeElement === field()]).toEqual(['', true])
    type('电工')
    field().blur()
    rerender(bar('高处'))
    expect(field().value).toBe('高处')
  })
})
