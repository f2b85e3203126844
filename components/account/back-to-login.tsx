import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { inLanguage, routes } from '@/lib/routes'
import styles from './entry-form.module.css'

/** Below a form of the way in: back to the login. */
export function BackToLogin() {
  const t = useTranslations('account')
  const locale = useLocale()
  return <p className={styles.after}><Link className="link" href={inLanguage(locale, routes.login())}>{t('back')}</Link></p>
}
