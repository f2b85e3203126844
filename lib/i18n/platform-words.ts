import { useTranslations } from 'next-intl'

/** The platform speaks Chinese: its known refusals in the page's language, any other text as it came. */
export function usePlatformWords(): (text: string) => string {
  const t = useTranslations('errors.platform')
  return (text) => (!text.includes('.') && t.has(text) ? t(text) : text)
}
