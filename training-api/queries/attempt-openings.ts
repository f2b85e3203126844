import { and, desc, eq, gt, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { prepared, preparedRows } from '../db/prepared.ts'
import { attemptOpenings, attempts } from '../db/schema/attempts.ts'
import { sqlState, WorthRepeating } from '../db/tx.ts'
import { dayMs } from '../rules/china-time.ts'
import { isToHandInOfLearner } from './overdue-attempts.ts'
import type { Who } from './who.ts'

type NewWriter = Who & { attemptId: number; intentId?: string | undefined; now: Date }
type Opening = typeof attemptOpenings.$inferSelect

const [tenantId, userId, intentId, attemptId] = [sql.placeholder('tenantId'), sql.placeholder('userId'), sql.placeholder('intentId'), sql.placeholder('attemptId')]
/** The epoch of an opening that makes nobody the writer. */
const LOOKING = 0

const openingOfIntent = prepared((db) =>
  db
    .select()
    .from(attemptOpenings)
    .where(and(eq(attemptOpenings.tenantId, tenantId), eq(attemptOpenings.learnerId, userId), eq(attemptOpenings.intentId, intentId)))
    .prepare('opening_of_intent'),
)

/** What an intent has opened; undefined when that is nothing, and without an intent. */
export async function findOpening(tx: Db, asked: Who & { intentId?: string | undefined }): Promise<Opening | undefined> {
  if (asked.intentId === undefined) return undefined
  return (await openingOfIntent(tx).execute({ tenantId: asked.tenantId, userId: asked.userId, intentId: asked.intentId }))[0]
}

const lastOpening = prepared((db) =>
  db
    .select({ openedAt: attemptOpenings.openedAt })
    .from(attemptOpenings)
    .where(and(eq(attemptOpenings.tenantId, tenantId), eq(attemptOpenings.learnerId, userId), eq(attemptOpenings.attemptId, attemptId), gt(attemptOpenings.epoch, LOOKING)))
    .orderBy(desc(attemptOpenings.epoch))
    .limit(1)
    .prepare('last_opening'),
)

/** When an intent has last become the writer of an attempt; null where none is known. */
export async function lastOpenedAt(tx: Db, asked: Who & { attemptId: number }): Promise<Date | null> {
  return (await lastOpening(tx).execute({ tenantId: asked.tenantId, userId: asked.userId, attemptId: asked.attemptId }))[0]?.openedAt ?? null
}

/** Makes the caller the writer of an attempt; returns the epoch it writes with. The same intent opens once. */
export async function openAttempt(tx: Db, writer: NewWriter): Promise<number> {
  const opened = await findOpening(tx, writer)
  return opened?.attemptId === writer.attemptId && opened.epoch !== LOOKING ? opened.epoch : writeEpoch(tx, writer)
}

const raised = sql`update attempts set epoch = epoch + 1 where tenant_id = ${tenantId} and attempt_id = ${attemptId} returning epoch`
const raiseEpoch = preparedRows<{ epoch: number }>('epoch_raised', raised)
// Written with the epoch that it opens with: one journey for both.
const raiseNotedEpoch = preparedRows<{ epoch: number }>(
  'noted_epoch_raised',
  sql`
    with raised as (${raised}),
    noted as (
      insert into attempt_openings (tenant_id, learner_id, intent_id, attempt_id, epoch, opened_at)
      select ${tenantId}::bigint, ${userId}::bigint, ${intentId}::text, ${attemptId}::bigint, epoch, ${sql.placeholder('at')}::timestamptz from raised
      on conflict (tenant_id, learner_id, intent_id) do nothing)
    select epoch from raised`,
)

/** Lets an attempt that is locked go on with a new writer: the epoch grows, and what the intent has opened is kept. */
export async function writeEpoch(tx: Db, { now, ...writer }: NewWriter): Promise<number> {
  const [attempt] = writer.intentId === undefined ? await raiseEpoch(tx, writer) : await raiseNotedEpoch(tx, { ...writer, at: now.toISOString() })
  return attempt?.epoch ?? 1
}

const newOpening = (db: Db) =>
  db.insert(attemptOpenings).values({ tenantId, learnerId: userId, intentId, attemptId, epoch: sql.placeholder('epoch'), openedAt: sql.placeholder('now') })
const openingLookedAt = prepared((db) => newOpening(db).onConflictDoNothing({ target: [attemptOpenings.tenantId, attemptOpenings.learnerId, attemptOpenings.intentId] }).prepare('opening_looked_at'))
const openingBegun = prepared((db) => newOpening(db).prepare('opening_begun'))

/** Keeps which attempt an intent has shown without making anybody its writer, so that it never opens anything else. */
export async function noteLooking(tx: Db, writer: NewWriter): Promise<void> {
  if (writer.intentId !== undefined) await openingLookedAt(tx).execute({ ...writer, epoch: LOOKING })
}

/** Keeps which attempt an intent has begun. One that another start, of another exam, has just noted is looked at again: nobody waits for that one. */
export async function noteBeginning(tx: Db, writer: NewWriter): Promise<void> {
  if (writer.intentId === undefined) return
  await openingBegun(tx).execute({ ...writer, epoch: 1 }).catch((fault: unknown) => {
    throw sqlState(fault) === '23505' ? new WorthRepeating('A start was overtaken by another of the same intent.', { cause: fault }) : fault
  })
}

/** Forgets which clicks opened what; a click is not repeated after two days. Of an attempt that still takes answers they tell who sends an epoch. */
export async function sweepOpenings(db: Db, { now, stopping }: { now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const key = { tenantId: attemptOpenings.tenantId, learnerId: attemptOpenings.learnerId, intentId: attemptOpenings.intentId }
  const isOld = lt(attemptOpenings.openedAt, new Date(now.getTime() - 2 * dayMs))
  const open = db
    .select({ one: sql`1` })
    .from(attempts)
    .where(and(eq(attempts.tenantId, attemptOpenings.tenantId), eq(attempts.attemptId, attemptOpenings.attemptId), eq(attempts.sealed, false), or(isToHandInOfLearner, inArray(attempts.submittedBy, ['deadline', 'screenSwitch']))))
  await deleteInBatches(
    (most) => db.delete(attemptOpenings).where(sql`(${key.tenantId}, ${key.learnerId}, ${key.intentId}) in ${db.select(key).from(attemptOpenings).where(and(isOld, notExists(open))).orderBy(attemptOpenings.openedAt).limit(most)}`),
    stopping,
  )
}
