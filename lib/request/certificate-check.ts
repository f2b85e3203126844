import 'server-only'
import { isCheckCode, type CheckedCertificate } from '@/lib/domain/certificates'
import type { Settled } from '@/lib/domain/errors'
import type { Visitor } from '@/lib/domain/learner'
import { checkCertificate } from '@/lib/training/certificates'
import { spend } from './limits'
import { settle } from './settle'

/** What a check code opens, as often as an address may ask: null when there is no such certificate, the error `busy` when it asked too often. */
export async function openCertificate(visitor: Visitor, code: string): Promise<Settled<CheckedCertificate | null>> {
  if (!isCheckCode(code)) return { value: null }
  return settle(spend('certificateChecksOfAddress', visitor.address ?? 'unknown').then(() => checkCertificate(visitor, code)))
}
