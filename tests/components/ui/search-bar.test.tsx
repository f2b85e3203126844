// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SearchBar } from '@/components/ui/search-bar'
import { show } from '../../support/render'

const bar = (value: string) => <SearchBar action="/Curriculum" value={value} label="课程名称" />
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '课程名称' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })

describe('search bar', () => {
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
