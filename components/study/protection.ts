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

const isField = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null

/** Blocks the context menu (but for fields, where people paste) and the listed keys while the player is open. */
export function useProtection(onBlocked: () => void): void {
  useEffect(() => {
    const off = new AbortController()
    window.addEventListener('keydown', (event) => {
      if (!isBlockedKey(event)) return
      event.preventDefault()
      event.stopPropagation()
      onBlocked()
    }, { capture: true, signal: off.signal })
    window.addEventListener('contextmenu', (event) => {
      if (!isField(event.target)) event.preventDefault()
    }, { signal: off.signal })
    return () => off.abort()
  }, [onBlocked])
}
