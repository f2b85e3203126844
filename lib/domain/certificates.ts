import { CHINA_MS } from './china-time'
import type { EnrolmentTarget } from './enrolment'
import type { CertificateValidity } from './study'

export type CertificateLayout = 'vertical' | 'horizontal'

/** Everything that is printed on a certificate. */
export type PrintedCertificate = {
  /** Of the course or plan. */
  name: string
  learnerName: string
  workNumber: string | null
  number: string
  issuer: string
  logoUrl: string | null
  /** ISO 8601 with offset. */
  obtainedAt: string | null
  validity: CertificateValidity | null
  layout: CertificateLayout
}
/** A certificate of the learner; without a check code the platform offers no check. */
export type Certificate = PrintedCertificate & { id: string; checkCode: string | null; /** What has brought it, where the platform says so. */ target?: EnrolmentTarget }
/** A certificate and where anybody can check it, with origin: a printed code that is read elsewhere needs all of the address. */
export type CheckableCertificate = { certificate: Certificate; checkUrl: string | null }
export type CertificateYear = { year: string; certificates: Certificate[] }
/** What the check page may say of a certificate. */
export type CheckedCertificate = PrintedCertificate & { status: 'valid' | 'expired' }

/** Whether a certificate is over, null where nobody knows until when it is valid; months and a last day are counted in China and include that whole day. */
export function isExpired({ validity, obtainedAt }: Pick<PrintedCertificate, 'validity' | 'obtainedAt'>, now: number): boolean | null {
  if (validity?.kind === 'permanent') return false
  const from = Date.parse((validity?.kind === 'until' ? validity.date : obtainedAt) ?? '')
  if (!validity || !Number.isFinite(from)) return null
  const local = new Date(from + CHINA_MS)
  const months = validity.kind === 'months' ? validity.months : 0
  // A day the month does not have becomes its last.
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate()
  return now >= Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, Math.min(local.getUTCDate(), last) + 1) - CHINA_MS
}

/** Check codes are long and random (contract X8); anything else opens nothing and is not asked for. */
export function isCheckCode(code: string): boolean {
  return /^[\w-]{20,64}$/.test(code)
}

/** The sentences of a certificate, in the language of whoever looks at it. */
export type CertificateWords = {
  title: string
  workNumber: string | null
  statement: string
  check: string
  facts: { number: Fact; validity: Fact; obtained: Fact; issuer: Fact }
}
type Fact = { term: string; text: string }
type Say = (key: 'paper' | 'workNumber' | 'statement' | 'scan' | 'number' | 'validity' | 'obtained' | 'issuer' | 'permanent' | 'months' | 'until' | 'unknown', values?: Record<string, string | number>) => string

/** What stands on a certificate besides names; `say` knows the area's messages, `day` writes a date. */
export function certificateWords(certificate: PrintedCertificate, say: Say, day: (iso: string) => string): CertificateWords {
  const { workNumber, number, validity, obtainedAt, issuer } = certificate
  return {
    title: say('paper'),
    workNumber: workNumber && say('workNumber', { number: workNumber }),
    statement: say('statement'),
    check: say('scan'),
    facts: {
      number: { term: say('number'), text: number },
      validity: { term: say('validity'), text: validityText(validity, say, day) },
      obtained: { term: say('obtained'), text: obtainedAt ? day(obtainedAt) : say('unknown') },
      issuer: { term: say('issuer'), text: issuer },
    },
  }
}

/** 长期有效, 有效期 36 个月 or 有效期至 2027-03-01 (experience: settled). */
export function validityText(validity: CertificateValidity | null, say: Say, day: (iso: string) => string): string {
  if (!validity) return say('unknown')
  if (validity.kind === 'months') return say('months', { months: validity.months })
  return validity.kind === 'until' ? say('until', { date: day(validity.date) }) : say('permanent')
}

/** The day of a moment in China as certificates write it in every language, `2027-03-01`. */
export function localDay(iso: string): string {
  const moment = Date.parse(iso)
  return Number.isNaN(moment) ? '' : new Date(moment + CHINA_MS).toISOString().slice(0, 10)
}
