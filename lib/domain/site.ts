import { escaped } from './escaped'
import { defaultLocale, htmlLang, locales, type Locale } from './locale'

/** A page of a sitemap: its addresses by language, and when it last changed. */
export type SitePage = { addresses: Partial<Record<Locale, string>>; changedAt: string | null }

const MAX_PAGES = 50_000

/** A sitemap of at most 50,000 addresses; a page in several languages names all of them at each. */
export function sitemapOf(pages: readonly SitePage[]): string {
  const urls = pages.flatMap(({ addresses, changedAt }) => {
    const languages = locales.filter((locale) => addresses[locale])
    const links = languages.length < 2 ? '' : [...languages.map((locale) => [htmlLang[locale], addresses[locale]]), ['x-default', addresses[defaultLocale]]]
      .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${escaped(href ?? '')}"/>`).join('')
    const changed = changedAt ? `<lastmod>${escaped(changedAt)}</lastmod>` : ''
    return languages.map((locale) => `<url><loc>${escaped(addresses[locale] ?? '')}</loc>${changed}${links}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.slice(0, MAX_PAGES).join('\n')}\n</urlset>\n`
}

/** What search engines may read: everything but the doors; pages of learners say noindex themselves. */
export function robotsOf(origin: string): string {
  return `User-agent: *\nDisallow: /api/\nAllow: /api/public/files/\n\nSitemap: ${origin}/sitemap.xml\n`
}
