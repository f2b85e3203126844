import 'server-only'
import type { Metadata } from 'next'
import { defaultLocale, htmlLang, locales, type Locale } from '@/lib/domain/locale'
import type { Tenant } from '@/lib/domain/tenant'
import { inLanguage } from '@/lib/routes'
import { originOf } from './origin'

const LONGEST_DESCRIPTION = 160

type PublicPage = {
  tenant: Tenant
  locale: Locale
  title: string
  description?: string
  /** The page's path without its language. */
  path: string
  /** One of several pages that say the same: it points to the main one and has no languages of its own. */
  variant?: boolean
  /** The one language its content exists in; then its other addresses lead there and no hreflang points at them. */
  only?: Locale
  /** When it was published, for articles. */
  publishedAt?: string | null
}

/** What a public page tells search engines and those who share it: its one address, its languages, a card. Out of the tenant's record only. */
export function publicMetadata({ tenant, locale, title, description, path, variant = false, only, publishedAt }: PublicPage): Metadata {
  const origin = originOf(tenant)
  const at = (language: Locale) => origin + inLanguage(language, path)
  const languages = only || variant ? undefined : { ...Object.fromEntries(locales.map((one) => [htmlLang[one], at(one)])), 'x-default': at(defaultLocale) }
  const text = description ? shortened(description) : undefined
  const picture = { url: `${origin}/og.png`, width: 1200, height: 630, alt: tenant.title }
  return {
    title,
    description: text,
    robots: { index: true, follow: true },
    alternates: { canonical: at(only ?? locale), languages },
    openGraph: {
      title, description: text, url: at(only ?? locale), siteName: tenant.title, locale: openGraphLocale[only ?? locale], images: [picture],
      ...(publishedAt === undefined ? { type: 'website' as const } : { type: 'article' as const, publishedTime: publishedAt ?? undefined }),
    },
    twitter: { card: 'summary_large_image', title, description: text, images: [picture.url] },
  }
}

const openGraphLocale: Record<Locale, string> = { zh: 'zh_CN', en: 'en_US', ja: 'ja_JP' }

/** At most 160 characters, whole ones. */
export function shortened(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length <= LONGEST_DESCRIPTION ? letters.join('') : `${letters.slice(0, LONGEST_DESCRIPTION - 1).join('')}\u2026`
}
