import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { dataOf, electrical, expectStatus, hostileValues } from '../world.ts'
import { beginner } from './study-world.ts'

let api: TestApi
let liming: TestLearner
let elsewhere: TestLearner
let fresh: TestLearner

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  elsewhere = await api.loginAs('liming', 101)
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

describe('positions', () => {
  const at = { sectionId: electrical.video, resourceId: 7001 }
  const save = (body: object, who = fresh) => who.post<{ position: number; seq: number } | null>('/train/web/saveStudyPosition', { ...at, ...body })
  const read = async (who = fresh) => dataOf(await who.get<object | null>('/train/web/getStudyPosition', at))

  test('are stored in order of their numbers', async () => {
    expect(await read()).toBeNull()
    expect(dataOf(await save({ position: 12.5, seq: 2 }))).toEqual({ position: 12.5, suspendData: null, seq: 2, updateTime: '2026-03-10 10:00:00' })
    expect(dataOf(await save({ position: 3, seq: 2 }))).toMatchObject({ position: 12.5, seq: 2 })
    expect(dataOf(await save({ position: 3, seq: 1, suspendData: 'late' }))).toMatchObject({ position: 12.5, suspendData: null })
    expect(dataOf(await save({ position: 20, seq: 3, suspendData: 'x'.repeat(200_000) }))).toMatchObject({ position: 20, seq: 3 })
    expect(await read()).toMatchObject({ position: 20 })
    // What courseware keeps is its own affair, also where that is one word.
    expect(dataOf(await save({ position: 20, seq: 4, suspendData: 'null' }))).toMatchObject({ suspendData: 'null', seq: 4 })
    expect(await read(liming)).not.toMatchObject({ position: 20 })
  })

  test('are refused for other tenants, other resources and bad input', async () => {
    expectStatus(await save({ position: 1, seq: 1 }, elsewhere), 404)
    expectStatus(await save({ position: 1, seq: 1, resourceId: 7002 }), 404)
    expectStatus(await save({ position: -1, seq: 1 }), 400)
    expectStatus(await save({ position: 1, seq: 1, suspendData: 'x'.repeat(200_001) }), 400)
    for (const value of hostileValues) {
      expectStatus(await save({ position: 1, seq: 1, sectionId: value }), 400)
      expect([200, 400]).toContain((await save({ position: 1, seq: value })).status)
    }
  })
})
