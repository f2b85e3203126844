'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { PROOF_SECONDS } from '@/lib/domain/account'

const KEY = 'reset-step'
/** The entry of the browser's history in which the password is asked for. */
const MARK = 'resetPasswordStep'

/** In the order in which they come. */
export const resetSteps = ['verify', 'password', 'done'] as const
export type ResetStep = (typeof resetSteps)[number]
/** Whose phone was proved, and by which code as far as this page still knows it. */
export type Verified = { phone: string; code: string }
type At = { step: ResetStep; verified: Verified | null; isExpired: boolean }

function keptPhone(): string | null {
  try {
    const { phone, until } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { phone?: unknown; until?: unknown }
    return typeof phone === 'string' && Number(until) > Date.now() ? phone : null
  } catch {
    return null
  }
}

/** The phone alone: what proves it is a cookie that no script reads, and the code is worth as much. */
function keep(phone: string | null): void {
  try {
    if (phone === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify({ phone, until: Date.now() + PROOF_SECONDS * 1000 }))
  } catch {
    // Storage that is blocked keeps nothing; the steps work without.
  }
}

const isMarked = (state: unknown) => typeof state === 'object' && state !== null && MARK in state

/** The second step also begins where it was left, and ends by the browser's own buttons. */
function useOtherWays(onKept: (phone: string) => void, onMove: (state: unknown) => void): void {
  const found = useEffectEvent(onKept)
  const moved = useEffectEvent(onMove)
  useEffect(() => {
    const phone = keptPhone()
    if (phone !== null) found(phone)
    const move = (event: PopStateEvent) => moved(event.state)
    window.addEventListener('popstate', move)
    return () => window.removeEventListener('popstate', move)
  }, [])
}

/** Where in the three steps to a new password one is: a reload and another language stay in the second, Back leads to the first. */
export function useResetSteps() {
  const [at, setAt] = useState<At>({ step: 'verify', verified: null, isExpired: false })
  const enter = (verified: Verified) => {
    setAt({ step: 'password', verified, isExpired: false })
    if (!isMarked(window.history.state)) window.history.pushState({ ...(window.history.state as object | null), [MARK]: true }, '')
  }
  useOtherWays((phone) => enter({ phone, code: '' }), (state) => {
    if (at.step !== 'password' || isMarked(state)) return
    keep(null)
    setAt({ ...at, step: 'verify' })
  })
  return {
    ...at,
    prove: (verified: Verified) => {
      keep(verified.phone)
      enter(verified)
    },
    expire: () => {
      keep(null)
      setAt({ ...at, step: 'verify', isExpired: true })
    },
    finish: () => {
      keep(null)
      setAt({ ...at, step: 'done' })
    },
  }
}
