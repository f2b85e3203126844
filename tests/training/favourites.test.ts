import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { addFavourite, removeFavourite } from '@/lib/training/favourites'
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

  it('gives every other failure on', async () => {
    const learner = await platform.learner('learner014', 82)
    await expect(addFavourite(learner, { kind: 'course', id: '999999999' })).rejects.toMatchObject({ code: 'missing' })
  })
})
