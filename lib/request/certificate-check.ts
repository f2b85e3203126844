import 'server-only'
import { dropOver, keepBounded } from '@/lib/domain/bounded-map'
import { isCheckCode, type CheckedCertificate } from '@/lib/domain/certificates'
import type { Settled } from '@/lib/domain/errors'
import type { Visitor } from '@/lib/domain/learner'
import { checkCertificate } from '@/lib/training/certificates'
import { spend } from './limits'
import { settle } from './settle'

type Opened = Settled<CheckedCertificate | null>

const HANDED_MS = 5_000
const MAX_HANDED = 1_000
// The middleware and pages are bundled apart; one gives the other what it was told through globalThis.
const shared = globalThis as { trainhallCertificates?: Map<string, { opened: Opened; until: number }> }
const handed = (shared.trainhallCertificates ??= new Map())
const keyOf = ({ tenantId, address }: Visitor, code: string) => `${tenantId}:${address ?? ''}:${code}`

/** Whether there is nothing of a code, for the middleware; what it was told is the page's, so that a visit asks and counts once. */
export async function isUnknownCertificate(visitor: Visitor, code: string): Promise<boolean> {
  const opened = await openCertificate(visitor, code)
  if (opened.error === undefined && opened.value === null) return true
  const now = Date.now()
  dropOver(handed, now)
  const key = keyOf(visitor, code)
  handed.delete(key)
  keepBounded(handed, key, { opened, until: now + HANDED_MS }, MAX_HANDED)
  return false
}

/** What a code opens, for the page: what the middleware was told just now, else by asking. */
export async function visitCertificate(visitor: Visitor, code: string): Promise<Opened> {
  const key = keyOf(visitor, code)
  const known = handed.get(key)
  handed.delete(key)
  return known && known.until > Date.now() ? known.opened : openCertificate(visitor, code)
}

/** What a check code opens, as often as an address may ask: null when there is no such certificate, the error `busy` when it asked too often. */
export async function openCertificate(visitor: Visitor, code: string): Promise<Opened> {
  if (!isCheckCode(code)) return { value: null }
  return settle(spend('certificateChecksOfAddress', visitor.address ?? 'unknown').then(() => checkCertificate(visitor, code)))
}
