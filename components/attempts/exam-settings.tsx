'use client'

import { useTranslations } from 'next-intl'
import styles from '@/components/attempts/attempts.module.css'
import { LanguageMenu } from '@/components/shell/language-menu'
import { ThemeButton } from '@/components/shell/theme-button'

/** Language and look while an exam is taken: the place in the paper stays. */
export function ExamSettings() {
  const t = useTranslations('attempts')
  return <div className={styles.settings} role="group" aria-label={t('place')}><LanguageMenu /><ThemeButton /></div>
}
