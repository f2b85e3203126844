import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import { pageCount, type Page } from '@/lib/domain/paging'
import { averageOf, reviewPageSize, type Ratings, type Review, type ReviewTarget } from '@/lib/domain/reviews'
import { training } from './client'
import { wireFile } from './files'
import { kindNumber } from './kinds'
import { wireDone, wireIdMaybe, wireList, wireNumber, wireNumberMaybe, wirePage, wireText, wireTextMaybe, wireTime } from './wire'

/** Of a first comment, as all of ours are. */
const TOP = 1
const NO_PARENT = -1

const reply = z.object({ commentContent: wireTextMaybe }).transform((wire) => wire.commentContent)
const review = z
  .object({
    id: wireIdMaybe, userId: wireIdMaybe, userName: wireText, headUrl: wireFile, commentNum: wireNumber(), commentContent: wireText, commentTime: wireTime,
    childrenComment: wireList(reply),
  })
  .transform((wire): Review => ({
    id: wire.id ?? `${wire.userId}-${wire.userName}-${wire.commentTime}-${wire.commentContent}`, learnerId: wire.userId ?? '', learnerName: wire.userName, avatarUrl: wire.headUrl,
    stars: wire.commentNum, text: wire.commentContent, writtenAt: wire.commentTime, reply: wire.childrenComment[0] ?? null,
  }))

const ratings = z
  .object({
    oneCountF: wireNumber(), twoCountF: wireNumber(), threeCountF: wireNumber(), fourCountF: wireNumber(), fiveCountF: wireNumber(),
    commentNum: wireNumberMaybe, mycommentNum: wireNumberMaybe, mycommentContent: wireText, mycommentTime: wireTime,
  })
  .transform((wire): Ratings => {
    const shares = [wire.oneCountF, wire.twoCountF, wire.threeCountF, wire.fourCountF, wire.fiveCountF]
    const own = wire.mycommentNum ? { stars: wire.mycommentNum, text: wire.mycommentContent, writtenAt: wire.mycommentTime } : null
    return { average: wire.commentNum ?? averageOf(shares), shares, own }
  })

/** A page of the reviews of a course or plan, newest first (V1); one past the end is the last one. */
export async function listReviews(learner: Learner, { kind, id, page }: ReviewTarget & { page: number }): Promise<Page<Review>> {
  const read = (current: number) =>
    training.get(learner, 'train/comment/getAppCommentList', { contentId: id, commentType: kindNumber[kind], current, size: reviewPageSize }, wirePage(review, { page: current, size: reviewPageSize }))
  const asked = await read(page)
  const last = pageCount(asked)
  return page > last ? read(last) : asked
}

/** How a course or plan is rated, with the learner's own review (V2); null while nobody has rated it. */
export async function getRatings(learner: Learner, { kind, id }: ReviewTarget): Promise<Ratings | null> {
  const found = await training.get(learner, 'train/app/courseChapter/selectCommentNumberList', { curriculumId: id, commentType: kindNumber[kind] }, wireList(ratings))
  return found[0] ?? null
}

/** Rates a course or plan once and for all (V3); a refusal is a `rejected` error with the platform's words. */
export async function addReview(learner: Learner, { kind, id, stars, text }: ReviewTarget & { stars: number; text: string }): Promise<void> {
  await training.post(learner, 'train/comment/saveComment', {
    commentType: kindNumber[kind], commentNum: stars, topYn: TOP, contentId: id, commentId: NO_PARENT, commentContent: text,
  }, wireDone)
}
