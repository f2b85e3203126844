import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { findTenant } from '@/lib/training/tenants'

type Kept = { tenant: Tenant | null; at: number; pending?: Promise<Tenant | null> }
const STALE_SECONDS = 86_400
const MAX_DOMAINS = 5_000
const shared = globalThis as { trainhallTenants?: Map<string, Kept> }
const kept = (shared.trainhallTenants ??= new Map())

/** The tenant of a domain, asked at most once a minute, and for a day longer when the platform is away; null for an unknown domain. */
export async function tenantOfDomain(domain: string, now = Date.now()): Promise<Tenant | null> {
  const known = kept.get(domain)
  if (known && now - known.at < env.TENANT_CACHE_SECONDS * 1000) return known.tenant
  if (known?.pending) return known.pending
  const entry: Kept = known ?? { tenant: null, at: 0 }
  entry.pending = findTenant(domain)
    .then((tenant) => {
      if (kept.size >= MAX_DOMAINS && !kept.has(domain)) kept.delete(kept.keys().next().value!)
      kept.set(domain, { tenant, at: Date.now() })
      return tenant
    })
    .catch((error: unknown) => {
      if (known?.tenant && now - known.at < STALE_SECONDS * 1000) {
        log.warn({ domain }, 'the platform is away: the tenant as last seen')
        return known.tenant
      }
      throw error
    })
    .finally(() => delete entry.pending)
  if (!known && kept.size < MAX_DOMAINS) kept.set(domain, entry)
  return entry.pending
}

/** The host name under which this request came, from `Host` alone unless a proxy of ours is configured; null when malformed. */
export function requestDomain(head: Headers): string | null {
  const forwarded = env.TRUST_PROXY ? head.get('x-forwarded-host') : null
  return hostName(forwarded ?? head.get('host'))
}

/** The host of the courseware, where nothing of a tenant is served; null when courseware is off. */
export const contentHost = env.CONTENT_ORIGIN ? new URL(env.CONTENT_ORIGIN).hostname : null

/** The tenant of a page whose address starts with its domain; leaves with 404 when there is none, or when it is not the request's. */
export const requireTenant = cache(async (domain: string): Promise<Tenant> => {
  const decoded = decodeURIComponent(domain)
  const tenant = decoded === contentHost || hostName(decoded) !== decoded ? null : await tenantOfDomain(decoded)
  return tenant ?? notFound()
})

/** The tenant of the request itself, by its headers: for doors and for pages of learners. */
export async function currentTenant(): Promise<Tenant | null> {
  const domain = requestDomain(await headers())
  return domain && domain !== contentHost ? tenantOfDomain(domain) : null
}
