import { and, eq, isNotNull, max, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { credentials, learners } from '../db/schema/learners.ts'
import { levels } from '../db/schema/rankings.ts'
import { defaultTenantSettings, tenantDomains, tenants } from '../db/schema/tenants.ts'
import { setPassword } from './accounts.ts'
import { endAllSessions } from './sessions.ts'
import { getTenantByDomain } from './tenants.ts'

/** A tenant that begins, with its first learner. */
export type NewTenant = {
  domain: string
  name: string
  account: string
  /** The hash of the first learner's password. */
  phc: string
  /** When that password is over unless it was changed. */
  passwordEndsAt: Date
  userId: number
  levels: readonly { name: string; nameEn: string; nameJa: string; pointsNeeded: number }[]
  now: Date
}

/** The ids below belong to the demo and to tenants that the specification names. */
const firstTenantId = 1001

/** Adds a tenant with its domain, its levels and one learner; gives its id, or null when the domain belongs to somebody already. */
export async function addTenant(tx: Db, tenant: NewTenant): Promise<number | null> {
  const { domain, name, account, phc, passwordEndsAt, userId, levels: steps, now } = tenant
  const [taken] = await tx.select({ tenantId: tenantDomains.tenantId }).from(tenantDomains).where(eq(tenantDomains.domain, domain)).limit(1)
  if (taken !== undefined) return null
  const [last] = await tx.select({ tenantId: max(tenants.tenantId) }).from(tenants)
  const tenantId = Math.max(firstTenantId, (last?.tenantId ?? 0) + 1)
  await tx.insert(tenants).values({
    // Without a logo and a colour of its own it has the product's.
    tenantId, name, webTitle: name, logoUrl: '', themeColor: '', settings: defaultTenantSettings, welcomeTitle: name, welcomeContent: '', createdAt: now,
  })
  await tx.insert(tenantDomains).values({ tenantId, domain, createdAt: now })
  await tx.insert(levels).values(steps.map((level, index) => ({ tenantId, levelId: index + 1, ...level })))
  await tx.insert(learners).values({ tenantId, learnerId: userId, account, name: account, authorities: [], createdAt: now })
  await tx.insert(credentials).values({ tenantId, learnerId: userId, phc, changedAt: now, endsAt: passwordEndsAt })
  return tenantId
}

/**
 * Gives the tenant of one domain another one, which `isFirst` makes its first; a domain that it has already can be made so too. Gives the
 * tenant and the domain to which its others lead, or what stands against it: nobody has the one, or somebody else has the other.
 */
export async function addDomain(tx: Db, { domain, of, isFirst, now }: { domain: string; of: string; isFirst: boolean; now: Date }): Promise<{ tenantId: number; firstDomain: string } | 'unknown' | 'taken'> {
  const tenant = await getTenantByDomain(tx, { domain: of })
  if (tenant === null) return 'unknown'
  const { tenantId } = tenant
  const holder = await getTenantByDomain(tx, { domain })
  if (holder !== null && holder.tenantId !== tenantId) return 'taken'
  if (holder === null) await tx.insert(tenantDomains).values({ tenantId, domain, primary: false, createdAt: now })
  // The oldest that says so of itself is the first: so no other says it any more.
  if (isFirst) await tx.update(tenantDomains).set({ primary: sql`${tenantDomains.domain} = ${domain}` }).where(eq(tenantDomains.tenantId, tenantId))
  return { tenantId, firstDomain: isFirst ? domain : tenant.domain }
}

/** Gives the first learner of a domain another made password, in place of one that nobody has changed; gives the tenant's id, or null when there is none to replace. */
export async function renewFirstPassword(tx: Db, { domain, account, phc, passwordEndsAt, now }: Pick<NewTenant, 'domain' | 'account' | 'phc' | 'passwordEndsAt' | 'now'>): Promise<number | null> {
  const [first] = await tx
    .select({ tenantId: learners.tenantId, userId: learners.learnerId })
    .from(tenantDomains)
    .innerJoin(learners, eq(learners.tenantId, tenantDomains.tenantId))
    .innerJoin(credentials, and(eq(credentials.tenantId, learners.tenantId), eq(credentials.learnerId, learners.learnerId)))
    .where(and(eq(tenantDomains.domain, domain), eq(learners.account, account), isNotNull(credentials.endsAt)))
    .for('update', { of: credentials })
  if (first === undefined) return null
  await setPassword(tx, { ...first, phc, now, endsAt: passwordEndsAt })
  await endAllSessions(tx, first)
  return first.tenantId
}
