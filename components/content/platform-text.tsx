import { useLocale } from 'next-intl'
import type { Locale } from '@/lib/domain/locale'
import { langAttribute } from '@/lib/domain/text-language'

/** The `lang` that a text of the platform needs on this page, for elements that carry it themselves; by its letters where its language is not known. */
export function usePlatformLang(): (text: string, language?: Locale | null) => string | undefined {
  const locale = useLocale() as Locale
  return (text, language) => langAttribute(text, locale, language)
}

/** Words of the platform, marked with their language where it is not the page's. */
export function PlatformText({ children }: { children: string }) {
  const lang = usePlatformLang()(children)
  return lang ? <span lang={lang}>{children}</span> : children
}
