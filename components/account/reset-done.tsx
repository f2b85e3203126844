'use client'

import { CircleCheck } from 'lucide'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import { inLanguage, routes } from '@/lib/routes'
import styles from './entry-form.module.css'

/** The last step: the password is new, and the way to log in with it. */
export default function ResetDone() {
  const t = useTranslations('account')
  const locale = useLocale()
  const words = useRef<HTMLParagraphElement>(null)
  const said = useEffectEvent(() => notify.success(t('reset.done')))
  useEffect(() => {
    words.current?.focus()
    said()
  }, [])
  return (
    <div className={styles.done}>
      <Icon of={CircleCheck} className="i" aria-hidden="true" />
      <p className="h3" ref={words} tabIndex={-1}>{t('reset.done')}</p>
      <ButtonLink look="primary" size="large" block href={inLanguage(locale, routes.login())}>{t('back')}</ButtonLink>
    </div>
  )
}
