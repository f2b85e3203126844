// Takers answer and hand in while what serves them is killed again and again: nothing acknowledged may be gone, no paper handed in twice.
import { openDatabase } from '../../training-api/db/client.ts'
import { seedDemoWorld } from '../../training-api/seed/index.ts'
import { answerKillLoop } from '../../training-api/tests/answer-kill-loop.ts'
import { apiPart, databasePart, directDoor, embeddedStage, freePort, logIn } from '../../training-api/tests/answer-kill-stage.ts'
import { makeCluster, noCluster } from './cluster.mjs'
import { notRun } from './loop.mjs'
import { judgeTotals } from './totals.mjs'
import { webDoor, webPart } from './web.mjs'

/** The training API on a PostgreSQL server of its own, behind the web for every second taker. */
async function wholeStage(cluster) {
  const apiPort = await freePort()
  const apiUrl = `http://127.0.0.1:${apiPort}`
  const webPort = await freePort()
  const webUrl = `http://localhost:${webPort}`
  await cluster.part.start()
  const { db, close } = await openDatabase({ databaseUrl: cluster.url })
  await seedDemoWorld(db, { now: new Date() })
  await close()
  return {
    parts: [cluster.part, apiPart(apiPort, { DATABASE_URL: cluster.url }), webPart(webPort, apiUrl)],
    open: () => openDatabase({ databaseUrl: cluster.url, migrate: false }),
    doorFor: async (account, number) => (number % 2 === 1 ? webDoor(webUrl, apiUrl, account, number) : directDoor(apiUrl, await logIn(apiUrl, account))),
    close: async () => cluster.close(),
  }
}

/** Runs the rounds; gives the row of the table. */
export async function chaosExams({ rounds, takers, seed, line }) {
  const cluster = await makeCluster()
  const stage = cluster ? await wholeStage(cluster) : await embeddedStage()
  line(`${takers} takers; killed at random: ${stage.parts.map(({ name }) => name).join(', ')}${cluster ? '' : ' with its embedded database (no PostgreSQL is installed)'}`)
  const begun = performance.now()
  let totals
  const report = await answerKillLoop({
    stage, rounds, seed, takers,
    look: async (db) => void (totals = await judgeTotals(db, { rounds, line })),
    onRound: (so) => (so.rounds % 10 === 0 || so.rounds === rounds) && line(`round ${so.rounds}: ${so.answers} answers and ${so.handIns} hand-ins acknowledged, ${so.missing} missing, ${so.twice} twice`),
  })
  for (const fault of report.faults) line(fault)
  line(`${Object.entries(report.kills).map(([part, times]) => `${part} killed ${times} times`).join(', ')}; ${((performance.now() - begun) / 1000 / rounds).toFixed(1)} s for a round`)
  const row = { cause: 'kill -9, answers and hand-ins', rounds: report.rounds, acknowledged: report.answers + report.handIns, missing: report.missing, twice: report.twice, faults: report.faults.length, slowestSeconds: report.slowestSeconds }
  return cluster ? [row, totals] : [row, totals, notRun(`kill -9 ${databasePart} and web`, noCluster)]
}
