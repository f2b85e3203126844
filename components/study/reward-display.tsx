'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect } from 'react'
import Congratulation from '@/components/study/congratulation'
import { useObserved } from '@/components/study/observable'
import { closeCongratulation, obtained, serveRewards } from '@/components/study/reward-box'

/** Says points in the page's language, one toast after another, and congratulates on a certificate. */
export default function RewardDisplay() {
  const certificate = useObserved(obtained, (state) => state.certificate)
  const t = useTranslations('rewards')
  const locale = useLocale()
  useEffect(() => serveRewards(({ text, points }) => (locale === 'zh' || points === null ? text : t('points', { points }))), [locale, t])
  return certificate && <Congratulation certificate={certificate} onClose={closeCongratulation} />
}
