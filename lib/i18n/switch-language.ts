import type { Locale } from '@/lib/domain/locale'
import { defaultLocale } from '@/lib/domain/locale'
import { isPublicPath, withoutLocale } from '@/lib/routes'

const ONE_YEAR_SECONDS = 31_536_000
const PLACE_KEY = 'place-before-language'

/** Remembers the language and shows this same page in it, at the same place. */
export function setLanguage(locale: Locale): void {
  document.cookie = `lang=${locale}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  keepPlace(String(scrollY))
  const path = withoutLocale(location.pathname)
  if (isPublicPath(path)) {
    const target = (locale === defaultLocale ? path : `/${locale}${path}`) + location.search
    if (target !== location.pathname + location.search) return location.assign(target)
  }
  location.reload()
}

/** Goes back to the place on the page where the language was switched. */
export function restorePlace(): void {
  const place = keepPlace(null)
  if (place !== null) scrollTo(0, Number(place))
}

/** Keeps a place for the next page, or none; gives back the one before. Some apps' browsers have no storage, and pages do without. */
function keepPlace(place: string | null): string | null {
  try {
    const before = sessionStorage.getItem(PLACE_KEY)
    if (place !== null) sessionStorage.setItem(PLACE_KEY, place)
    else if (before !== null) sessionStorage.removeItem(PLACE_KEY)
    return before
  } catch {
    return null
  }
}
