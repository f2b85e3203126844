'use client'

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

type Props = {
  /** The accessible name of button and menu; leave it out when the button's own words are enough. */
  label?: string
  /** What stands in the button. */
  trigger: ReactNode
  triggerClass?: string
  menuClass?: string
  /** `<MenuItem>`, `<MenuLink>`, `<MenuChoice>`, `<hr />`; as a function, made when the menu is first opened. */
  children: ReactNode | (() => ReactNode)
}

const gap = 6
const edge = 8

function place(menu: HTMLElement, button: HTMLElement) {
  const { bottom, top, right } = button.getBoundingClientRect()
  const below = window.innerHeight - bottom - gap - edge
  const up = below < menu.offsetHeight && top > below
  menu.style.top = up ? `${Math.max(edge, top - gap - menu.offsetHeight)}px` : `${bottom + gap}px`
  menu.style.left = `${Math.max(edge, Math.min(right, document.documentElement.clientWidth - edge) - menu.offsetWidth)}px`
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]

/** A menu under its button: arrows, Home, End and first letters move, Esc and a press outside close, the focus goes back. */
export function Menu({ label, trigger, triggerClass = 'iconbtn', menuClass, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)

  useEffect(() => {
    // Opened by the browser before the page was in React's hands.
    if (!menu.current?.matches(':popover-open')) return
    setWanted(true)
    setOpen(true)
  }, [])
  useEffect(() => {
    if (!open) return
    const again = () => menu.current && button.current && place(menu.current, button.current)
    again()
    itemsOf(menu.current)[0]?.focus({ preventScroll: true })
    window.addEventListener('resize', again)
    return () => window.removeEventListener('resize', again)
  }, [open])

  // Only then: what a chosen item has just asked for, a dialog with its toasts, is not shown by a browser while the menu closes.
  const opening = (event: { newState: string }) => event.newState === 'open' && flushSync(() => setWanted(true))
  const close = () => {
    menu.current?.hidePopover()
    button.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }
    let next = to[event.key]
    if (next === undefined && event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLowerCase()
      const after = [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))
      next = after && items.indexOf(after)
    }
    if (event.key === 'Tab' || event.key === 'Escape') {
      if (event.key === 'Escape') event.preventDefault()
      close()
    } else if (next !== undefined) {
      event.preventDefault()
      items[(next + items.length) % items.length]?.focus()
    }
  }
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    menu.current?.showPopover()
  }
  const chosen = (event: { target: EventTarget }) => {
    const item = event.target instanceof Element ? event.target.closest('[role^="menuitem"]') : null
    if (item && item.getAttribute('aria-disabled') !== 'true' && item.getAttribute('role') !== 'menuitemradio') close()
  }
  return (
    <>
      <button ref={button} type="button" className={triggerClass} aria-label={typeof trigger === 'string' ? `${label} ${trigger}` : label} aria-haspopup="menu" aria-expanded={open} aria-controls={id} popoverTarget={id} onKeyDown={openByArrow}>{trigger}</button>
      <div ref={menu} id={id} className={menuClass ? `menu ${menuClass}` : 'menu'} role="menu" aria-label={label} popover="auto" onBeforeToggle={opening} onToggle={(event) => setOpen(event.newState === 'open')} onKeyDown={press} onClick={chosen}>{typeof children !== 'function' ? children : wanted && children()}</div>
    </>
  )
}
