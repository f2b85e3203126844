import 'server-only'
import { isCheckCode, type CheckedCertificate } from '@/lib/domain/certificates'
import type { Visitor } from '@/lib/domain/learner'
import { checkCertificate } from '@/lib/training/certificates'
import { TrainingError } from '@/lib/training/errors'
import { spend } from './limits'

/** What a check code opens, as often as an address may ask: null when there is no such certificate, `busy` when it asked too often. */
export async function openCertificate(visitor: Visitor, code: string): Promise<CheckedCertificate | null | 'busy'> {
  if (!isCheckCode(code)) return null
  try {
    await spend('certificateChecksOfAddress', visitor.address ?? 'unknown')
    return await checkCertificate(visitor, code)
  } catch (error) {
    if (error instanceof TrainingError && error.code === 'busy') return 'busy'
    throw error
  }
}
