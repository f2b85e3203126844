import 'server-only'
import type { IncomingMessage } from 'node:http'
import { hostName, type Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'
import { findTenant } from '@/lib/training/tenants'
import { auditFirst } from './audit'
import { lastSeen } from './last-seen'

const seen = lastSeen({ name: 'tenants', freshMs: env.TENANT_CACHE_SECONDS * 1000, maxKeys: 5_000, goesWhenSaidTwice: true, onAbsent: (domain) => auditFirst('host.refused', { reason: domain }) })

/** The tenant of a domain, asked every quarter of a minute at most (`TENANT_CACHE_SECONDS`), and for a day longer while the platform is away; null for an unknown domain. */
export function tenantOfDomain(domain: string): Promise<Tenant | null> {
  return seen(domain, () => findTenant(domain))
}

/** The host name under which a request came: from `Host` alone, unless a proxy of ours is configured; null when malformed. */
export function requestDomain(head: Pick<Headers, 'get'>): string | null {
  const forwarded = env.TRUST_PROXY ? head.get('x-forwarded-host') : null
  return hostName(forwarded ?? head.get('host'))
}

/** The host of the courseware, where nothing of a tenant is served; null when courseware is off. */
export const contentHost = env.CONTENT_ORIGIN ? new URL(env.CONTENT_ORIGIN).hostname : null

/** Whether a request came for the courseware host. */
export const isOfCourseware = ({ headers }: Pick<IncomingMessage, 'headers'>) => contentHost !== null && requestDomain({ get: (name) => headers[name]?.toString() ?? null }) === contentHost
