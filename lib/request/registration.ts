import 'server-only'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { isRegistrationOpen } from '@/lib/training/tenants'
import { lastSeen } from './last-seen'

const seen = lastSeen({ name: 'registration', freshMs: env.TENANT_CACHE_SECONDS * 1000, maxKeys: 5_000 })

/** Whether strangers may register with a tenant, asked every quarter of a minute at most (`TENANT_CACHE_SECONDS`); while the platform is away as last seen. */
export const registrationOpen = (tenantId: string): Promise<boolean> => seen(tenantId, () => isRegistrationOpen(tenantId))

/** Whether a login offers the ways of strangers, registration and a new password; not while the platform does not say. */
export async function isRegistrationOffered(tenantId: string): Promise<boolean> {
  try {
    return await registrationOpen(tenantId)
  } catch (error) {
    log.warn({ tenantId, error: String(error) }, 'the register flag cannot be asked for')
    return false
  }
}

/** Whether anybody knows that now: without it, the pages of registration and of a new password have nothing to say. */
export async function isRegistrationKnown(tenantId: string): Promise<boolean> {
  try {
    await registrationOpen(tenantId)
    return true
  } catch (error) {
    log.warn({ tenantId, error: String(error) }, 'the register flag of a tenant cannot be asked for')
    return false
  }
}
