import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { Panel } from '@/components/ui/panel'
import styles from './statement.module.css'

const sections = ['standard', 'how', 'limits', 'contact'] as const
const parts = {
  p: (words: ReactNode) => <p>{words}</p>,
  ul: (items: ReactNode) => <ul>{items}</ul>,
  li: (words: ReactNode) => <li>{words}</li>,
}

/** What the platform does so that everybody can use it, and what is known not to conform. */
export function AccessibilityStatement({ platform }: { platform: string }) {
  const t = useTranslations('accessibility')
  return (
    <Panel className={styles.statement}>
      <h1 className="h1">{t('title')}</h1>
      <p>{t.rich('lead', { platform: () => <PlatformText>{platform}</PlatformText> })}</p>
      {sections.map((section) => (
        <section key={section}>
          <h2 className="h3">{t(`${section}.title`)}</h2>
          {t.rich(`${section}.body`, parts)}
        </section>
      ))}
      <p className="muted">{t('updated')}</p>
    </Panel>
  )
}
