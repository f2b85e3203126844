'use client'

import { Globe } from 'lucide'
import { useTranslations } from 'next-intl'
import { languageOptions, useLanguageChoice } from '@/components/shell/language-choice'
import { Icon } from '@/components/ui/icon'

/** The languages side by side, each in itself. */
export function LanguageSwitch() {
  const t = useTranslations('shell.language')
  const { current, ask, nameOf, question } = useLanguageChoice()
  return (
    <div className="lang" role="group" aria-label={t('label')}>
      <Icon of={Globe} className="i i-16" />
      {languageOptions.map(({ value, lang }) => (
        <button key={value} type="button" lang={lang} aria-pressed={value === current} onClick={() => ask(value)}>{nameOf(value)}</button>
      ))}
      {question}
    </div>
  )
}
