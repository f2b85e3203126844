'use client'

import { CircleQuestionMark } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { Suspense, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'

// Only a press opens it: with a boundary of its own, so that nothing else vanishes while it loads.
const PointsDialog = dynamic(() => import('@/components/rankings/points-dialog'), { ssr: false })

/** The question mark that explains points. */
export function PointsHelp() {
  const t = useTranslations('rankings.points')
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('title')} icon={<Icon of={CircleQuestionMark} className="i" />} onClick={() => setOpen(true)} />
      {open && <Suspense><PointsDialog onClose={() => setOpen(false)} /></Suspense>}
    </>
  )
}
