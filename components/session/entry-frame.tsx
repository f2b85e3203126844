import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import styles from '@/components/session/entry-frame.module.css'
import { BrandMark } from '@/components/shell/brand-mark'
import { LanguageMenu } from '@/components/shell/language-menu'
import { RouteFocus } from '@/components/shell/route-focus'
import { ThemeButton } from '@/components/shell/theme-button'
import { LoginHouse } from '@/components/ui/art/login-house'
import { routes } from '@/lib/routes'

type Props = { tenant: { title: string; logoUrl: string | null }; title: string; text: string; children: ReactNode }

/** The way in: the house beside the form, on phones the form alone. */
export function EntryFrame({ tenant, title, text, children }: Props) {
  const t = useTranslations('session')
  return (
    <div className={styles.split}>
      <RouteFocus />
      <aside className={styles.side}>
        <BrandMark {...tenant} href={routes.home()} />
        <div className={styles.words}>
          <p className={styles.slogan}>{t('slogan')}</p>
          <p className={styles.text}>{t('sloganText')}</p>
        </div>
        <div className={styles.house}><LoginHouse /></div>
      </aside>
      <main id="main" className={styles.main}>
        <div className={styles.top}>
          <div className={styles.mark}><BrandMark {...tenant} href={routes.home()} /></div>
          <LanguageMenu />
          <ThemeButton />
        </div>
        <div className={styles.wrap}>
          <div className={styles.column}>
            <h1 className="h1">{title}</h1>
            <p className="muted">{text}</p>
            {children}
          </div>
        </div>
      </main>
    </div>
  )
}
