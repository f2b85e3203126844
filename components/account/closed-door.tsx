import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button-link'
import { inLanguage, routes } from '@/lib/routes'
import styles from './entry-form.module.css'

/** In place of the form, where a tenant makes accounts and passwords by itself. */
export function ClosedDoor({ text }: { text: string }) {
  const t = useTranslations('account')
  const locale = useLocale()
  return (
    <div className={styles.closed}>
      <p>{text}</p>
      <ButtonLink href={inLanguage(locale, routes.login())}>{t('back')}</ButtonLink>
    </div>
  )
}
