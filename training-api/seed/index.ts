import type { Database } from '../db/client.ts'
import { withTx } from '../db/tx.ts'
import { indexLabels } from '../queries/label-sets.ts'
import { makeWorld } from './world.ts'
import type { WorldProgress } from './world.ts'

type Options = {
  /** The moment to which all dates are relative. */
  now: Date
  onProgress?: ((step: string) => void) | undefined
}

/** Fills an empty database with the demo world, wholly or not at all; returns how many rows it has. */
export async function seedDemoWorld(db: Database, { now, onProgress }: Options): Promise<number> {
  const tell: WorldProgress = ({ step, learners, rows }) => onProgress?.(`${step}: ${learners} learners, ${rows} rows`)
  const filled = await withTx(db, async (tx) => {
    const rowCount = await makeWorld({ now, size: { extraLearners: 0, extraCourses: 0 }, write: (rows, what) => rows.write(tx, what), onProgress: tell })
    await indexLabels(tx)
    return rowCount
  })
  // Without statistics the first visitors' queries take ten times as long, until the upkeep comes by.
  await db.execute('analyze')
  return filled
}
