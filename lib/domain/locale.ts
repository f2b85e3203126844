export const locales = ['zh', 'en', 'ja'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'zh'

/** Whether a text names a language of the product. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (locales as readonly string[]).includes(value)
}

/** The BCP 47 tag that goes into `lang` and hreflang. */
export const htmlLang: Record<Locale, string> = { zh: 'zh-Hans', en: 'en', ja: 'ja' }

/** The language of a visitor: the cookie first, then the browser's wishes by weight, then Chinese (spec 3 §9; Korean is not offered). */
export function pickLocale(cookie: string | undefined, acceptLanguage: string | null | undefined): Locale {
  if (isLocale(cookie)) return cookie
  const wishes = (acceptLanguage ?? '').split(',').map((part, order) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='))
    return { language: tag.split('-')[0] ?? '', q: weight ? Number(weight.slice(2)) || 0 : 1, order }
  })
  wishes.sort((a, b) => b.q - a.q || a.order - b.order)
  return wishes.find((wish) => wish.q > 0 && isLocale(wish.language))?.language as Locale | undefined ?? defaultLocale
}
