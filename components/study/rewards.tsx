'use client'

import { useLocale, useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect } from 'react'
import { useObserved } from '@/components/study/observable'
import { closeCongratulation, obtained, serveRewards } from '@/components/study/reward-box'

const Congratulation = lazy(() => import('@/components/study/congratulation'))

/** Where points and certificates of the last report appear; once per layout, so that they also come after leaving the player. */
export function Rewards() {
  const certificate = useObserved(obtained, (state) => state.certificate)
  const t = useTranslations('rewards')
  const locale = useLocale()
  useEffect(() => serveRewards(({ text, points }) => (locale === 'zh' || points === null ? text : t('points', { points }))), [locale, t])
  return certificate && <Suspense><Congratulation certificate={certificate} onClose={closeCongratulation} /></Suspense>
}
