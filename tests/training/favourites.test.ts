import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { addFavourite, listFavourites, removeFavourite } from '@/lib/training/favourites'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
const course = { kind: 'course', id: '3010' } as const

describe('the collection', () => {
  it('takes a course and gives it back, twice without harm', async () => {
    const learner = await platform.learner('learner010', 82)
    const isFavourite = async () => (await getCourse(learner, { courseId: '3010' }))!.isFavourite
    expect(await isFavourite()).toBe(false)
    await addFavourite(learner, course)
    await addFavourite(learner, course)
    expect(await isFavourite()).toBe(true)
    await removeFavourite(learner, course)
    await removeFavourite(learner, course)
    expect(await isFavourite()).toBe(false)
  })

  it('keeps courses and plans apart, and learners too', async () => {
    const learner = await platform.learner('learner011', 82)
    await addFavourite(learner, { kind: 'plan', id: '5001' })
    expect((await getPlan(learner, { planId: '5001' }))!.isFavourite).toBe(true)
    expect((await getPlan(await platform.learner('learner012', 82), { planId: '5001' }))!.isFavourite).toBe(false)
  })

  it('asks by PUT where a platform takes no POST', async () => {
    const asked: string[] = []
    platform.server.use(
      http.post(`${UPSTREAM}/train/app/collection/insertCollection`, () => HttpResponse.json({ code: 1, msg: 'method' }, { status: 405 }), { once: true }),
      http.put(`${UPSTREAM}/train/app/collection/insertCollection`, async ({ request }) => {
        asked.push(new URL(request.url).search, JSON.stringify(await request.json()))
        return HttpResponse.json({ code: 0, data: true })
      }, { once: true }),
    )
    await addFavourite(await platform.learner('learner013', 82), course)
    expect(asked).toEqual(['?curriculumId=3010&collectionType=1', '{"curriculumId":"3010","collectionType":1}'])
  })

  it('is listed newest first, courses and plans apart', async () => {
    const liming = await platform.learner('liming', 82)
    expect((await listFavourites(liming, { kind: 'course' })).map(({ id }) => id)).toEqual(['3001', '3003', '3007', '3009', '3011', '3015', '3025', '3026', '3044'])
    const plans = await listFavourites(liming, { kind: 'plan' })
    expect(plans.map(({ name }) => name)).toEqual(['新员工入职培训计划', '安全生产月专项计划', '班组长能力提升计划', '电工技能提升计划'])
    expect(plans[0]).toMatchObject({ id: '5001', cover: { words: { title: '新员工', subtitle: '入职培训' } } })
    expect(plans[0]!.hours).toBeGreaterThan(0)
    const english = await listFavourites(await platform.learner('liming', 82, 'en'), { kind: 'plan' })
    expect(english[0]!.name).toBe('Onboarding Plan for New Employees')
    expect(await listFavourites(await platform.learner('wangfang', 82), { kind: 'course' })).toEqual([])
  })

  it('takes courses by either spelling, null for none, and draws the words over a cover unless it is plain', async () => {
    const liming = await platform.learner('liming', 82)
    const answer = (data: unknown) => platform.server.use(http.get(`${UPSTREAM}/train/app/collection/getMyCollectionCourse`, () => HttpResponse.json({ code: 0, msg: null, data }), { once: true }))
    answer([{ id: 7, courseName: '甲', oneTitle: '数控', twoTitle: null, commentNum: '4.5' }, { id: '8', planName: '乙', courseIndexType: 1, oneTitle: '不画', joinNum: null }])
    expect(await listFavourites(liming, { kind: 'course' })).toMatchObject([
      { id: '7', name: '甲', cover: { words: { title: '数控', subtitle: '' } }, rating: 4.5 },
      { id: '8', name: '乙', cover: { words: null }, joinCount: 0 },
    ])
    answer(null)
    expect(await listFavourites(liming, { kind: 'course' })).toEqual([])
  })

  it('gives every other failure on', async () => {
    const learner = await platform.learner('learner014', 82)
    await expect(addFavourite(learner, { kind: 'course', id: '999999999' })).rejects.toMatchObject({ code: 'missing' })
  })
})
