import 'server-only'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'
import { findTenant } from '@/lib/training/tenants'
import { audit } from './audit'
import { lastSeen } from './last-seen'

const seen = lastSeen({ name: 'tenants', freshMs: env.TENANT_CACHE_SECONDS * 1000, maxKeys: 5_000 })

const REFUSED_WINDOW_MS = 60_000
// The middleware, pages and doors are bundled apart; they count together.
const shared = globalThis as { trainhallRefused?: { more: number; isCounting: boolean } }
const refused = (shared.trainhallRefused ??= { more: 0, isCounting: false })

/** Writes down a domain that is nobody's: the first of a minute, and at its end how many more there were. Names are easily made up. */
function noteRefused(domain: string): void {
  if (refused.isCounting) {
    refused.more += 1
    return
  }
  audit('host.refused', { reason: domain })
  refused.isCounting = true
  setTimeout(() => {
    if (refused.more > 0) audit('host.refused', { times: refused.more })
    Object.assign(refused, { more: 0, isCounting: false })
  }, REFUSED_WINDOW_MS).unref()
}

/** The tenant of a domain, asked at most once a minute, and for a day longer while the platform is away; null for an unknown domain. */
export function tenantOfDomain(domain: string): Promise<Tenant | null> {
  return seen(domain, async () => {
    const tenant = await findTenant(domain)
    if (!tenant) noteRefused(domain)
    return tenant
  })
}

/** The host name under which a request came: from `Host` alone, unless a proxy of ours is configured; null when malformed. */
export function requestDomain(head: Headers): string | null {
  const forwarded = env.TRUST_PROXY ? head.get('x-forwarded-host') : null
  return hostName(forwarded ?? head.get('host'))
}

/** The host of the courseware, where nothing of a tenant is served; null when courseware is off. */
export const contentHost = env.CONTENT_ORIGIN ? new URL(env.CONTENT_ORIGIN).hostname : null
