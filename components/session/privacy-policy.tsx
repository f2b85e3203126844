import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import styles from '@/components/session/privacy-policy.module.css'

const sections = ['collect', 'use', 'visible', 'device', 'keep', 'safe', 'rights', 'minors', 'links', 'changes', 'contact'] as const
const parts = {
  p: (words: ReactNode) => <p>{words}</p>,
  ul: (items: ReactNode) => <ul>{items}</ul>,
  li: (words: ReactNode) => <li>{words}</li>,
}

/** The privacy policy of a platform, in full. */
export function PrivacyPolicy({ platform }: { platform: string }) {
  const t = useTranslations('privacy')
  return (
    <div className={styles.policy}>
      <p className="muted">{t('updated')}</p>
      {t.rich('intro', { ...parts, platform })}
      {sections.map((section) => (
        <section key={section}>
          <h3>{t(`${section}.title`)}</h3>
          {t.rich(`${section}.body`, parts)}
        </section>
      ))}
    </div>
  )
}
