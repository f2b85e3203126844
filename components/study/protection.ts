'use client'

import { useEffect } from 'react'

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** The keys that the player blocks, and no others: F12, Ctrl+Shift+I, Ctrl+U, Ctrl+S (spec 1 §2). */
export function isBlockedKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Pressed): boolean {
  if (key === 'F12') return true
  if (!ctrlKey || metaKey || altKey) return false
  // By place as well as by letter: other layouts write other letters.
  const is = (letter: string) => key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`
  return shiftKey ? is('i') : is('u') || is('s')
}

// Elements of a frame are of another class than this window's.
const isField = (target: EventTarget | null) => Boolean((target as Partial<Element> | null)?.closest?.('input, textarea, [contenteditable]:not([contenteditable="false"])'))

/** What blocks the context menu (but for fields, where people paste) and the listed keys in a window; done twice it is the same as once. */
export function protection(onBlocked: () => void): (window: Window, signal?: AbortSignal) => void {
  const press = (event: KeyboardEvent) => {
    if (!isBlockedKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    onBlocked()
  }
  const ask = (event: MouseEvent) => {
    if (!isField(event.target)) event.preventDefault()
  }
  return (window, signal) => {
    window.addEventListener('keydown', press, { capture: true, signal })
    window.addEventListener('contextmenu', ask, { capture: true, signal })
  }
}

/** Blocks them while the player is open. */
export function useProtection(onBlocked: () => void): void {
  useEffect(() => {
    const off = new AbortController()
    protection(onBlocked)(window, off.signal)
    return () => off.abort()
  }, [onBlocked])
}
