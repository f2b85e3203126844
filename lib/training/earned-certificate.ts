import 'server-only'
import type { Certificate } from '@/lib/domain/certificates'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { listCertificates } from './certificates'
import { getCourse, getPlan } from './course-detail'

/** The certificate that a course or plan has brought, null without one. T1 names no ids: it is found by the name, which is the Chinese one. */
export async function findEarnedCertificate(learner: Learner, { kind, id }: EnrolmentTarget): Promise<Certificate | null> {
  const [years, detail] = await Promise.all([listCertificates(learner), kind === 'course' ? getCourse(learner, { courseId: id, locale: 'zh' }) : getPlan(learner, { planId: id, locale: 'zh' })])
  return years.flatMap(({ certificates }) => certificates).find(({ name }) => name === detail?.name) ?? null
}
