import type { Locale } from '@/lib/domain/locale'
import { keepPlace } from '@/lib/i18n/kept-place'
import { inLanguage, isPublicPath, withoutLocale } from '@/lib/routes'

const ONE_YEAR_SECONDS = 31_536_000

/** Remembers the language and shows this same page in it, at the same place. */
export function setLanguage(locale: Locale): void {
  document.cookie = `lang=${locale}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  keepPlace(String(scrollY))
  const path = withoutLocale(location.pathname)
  if (isPublicPath(path)) {
    // An address that asks for a language would lead back to that one.
    const target = inLanguage(locale, path) + location.search.replace(/([?&]lang=)\w*/, `$1${locale}`)
    if (target !== location.pathname + location.search) return location.assign(target)
  }
  location.reload()
}
