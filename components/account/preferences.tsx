'use client'

import { useTranslations } from 'next-intl'
import { languageOptions, useLanguageChoice } from '@/components/shell/language-choice'
import { setTheme, themes } from '@/components/shell/theme'
import { useTheme } from '@/components/shell/theme-choice'
import styles from './profile.module.css'

type ChoiceProps<T extends string> = { label: string; value: T; options: readonly { value: T; label: string; lang?: string }[]; onChoose: (value: T) => void }

function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <div className={styles.row}>
      <span className={styles.name} aria-hidden="true">{label}</span>
      <div className="segments" role="group" aria-label={label}>
        {options.map((option) => <button key={option.value} type="button" lang={option.lang} aria-pressed={option.value === value} onClick={() => onChoose(option.value)}>{option.label}</button>)}
      </div>
    </div>
  )
}

/** Language and theme, as in the user menu. */
export function Preferences() {
  const t = useTranslations('profile.preferences')
  const tTheme = useTranslations('shell.theme')
  const theme = useTheme()
  const language = useLanguageChoice()
  return (
    <>
      <Choice label={t('language')} value={language.current} options={languageOptions.map((option) => ({ ...option, label: language.nameOf(option.value) }))} onChoose={language.ask} />
      <Choice label={t('theme')} value={theme} options={themes.map((value) => ({ value, label: tTheme(value) }))} onChoose={setTheme} />
      {language.question}
    </>
  )
}
