import { useTranslations } from 'next-intl'

type Known = { has: (text: never) => boolean; (text: never): string }

/** A sentence of the platform, which speaks Chinese: a known refusal in the language of `known` (`errors.platform`), any other as it came. */
export const platformWords = (known: Known, text: string): string => (!text.includes('.') && known.has(text as never) ? known(text as never) : text)

/** See `platformWords`, in the page's language. */
export function usePlatformWords(): (text: string) => string {
  const t = useTranslations('errors.platform')
  return (text) => platformWords(t, text)
}
