import { expect, test } from 'vitest'
import { answerKillLoop } from './answer-kill-loop.ts'
import { embeddedStage } from './answer-kill-stage.ts'

// The long run, with the web and a PostgreSQL server where there are such: npm run chaos -- exams --rounds 200
test('no acknowledged answer is lost and nothing is handed in twice when the API is killed', async () => {
  const report = await answerKillLoop({ stage: await embeddedStage(), rounds: 2, takers: 6, seed: 20_260_310 })
  expect(report).toMatchObject({ rounds: 2, kills: { 'training API': 2 }, missing: 0, twice: 0, faults: [] })
  expect(report.answers).toBeGreaterThan(2)
}, 180_000)
