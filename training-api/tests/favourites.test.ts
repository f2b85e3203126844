import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, expectKeys, expectStatus, foreign, hostileValues, plans } from './world.ts'

let api: TestApi
let liming: TestLearner
let wangfang: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  wangfang = await api.loginAs('wangfang', 82)
})
afterAll(() => api.close())

const list = async (kind: 'Course' | 'Plan', who: TestLearner) => dataOf(await who.get<{ id: number; planName: string }[]>(`/train/app/collection/getMyCollection${kind}`))
const add = (curriculumId: unknown, collectionType: unknown = 1, who = wangfang) => who.post('/train/app/collection/insertCollection', { curriculumId, collectionType })
const remove = (curriculumId: unknown, collectionType: unknown = 1, who = wangfang) => who.delete('/train/app/collection/deleteCollection', { curriculumId, collectionType })

describe('the collection', () => {
  test('lists courses and plans with the same names', async () => {
    for (const kind of ['Course', 'Plan'] as const) {
      const items = await list(kind, liming)
      expect(items.length).toBeGreaterThan(0)
      for (const item of items) expectKeys(item, 'id planName planIndexPictureUrl oneTitle twoTitle studyTimeSum planScore joinNum commentNum')
    }
    expect(await list('Course', wangfang)).toEqual([])
    expect(await list('Plan', wangfang)).toEqual([])
  })

  test('takes a course once, newest first, by POST or PUT, and the course says so', async () => {
    dataOf(await add(courses.electrical))
    dataOf(await add(String(courses.electrical), '1'))
    api.clock.advance({ seconds: 1 })
    dataOf(await wangfang.put('/train/app/collection/insertCollection', { curriculumId: courses.welding, collectionType: 1 }))
    expect((await list('Course', wangfang)).map(({ id }) => id)).toEqual([courses.welding, courses.electrical])
    expect(dataOf(await wangfang.get(`/train/app/course/${courses.electrical}`))).toMatchObject({ collection: 1 })
    expect(dataOf(await liming.get('/train/app/collection/getMyCollectionCourse'))).not.toContainEqual(expect.objectContaining({ id: 0 }))
    dataOf(await remove(courses.welding))
    dataOf(await remove(courses.welding))
    expect((await list('Course', wangfang)).map(({ id }) => id)).toEqual([courses.electrical])
    dataOf(await remove(courses.electrical))
    expect(dataOf(await wangfang.get(`/train/app/course/${courses.electrical}`))).toMatchObject({ collection: 2 })
  })

  test('takes a plan, also from the query', async () => {
    dataOf(await wangfang.post(`/train/app/collection/insertCollection?curriculumId=${plans.onboarding}&collectionType=2`))
    expect((await list('Plan', wangfang)).map(({ planName }) => planName)).toEqual(['新员工入职培训计划'])
    expect(dataOf(await wangfang.get('/train/webplan/getWebPlanById', { planId: plans.onboarding }))).toMatchObject({ collection: 1 })
    dataOf(await remove(plans.onboarding, 2))
    expect(await list('Plan', wangfang)).toEqual([])
  })

  test('takes nothing of another tenant or that is not there', async () => {
    expectStatus(await add(foreign(courses.electrical)), 404)
    expectStatus(await add(courses.electrical, 2), 404)
    expectStatus(await add(55_555_555), 404)
    dataOf(await remove(foreign(courses.electrical)))
  })

  test('never breaks on bad input', async () => {
    for (const value of hostileValues) {
      expectStatus(await add(value), 400)
      expect([400]).toContain((await add(courses.electrical, value)).status)
    }
    expectStatus(await remove('x'), 400)
    expectStatus(await remove(courses.electrical, 3), 400)
  })
})
