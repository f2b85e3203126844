import type { GrantedCertificate } from '../queries/certificate-grants.ts'
import type { Outcome } from '../queries/progress.ts'
import { messages } from '../rules/messages.ts'
import { wireTime } from '../envelope.ts'

const toasts = {
  section: messages.pointsForSection,
  course: messages.pointsForCourse,
  plan: messages.pointsForPlan,
  exam: messages.pointsForExam,
} as const

const validityCode = { permanent: 1, months: 2, until: 3 } as const

/** The certificate as it is printed (contract 3, T1). */
export function certificateShape(certificate: GrantedCertificate) {
  return {
    id: certificate.certificateId,
    name: certificate.name,
    obtainTime: wireTime(certificate.obtainedAt),
    certificateType: validityCode[certificate.validity],
    monthNum: certificate.months,
    endTime: wireTime(certificate.validUntil),
    templateName: certificate.layout,
    workNumber: certificate.workNumber,
    userName: certificate.learnerName,
    certificateNum: certificate.number,
    jgName: certificate.issuer,
    logoUrl: certificate.logoUrl,
    checkCode: certificate.checkCode,
  }
}

/** The reply to study reports and hand-ins: a toast per award, and the certificate just obtained (contract 5.7). */
export function reportShape({ awards, certificates }: Outcome) {
  const certificate = certificates.at(-1)
  return {
    integral: awards.map(({ cause, points }) => toasts[cause](points)),
    certificate: certificate === undefined ? 1 : 2,
    ...(certificate === undefined ? {} : { certificateInfo: certificateShape(certificate) }),
  }
}
