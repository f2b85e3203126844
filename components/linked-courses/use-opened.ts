'use client'

import { useSearchParams } from 'next/navigation'
import { useRef } from 'react'

/** Which one is open, kept in the address under this name: Back closes it, a reload and a shared link open it again. */
export function useOpened(name: string): { opened: string | null; open: (id: string) => void; close: () => void } {
  const opened = useSearchParams().get(name)
  const pushed = useRef(false)
  const addressWith = (id: string | null) => {
    const query = new URLSearchParams(window.location.search)
    if (id === null) query.delete(name)
    else query.set(name, id)
    return `${window.location.pathname}?${query}`
  }
  return {
    opened,
    open(id) {
      pushed.current = true
      window.history.pushState(null, '', addressWith(id))
    },
    close() {
      if (pushed.current) window.history.back()
      else window.history.replaceState(null, '', addressWith(null))
      pushed.current = false
    },
  }
}
