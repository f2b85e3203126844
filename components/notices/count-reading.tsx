'use client'

import { useEffect } from 'react'
import { countNoticeRead } from '@/lib/queries/notices'

/** Counts the opening of a notice, once; the page is the same for everybody and cannot do it itself. */
export function CountReading({ id }: { id: string }) {
  useEffect(() => {
    const soon = window.setTimeout(() => void countNoticeRead(id).catch(() => undefined))
    return () => window.clearTimeout(soon)
  }, [id])
  return null
}
