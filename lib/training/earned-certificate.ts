import 'server-only'
import type { Certificate } from '@/lib/domain/certificates'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { listCertificates } from './certificates'
import { getCourse, getPlan } from './course-detail'

/** A course or plan by its name in the learner's language. */
export type NamedTarget = EnrolmentTarget & { name: string }

/** The certificate that a course or plan has brought, null without one. T1 names no ids: it is found by the name, which is the Chinese one. */
export async function findEarnedCertificate(learner: Learner, target: NamedTarget): Promise<Certificate | null> {
  const [years, chinese] = await Promise.all([listCertificates(learner), chineseName(learner, target)])
  return years.flatMap(({ certificates }) => certificates).find(({ name }) => name === chinese) ?? null
}

async function chineseName(learner: Learner, { kind, id, name }: NamedTarget): Promise<string | undefined> {
  if (learner.locale === 'zh') return name
  const detail = await (kind === 'course' ? getCourse(learner, { courseId: id, locale: 'zh' }) : getPlan(learner, { planId: id, locale: 'zh' }))
  return detail?.name
}
