'use client'

import { useEffect, useRef, useState } from 'react'
import { CODE_WAIT_SECONDS } from '@/lib/domain/account'

const keyOf = (name: string) => `again-at:${name}`

function kept(name: string): number {
  try {
    return Number(localStorage.getItem(keyOf(name)))
  } catch {
    return 0
  }
}

/** More than anybody has to wait is left where the clock was set back meanwhile: then only the server knows. */
function secondsUntil(moment: number): number {
  const left = Math.ceil((moment - Date.now()) / 1000)
  return left > CODE_WAIT_SECONDS ? 0 : Math.max(0, left)
}

/** Seconds left until something may be done again, and how to begin to wait; a reload and another tab wait on. */
export function useCountdown(name: string): [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  // What this page knows by itself, where storage is blocked or full.
  const until = useRef(0)
  useEffect(() => {
    const tick = () => setSeconds(secondsUntil(Math.max(until.current, kept(name))))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [name])
  const wait = (wanted: number) => {
    setSeconds(wanted)
    until.current = Date.now() + wanted * 1000
    try {
      localStorage.setItem(keyOf(name), String(until.current))
    } catch {
      // Storage that is blocked forgets over a reload; the server still knows.
    }
  }
  return [seconds, wait]
}
