import { companies, defaultTenantSettings, departments, tenantDomains, tenants } from '../db/schema/tenants.ts'
import { credentials, learners } from '../db/schema/learners.ts'
import { hashPassword } from '../rules/passwords.ts'
import { demoPassword, testMoment } from './support.ts'
import type { TestApi } from './support.ts'

type NewTenant = { tenantId: number; domain: string; registrationOpen?: boolean; edition?: 'standard' | 'exerciseBank' }

/** A tenant for tests that need no demo world. */
export async function addTenant(api: TestApi, { tenantId, domain, ...more }: NewTenant): Promise<void> {
  await api.db.insert(tenants).values({
    tenantId,
    name: `Tenant ${tenantId}`,
    webTitle: `Title ${tenantId}`,
    logoUrl: `/admin/file/logo/${tenantId}.svg`,
    themeColor: '#0b5fa5',
    caseNumber: 'ICP 1',
    settings: defaultTenantSettings,
    welcomeTitle: 'Welcome',
    welcomeContent: '<p>Hello</p>',
    createdAt: testMoment,
    ...more,
  })
  await api.db.insert(tenantDomains).values({ tenantId, domain, createdAt: testMoment })
  await api.db.insert(companies).values({ tenantId, companyId: 11, name: 'East Ridge Power' })
  await api.db.insert(departments).values({ tenantId, departmentId: 3, companyId: 11, name: 'Repair' })
}

type NewLearner = Partial<typeof learners.$inferInsert> & { tenantId: number; learnerId: number; account: string }

let demoHash: Promise<string> | undefined

/** A learner with the password of the demo world. */
export async function addLearner(api: TestApi, learner: NewLearner): Promise<void> {
  const { tenantId, learnerId } = learner
  await api.db.insert(learners).values({
    name: `Learner ${learnerId}`,
    authorities: ['ROLE_12', 'train_course_view'],
    companyId: 11,
    departmentId: 3,
    createdAt: testMoment,
    ...learner,
  })
  demoHash ??= hashPassword(demoPassword)
  await api.db.insert(credentials).values({ tenantId, learnerId, phc: await demoHash, changedAt: testMoment })
}
