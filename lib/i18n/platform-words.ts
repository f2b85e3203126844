import { useTranslations } from 'next-intl'

type Known = { has: (text: never) => boolean; (text: never): string }

/** A name of the wire at the end of a sentence, which tells people nothing. */
const FIELD = /\uff1a[\w.]+$/

/** A sentence of the platform, which speaks Chinese: a known refusal in the language of `known` (`errors.platform`), without the field it names; any other as it came. */
export function platformWords(known: Known, text: string): string {
  const sentence = text.replace(FIELD, '')
  return !sentence.includes('.') && known.has(sentence as never) ? known(sentence as never) : text
}

/** See `platformWords`, in the page's language. */
export function usePlatformWords(): (text: string) => string {
  const t = useTranslations('errors.platform')
  return (text) => platformWords(t, text)
}
