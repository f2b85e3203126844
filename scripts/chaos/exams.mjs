// Fifty takers answer and hand in while the training API is killed again and again: nothing acknowledged may be gone, no paper handed in twice.
import { answerKillLoop } from '../../training-api/tests/answer-kill-loop.ts'

/** Runs the rounds; `missing` is everything that should not be: lost answers, double hand-ins, states no rule explains. */
export async function chaosExams({ rounds, seed, line }) {
  const report = await answerKillLoop({
    rounds, seed, takers: 50,
    onRound: (so) => (so.rounds % 10 === 0 || so.rounds === rounds) && line(`round ${so.rounds}: ${so.answers} answers and ${so.handIns} hand-ins acknowledged, ${so.missing} missing, ${so.twice} twice`),
  })
  for (const fault of report.faults) line(fault)
  return { ...report, faults: report.faults.length, missing: report.missing + report.twice + report.faults.length }
}
