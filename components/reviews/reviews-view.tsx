'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pen } from 'lucide'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { OwnReview } from '@/components/reviews/own-review'
import { ReviewItem } from '@/components/reviews/review-item'
import { ReviewPager } from '@/components/reviews/review-pager'
import { Score } from '@/components/reviews/score'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Icon } from '@/components/ui/icon'
import { notify } from '@/components/ui/notify'
import type { EnrolmentResult } from '@/lib/domain/enrolment'
import { pageCount } from '@/lib/domain/paging'
import { mayReview, ownReviewOf, reviewPageOf, type Reviews, type ReviewTarget } from '@/lib/domain/reviews'
import { ratingsQuery, reviewsKey, reviewsQuery } from '@/lib/queries/reviews'
import styles from './reviews.module.css'

// Only a press opens it: with a boundary of its own, so that nothing else vanishes while it loads.
const RatingDialog = dynamic(() => import('@/components/reviews/rating-dialog'), { ssr: false })

type Props = { target: ReviewTarget; name: string; learnerId: string; result: EnrolmentResult; given: Reviews }

/** How a course or plan is rated: the score, what I wrote, and page by page what others did. */
export function ReviewsView({ target, name, learnerId, result, given }: Props) {
  const t = useTranslations('reviews')
  const router = useRouter()
  const client = useQueryClient()
  const page = reviewPageOf(useSearchParams().get('reviews'))
  const [writing, setWriting] = useState(false)
  const [refused, setRefused] = useState(false)
  const { data: ratings } = useQuery({ ...ratingsQuery(target), initialData: given.ratings })
  const list = useQuery({ ...reviewsQuery(target, page), initialData: page === given.page.page ? given.page : undefined, placeholderData: keepPreviousData })
  // From whichever page it once was on, so that it stays while others are read.
  const listed = [...(list.data?.items ?? []), ...given.page.items].find((review) => review.learnerId === learnerId)
  const [row, setRow] = useState(listed)
  if (listed && listed !== row) setRow(listed)
  const own = ownReviewOf(ratings, row ? [row] : [], learnerId)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasWritten = useRef(false)
  // What opened the dialog goes when there is a review of one's own.
  useEffect(() => {
    if (!own || writing || !hasWritten.current) return
    hasWritten.current = false
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [own, writing])

  const go = (to: number) => {
    const search = new URLSearchParams(window.location.search)
    if (to > 1) search.set('reviews', String(to))
    else search.delete('reviews')
    window.history.pushState(null, '', `${window.location.pathname}?${search.toString()}`)
  }
  const refresh = () => {
    void client.invalidateQueries({ queryKey: reviewsKey(target) })
    // The average in the head of the page is the server's.
    router.refresh()
  }
  const write = () => {
    setRefused(!mayReview(result))
    hasWritten.current = mayReview(result)
    if (mayReview(result)) setWriting(true)
    else notify.warning(t(`unfinished.${target.kind}`))
  }
  return (
    <>
      <div className={styles.head}>
        <h2 className="h3" id="reviews-title" ref={heading} tabIndex={-1}>{t(`title.${target.kind}`)}</h2>
        {!own && <Button className={styles.write} look="ghost" icon={<Icon of={Pen} className="i" />} onClick={write}>{t('write')}</Button>}
      </div>
      {refused && !mayReview(result) && <p className={`error ${styles.refused}`}>{t(`unfinished.${target.kind}`)}</p>}
      {ratings ? <Score ratings={ratings} /> : <EmptyState compact text={t('none')} />}
      {own && <OwnReview review={own} />}
      {list.data
        ? (
            <>
              {list.data.items.length > 0 && (
                <ul className={styles.list} aria-label={t('list')} aria-busy={list.isFetching || undefined}>
                  {list.data.items.map((review) => <ReviewItem key={review.id} review={review} />)}
                </ul>
              )}
              {/* A page past the end shows the last one. */}
              <ReviewPager page={Math.min(page, pageCount(list.data))} count={pageCount(list.data)} onGo={go} />
            </>
          )
        : list.isError && <ErrorState title={t('loadFailed')} onRetry={() => void list.refetch()} retrying={list.isFetching} />}
      {writing && (
        <RatingDialog
          target={target}
          name={name}
          learnerId={learnerId}
          onClose={() => setWriting(false)}
          onDone={() => {
            setWriting(false)
            refresh()
          }}
          onRefused={refresh}
        />
      )}
    </>
  )
}
