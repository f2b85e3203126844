import type { GrantedCertificate } from '../queries/certificate-grants.ts'
import type { Outcome } from '../queries/progress.ts'
import { messages } from '../rules/messages.ts'
import { wireTime } from '../envelope.ts'
import { contentKindCode } from './codes.ts'

const toasts = {
  section: messages.pointsForSection,
  course: messages.pointsForCourse,
  plan: messages.pointsForPlan,
  exam: messages.pointsForExam,
} as const

const validityCode = { permanent: 1, months: 2, until: 3 } as const

/** The certificate of a learner (contract 3, T1), with the course or plan that has brought it. */
export function certificateShape(certificate: GrantedCertificate) {
  const { certificateId: id, checkCode, contentId: curriculumId, contentKind } = certificate
  return { id, ...printedShape(certificate), checkCode, curriculumId, fruitType: contentKindCode[contentKind] }
}

/** What stands on the paper, and nothing else. */
export function printedShape(certificate: GrantedCertificate) {
  return {
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
