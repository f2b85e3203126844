// What reading a ranking costs (the first ten and the own place) with few and with many learners, on either engine.
import { sql } from 'drizzle-orm'
import { cutCrowdedBuckets } from '../../training-api/queries/rank-pieces.ts'
import { readRanking, wholeTenant } from '../../training-api/queries/rankings.ts'
import { bucketWidths, lastBucket } from '../../training-api/rules/rankings.ts'
import { findEngines, openBenchDatabase, vacuum } from './databases.mjs'
import { median } from './measure.mjs'
import { rankingsVerdict, sayGoals } from './verdicts.mjs'

const tenantId = 82
const batch = 20_000
/** How many learners are asked for in each round. */
const reads = 300

/** Figures as they are: many small ones, few large ones, whole certificates shared by crowds. */
const figures = {
  minutes: 'floor(-ln(1 - random()) * 1800)',
  points: '5 * floor(-ln(1 - random()) * 160)',
  certificates: 'floor(-ln(1 - random()) * 1.6)',
  mistakes: 'floor(-ln(1 - random()) * 12)',
}

async function fill(db, count, progress) {
  await db.execute(sql.raw('select setseed(0.42)'))
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1)
    await db.execute(sql.raw(`insert into learners (tenant_id, learner_id, account, name, work_number, authorities, created_at)
      select ${tenantId}, n, 'bench' || n, 'learner ' || n, 'B' || n, '[]', now() from generate_series(${from}, ${to}) n`))
    for (const [metric, figure] of Object.entries(figures)) {
      await db.execute(sql.raw(`insert into learner_totals (tenant_id, metric, scope, scope_id, learner_id, value, bucket)
        select ${tenantId}, '${metric}', 'tenant', 0, n, v, least(${lastBucket}, floor(v / ${bucketWidths[metric]}))
        from (select n, (${figure})::bigint v from generate_series(${from}, ${to}) n) made`))
    }
    progress(`${to.toLocaleString('en')} of ${count.toLocaleString('en')} learners`)
  }
  for (const metric of Object.keys(figures)) {
    await db.execute(sql.raw(`insert into rank_histogram (tenant_id, metric, scope, scope_id, bucket, learners)
      select tenant_id, metric, scope, scope_id, bucket, count(*) from learner_totals where metric = '${metric}' group by 1, 2, 3, 4, 5`))
  }
  await cutCrowdedBuckets(db)
  for (const table of ['learners', 'learner_totals', 'rank_histogram', 'rank_chunks']) await db.execute(sql.raw(`${vacuum} ${table}`))
}

/** A database with so many learners, on the engine; `close` takes it away again. */
async function open(engine, count, progress) {
  const opened = await openBenchDatabase(engine, count)
  await fill(opened.db, count, progress)
  return opened
}

/** Times the same reads in every world, read by read in turn, so that a disturbance hits all alike. */
async function measure(worlds, metric) {
  const times = worlds.map(() => [])
  for (let read = 0; read < reads; read += 1) {
    // Learners spread evenly, the same share of the way in every world.
    const share = ((read * 7919) % 10_007) / 10_007
    for (const [index, { db, count }] of worlds.entries()) {
      const begun = performance.now()
      await readRanking(db, { tenantId, userId: 1 + Math.floor(share * count), ...wholeTenant, metric })
      times[index].push(performance.now() - begun)
    }
  }
  return times.map((taken) => ({ p50: median(taken), p95: taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.95)], mean: taken.reduce((sum, time) => sum + time, 0) / taken.length }))
}

/** Measures both engines and prints a table. */
export async function benchRankings({ rounds, print, few = 20_000, many = 1_000_000 }) {
  const rows = []
  for (const engine of await findEngines(print)) {
    const worlds = []
    for (const count of [few, many]) worlds.push({ count, ...(await open(engine, count, (text) => print.progress(`${engine}: ${text}`))) })
    try {
      for (const metric of Object.keys(figures)) {
        const runs = worlds.map(() => [])
        await measure(worlds, metric)
        for (let round = 1; round <= rounds; round += 1) {
          print.progress(`${engine}: ${metric}, round ${round}/${rounds}`)
          for (const [index, taken] of (await measure(worlds, metric)).entries()) runs[index].push(taken)
        }
        const [small, large] = runs.map((run) => ({ p50: median(run.map(({ p50 }) => p50)), p95: median(run.map(({ p95 }) => p95)), mean: median(run.map(({ mean }) => mean)) }))
        rows.push({ engine, metric, few, many, small, large, ratio: large.p50 / small.p50, meanRatio: large.mean / small.mean })
      }
    } finally {
      for (const { close } of worlds) await close()
    }
  }
  const ms = (value) => value.toFixed(2)
  print.table(['engine, ranking', `p50 ms of ${few.toLocaleString('en')}`, `of ${many.toLocaleString('en')}`, 'times', 'p95 ms', 'p95 ms', 'mean, times'], rows.map(({ engine, metric, small, large, ratio, meanRatio }) => [
    `${engine}, ${metric}`, ms(small.p50), ms(large.p50), ratio.toFixed(2), ms(small.p95), ms(large.p95), meanRatio.toFixed(2),
  ]))
  const verdict = rankingsVerdict(rows)
  for (const line of sayGoals(verdict)) print.line(line)
  return [...rows, verdict]
}
