import { setRequestLocale } from 'next-intl/server'
import { defaultLocale, isLocale, type Locale } from '@/lib/domain/locale'

/** The language of a page, out of its internal address; also tells it to everything below, so that the page can be cached. */
export async function pageLocale(params: Promise<{ locale: string }>): Promise<Locale> {
  const { locale: given } = await params
  const locale = isLocale(given) ? given : defaultLocale
  setRequestLocale(locale)
  return locale
}
