'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { countNoticeRead } from '@/lib/queries/notices'

/** How often a notice has been opened, this time included: the page is the same for everybody, so the opening is counted here, once. */
export function ReadCount({ id, count }: { id: string; /** As the page knows it. */ count: number }) {
  const t = useTranslations('notices')
  const before = useRef(count)
  const [raised, setRaised] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const countIt = async () => {
      const { counted, reads } = await countNoticeRead(id)
      if (counted) setRaised(reads ?? before.current + 1)
    }
    // What cannot be counted is read all the same.
    const opened = () => void countIt().catch(() => undefined)
    // A page rendered ahead of its opening is not opened yet.
    if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', opened, { once: true, signal: leaving.signal })
    const soon = 'prerendering' in document && document.prerendering ? undefined : window.setTimeout(opened)
    return () => {
      leaving.abort()
      window.clearTimeout(soon)
    }
  }, [id])
  return <span className="num">{t('reads', { count: Math.max(count, raised) })}</span>
}
