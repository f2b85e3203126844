// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ViewTabs } from '@/components/ui/view-tabs'
import { show } from '../../support/render'

const tabs = [
  { id: 'intro', label: '简介', content: '一' },
  { id: 'catalogue', label: '目录', count: 6, content: '二' },
  { id: 'notes', label: '笔记', content: '三' },
]
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
const open = () => screen.getByRole('tab', { selected: true }).textContent

describe('view tabs', () => {
  it('ties each tab to its view and shows one', () => {
    show(<ViewTabs label="内容" tabs={tabs} value="catalogue" />)
    const tab = screen.getByRole('tab', { selected: true })
    const view = screen.getByRole('tabpanel')
    expect(tab.getAttribute('aria-controls')).toBe(view.id)
    expect(view.getAttribute('aria-labelledby')).toBe(tab.id)
    expect(view.textContent).toBe('二')
    expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([-1, 0, -1])
  })

  it('moves by arrows, Home and End, round the corner, with the focus', () => {
    const onChange = vi.fn()
    show(<ViewTabs label="内容" tabs={tabs} onChange={onChange} />)
    screen.getAllByRole('tab')[0]!.focus()
    const seen = ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => {
      press(key)
      expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
      return open()
    })
    expect(seen).toEqual(['目录6', '笔记', '简介', '笔记', '简介', '笔记'])
    press('x')
    expect(onChange).toHaveBeenCalledTimes(6)
  })

  it('keeps closed views when asked to', () => {
    show(<ViewTabs label="内容" tabs={tabs} keep />)
    expect(screen.getByText('三')).toBeTruthy()
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1)
  })
})
