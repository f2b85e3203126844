import { and, asc, eq, getTableName, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { listTables } from '../db/copy/tables.ts'
import { attempts } from '../db/schema/attempts.ts'
import { learners } from '../db/schema/learners.ts'
import { leaveRankings } from './rankings.ts'
import { removeReviews } from './reviews.ts'
import { findBest, findContribution, replaceContribution } from './statistics.ts'
import type { Who } from './who.ts'

/** How many rows went, by table; nothing of tables that had none. */
export type Forgotten = { table: string; rows: number }[]

/** The learner who has an account; null when the tenant has none of that name. */
export async function findLearnerId(db: Db, { tenantId, account }: { tenantId: number; account: string }): Promise<number | null> {
  const [found] = await db.select({ learnerId: learners.learnerId }).from(learners).where(and(eq(learners.tenantId, tenantId), eq(learners.account, account)))
  return found?.learnerId ?? null
}

/** Lets nobody use the account any more: whoever is in is out, and what is under way ends before the learner is forgotten. */
export async function closeAccount(tx: Db, { tenantId, userId }: Who): Promise<void> {
  await tx.update(learners).set({ disabled: true }).where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId)))
  await tx.execute(sql`delete from sessions where tenant_id = ${tenantId} and learner_id = ${userId}`)
}

/**
 * Removes everything of a learner, for good: what is counted from it first (stars, participants, rankings, averages of exams), then the rows of
 * every table that names learners or their attempts, found in the schema, so that no later table is left out.
 */
export async function forgetLearner(tx: Db, { tenantId, userId }: Who): Promise<Forgotten> {
  const who = { tenantId, userId }
  // Of whoever has learned for years it takes as long as it takes.
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.select({ learnerId: learners.learnerId }).from(learners).where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId))).for('update')
  const reviews = await removeReviews(tx, who)
  await countOut(tx, who)
  const totals = await leaveRankings(tx, who)
  await leaveStatistics(tx, who)
  const counted = [{ table: 'reviews', rows: reviews }, { table: 'learner_totals', rows: totals }].filter(({ rows }) => rows > 0)
  return [...counted, ...(await removeRows(tx, who))]
}

/** A participant less in what the learner had begun or joined. */
async function countOut(tx: Db, { tenantId, userId }: Who): Promise<void> {
  await tx.execute(sql`
    update content_totals as t set join_count = greatest(0, t.join_count - 1) from enrolments e
    where e.tenant_id = ${tenantId} and e.learner_id = ${userId} and e.plan_item_id = 0 and e.started_at is not null
      and t.tenant_id = e.tenant_id and t.content_kind = e.content_kind and t.content_id = e.content_id`)
  await tx.execute(sql`
    update post_maps as m set join_count = greatest(0, m.join_count - 1) from post_map_members p
    where p.tenant_id = ${tenantId} and p.learner_id = ${userId} and m.tenant_id = p.tenant_id and m.post_map_id = p.post_map_id`)
}

async function leaveStatistics(tx: Db, { tenantId, userId }: Who): Promise<void> {
  const taken = await tx.selectDistinct({ examId: attempts.examId }).from(attempts).where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId))).orderBy(asc(attempts.examId))
  for (const { examId } of taken) {
    const best = await findBest(tx, { tenantId, userId, examId })
    if (best !== undefined) await replaceContribution(tx, { tenantId, examId, before: await findContribution(tx, { tenantId, best }), after: null })
  }
}

const hasColumn = (table: PgTable, name: string) => getTableConfig(table).columns.some((column) => column.name === name)

/** The tables that name learners, and those whose rows belong to attempts and are to go before them. */
export async function listTablesOfLearners(): Promise<{ named: PgTable[]; ofAttempts: PgTable[] }> {
  const all = await listTables()
  return { named: all.filter((table) => hasColumn(table, 'learner_id')), ofAttempts: all.filter((table) => hasColumn(table, 'attempt_id') && !hasColumn(table, 'learner_id')) }
}

async function removeRows(tx: Db, { tenantId, userId }: Who): Promise<Forgotten> {
  const { named, ofAttempts } = await listTablesOfLearners()
  const own = sql`tenant_id = ${tenantId} and learner_id = ${userId}`
  const forgotten: Forgotten = []
  const remove = async (table: PgTable, which: ReturnType<typeof sql>) => {
    const { rowCount } = await tx.execute(sql`delete from ${table} where ${which}`)
    if (rowCount) forgotten.push({ table: getTableName(table), rows: rowCount })
  }
  for (const table of ofAttempts) await remove(table, sql`tenant_id = ${tenantId} and attempt_id in (select attempt_id from attempts where ${own})`)
  const sent = await tx.execute<{ id: number }>(sql`select message_id as id from message_recipients where ${own}`)
  for (const table of named) await remove(table, own)
  // What was sent to nobody else has said its last.
  await tx.execute(sql`
    delete from messages m where m.tenant_id = ${tenantId} and m.message_id = any(${sql.param(sent.rows.map(({ id }) => id))}::bigint[])
      and not exists (select 1 from message_recipients r where r.tenant_id = m.tenant_id and r.message_id = m.message_id)`)
  return forgotten
}
