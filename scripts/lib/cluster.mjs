// `npm run cluster [-- --rounds N] [--learners N] [--visitors N] [--seed N]`: two webs and two training APIs behind Caddy, with PostgreSQL and
// Redis, as processes; restarts each of the four in turn while learners read pages, save answers and write notes and visitors read public
// pages, and looks whether both of a kind agree.
// Needs caddy, redis-server and a PostgreSQL server (installed, or BENCH_DATABASE_URL for one that may create databases).
import { randomInt } from 'node:crypto'
import { randomOf } from '../chaos/random.mjs'
import { readArguments, refuseArguments } from './arguments.mjs'
import { runCommand } from './command.mjs'
import { demoLearners } from './demo-world.mjs'
import { forgetSettings } from './forget-settings.mjs'
import { clusterParts, givenServer, requireParts, sayReleases } from './parts.mjs'
import { isStopping } from './processes.mjs'
import { buildWhenStale } from './web-build.mjs'

const usage = 'npm run cluster [-- --rounds N] [--learners N] [--visitors N] [--seed N]'
const line = (text) => console.log(`  ${text}`)

/** Restarts everything in turn under load; gives what was wrong, a sentence each. */
async function faultsOf(stage, { rounds, learners, visitors, seed }) {
  const { checkCluster } = await import('../cluster/checks.mjs')
  const { startLoad } = await import('../cluster/load.mjs')
  const load = await startLoad({ stage, learners, visitors, random: randomOf(seed) })
  for (let round = 1; round <= rounds; round += 1) {
    for (const part of stage.rolling) {
      load.during(part.name)
      const begun = performance.now()
      await stage.restart(part)
      const { pages, saves, notes, visits, failed } = load.soFar()
      line(`${part.name} restarted in ${((performance.now() - begun) / 1000).toFixed(1)} s; so far ${pages} pages, ${saves} answers, ${notes} notes and ${visits} visits, ${failed.length} failed`)
    }
  }
  const found = await load.stop()
  for (const failure of found.failed.slice(0, 20)) line(`failed while ${failure.during} was restarted: ${failure.what}`)
  const checked = await checkCluster({ stage, line })
  const [wrong, accidents] = [found.wrong, stage.accidents()]
  for (const sentence of [...wrong, ...accidents].slice(0, 20)) line(sentence)
  const faults = [...found.failed.map(({ what }) => what), ...wrong, ...checked, ...accidents]
  console.log(`cluster: ${JSON.stringify({ pages: found.pages, answers: found.saves, notes: found.notes, visits: found.visits, fromCache: found.hits, failed: found.failed.length, wrong: wrong.length, accidents: accidents.length, faults: faults.length })}`)
  return faults
}

/** Brings the cluster up and restarts its parts under load; ends with 1 when anything was wrong. */
export function cluster() {
  const { values } = readArguments(
    usage,
    { options: { rounds: { type: 'string', default: '1' }, learners: { type: 'string', default: '8' }, visitors: { type: 'string', default: '4' }, seed: { type: 'string' } } },
    { rounds: 1, learners: 1, visitors: 1, seed: 0 },
  )
  if (values.learners > demoLearners) refuseArguments(`The demo world has ${demoLearners} learners who can be at work, not ${values.learners}`, usage)
  const seed = values.seed ?? randomInt(1_000_000_000)

  return runCommand({
    interruptedCode: 130,
    check: () => requireParts(clusterParts),
    async work() {
      forgetSettings()
      if (givenServer()) await (await import('../bench/databases.mjs')).requireGivenServer()
      await buildWhenStale()
      if (isStopping()) return
      console.log(`cluster: ${values.rounds} rounds, ${values.learners} learners, seed ${seed}; ${sayReleases()}`)
      const { openStage } = await import('../cluster/stage.mjs')
      const stage = await openStage({ line })
      const faults = await faultsOf(stage, { ...values, seed })
      await stage.close()
      if (faults.length > 0) process.exitCode = 1
    },
  })
}
