'use client'

import { Globe } from 'lucide'
import { useTranslations } from 'next-intl'
import { languageOptions, useLanguageChoice } from '@/components/shell/language-choice'
import { Icon } from '@/components/ui/icon'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-items'

/** The languages in a menu, for pages without a header such as the login. */
export function LanguageMenu() {
  const t = useTranslations('shell.language')
  const { current, ask, nameOf, question } = useLanguageChoice()
  return (
    <>
      <Menu label={t('current', { language: nameOf(current) })} triggerClass="btn btn-ghost language-menu" trigger={<><Icon of={Globe} className="i" /><span className="language-name">{nameOf(current)}</span></>}>
        {languageOptions.map(({ value, lang }) => <MenuItem key={value} lang={lang} current={value === current} onSelect={() => ask(value)}>{nameOf(value)}</MenuItem>)}
      </Menu>
      {question}
    </>
  )
}
