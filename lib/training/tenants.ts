import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import { hostName, qrCodes, tenantSettings, type Tenant } from '@/lib/domain/tenant'
import { env } from '@/lib/env'
import { beginningOf } from './beginning'
import { pathPart, training } from './client'
import { wirePublicFile } from './files'
import { wireExtra, wireIdMaybe, wireList, wireNumber, wireTextMaybe } from './wire'

const appleApp = z.string().regex(/^[A-Z0-9]{10}\.[\w.-]{1,155}$/)
const androidApp = z.object({ packageName: z.string().regex(/^[\w.]{1,255}$/), fingerprints: z.array(z.string().regex(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/)) })

const MOST_ACTIVATION = 500
/** What is known of a tenant is on every page of its, and stays in memory for a day. */
const most = { title: 200, word: 100, address: 2_000 }

/** What a platform tells of a tenant's settings (an extension); what it does not tell, or tells in words we do not know, is left out. */
const settings = z
  .object({
    footerLanguageSwitch: z.boolean().optional().catch(undefined),
    downloadPage: z.enum(['standard', 'rs', 'bgy']).optional().catch(undefined),
    hiddenQrCodes: wireList(z.unknown()).transform((codes) => qrCodes.filter((code) => codes.includes(code))).optional(),
    // Drawn as a QR code: one longer than this fits none that a phone could read, and half a letter fits none at all.
    activationCode: z.string().max(MOST_ACTIVATION).refine((code) => code.isWellFormed()).optional().catch(undefined),
    downloadRoute: z.enum(['AppFires', 'AppFiresBGY', 'AppFiresRS']).optional().catch(undefined),
    firstDomain: z.string().optional().catch(undefined),
    appLinks: z.object({ apple: z.array(appleApp), android: z.array(androidApp) }).optional().catch(undefined),
  })
  .nullish()
  .catch(null)
  .transform((told) => {
    const { hiddenQrCodes, firstDomain, ...rest } = told ?? {}
    return { firstDomain: hostName(firstDomain), known: Object.fromEntries(Object.entries({ ...rest, hiddenCodes: hiddenQrCodes }).filter(([, value]) => value !== undefined)) }
  })

const upTo = (length: number) => wireTextMaybe.transform((text) => text && beginningOf(text, length))

const hasNothing = (data: object): boolean => !Array.isArray(data) && Object.keys(data).length === 0
/** What has a place for what a tenant is known by; anything else is nonsense, and not the word that there is no such tenant. */
const isAnswer = (data: unknown): boolean => data === null || data === undefined || (typeof data === 'object' && ('tenantId' in data || 'webTitle' in data || hasNothing(data)))

const extension = z
  .unknown()
  .refine(isAnswer, 'no tenant')
  .pipe(z.object({ tenantId: wireIdMaybe, webTitle: upTo(most.title), webLogoUrl: wirePublicFile.transform((url) => (url && url.length <= most.address ? url : null)), themeColor: wireExtra(upTo(most.word), null), caseNumber: wireExtra(upTo(most.word), null), settings }).nullable())
  // Some platforms fill the form of a tenant with nothing where there is none: it would be the default tenant without a name.
  .transform((told) => (told && (told.tenantId !== null || told.webTitle !== null) ? told : null))

/** The tenant of a domain, null when the domain belongs to none (S1; asked before any tenant is known, so as tenant 1). */
export async function findTenant(domain: string): Promise<Tenant | null> {
  const found = await training.get({ tenantId: '1', locale: 'zh' }, 'admin/tenant/tenantExt', { domain }, extension)
  if (!found) return null
  const id = found.tenantId ?? env.DEFAULT_TENANT_ID
  return {
    id,
    // Believed among the settings only, which are ours: another platform's `domain` may be anything, and every page would be sent there.
    domain: found.settings.firstDomain ?? domain,
    title: found.webTitle ?? '',
    logoUrl: found.webLogoUrl,
    colour: found.themeColor,
    filingNumber: found.caseNumber,
    settings: tenantSettings(id, found.settings.known),
  }
}

/** A name and a logo are worth no longer wait on a page. */
const BRAND_MS = 2_000

/** Name and logo of the learner's tenant from the platform's second source (S3), which only learners may read. */
export async function getBrand(learner: Learner): Promise<{ title: string; logoUrl: string | null }> {
  const found = await training.get(learner, `admin/tenant/findTenantExtInfo/${pathPart(learner.tenantId)}`, {}, extension, { timeoutMs: BRAND_MS })
  return { title: found?.webTitle ?? '', logoUrl: found?.webLogoUrl ?? null }
}

const registration = z.object({ registerFlag: wireNumber() }).nullable()

/** Whether strangers may register with the tenant (S2); unknown counts as no. */
export async function isRegistrationOpen(tenantId: string): Promise<boolean> {
  const tenant = await training.get({ tenantId, locale: 'zh' }, `admin/tenant/getByTenantId/${tenantId}`, {}, registration)
  return tenant?.registerFlag === 1
}
