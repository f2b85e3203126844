import { useTranslations } from 'next-intl'
import { use } from 'react'
import { ReviewsView } from '@/components/reviews/reviews-view'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import type { EnrolmentResult } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import type { Reviews, ReviewTarget } from '@/lib/domain/reviews'

type Props = { target: ReviewTarget; name: string; learnerId: string; result: EnrolmentResult; reviews: Promise<Settled<Reviews>> }

/** The reviews beside a course or plan once they are there, or that they could not be read. */
export function ReviewsPanel({ target, name, learnerId, result, reviews: asked }: Props) {
  const t = useTranslations('reviews')
  const reviews = use(asked)
  return (
    <Panel labelledBy="reviews-title">
      {reviews.error
        ? <><h2 className="h3" id="reviews-title">{t(`title.${target.kind}`)}</h2><ErrorState title={t('loadFailed')} /></>
        : <ReviewsView key={`${target.kind} ${target.id}`} target={target} name={name} learnerId={learnerId} result={result} given={reviews.value} />}
    </Panel>
  )
}
