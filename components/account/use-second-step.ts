'use client'

import { useEffect, useEffectEvent } from 'react'
import { isMarked, KEPT_PHONE, takePhone } from '@/components/account/use-reset-steps'

/** As long as a page may need to be read again. */
const KEPT_MS = 60_000

/** The phone alone: what proves it is a cookie that no script reads, and the code is worth as much. */
function keep(phone: string): void {
  try {
    sessionStorage.setItem(KEPT_PHONE, JSON.stringify({ phone, until: Date.now() + KEPT_MS }))
  } catch {
    // Storage that is blocked keeps nothing; the steps work without.
  }
}

/** The second step goes on when this page is read again, and ends by the browser's own buttons. Who leaves by a link leaves nothing: the next at this device may be somebody else. */
export function useSecondStep(phone: string, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const own = new AbortController()
    const { signal } = own
    window.addEventListener('popstate', ({ state }) => void (isMarked(state) || back()), { signal })
    window.addEventListener('pagehide', () => keep(phone), { signal })
    // A page that comes back as it was needs nothing kept.
    window.addEventListener('pageshow', ({ persisted }) => void (persisted && takePhone()), { signal })
    return () => own.abort()
  }, [phone])
}
