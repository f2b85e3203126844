import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchBuilt } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { electrical } from '../world.ts'
import { beginner, studyCalls } from './study-world.ts'

let api: TestApi
let fresh: TestLearner
const builtBy = watchBuilt()
beforeAll(async () => {
  api = await startTestApi({ seed: true })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  fresh = await beginner(api)
})

const { report, start } = studyCalls(() => api, () => fresh)

describe('a statement that every learner sends again and again is built once', () => {
  const ofVisits = /"study_visits"|"learners"|update "section_records"|"section_records" .* for update/
  const builtOfVisits = async (work: () => Promise<unknown>) => (await builtBy(work)).filter((text) => ofVisits.test(text))

  test('when a visit begins, is left for another and ends, with a name or without', async () => {
    await start()
    api.clock.advance({ minutes: 1 })
    expect(await builtOfVisits(() => report({ startOrEnd: 1, visitKey: 'visit-0001' }))).toEqual([])
    expect(await builtOfVisits(() => report({ sectionId: electrical.document, startOrEnd: 1, visitKey: 'visit-0002' }))).toEqual([])
    expect(await builtOfVisits(() => report({ startOrEnd: 2, sumHours: 9, visitKey: 'visit-0001' }))).toEqual([])
    expect(await builtOfVisits(() => report({ sectionId: electrical.document, startOrEnd: 2, sumHours: 9, visitKey: 'visit-0002' }))).toEqual([])
    await start(electrical.scorm12)
    expect(await builtOfVisits(() => report({ sectionId: electrical.scorm12, startOrEnd: 2, sumHours: 9 }))).toEqual([])
  })
})
