import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { wireId, wireText } from '../params.ts'
import { getTenant, getTenantByDomain } from '../queries/tenants.ts'
import type { Tenant } from '../queries/tenants.ts'

/** S1 to S4: the tenant of a domain, its register flag, its branding (contract 4.1). */
export function bindTenants(api: Api, { db }: ApiContext): void {
  api.visitor('GET', '/admin/tenant/tenantExt', { domain: wireText }, async (_visitor, { domain }) =>
    brandingAt(await getTenantByDomain(db, { domain: hostName(domain) })),
  )

  api.visitor('GET', '/admin/tenant/getByTenantId/:tenantId', { tenantId: wireId }, async (_visitor, { tenantId }) =>
    registrationOf(await getTenant(db, { tenantId })),
  )

  api.learner('GET', '/admin/tenant/findTenantExtInfo/:id', { id: wireId }, async (caller, { id }) =>
    id === caller.tenantId ? brandingOf(await getTenant(db, caller)) : null,
  )

  api.learner('GET', '/admin/tenant/:tenantId', { tenantId: wireId }, async (caller, { tenantId }) =>
    tenantId === caller.tenantId ? registrationOf(await getTenant(db, caller)) : null,
  )
}

function hostName(domain: string): string {
  return domain.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

function brandingOf(tenant: Tenant | null) {
  if (!tenant) return null
  const { tenantId, webTitle, logoUrl, themeColor, caseNumber, settings } = tenant
  return { tenantId, webTitle, webLogoUrl: logoUrl, themeColor, caseNumber, settings }
}

/** With the tenant's first domain, to which its others lead (ours). */
function brandingAt(tenant: (Tenant & { domain: string }) | null) {
  return tenant && { ...brandingOf(tenant), settings: { ...tenant.settings, firstDomain: tenant.domain } }
}

function registrationOf(tenant: Tenant | null) {
  if (!tenant) return null
  return { id: tenant.tenantId, name: tenant.name, registerFlag: tenant.registrationOpen ? 1 : 0 }
}
