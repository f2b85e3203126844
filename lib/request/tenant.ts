import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import { contentHost, requestDomain, tenantOfDomain } from './domains'

/** The tenant of a page whose internal address starts with its domain; leaves with 404 when there is none. */
export const requireTenant = cache(async (domain: string): Promise<Tenant> => {
  const decoded = decodeURIComponent(domain)
  if (decoded === contentHost || hostName(decoded) !== decoded) notFound()
  return (await tenantOfDomain(decoded)) ?? notFound()
})

/** The tenant of the request itself, by its headers: for doors and for pages of learners. */
export const currentTenant = cache(async (): Promise<Tenant | null> => {
  const domain = requestDomain(await headers())
  return domain && domain !== contentHost ? tenantOfDomain(domain) : null
})
