'use client'

import { useEffect, useState, type RefObject } from 'react'

const REST_MS = 3_000

/** Whether nobody has moved over a box for 3 s while it may rest; with the focus on one of its controls it never does. */
export function useRest(box: RefObject<HTMLElement | null>, mayRest: boolean): boolean {
  const [resting, setResting] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || !mayRest) return
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setResting(false)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const focused = element.querySelector(':focus-visible')
        if (focused || element.querySelector(':popover-open')) wake()
        else setResting(true)
      }, REST_MS)
    }
    // A screen reader or a voice presses without pointer, key or focus.
    const names = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'] as const
    for (const name of names) element.addEventListener(name, wake)
    wake()
    return () => {
      clearTimeout(timer)
      setResting(false)
      for (const name of names) element.removeEventListener(name, wake)
    }
  }, [box, mayRest])
  return resting && mayRest
}
