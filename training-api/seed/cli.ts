import { readArguments, UsageError } from '../arguments.ts'
import { openDatabase } from '../db/client.ts'
import { analyzeFilled } from '../db/maintenance.ts'
import { EnvError, readEnv } from '../env.ts'
import { endExplained } from '../explain.ts'
import { indexLabels } from '../queries/label-sets.ts'
import { cutCrowdedBuckets } from '../queries/rank-pieces.ts'
import { isDatabaseEmpty } from '../queries/tenants.ts'
import { makeWorld } from './world.ts'
import type { WorldProgress } from './world.ts'

const usage = `Fills an empty database with the demo world, as large as you like.

  node training-api/seed/cli.ts [--learners <count>] [--courses <count>]

  --learners  learners of tenant 82 in all (at least 294, the demo world's own)
  --courses   courses of tenant 82 in all (at least 48)

Where the database is: DATA_DIR or DATABASE_URL, as for the training API.
`

const ownLearners = 294
const ownCourses = 48
const barWidth = 30

/** A line that is redrawn in a terminal, and a line now and then where there is none. */
function progressBar(totalLearners: number): WorldProgress {
  const begun = performance.now()
  let told = 0
  return ({ step, learners, rows }) => {
    const share = Math.min(1, learners / totalLearners)
    const seconds = (performance.now() - begun) / 1000
    const left = share > 0.01 && step !== 'done' ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : ''
    const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░')
    const line = `${bar} ${Math.floor(share * 100)}%  ${step}: ${learners.toLocaleString('en')} learners, ${rows.toLocaleString('en')} rows in ${Math.round(seconds)} s${left}`
    if (process.stdout.isTTY) process.stdout.write(`\r${line.slice(0, process.stdout.columns - 1).padEnd(process.stdout.columns - 1)}`)
    else if (seconds - told > 10 || step === 'done') {
      told = seconds
      process.stdout.write(`${line}\n`)
    }
  }
}

function readCount(text: string | undefined, least: number, name: string): number {
  if (text === undefined) return least
  const count = Number(text)
  if (!Number.isInteger(count) || count < least) throw new UsageError(`--${name} must be a whole number, at least ${least}.`)
  return count
}

async function main(): Promise<void> {
  const { values } = readArguments(usage, { options: { learners: { type: 'string' }, courses: { type: 'string' } } })
  const learners = readCount(values.learners, ownLearners, 'learners')
  const courses = readCount(values.courses, ownCourses, 'courses')
  const env = readEnv()
  const { db, close } = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, poolSize: 1, onNotice: (notice) => process.stderr.write(`${notice}\n`) })
  try {
    process.once('SIGINT', () => {
      process.stderr.write('\nInterrupted: the database is incomplete, so begin again with an empty one.\n')
      process.exit(130)
    })
    if (!(await isDatabaseEmpty(db))) throw new EnvError('The database is not empty: choose another with DATA_DIR or DATABASE_URL.')
    await makeWorld({
      now: new Date(),
      size: { extraLearners: learners - ownLearners, extraCourses: courses - ownCourses },
      write: (rows, what) => rows.write(db, what),
      onProgress: progressBar(learners + 152),
    })
    await indexLabels(db)
    await cutCrowdedBuckets(db)
    process.stdout.write('\n')
    await analyzeFilled(db)
  } finally {
    await close()
  }
}

main().catch((fault: unknown) => endExplained(fault, 'The database could not be filled'))
