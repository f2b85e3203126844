import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { operations } from '../db/schema/operations.ts'
import { CallError } from '../envelope.ts'
import { dayMs } from '../rules/china-time.ts'
import { messages } from '../rules/messages.ts'
import type { Who } from './who.ts'

/** Who wishes what under which id; without an id every call is a wish of its own. */
export type Operation = Who & { operationId: string | undefined; call: string; given: unknown; now: Date }

/** Longer than anybody's browser keeps what it could not send. */
const keptMs = 30 * dayMs

/**
 * The answer of work that is done once for each operation id: a repetition is told what the first one was told and changes
 * nothing, however late it comes within thirty days. Inside a transaction, so that work and answer are kept together or not at
 * all. What `isDone` denies is not kept and may be tried again. Throws 400 when the id was used for something else.
 */
export async function onceFor<T>(tx: Db, { operationId, call, given, now, ...rest }: Operation, work: () => Promise<T>, isDone: (answer: T) => boolean = () => true): Promise<T> {
  if (operationId === undefined) return work()
  const wish = createHash('sha256').update(JSON.stringify([call, given])).digest('hex')
  const key = { tenantId: rest.tenantId, learnerId: rest.userId, operationId }
  const isIt = and(eq(operations.tenantId, key.tenantId), eq(operations.learnerId, key.learnerId), eq(operations.operationId, operationId))
  // Where another transaction does the same just now, this waits for its end.
  const begun = await tx.insert(operations).values({ ...key, wish, answer: null, doneAt: now }).onConflictDoNothing({ target: [operations.tenantId, operations.learnerId, operations.operationId] }).returning({ wish: operations.wish })
  if (begun.length === 0) {
    const [before] = await tx.select({ wish: operations.wish, answer: operations.answer }).from(operations).where(isIt)
    if (before === undefined || before.wish !== wish) throw new CallError(400, messages.operationReused)
    return before.answer as T
  }
  const answer = await work()
  if (isDone(answer)) await tx.update(operations).set({ answer }).where(isIt)
  else await tx.delete(operations).where(isIt)
  return answer
}

/** Forgets operations that are older than thirty days. */
export async function sweepOperations(db: Db, { now, stopping }: { now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const key = sql`tenant_id, learner_id, operation_id`
  const old = lt(operations.doneAt, new Date(now.getTime() - keptMs))
  await deleteInBatches((most) => db.delete(operations).where(sql`(${key}) in (select ${key} from ${operations} where ${old} order by ${operations.doneAt} limit ${most})`), stopping)
}
