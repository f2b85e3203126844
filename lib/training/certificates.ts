import 'server-only'
import { z } from 'zod'
import { isCheckCode, type Certificate, type CertificateLayout, type CertificateYear, type CheckedCertificate } from '@/lib/domain/certificates'
import type { Learner, Visitor } from '@/lib/domain/learner'
import type { CertificateValidity } from '@/lib/domain/study'
import { training } from './client'
import { unknownAs } from './errors'
import { wirePublicFile } from './files'
import { newestFirst, wireEnum, wireId, wireIdMaybe, wireList, wireNumber, wireText, wireTextMaybe, wireTime } from './wire'

/** Chinese names of the upright template, as some platforms send them: \u7ad6\u7248. */
const UPRIGHT = ['vertical', '\u7ad6\u7248']
const layout = wireText.transform((name): CertificateLayout => (UPRIGHT.includes(name.trim()) ? 'vertical' : 'horizontal'))

const printed = {
  name: wireText, obtainTime: wireTime, certificateType: wireNumber(), monthNum: wireNumber(), endTime: wireTime, templateName: layout,
  workNumber: wireTextMaybe, userName: wireText, certificateNum: wireText, jgName: wireText, logoUrl: wirePublicFile,
}
type WirePrinted = z.infer<z.ZodObject<typeof printed>>

const printedOf = (wire: WirePrinted) => ({
  name: wire.name, learnerName: wire.userName, workNumber: wire.workNumber, number: wire.certificateNum, issuer: wire.jgName, logoUrl: wire.logoUrl,
  obtainedAt: wire.obtainTime, validity: validityOf(wire.certificateType, wire.monthNum, wire.endTime), layout: wire.templateName,
})

/** How long a certificate is valid (contract 2.1, certificateType); null when the platform does not say until when. */
export function validityOf(type: number, months: number, until: string | null): CertificateValidity | null {
  if (type === 1) return { kind: 'permanent' }
  if (type === 2) return months > 0 ? { kind: 'months', months } : null
  return until ? { kind: 'until', date: until } : null
}

const certificate = z.object({ id: wireId, checkCode: wireTextMaybe, curriculumId: wireIdMaybe, fruitType: wireEnum('fruitType', { 1: 'course', 2: 'plan' }), ...printed })
  .transform(({ id, checkCode, curriculumId, fruitType, ...wire }): Certificate => ({
    id, checkCode: checkCode && isCheckCode(checkCode) ? checkCode : null, ...printedOf(wire), ...(curriculumId && fruitType !== 'unknown' ? { target: { kind: fruitType, id: curriculumId } } : {}),
  }))
const years = wireList(z.object({ yearTime: wireText, appClassCertificateDtoList: wireList(certificate) }))

/** My certificates by year, the newest first (T1; what has brought them is ours). */
export async function listCertificates(learner: Learner, more: { timeoutMs?: number } = {}): Promise<CertificateYear[]> {
  const groups = await training.get(learner, 'train/app/plan/getMyClassCertificate', {}, years, more)
  return groups
    .map((group) => ({ year: group.yearTime, certificates: newestFirst(group.appClassCertificateDtoList, ({ obtainedAt }) => obtainedAt) }))
    .filter(({ certificates }) => certificates.length > 0)
    .toSorted((one, other) => other.year.localeCompare(one.year))
}

/** One certificate of mine, null when it is not mine (T1: the platform has no call for one). */
export async function getCertificate(learner: Learner, id: string): Promise<Certificate | null> {
  return (await listCertificates(learner)).flatMap(({ certificates }) => certificates).find((one) => one.id === id) ?? null
}

const checked = z.object({ ...printed, status: z.enum(['valid', 'expired']) }).nullable()

/** What stands on the certificate that a check code opens, and whether it is valid (X8, an extension); null when there is none. */
export async function checkCertificate(visitor: Visitor, checkCode: string): Promise<CheckedCertificate | null> {
  if (!isCheckCode(checkCode)) return null
  // A platform without the extension knows no certificate to check.
  const wire = await training.get(visitor, 'train/web/getCertificateByCheckCode', { checkCode }, checked).catch(unknownAs(null))
  return wire && { ...printedOf(wire), status: wire.status }
}
