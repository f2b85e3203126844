'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { spread } from '@/lib/domain/spread'

/** So long after a date at most: not everybody reads in one moment, and the platform's clock may be a little behind. */
const LATER_MS = 6_000
/** Longer than this no browser waits. */
const LONGEST_MS = 2 ** 31 - 1

type Props = {
  /** Milliseconds since 1970, of this rendering. */
  renderedAt: number
  /** In how many milliseconds the plan begins or ends, as `turnsIn` says. */
  turnsIn: number | null
}

/** Reads the page of a plan again once that has begun or ended; one that nobody sees then, when it is seen. */
export function FreshAtDates({ renderedAt, turnsIn }: Props) {
  const router = useRouter()
  useEffect(() => {
    if (turnsIn === null) return
    const waitMs = Math.min(turnsIn + spread(LATER_MS), LONGEST_MS)
    const due = Date.now() + waitMs
    const read = () => document.hidden || router.refresh()
    // Of a device that sleeps the calendar alone goes on.
    const seen = () => Date.now() < due || read()
    const timer = setTimeout(read, waitMs)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [renderedAt, turnsIn, router])
  return null
}
