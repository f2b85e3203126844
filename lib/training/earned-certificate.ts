import 'server-only'
import type { Certificate } from '@/lib/domain/certificates'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { listCertificates } from './certificates'
import { getCourse, getPlan } from './course-detail'

/** A course or plan by its name in the learner's language. */
export type NamedTarget = EnrolmentTarget & { name: string }

/** The certificate that a course or plan has brought, null without one. Where T1 does not say what has brought it, it is found by the name, which is the Chinese one. */
export async function findEarnedCertificate(learner: Learner, target: NamedTarget): Promise<Certificate | null> {
  const all = (await listCertificates(learner)).flatMap(({ certificates }) => certificates)
  const own = all.find((one) => one.target?.kind === target.kind && one.target.id === target.id)
  const unsaid = all.filter((one) => !one.target)
  if (own || unsaid.length === 0) return own ?? null
  const chinese = await chineseName(learner, target)
  return unsaid.find(({ name }) => name === chinese) ?? null
}

async function chineseName(learner: Learner, { kind, id, name }: NamedTarget): Promise<string | undefined> {
  if (learner.locale === 'zh') return name
  const detail = await (kind === 'course' ? getCourse(learner, { courseId: id, locale: 'zh' }) : getPlan(learner, { planId: id, locale: 'zh' }))
  return detail?.name
}
