'use client'

import { useEffect, useEffectEvent, useState } from 'react'

const KEY = 'reset-step'
/** As long as a page may need to be read again. */
const KEPT_MS = 60_000
/** The entry of the browser's history in which the password is asked for. */
const MARK = 'resetPasswordStep'

/** In the order in which they come. */
export const resetSteps = ['verify', 'password', 'done'] as const
export type ResetStep = (typeof resetSteps)[number]
/** Whose phone was proved, and by which code as far as this page still knows it. */
export type Verified = { phone: string; code: string }
type At = { step: ResetStep; verified: Verified | null; isExpired: boolean }

/** The phone that was kept, once. */
function takePhone(): string | null {
  try {
    const { phone, until } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { phone?: unknown; until?: unknown }
    sessionStorage.removeItem(KEY)
    return typeof phone === 'string' && Number(until) > Date.now() ? phone : null
  } catch {
    return null
  }
}

/** The phone alone: what proves it is a cookie that no script reads, and the code is worth as much. */
function keep(phone: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ phone, until: Date.now() + KEPT_MS }))
  } catch {
    // Storage that is blocked keeps nothing; the steps work without.
  }
}

const isMarked = (state: unknown) => typeof state === 'object' && state !== null && MARK in state

type Ways = { onKept: (phone: string) => void; onMove: (state: unknown) => void; onHide: () => void }

/** The second step goes on when this page is read again, and ends by the browser's own buttons. Who leaves by a link leaves nothing: the next at this device may be somebody else. */
function useOtherWays({ onKept, onMove, onHide }: Ways): void {
  const found = useEffectEvent(onKept)
  const moved = useEffectEvent(onMove)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    const phone = takePhone()
    if (phone !== null) found(phone)
    const own = new AbortController()
    const { signal } = own
    window.addEventListener('popstate', ({ state }) => moved(state), { signal })
    window.addEventListener('pagehide', () => hide(), { signal })
    // A page that comes back as it was needs nothing kept.
    window.addEventListener('pageshow', ({ persisted }) => void (persisted && takePhone()), { signal })
    return () => own.abort()
  }, [])
}

/** Where in the three steps to a new password one is: a reload and another language stay in the second, Back leads to the first. */
export function useResetSteps() {
  const [at, setAt] = useState<At>({ step: 'verify', verified: null, isExpired: false })
  const prove = (verified: Verified) => {
    setAt({ step: 'password', verified, isExpired: false })
    if (!isMarked(window.history.state)) window.history.pushState({ ...(window.history.state as object | null), [MARK]: true }, '')
  }
  useOtherWays({
    onKept: (phone) => prove({ phone, code: '' }),
    onMove: (state) => {
      if (at.step === 'password' && !isMarked(state)) setAt({ ...at, step: 'verify' })
    },
    onHide: () => {
      if (at.step === 'password' && at.verified) keep(at.verified.phone)
    },
  })
  return {
    ...at,
    prove,
    /** The first step again, with nothing in it. */
    restart: () => {
      setAt({ step: 'verify', verified: { phone: '', code: '' }, isExpired: false })
      if (isMarked(window.history.state)) window.history.back()
    },
    expire: () => setAt({ ...at, step: 'verify', isExpired: true }),
    finish: () => setAt({ ...at, step: 'done' }),
  }
}
