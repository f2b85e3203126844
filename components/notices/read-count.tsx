'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { whenShown } from '@/components/ui/when-shown'
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
    let soon: number | undefined
    whenShown(() => (soon = window.setTimeout(opened)), leaving.signal)
    return () => {
      leaving.abort()
      window.clearTimeout(soon)
    }
  }, [id])
  return <span className="num">{t('reads', { count: Math.max(count, raised) })}</span>
}
