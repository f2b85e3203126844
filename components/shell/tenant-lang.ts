import { defaultLocale, htmlLang } from '@/lib/domain/locale'

/** The `lang` of a tenant's own words on a page in another language. */
export function tenantLang(locale: string): string | undefined {
  return locale === defaultLocale ? undefined : htmlLang[defaultLocale]
}
