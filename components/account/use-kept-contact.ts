'use client'

import { useEffect, useEffectEvent, type RefObject } from 'react'
import { sessionHasEnded } from '@/components/shell/session-line'
import type { ContactField } from '@/lib/domain/account'

/** As long as a page may need to be read again. */
const KEPT_MS = 60_000

type Row = { learnerId: string; field: ContactField; /** What stands there unchanged. */ value: string; input: RefObject<HTMLInputElement | null> }

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage that is blocked has kept nothing.
  }
}

function take(key: string): string | null {
  try {
    const { text, at } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { text?: unknown; at?: unknown }
    return typeof text === 'string' && Date.now() - Number(at) < KEPT_MS ? text : null
  } catch {
    // What cannot be read was not kept.
    return null
  } finally {
    forget(key)
  }
}

/** Keeps what a learner has changed in a contact row while the page is read again, in another language or by a reload; `onFound` gets it. Gives back what forgets it. */
export function useKeptContact({ learnerId, field, value, input }: Row, onFound: (text: string) => void): () => void {
  // By learner: the next to log in here may be somebody else.
  const key = `contact:${learnerId}:${field}`
  const found = useEffectEvent(onFound)
  const leave = useEffectEvent(() => {
    const text = input.current?.value ?? value
    if (text === value || sessionHasEnded()) return
    try {
      sessionStorage.setItem(key, JSON.stringify({ text, at: Date.now() }))
    } catch {
      // Storage that is blocked keeps nothing; the row works without.
    }
  })
  useEffect(() => {
    const kept = take(key)
    if (kept !== null) found(kept)
    const own = new AbortController()
    const { signal } = own
    window.addEventListener('pagehide', () => leave(), { signal })
    // A page that comes back as it was still has what was typed.
    window.addEventListener('pageshow', ({ persisted }) => void (persisted && forget(key)), { signal })
    return () => own.abort()
  }, [key])
  return () => forget(key)
}
