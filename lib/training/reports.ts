import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { ObtainedCertificate, StudyReport } from '@/lib/domain/study'
import { log } from '@/lib/log'
import { listCertificates, validityOf } from './certificates'
import { training } from './client'
import { wireExtra, wireList, wireNumber, wirePart, wireText, wireTextMaybe, wireTime } from './wire'

const OBTAINED = 2

const certificate = z
  .object({ name: wireTextMaybe, certificateNum: wireTextMaybe, jgName: wireTextMaybe, userName: wireTextMaybe, obtainTime: wireTime, certificateType: wireNumber(), monthNum: wireNumber(), endTime: wireTime })
  .transform((wire): ObtainedCertificate => ({
    name: wire.name, number: wire.certificateNum, issuer: wire.jgName, learnerName: wire.userName, obtainedAt: wire.obtainTime,
    validity: validityOf(wire.certificateType, wire.monthNum, wire.endTime),
  }))

/** What tells of points is a sentence; a longer text is not looked through, since digits without an end would be read anew from each of them. */
const LONGEST_SENTENCE = 500

/** The number beside the platform's word for points, before it or after it. One of more than nine digits is none. */
function pointsIn(text: string): number | null {
  const found = /(?<!\d)(\d{1,9})\s*\u79ef\u5206|\u79ef\u5206\D{0,3}(\d{1,9})(?!\d)/.exec(text.slice(0, LONGEST_SENTENCE))
  return found ? Number(found[1] ?? found[2]) : null
}

const unnamed: ObtainedCertificate = { name: null, number: null, issuer: null, learnerName: null, obtainedAt: null, validity: null }
const message = z.union([wireText, z.object({ message: wireTextMaybe }).transform(({ message }) => message ?? '')])

/**
 * The reply of every report (contract 3, Report). That it is done is said by the code alone (contract 1.3): a platform that answers nothing, or
 * something else, has nothing to tell.
 */
export const wireReport = wirePart(z.object({ integral: wireList(message).catch([]), certificate: wireNumber(1).catch(1), certificateInfo: wireExtra(certificate.nullish(), null) }))
  .catch(null)
  .transform((wire): StudyReport => ({
    messages: (wire?.integral ?? []).filter((text) => text.trim() !== '').map((text) => ({ text, points: pointsIn(text) })),
    certificate: wire?.certificate === OBTAINED ? (wire.certificateInfo?.name ? wire.certificateInfo : unnamed) : null,
  }))

/** What was reported is done: its answer does not wait longer for a name. */
const NAME_MS = 5_000

/** A report whose certificate says what it is: where the platform only tells that there is one, it is the learner's newest (T1). */
export async function named(learner: Learner, report: StudyReport): Promise<StudyReport> {
  if (report.certificate !== unnamed) return report
  const years = await listCertificates(learner, { timeoutMs: NAME_MS }).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'the certificate that was obtained is not known')
    return []
  })
  const newest = years[0]?.certificates[0]
  if (!newest) return report
  const { name, number, issuer, learnerName, obtainedAt, validity } = newest
  return { ...report, certificate: { name, number, issuer, learnerName, obtainedAt, validity } }
}

/** Tells the platform something that may bring points and a certificate. */
export async function sendReport(learner: Learner, path: string, fields: unknown, { timeoutMs }: { timeoutMs?: number } = {}): Promise<StudyReport> {
  return named(learner, await training.post(learner, path, fields, wireReport, { timeoutMs }))
}
