import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { defaultTenantSettings, tenantDomains, tenants } from '../db/schema/tenants.ts'
import type { TenantSettings } from '../db/schema/tenants.ts'

/** A tenant as its visitors see it. */
export type Tenant = {
  tenantId: number
  name: string
  webTitle: string
  logoUrl: string
  themeColor: string
  caseNumber: string | null
  registrationOpen: boolean
  edition: 'standard' | 'exerciseBank'
  welcomeTitle: string
  welcomeContent: string
  settings: TenantSettings
}

const columns = {
  tenantId: tenants.tenantId,
  name: tenants.name,
  webTitle: tenants.webTitle,
  logoUrl: tenants.logoUrl,
  themeColor: tenants.themeColor,
  caseNumber: tenants.caseNumber,
  registrationOpen: tenants.registrationOpen,
  edition: tenants.edition,
  welcomeTitle: tenants.welcomeTitle,
  welcomeContent: tenants.welcomeContent,
  settings: tenants.settings,
}

/** The tenant with this id; null when there is none. */
export async function getTenant(db: Db, { tenantId }: { tenantId: number }): Promise<Tenant | null> {
  const [found] = await db.select(columns).from(tenants).where(eq(tenants.tenantId, tenantId))
  return found ? complete(found) : null
}

/** The tenant a host name belongs to (the oldest claim wins) with its first domain; null when the host is unknown. */
export async function getTenantByDomain(db: Db, { domain }: { domain: string }): Promise<(Tenant & { domain: string }) | null> {
  const [found] = await db
    .select(columns)
    .from(tenantDomains)
    .innerJoin(tenants, eq(tenants.tenantId, tenantDomains.tenantId))
    .where(eq(tenantDomains.domain, domain))
    .orderBy(asc(tenantDomains.createdAt), asc(tenantDomains.tenantId))
    .limit(1)
  if (found === undefined) return null
  const [first] = await db
    .select({ domain: tenantDomains.domain })
    .from(tenantDomains)
    .where(and(eq(tenantDomains.tenantId, found.tenantId), eq(tenantDomains.primary, true)))
    .orderBy(asc(tenantDomains.createdAt), asc(tenantDomains.domain))
    .limit(1)
  return { ...complete(found), domain: first?.domain ?? domain }
}

/** Settings that came later than the tenant have their default. */
function complete(tenant: Tenant): Tenant {
  return { ...tenant, settings: { ...defaultTenantSettings, ...tenant.settings } }
}

/** Whether nobody has put a tenant into the database yet. */
export async function isDatabaseEmpty(db: Db): Promise<boolean> {
  const found = await db.select({ tenantId: tenants.tenantId }).from(tenants).limit(1)
  return found.length === 0
}
