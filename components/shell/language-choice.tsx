'use client'

import { useLocale, useTranslations } from 'next-intl'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { loadLanguageQuestion } from '@/components/shell/load-language-question'
import { notify } from '@/components/ui/notify'
import { htmlLang, locales, type Locale } from '@/lib/domain/locale'

const LanguageQuestion = lazy(loadLanguageQuestion)

export const languageOptions = locales.map((value) => ({ value, lang: htmlLang[value] }))

/** The language in use, how to ask for another, and the question that comes first. */
export function useLanguageChoice(): { current: Locale; ask: (locale: Locale) => void; nameOf: (locale: Locale) => string; question: ReactNode } {
  const t = useTranslations('shell.language')
  const current = useLocale() as Locale
  const [wanted, setWanted] = useState<Locale | null>(null)
  const nameOf = (locale: Locale) => t(`names.${locale}`)
  const cancel = () => {
    setWanted(null)
    notify.info(t('cancelled'))
  }
  const question = wanted && <Suspense><LanguageQuestion wanted={wanted} onCancel={cancel} /></Suspense>
  // The question comes from the web as well: where that is away, it is said, and the page stays as it is.
  const ask = (locale: Locale) => {
    if (locale !== current) void loadLanguageQuestion().then(() => setWanted(locale), () => notify.error(t('notReached')))
  }
  return { current, nameOf, question, ask }
}
