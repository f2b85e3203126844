'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/** What the second step leaves for the same page read again (`useSecondStep`). */
export const KEPT_PHONE = 'reset-step'
/** The entry of the browser's history in which the password is asked for. */
const MARK = 'resetStep'

/** In the order in which they come. */
export const resetSteps = ['verify', 'password', 'done'] as const
export type ResetStep = (typeof resetSteps)[number]
/** Whose phone was proved, and by which code as far as this page still knows it. */
export type Verified = { phone: string; code: string }
type At = { step: ResetStep; verified: Verified | null; isExpired: boolean }

/** The phone that was kept, once. */
export function takePhone(): string | null {
  try {
    const { phone, until } = JSON.parse(sessionStorage.getItem(KEPT_PHONE) ?? '{}') as { phone?: unknown; until?: unknown }
    sessionStorage.removeItem(KEPT_PHONE)
    return typeof phone === 'string' && Number(until) > Date.now() ? phone : null
  } catch {
    return null
  }
}

/** Whether an entry of the browser's history is the one in which the password is asked for. */
export const isMarked = (state: unknown) => Boolean((state as { [MARK]?: boolean } | null)?.[MARK])

/** Where in the three steps to a new password one is: a reload and another language stay in the second, Back leads to the first. */
export function useResetSteps() {
  const [at, setAt] = useState<At>({ step: 'verify', verified: null, isExpired: false })
  const prove = (verified: Verified) => {
    setAt({ step: 'password', verified, isExpired: false })
    if (!isMarked(window.history.state)) window.history.pushState({ ...(window.history.state as object | null), [MARK]: true }, '')
  }
  const found = useEffectEvent((phone: string) => prove({ phone, code: '' }))
  useEffect(() => {
    const phone = takePhone()
    if (phone !== null) queueMicrotask(() => found(phone))
  }, [])
  return {
    ...at,
    prove,
    /** The first step again, with nothing in it. */
    restart: () => {
      setAt({ step: 'verify', verified: { phone: '', code: '' }, isExpired: false })
      if (isMarked(window.history.state)) window.history.back()
    },
    /** The first step again, as it was. */
    back: () => setAt({ ...at, step: 'verify' }),
    expire: () => setAt({ ...at, step: 'verify', isExpired: true }),
    finish: () => setAt({ ...at, step: 'done' }),
  }
}
