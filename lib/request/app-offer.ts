import 'server-only'
import type { AppClient, AppOffer } from '@/lib/domain/downloads'
import type { Visitor } from '@/lib/domain/learner'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { getAppOffer } from '@/lib/training/downloads'
import { lastSeen } from './last-seen'

const seen = lastSeen({ name: 'app offers', freshMs: env.TENANT_CACHE_SECONDS * 1000, maxKeys: 5_000 })

/** The newest version of an app, asked every quarter of a minute at most (`TENANT_CACHE_SECONDS`); while the platform is away as last seen, or null where nobody knows. */
export function appOffer(visitor: Visitor, client: AppClient): Promise<AppOffer | null> {
  return seen(`${visitor.tenantId} ${client}`, () => getAppOffer(visitor, client)).catch((error: unknown) => {
    log.warn({ client, error: String(error) }, 'no version of an app')
    return null
  })
}
