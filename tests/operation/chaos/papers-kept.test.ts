import { afterAll, beforeAll, expect, it } from 'vitest'
import { newRow } from '@/scripts/chaos/loop.mjs'
import { Sheet } from '@/scripts/chaos/paper-oracle.mjs'
import { judgePapers, papersRow } from '@/scripts/chaos/papers-kept.mjs'
import type { OpenDatabase } from '@/training-api/db/client'
import { testMoment } from '../../../training-api/tests/support'
import { openThrowaway } from '../../../training-api/tests/throwaway'

let database: OpenDatabase
beforeAll(async () => {
  database = await openThrowaway({ seed: false, now: testMoment })
}, 300_000)
afterAll(() => database.close())

const sittingOf = (account: string, attemptId: string | null) => ({ plan: { round: 1 }, account, attemptId, by: 'learner', askedAt: 0, handIns: [], sheet: new Sheet() })

it('who never saw their paper hides nothing of what the others were told', async () => {
  const said: string[] = []
  const row = newRow('two tabs')
  await judgePapers(row, [sittingOf('learner001', null), sittingOf('learner002', '1')], { db: database.db, examId: 8001, line: (text: string) => said.push(text) })
  expect(said).toEqual(['two tabs: learner002: the paper 1 is not handed in'])
  expect(row).toMatchObject({ missing: 1, twice: 0, faults: 0 })
})

it('what a sheet finds wrong is said, and not only counted', async () => {
  const said: string[] = []
  const sitting = sittingOf('learner003', null)
  sitting.sheet.faults.push('learner003: what nobody chose was saved')
  const row = await papersRow([{ sittings: [sitting], handInsAsked: 1 }], { db: database.db, rounds: 1, line: (text: string) => said.push(text) })
  expect([row.faults, said]).toEqual([1, ['papers of all rounds, from the database: learner003: what nobody chose was saved']])
})
