import { expect, test } from 'vitest'
import { answerKillLoop } from './answer-kill-loop.ts'

// The long run: node training-api/tests/answer-kill-loop.ts --rounds 200 --takers 50 --seed …
test('no acknowledged answer is lost and nothing is handed in twice when the API is killed', async () => {
  const report = await answerKillLoop({ rounds: 2, takers: 6, seed: 20_260_310 })
  expect(report).toMatchObject({ rounds: 2, missing: 0, twice: 0, faults: [] })
  expect(report.answers).toBeGreaterThan(2)
}, 180_000)
