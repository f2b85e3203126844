// `npm run cluster [-- --rounds N] [--learners N] [--seed N]`: two webs and two training APIs behind Caddy, with PostgreSQL and Redis, as
// processes; restarts each of the four in turn while learners read pages and save answers, and looks whether both of a kind agree.
// Needs caddy, redis-server, a PostgreSQL server (installed, or BENCH_DATABASE_URL for one that may create databases) and a build.
import { hasBuild } from './chaos/web.mjs'
import { randomOf } from './chaos/random.mjs'
import { checkCluster } from './cluster/checks.mjs'
import { startLoad } from './cluster/load.mjs'
import { openStage } from './cluster/stage.mjs'
import { readArguments } from './lib/arguments.mjs'

const { values } = readArguments('npm run cluster [-- --rounds N] [--learners N] [--seed N]', { options: { rounds: { type: 'string', default: '1' }, learners: { type: 'string', default: '8' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const line = (text) => console.log(`  ${text}`)

if (!hasBuild()) {
  console.error('There is no build of the web: run `npm run build` first.')
  process.exit(1)
}

let stage
let faults
try {
  console.log(`cluster: ${values.rounds} rounds, ${values.learners} learners, seed ${seed}`)
  stage = await openStage({ line })
  const load = await startLoad({ stage, learners: Number(values.learners), random: randomOf(seed) })
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const part of stage.rolling) {
      load.during(part.name)
      const begun = performance.now()
      await stage.restart(part)
      const { pages, saves, failed } = load.soFar()
      line(`${part.name} restarted in ${((performance.now() - begun) / 1000).toFixed(1)} s; so far ${pages} pages and ${saves} answers, ${failed.length} failed`)
    }
  }
  const found = await load.stop()
  for (const failure of found.failed.slice(0, 20)) line(`failed while ${failure.during} was restarted: ${failure.what}`)
  faults = [...found.failed.map(({ what }) => what), ...found.missing, ...(await checkCluster({ stage, line }))]
  console.log(`cluster: ${JSON.stringify({ pages: found.pages, answers: found.saves, failed: found.failed.length, missing: found.missing.length, faults: faults.length })}`)
} catch (error) {
  console.error(error)
  faults = [String(error)]
} finally {
  await stage?.close()
}
process.exit(faults.length === 0 ? 0 : 1)
