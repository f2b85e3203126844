import 'server-only'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import type { Learner } from '@/lib/domain/learner'
import type { Ranking } from '@/lib/domain/rankings'
import type { Reviews } from '@/lib/domain/reviews'
import { reviewPageInput } from '@/lib/domain/reviews-input'
import { findEarnedCertificate, type NamedTarget } from '@/lib/training/earned-certificate'
import { getContentRanking } from '@/lib/training/rankings'
import { checkUrlOf } from './check-url'
import type { Asking } from './learner'
import { readReviews } from './reviews'
import { settle } from './settle'

export type LearningSideData = { learnerId: string; ranking: Promise<Settled<Ranking>>; reviews: Promise<Settled<Reviews>> }

/** What stands beside the detail of a course or plan, each part read apart from it and asked for at the same time. */
export function readLearningSide(learner: Learner, { kind, id }: EnrolmentTarget, query: Record<string, string | string[] | undefined>): LearningSideData {
  return {
    learnerId: learner.id,
    ranking: settle(getContentRanking(learner, { scope: kind, id, metric: 'hours' })),
    reviews: settle(readReviews(learner, { kind, id, page: reviewPageInput.parse(query).reviews })),
  }
}

/** The certificate of a course or plan and where it can be checked, looked for where it is passed. */
export function readCertificate({ learner, tenant }: Pick<Asking, 'learner' | 'tenant'>, target: NamedTarget, { passed }: { passed: boolean }): Promise<Settled<CheckableCertificate | null>> {
  if (!passed) return Promise.resolve({ value: null })
  return settle(findEarnedCertificate(learner, target).then((certificate) => certificate && { certificate, checkUrl: checkUrlOf(tenant, certificate) }))
}
