import 'server-only'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { findTenant } from '@/lib/training/tenants'

type Kept = { tenant: Tenant | null; at: number }
const STALE_SECONDS = 86_400
const MAX_DOMAINS = 5_000
// The middleware, pages and doors are bundled apart; they share what they know through globalThis.
const shared = globalThis as { trainhallTenants?: { kept: Map<string, Kept>; pending: Map<string, Promise<Tenant | null>> } }
const { kept, pending } = (shared.trainhallTenants ??= { kept: new Map(), pending: new Map() })

/** The tenant of a domain, asked at most once a minute, and for a day longer while the platform is away; null for an unknown domain. */
export async function tenantOfDomain(domain: string): Promise<Tenant | null> {
  const known = kept.get(domain)
  if (known && Date.now() - known.at < env.TENANT_CACHE_SECONDS * 1000) return known.tenant
  const asked = pending.get(domain) ?? ask(domain)
  return asked
}

function ask(domain: string): Promise<Tenant | null> {
  const asked = findTenant(domain)
    .then((tenant) => {
      if (kept.size >= MAX_DOMAINS) kept.delete(kept.keys().next().value!)
      kept.set(domain, { tenant, at: Date.now() })
      return tenant
    })
    .catch((error: unknown) => {
      const known = kept.get(domain)
      if (!known?.tenant || Date.now() - known.at > STALE_SECONDS * 1000) throw error
      log.warn({ domain }, 'the platform is away: the tenant as last seen')
      return known.tenant
    })
    .finally(() => pending.delete(domain))
  pending.set(domain, asked)
  return asked
}

/** The host name under which a request came: from `Host` alone, unless a proxy of ours is configured; null when malformed. */
export function requestDomain(head: Headers): string | null {
  const forwarded = env.TRUST_PROXY ? head.get('x-forwarded-host') : null
  return hostName(forwarded ?? head.get('host'))
}

/** The host of the courseware, where nothing of a tenant is served; null when courseware is off. */
export const contentHost = env.CONTENT_ORIGIN ? new URL(env.CONTENT_ORIGIN).hostname : null
