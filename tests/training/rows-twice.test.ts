import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { listFavourites } from '@/lib/training/favourites'
import { listInProgress } from '@/lib/training/home'
import { listMessages } from '@/lib/training/messages'
import { readNotices } from '@/lib/training/notice-index'
import { listReviews } from '@/lib/training/reviews'
import { UPSTREAM } from '../support/platform'

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const sent: Record<string, unknown> = {
  'train/app/haveInHand/haveInHandByUid': [{ id: 1, contentState: 1 }, { id: 1, contentState: 2 }, { id: 1, contentState: 1 }],
  'train/messageSend/web/page': { records: [{ messageSendUserId: 1 }, { messageSendUserId: 1 }, { messageSendUserId: 2 }] },
  'train/app/notice/getAllNotice': [{ id: 1, releaseStatus: 2 }, { id: 1, releaseStatus: 1, noticeContent: 'a' }, { id: 1, releaseStatus: 1, noticeContent: 'b' }],
  'train/app/collection/getMyCollectionCourse': [{ id: 1 }, { id: 1 }],
  'train/comment/getAppCommentList': { records: [{ userName: '甲', commentContent: '好' }, { userName: '甲', commentContent: '好' }, { userName: '乙', commentContent: '好' }] },
}
const server = setupServer(...Object.entries(sent).map(([path, data]) => http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, data }))))
beforeAll(() => server.listen())
afterAll(() => server.close())

it('what a platform sends twice in one list stands there once', async () => {
  const begun = await listInProgress(learner)
  expect(begun.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['course 1', 'plan 1'])
  expect((await listMessages(learner, { state: 'all', page: 1, size: 10 })).items.map(({ id }) => id)).toEqual(['1', '2'])
  const { list, texts } = await readNotices({ tenantId: '82', locale: 'zh' })
  expect([list.length, texts.get('1')?.content]).toEqual([1, 'a'])
  expect(await listFavourites(learner, { kind: 'course' })).toHaveLength(1)
})

it('reviews without ids are the same only where all of them is', async () => {
  expect((await listReviews(learner, { kind: 'course', id: '1', page: 1 })).items.map(({ learnerName }) => learnerName)).toEqual(['甲', '乙'])
})
