// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Menu } from '@/components/ui/menu'
import { MenuChoice, MenuItem, MenuLink } from '@/components/ui/menu-items'
import { show } from '../../support/render'

function openMenu({ onSelect = () => {}, onChoose = () => {} }: { onSelect?: () => void; onChoose?: (theme: 'light' | 'dark') => void } = {}) {
  show(
    <Menu label="用户菜单" trigger="李明">
      <MenuLink href="/MyStudy">个人中心</MenuLink>
      <MenuChoice label="主题" value="light" options={[{ value: 'light', label: '浅色' }, { value: 'dark', label: '深色' }]} onChoose={onChoose} />
      <MenuItem onSelect={() => {}} disabled>Archive</MenuItem>
      <MenuItem onSelect={onSelect}>退出登录</MenuItem>
    </Menu>,
  )
  const button = screen.getByRole('button', { name: '用户菜单 李明' })
  button.focus()
  fireEvent.click(button)
  return button
}
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })
const focused = () => document.activeElement?.textContent

describe('menu', () => {
  it('opens on its first item and says so', () => {
    const button = openMenu()
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(focused()).toBe('个人中心')
  })

  it('is made when it is first opened, where it comes as a function, also by a browser that was faster than the page', () => {
    const made = vi.fn(() => <MenuItem onSelect={() => {}}>退出登录</MenuItem>)
    show(<Menu label="用户菜单" trigger="李明">{made}</Menu>)
    expect(made).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: '用户菜单 李明' }))
    expect(focused()).toBe('退出登录')
    cleanup()
    const matches = vi.spyOn(Element.prototype, 'matches').mockImplementation((asked) => asked === ':popover-open')
    show(<Menu label="用户菜单" trigger="李明">{made}</Menu>)
    matches.mockRestore()
    expect(screen.getByRole('button', { name: '用户菜单 李明' }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('退出登录')).toBeTruthy()
  })

  it('moves by arrows, Home, End and first letters, round the corner', () => {
    openMenu()
    const seen = ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'a'].map((key) => {
      press(key)
      return focused()
    })
    expect(seen).toEqual(['浅色', '深色', '退出登录', '个人中心', '退出登录', '个人中心', 'Archive'])
  })

  it.each(['Escape', 'Tab'])('closes by %s and gives the focus back', (key) => {
    const button = openMenu()
    press(key)
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })

  it('closes after an act, stays for a choice, and does nothing for what is off', () => {
    const onSelect = vi.fn()
    const onChoose = vi.fn()
    const button = openMenu({ onSelect, onChoose })
    expect(screen.getByRole('menuitemradio', { name: '浅色' }).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(screen.getByRole('menuitemradio', { name: '深色' }))
    expect(onChoose).toHaveBeenCalledWith('dark')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Archive' }))
    expect(button.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(screen.getByRole('menuitem', { name: '退出登录' }))
    expect(onSelect).toHaveBeenCalledOnce()
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })

  it('is closed before what its item asks for is shown, since no browser shows another popover while it closes', () => {
    const found: unknown[] = []
    function Question() {
      useLayoutEffect(() => void found.push(screen.getByRole('menu', { hidden: true }).dataset.popoverOpen), [])
      return null
    }
    function Opener() {
      const [asked, setAsked] = useState(false)
      return <><Menu label="用户菜单" trigger="李明"><MenuItem onSelect={() => setAsked(true)}>退出登录</MenuItem></Menu>{asked && <Question />}</>
    }
    show(<Opener />)
    fireEvent.click(screen.getByRole('button', { name: '用户菜单 李明' }))
    fireEvent.click(screen.getByRole('menuitem', { name: '退出登录' }))
    expect(found).toEqual(['no'])
  })
})
