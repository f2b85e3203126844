'use client'

import { Keyboard, KeyboardOff } from 'lucide'
import { useTranslations } from 'next-intl'
import styles from '@/components/attempts/attempts.module.css'
import { setLetterKeys, useLetterKeys } from '@/components/questions/letter-keys'
import { LanguageMenu } from '@/components/shell/language-menu'
import { ThemeButton } from '@/components/shell/theme-button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'

/** Language, letter keys and look while an exam is taken: the place in the paper stays. */
export function ExamSettings() {
  const t = useTranslations('attempts')
  const hasKeys = useLetterKeys()
  return (
    <div className={styles.settings} role="group" aria-label={t('place')}>
      <LanguageMenu />
      <IconButton label={t(hasKeys ? 'keys.off' : 'keys.on')} icon={hasKeys ? <Icon of={Keyboard} className="i" /> : <Icon of={KeyboardOff} className="i" />} onClick={() => setLetterKeys(!hasKeys)} />
      <ThemeButton />
    </div>
  )
}
