import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { Learner } from '@/lib/domain/learner'
import { defaultLocale, type Locale } from '@/lib/domain/locale'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import { log } from '@/lib/log'
import { getBrand } from '@/lib/training/tenants'
import en from '@/messages/en/site.json'
import ja from '@/messages/ja/site.json'
import zh from '@/messages/zh/site.json'
import { contentHost, requestDomain, tenantOfDomain } from './domains'
import { spareForTenant } from './tenant-cache'

const defaultTitles: Record<Locale, string> = { zh: zh.defaultTitle, en: en.defaultTitle, ja: ja.defaultTitle }

/** The tenant with a name for everything that shows one: its own, else the platform’s. */
const titled = (tenant: Tenant, locale: Locale): Tenant => (tenant.title ? tenant : { ...tenant, title: defaultTitles[locale] })

/** The tenant of a page whose internal address starts with its domain, in the page's language; leaves with 404 when there is none. */
export const requireTenant = cache(async (domain: string, locale: Locale): Promise<Tenant> => {
  const decoded = decodeURIComponent(domain)
  if (decoded === contentHost || hostName(decoded) !== decoded) notFound()
  return titled((await tenantOfDomain(decoded)) ?? notFound(), locale)
})

/** The pictures of a tenant's browser tab. */
export const tabIcons = ({ logoUrl }: Tenant) => ({ icon: logoUrl ?? '/art/logo.svg', apple: '/apple-touch-icon.png' })

const toldTenant = cache(async (): Promise<Tenant | null> => {
  const domain = requestDomain(await headers())
  return domain && domain !== contentHost ? await tenantOfDomain(domain) : null
})

/** The tenant of the request itself, by its headers: for doors and for pages of learners. */
export const currentTenant = cache(async (locale: Locale = defaultLocale): Promise<Tenant | null> => {
  const tenant = await toldTenant()
  return tenant && titled(tenant, locale)
})

/**
 * The tenant as its learners' pages show it: a name or logo that its record lacks is taken from where only learners may look (S3), and no
 * page is held up long for it. Public pages do without: they are cached for everybody.
 */
export async function tenantOfLearner(learner: Learner): Promise<Tenant | null> {
  const told = await toldTenant()
  if (!told || (told.title && told.logoUrl)) return told
  const brand = await spareForTenant(told.id, 'brand', () => getBrand(learner).catch((error: unknown) => {
    log.warn({ tenantId: told.id, error: String(error) }, 'no second source of name and logo')
    throw error
  }))
  return titled({ ...told, title: told.title === '' ? (brand?.title ?? '') : told.title, logoUrl: told.logoUrl ?? brand?.logoUrl ?? null }, learner.locale)
}
