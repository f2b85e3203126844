import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { defaultLocale, type Locale } from '@/lib/domain/locale'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import en from '@/messages/en/site.json'
import ja from '@/messages/ja/site.json'
import zh from '@/messages/zh/site.json'
import { contentHost, requestDomain, tenantOfDomain } from './domains'

const defaultTitles: Record<Locale, string> = { zh: zh.defaultTitle, en: en.defaultTitle, ja: ja.defaultTitle }

/** The tenant with a name for everything that shows one: its own, else the platform’s. */
const titled = (tenant: Tenant, locale: Locale): Tenant => (tenant.title ? tenant : { ...tenant, title: defaultTitles[locale] })

/** The tenant of a page whose internal address starts with its domain, in the page's language; leaves with 404 when there is none. */
export const requireTenant = cache(async (domain: string, locale: Locale): Promise<Tenant> => {
  const decoded = decodeURIComponent(domain)
  if (decoded === contentHost || hostName(decoded) !== decoded) notFound()
  return titled((await tenantOfDomain(decoded)) ?? notFound(), locale)
})

/** The tenant of the request itself, by its headers: for doors and for pages of learners. */
export const currentTenant = cache(async (locale: Locale = defaultLocale): Promise<Tenant | null> => {
  const domain = requestDomain(await headers())
  const tenant = domain && domain !== contentHost ? await tenantOfDomain(domain) : null
  return tenant && titled(tenant, locale)
})
