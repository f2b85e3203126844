import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readReviews, writeReview } from '@/lib/request/reviews'
import { forgetKept } from '@/lib/request/tenant-cache'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const welding = { kind: 'course', id: '3003' } as const
const mine = { ...welding, stars: 4, text: '讲得很清楚' }

beforeEach(forgetKept)

describe('the reviews as the panel begins', () => {
  it('show a new one to everybody who comes after it, and their own rating to each', async () => {
    const [liming, other] = [await platform.learner('liming', 82), await platform.learner('wangfang', 82)]
    const before = await readReviews(other, { ...welding, page: 1 })
    await writeReview(liming, mine)
    const after = await readReviews(other, { ...welding, page: 1 })
    expect(after.page.items[0]).toMatchObject({ text: mine.text, stars: 4 })
    expect(after.page.total).toBe(before.page.total + 1)
    expect(after.ratings?.own ?? null).toEqual(before.ratings?.own ?? null)
    expect((await readReviews(liming, { ...welding, page: 1 })).ratings?.own).toMatchObject({ text: mine.text })
  })

  it.each([['with its words', true], ['without its words, which are in the list', false]])('have a new one once, also on a platform that takes several, whose answers are lost and that gives one’s own back %s', async (_, saysWords) => {
    const liming = await platform.learner('liming', 82)
    const written: { commentNum: number; commentContent: string }[] = []
    let answers = false
    platform.server.use(
      http.post(`${UPSTREAM}/train/comment/saveComment`, async ({ request }) => {
        written.push((await request.json()) as (typeof written)[number])
        return answers ? HttpResponse.json({ code: 0, data: true }) : HttpResponse.error()
      }),
      http.get(`${UPSTREAM}/train/app/courseChapter/selectCommentNumberList`, () =>
        HttpResponse.json({ code: 0, data: written.map(({ commentNum, commentContent }) => ({ mycommentNum: commentNum, ...(saysWords ? { mycommentContent: commentContent } : {}) })) })),
      http.get(`${UPSTREAM}/train/comment/getAppCommentList`, () =>
        HttpResponse.json({ code: 0, data: { records: written.map((one, id) => ({ ...one, id, userId: liming.id })).reverse(), total: written.length } })),
    )
    onTestFinished(() => platform.server.resetHandlers())
    // Kept as it was before.
    await readReviews(liming, { ...welding, page: 1 })
    await writeReview(liming, mine)
    answers = true
    await writeReview(liming, mine)
    expect(written).toHaveLength(1)
    await writeReview(liming, { ...mine, stars: 5 })
    expect(written).toHaveLength(2)
  })

  it('of another tenant are not there, however often they were read in this one', async () => {
    await readReviews(await platform.learner('liming', 82), { kind: 'course', id: '3001', page: 1 })
    expect(await readReviews(await platform.learner('liming', 101), { kind: 'course', id: '3001', page: 1 })).toMatchObject({ ratings: null, page: { items: [], total: 0 } })
  })

  it('turn to other pages', async () => {
    const liming = await platform.learner('liming', 82)
    const first = await readReviews(liming, { kind: 'course', id: '3001', page: 1 })
    const second = await readReviews(liming, { kind: 'course', id: '3001', page: 2 })
    expect(second.page).toMatchObject({ page: 2, total: first.page.total })
    expect(second.page.items[0]?.id).not.toBe(first.page.items[0]?.id)
  })
})
