'use client'

import { useTranslations } from 'next-intl'
import { usePlatformWords } from '@/lib/i18n/platform-words'
import { BffError } from '@/lib/queries/bff'

/** What to say of something that failed: the platform's own words in the page's language, else what the kind of failure is called; `also` that a file is not there, or that the session is over where that leads away. */
export function useWordsOfError(also?: 'missing' | 'expired'): (error: unknown) => string {
  const t = useTranslations('errors')
  const words = usePlatformWords()
  return (error) => {
    if (!(error instanceof BffError)) return t('failed')
    const { code, hasWords, message } = error
    return hasWords ? words(message) : t(code === 'timeout' || code === 'busy' || code === 'invalid' || code === also ? code : 'failed')
  }
}
