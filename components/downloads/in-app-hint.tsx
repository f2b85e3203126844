import { Compass, Ellipsis } from 'lucide'
import { useTranslations } from 'next-intl'
import { CopyButton } from '@/components/downloads/copy-button'
import styles from '@/components/downloads/downloads.module.css'
import { Icon } from '@/components/ui/icon'
import type { InAppBrowser } from '@/lib/domain/user-agent'

/** Inside another app nothing can be installed: how to open the system's browser, over the whole screen. */
export function InAppHint({ app, address }: { app: InAppBrowser; address: string }) {
  const t = useTranslations('downloads.inApp')
  return (
    <section className={styles.inApp} aria-labelledby="in-app-title" data-app={app}>
      <svg className={styles.arrow} viewBox="0 0 96 96" aria-hidden="true"><path d="M14 88q2-52 66-74M62 10l19 4-8 17" /></svg>
      <h2 className="h2" id="in-app-title">{t('title')}</h2>
      <p>{t('why', { app: t(`apps.${app}`) })}</p>
      <ol>
        <li><span>{t.rich('menu', { icon: () => <span className={styles.key}><Icon of={Ellipsis} className="i" aria-label={t('menuIcon')} /></span> })}</span></li>
        <li><span>{t.rich('choose', { key: (words) => <span className={styles.key}><Icon of={Compass} className="i i-16" aria-hidden="true" /> {words}</span> })}</span></li>
      </ol>
      <CopyButton text={address} label={t('copy')} size="large" block />
    </section>
  )
}
