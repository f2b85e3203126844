'use client'

import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { ContactField } from '@/lib/domain/account'

/** Keeps what a learner was typing into a contact row while the page is read again, in another language or by a reload; `onFound` gets it. */
export function useKeptContact(learnerId: string, field: ContactField, input: RefObject<HTMLInputElement | null>, onFound: (text: string) => void): void {
  const found = useEffectEvent(onFound)
  useEffect(() => {
    // By learner: the next to log in here may be somebody else.
    const key = `contact:${learnerId}:${field}`
    try {
      const kept = sessionStorage.getItem(key)
      sessionStorage.removeItem(key)
      if (kept !== null) found(kept)
    } catch {
      // What cannot be read was not kept.
    }
    const leave = () => {
      try {
        if (input.current) sessionStorage.setItem(key, input.current.value)
      } catch {
        // Storage that is blocked keeps nothing; the row works without.
      }
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [learnerId, field, input])
}
