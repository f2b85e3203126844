'use client'

import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ErrorState } from '@/components/ui/error-state'
import type { PlayerPlace } from '@/lib/domain/enrolment'
import { routes } from '@/lib/routes'
import styles from './player.module.css'

/** The player when the platform could not be asked: to try again, or back to the course or plan. */
export function PlayerFailed({ place: { planId, courseId } }: { place: PlayerPlace }) {
  const t = useTranslations('study')
  const back = planId ? routes.planDetail(planId, '') : courseId ? routes.courseDetail(courseId, '') : routes.home()
  return (
    <main id="main" tabIndex={-1} className="container page">
      <h1 className="sr">{t('title')}</h1>
      <ErrorState title={t('loadFailed')} text={t('loadFailedText')} />
      <p className={styles.wayBack}>
        {/* The plan's detail is loaded afresh when it is entered from here (spec 1 §2). */}
        {planId ? <a className={buttonClass({})} href={back}>{t('back.plan')}</a> : <ButtonLink href={back}>{t('back.course')}</ButtonLink>}
      </p>
    </main>
  )
}
