import 'server-only'
import { DAY_MS } from '@/lib/domain/china-time'
import { downloadRoutes, mainRouteOf, type DownloadRoute } from '@/lib/domain/downloads'
import { locales } from '@/lib/domain/locale'
import { robotsOf, sitemapOf, type SitePage } from '@/lib/domain/site'
import type { Tenant } from '@/lib/domain/tenant'
import { tenantTokens } from '@/lib/domain/tenant-colour'
import { env } from '@/lib/env'
import { inLanguage, routes, type SiteFile } from '@/lib/routes'
import { noticeKeys } from './news'
import { originOf } from './origin'
import { cardOf, iconOf, STAND_IN_SECONDS, type SitePicture } from './site-pictures'

const MINUTE = 60
const HOUR = 3_600
/** So long a reader of security.txt may go by what it says. */
const SECURITY_DAYS = 180

/** A file at the top of a tenant's domain, out of its record; null when the tenant has none. */
export async function siteFileOf(tenant: Tenant, file: SiteFile): Promise<Response | null> {
  const origin = originOf(tenant)
  switch (file) {
    case '/robots.txt': return text(robotsOf(origin), 'text/plain')
    case '/sitemap.xml': return text(sitemapOf(await pagesOf(tenant)), 'application/xml')
    case '/manifest.webmanifest': return json(manifestOf(tenant), 'application/manifest+json')
    case '/favicon.ico': return picture(await iconOf(tenant, 48))
    case '/icon-192.png': return picture(await iconOf(tenant, 192))
    case '/icon-512.png': return picture(await iconOf(tenant, 512))
    case '/icon-maskable.png': return picture(await iconOf(tenant, 512, 0.2))
    case '/apple-touch-icon.png': return picture(await iconOf(tenant, 180, 0.12))
    case '/og.png': return picture(await cardOf(tenant))
    case '/.well-known/security.txt': return text(securityOf(tenant, origin + file), 'text/plain')
    case '/.well-known/apple-app-site-association': return appleLinksOf(tenant)
    case '/.well-known/assetlinks.json': return androidLinksOf(tenant)
  }
}

/** Whom to tell of a weakness (RFC 9116): who the operator names, else the mailbox that RFC 2142 keeps for it on the tenant's own domain. */
function securityOf({ domain }: Tenant, canonical: string): string {
  const contacts = env.SECURITY_CONTACT.length ? env.SECURITY_CONTACT : [`mailto:security@${domain}`]
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  return [...contacts.map((contact) => `Contact: ${contact}`), `Expires: ${new Date(today + SECURITY_DAYS * DAY_MS).toISOString()}`, 'Preferred-Languages: zh, en, ja', `Canonical: ${canonical}`, ''].join('\n')
}

async function pagesOf(tenant: Tenant): Promise<SitePage[]> {
  const origin = originOf(tenant)
  const everywhere = (path: string): SitePage => ({ addresses: Object.fromEntries(locales.map((locale) => [locale, origin + inLanguage(locale, path)])), changedAt: null })
  const downloads = (Object.keys(downloadRoutes) as DownloadRoute[]).filter((route) => mainRouteOf(route, tenant.settings) === route)
  // Without the platform the pages that are always there still stand.
  const notices = (await noticeKeys(tenant)) ?? []
  return [
    everywhere(routes.news()),
    ...downloads.map((route) => everywhere(routes.download(route))),
    ...notices.map(({ id, language, publishedAt }): SitePage => ({ addresses: { [language]: origin + inLanguage(language, routes.notice(id)) }, changedAt: publishedAt })),
  ]
}

function manifestOf({ title, colour }: Tenant) {
  const tokens = tenantTokens(colour)
  return {
    id: '/', name: title, short_name: [...title].slice(0, 12).join(''), lang: 'zh-Hans', start_url: '/', scope: '/', display: 'standalone', theme_color: tokens['--light-brand'], background_color: '#ffffff',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

function appleLinksOf({ settings: { appLinks } }: Tenant): Response | null {
  if (appLinks.apple.length === 0) return null
  const components = [{ '/': '/api/*', exclude: true }, { '/': '/*' }]
  return json({ applinks: { details: [{ appIDs: appLinks.apple, components }] } })
}

function androidLinksOf({ settings: { appLinks } }: Tenant): Response | null {
  if (appLinks.android.length === 0) return null
  return json(appLinks.android.map(({ packageName, fingerprints }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name: packageName, sha256_cert_fingerprints: fingerprints },
  })))
}

const text = (body: string, type: string) => new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': `public, max-age=${MINUTE}` } })
const json = (body: unknown, type = 'application/json') => new Response(JSON.stringify(body), { headers: { 'Content-Type': type, 'Cache-Control': `public, max-age=${MINUTE}` } })
const picture = ({ bytes, standsIn }: SitePicture) => new Response(new Uint8Array(bytes), { headers: { 'Content-Type': 'image/png', 'Cache-Control': `public, max-age=${standsIn ? STAND_IN_SECONDS : HOUR}` } })
