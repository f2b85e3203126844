import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { analyzeFilled } from '../db/maintenance.ts'
import { withTx } from '../db/tx.ts'
import { indexLabels } from '../queries/label-sets.ts'
import { isDatabaseEmpty } from '../queries/tenants.ts'
import { makeWorld } from './world.ts'
import type { WorldProgress } from './world.ts'

type Options = {
  /** The moment to which all dates are relative. */
  now: Date
  onProgress?: ((step: string) => void) | undefined
  /** Told once when another process is at it. */
  onWait?: (() => void) | undefined
}

/** The number of the lock that whoever fills a database holds; no other lock of ours has a number. */
const fillLock = 82

/**
 * Fills an empty database with the demo world, wholly or not at all; returns how many rows it has put there. Of several processes that
 * begin at once one fills and the others wait for it, and have then nothing to do.
 */
export async function seedDemoWorld(db: Database, options: Options): Promise<number> {
  let filled = await fillUnlessLocked(db, options)
  if (filled === null) options.onWait?.()
  while (filled === null) {
    // Not waited for inside a statement: those of a server that answers people may wait for seconds only.
    await pause(200 + Math.random() * 200)
    filled = await fillUnlessLocked(db, options)
  }
  // Without statistics the first visitors' queries take ten times as long, until the upkeep comes by.
  if (filled > 0) await analyzeFilled(db)
  return filled
}

/** How many rows were put there, none where somebody has put a tenant there already; null while another process has the lock. */
function fillUnlessLocked(db: Database, options: Options): Promise<number | null> {
  return withTx(db, async (tx) => {
    // Let go by the database itself as the transaction ends, however the process ends.
    const { rows } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${fillLock}::bigint) as taken`)
    if (rows[0]?.taken !== true) return null
    return (await isDatabaseEmpty(tx)) ? fill(tx, options) : 0
  })
}

async function fill(tx: Db, { now, onProgress }: Options): Promise<number> {
  const tell: WorldProgress = ({ step, learners, rows }) => onProgress?.(`${step}: ${learners} learners, ${rows} rows`)
  const rowCount = await makeWorld({ now, size: { extraLearners: 0, extraCourses: 0 }, write: (rows, what) => rows.write(tx, what), onProgress: tell })
  await indexLabels(tx)
  return rowCount
}
