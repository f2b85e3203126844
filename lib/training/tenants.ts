import 'server-only'
import { z } from 'zod'
import type { Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'
import { training } from './client'
import { wireFile } from './files'
import { wireIdMaybe, wireNumber, wireTextMaybe } from './wire'

const extension = z.object({ tenantId: wireIdMaybe, webTitle: wireTextMaybe, webLogoUrl: wireFile, themeColor: wireTextMaybe, caseNumber: wireTextMaybe }).nullable()

/** The tenant of a domain, null when the domain belongs to none (S1; asked before any tenant is known, so as tenant 1). */
export async function findTenant(domain: string): Promise<Tenant | null> {
  const found = await training.get({ tenantId: '1', locale: 'zh' }, 'admin/tenant/tenantExt', { domain }, extension)
  if (!found) return null
  return {
    id: found.tenantId ?? env.DEFAULT_TENANT_ID,
    domain,
    title: found.webTitle ?? '',
    logoUrl: found.webLogoUrl,
    colour: found.themeColor,
    filingNumber: found.caseNumber,
  }
}

const registration = z.object({ registerFlag: wireNumber() }).nullable()

/** Whether strangers may register with the tenant (S2); unknown counts as no. */
export async function isRegistrationOpen(tenantId: string): Promise<boolean> {
  const tenant = await training.get({ tenantId, locale: 'zh' }, `admin/tenant/getByTenantId/${tenantId}`, {}, registration)
  return tenant?.registerFlag === 1
}
