import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { addReview, getRatings, listReviews } from '@/lib/training/reviews'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const course = { kind: 'course', id: '3001' } as const

describe('the reviews of a course or plan', () => {
  it('come five to a page, newest first, with replies, and stop at the last page', async () => {
    const liming = await platform.learner('liming', 82)
    const first = await listReviews(liming, { ...course, page: 1 })
    expect(first).toMatchObject({ page: 1, size: 5 })
    expect(first.items).toHaveLength(5)
    const times = first.items.map(({ writtenAt }) => writtenAt!)
    expect(times).toEqual([...times].sort().reverse())
    expect(first.items.some(({ reply }) => reply !== null)).toBe(true)
    for (const { stars, learnerName, text } of first.items) expect({ stars: stars >= 1 && stars <= 5, named: learnerName !== '', said: text !== '' }).toEqual({ stars: true, named: true, said: true })
    const last = await listReviews(liming, { ...course, page: Math.ceil(first.total / 5) })
    expect(last.items.length).toBeGreaterThan(0)
    expect(await listReviews(liming, { ...course, page: 99 })).toEqual(last)
  })

  it('are summed up as an average and five shares', async () => {
    const ratings = (await getRatings(await platform.learner('liming', 82), course))!
    expect(ratings.average).toBeGreaterThan(0)
    expect(ratings.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0)
    expect(ratings.own).toBeNull()
  })

  it('of another tenant are not there', async () => {
    const elsewhere = await platform.learner('liming', 101)
    expect(await getRatings(elsewhere, course)).toBeNull()
    expect(await listReviews(elsewhere, { ...course, page: 1 })).toMatchObject({ items: [], total: 0 })
  })

  it('are refused before completion, in the contract\'s words', async () => {
    const liming = await platform.learner('liming', 82)
    await expect(addReview(liming, { ...course, stars: 5, text: '好' })).rejects.toMatchObject({ code: 'rejected', message: '您还没有完成课程，不能进行评价' })
    await expect(addReview(liming, { kind: 'plan', id: '5001', stars: 5, text: '好' })).rejects.toMatchObject({ code: 'rejected', message: '您还没有完成学习计划，不能进行评价' })
  })

  it('are written once: the second is refused and changes nothing', async () => {
    const liming = await platform.learner('liming', 82)
    const welding = { kind: 'course', id: '3003' } as const
    await addReview(liming, { ...welding, stars: 4, text: '讲得很清楚' })
    const own = (await getRatings(liming, welding))!.own
    expect(own).toMatchObject({ stars: 4, text: '讲得很清楚' })
    const before = await listReviews(liming, { ...welding, page: 1 })
    await expect(addReview(liming, { ...welding, stars: 1, text: '改了' })).rejects.toMatchObject({ code: 'rejected', message: '您已评价，不能修改' })
    expect(await listReviews(liming, { ...welding, page: 1 })).toEqual(before)
    expect((await getRatings(liming, welding))!.own).toEqual(own)
  })

  it('of more than 200 characters are refused by the platform too', async () => {
    const liming = await platform.learner('liming', 82)
    await expect(addReview(liming, { kind: 'plan', id: '5005', stars: 5, text: '字'.repeat(201) })).rejects.toMatchObject({ code: 'rejected' })
  })

  it('are taken from a platform that says less, or says it otherwise', async () => {
    const liming = await platform.learner('liming', 82)
    platform.server.use(
      http.get(`${UPSTREAM}/train/app/courseChapter/selectCommentNumberList`, () => HttpResponse.json({ code: 0, data: { oneCountF: '0', fourCountF: 50, fiveCountF: '50', mycommentNum: '5' } }), { once: true }),
      http.get(`${UPSTREAM}/train/comment/getAppCommentList`, () => HttpResponse.json({ code: 0, data: { records: null, pages: 0, current: 1 } }), { once: true }),
    )
    expect(await getRatings(liming, course)).toEqual({ average: 4.5, shares: [0, 0, 0, 50, 50], own: { stars: 5, text: '', writtenAt: null } })
    expect(await listReviews(liming, { ...course, page: 1 })).toEqual({ items: [], total: 0, page: 1, size: 5 })
  })
})
