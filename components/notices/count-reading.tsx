'use client'

import { useEffect } from 'react'
import { countNoticeRead } from '@/lib/queries/notices'

/** Counts the opening of a notice, once; the page is the same for everybody and cannot do it itself. */
export function CountReading({ id }: { id: string }) {
  useEffect(() => {
    const leaving = new AbortController()
    const count = () => void countNoticeRead(id).catch(() => undefined)
    // A page rendered ahead of its opening is not opened yet.
    if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', count, { once: true, signal: leaving.signal })
    const soon = 'prerendering' in document && document.prerendering ? undefined : window.setTimeout(count)
    return () => {
      leaving.abort()
      window.clearTimeout(soon)
    }
  }, [id])
  return null
}
