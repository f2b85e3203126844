import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { missing, page, refuse, wireTime } from '../envelope.ts'
import { maybeText, paging, wireId, wireInt } from '../params.ts'
import { addReview, listReviews, readRatings } from '../queries/reviews.ts'
import { messages } from '../rules/messages.ts'
import { characters, maxReviewLength, starShares } from '../rules/reviews.ts'
import { contentKind, contentKindCode } from './codes.ts'

/** V1 to V3: reviews of a course or plan, their stars, and rating it (contract 4.9). */
export function bindReviews(api: Api, { db, clock }: ApiContext): void {
  const list = { contentId: wireId, commentType: contentKind, ...paging(5) }
  api.learner('GET', '/train/comment/getAppCommentList', list, async ({ tenantId }, { contentId, commentType, current, size }) => {
    const { found, total } = await listReviews(db, { tenantId, kind: commentType, contentId, current, size })
    const records = found.map((review) => ({
      id: review.reviewId,
      userId: review.learnerId,
      userName: review.learnerName,
      headUrl: review.avatarUrl,
      commentType: contentKindCode[commentType],
      commentNum: review.stars,
      commentContent: review.text,
      commentTime: wireTime(review.createdAt),
      childrenComment: review.replyText === null ? null : { commentContent: review.replyText },
    }))
    return page(records, total, { current, size })
  })

  const one = { curriculumId: wireId, commentType: contentKind }
  api.learner('GET', '/train/app/courseChapter/selectCommentNumberList', one, async (caller, { curriculumId, commentType }) => {
    const ratings = await readRatings(db, { ...caller, kind: commentType, contentId: curriculumId })
    if (ratings === null) return []
    const [oneCountF, twoCountF, threeCountF, fourCountF, fiveCountF] = starShares(ratings.counts)
    const { own } = ratings
    return [
      {
        oneCountF,
        twoCountF,
        threeCountF,
        fourCountF,
        fiveCountF,
        commentNum: ratings.average,
        ...(own === null ? {} : { mycommentNum: own.stars, mycommentContent: own.text, mycommentTime: wireTime(own.createdAt) }),
      },
    ]
  })

  const review = { contentId: wireId, commentType: contentKind, commentNum: wireInt.pipe(z.literal([1, 2, 3, 4, 5])), commentContent: maybeText(z.string()) }
  api.learner('POST', '/train/comment/saveComment', review, async (caller, { contentId, commentType: kind, commentNum: stars, commentContent = '' }) => {
    const text = commentContent.trim()
    if (characters(text) > maxReviewLength) return refuse(messages.reviewTooLong)
    const verdict = await withTx(db, (tx) => addReview(tx, { ...caller, kind, contentId, stars, text, now: clock.now() }))
    if (verdict === 'missing') throw missing()
    if (verdict === 'unfinished') return refuse(kind === 'course' ? messages.courseUnfinished : messages.planUnfinished)
    return verdict === 'alreadyRated' ? refuse(messages.alreadyReviewed) : true
  })
}
