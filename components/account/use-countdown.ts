'use client'

import { useCallback, useEffect, useState } from 'react'
import { CODE_WAIT_SECONDS } from '@/lib/domain/account'

const keyOf = (name: string) => `again-at:${name}`

function kept(name: string): number {
  try {
    return Number(localStorage.getItem(keyOf(name)) ?? 0)
  } catch {
    return 0
  }
}

/** More than anybody has to wait is left where the clock was set back meanwhile: then only the server knows. */
function secondsUntil(moment: number): number {
  const left = Math.ceil((moment - Date.now()) / 1000)
  return left > 0 && left <= CODE_WAIT_SECONDS ? left : 0
}

/** Seconds left until something may be done again, and how to begin to wait; a reload and another tab wait on. */
export function useCountdown(name: string): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(kept(name)))
    tick()
    const timer = window.setInterval(tick, 500)
    return () => window.clearInterval(timer)
  }, [name])
  const wait = useCallback((wanted: number) => {
    setSeconds(wanted)
    try {
      localStorage.setItem(keyOf(name), String(Date.now() + wanted * 1000))
    } catch {
      // Storage that is blocked forgets; the server still knows.
    }
  }, [name])
  return [seconds, wait]
}
