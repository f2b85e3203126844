import 'server-only'
import { isRegistrationOpen } from '@/lib/training/tenants'
import { lastSeen } from './last-seen'

const seen = lastSeen({ name: 'registration', freshMs: 60_000, maxKeys: 5_000 })

/** Whether strangers may register with a tenant, asked once a minute at most; while the platform is away as last seen. */
export const registrationOpen = (tenantId: string): Promise<boolean> => seen(tenantId, () => isRegistrationOpen(tenantId))
