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
import type { Contribution } from './statistics.ts'
import type { Who } from './who.ts'

/** How many rows went, by table; nothing of tables that had none. */
export type Forgotten = { table: string; rows: number }[]

/** The learner who has an account; null when the tenant has none of that name. */
export async function findLearnerId(db: Db, { tenantId, account }: { tenantId: number; account: string }): Promise<number | null> {
  const [found] = await db.select({ learnerId: learners.learnerId }).from(learners).where(and(eq(learners.tenantId, tenantId), eq(learners.account, account)))
  return found?.learnerId ?? null
}

/** Lets nobody use the account any more: whoever is in is out. What is under way already `forgetLearner` waits for. */
export async function closeAccount(tx: Db, { tenantId, userId }: Who): Promise<void> {
  await tx.update(learners).set({ disabled: true }).where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId)))
  await tx.execute(sql`delete from sessions where tenant_id = ${tenantId} and learner_id = ${userId}`)
}

/**
 * Removes everything of a learner, for good: the rows of every table that names learners or their attempts, found in the schema, so that no
 * later table is left out, and what was counted from them (stars, participants, members, rankings, averages of exams). What many learners
 * share is touched last, so that they wait for a moment only, however long the rest takes.
 */
export async function forgetLearner(tx: Db, { tenantId, userId }: Who): Promise<Forgotten> {
  const who = { tenantId, userId }
  // Of whoever has learned for years it takes as long as it takes.
  await tx.execute(sql`set local statement_timeout = 0`)
  await holdOwn(tx, who)
  const shares = await findShares(tx, who)
  const forgotten = await removeRows(tx, who)
  await holdContents(tx, { ...who, begun: shares.begun })
  const reviews = await removeReviews(tx, who)
  await countOut(tx, { tenantId, shares })
  const totals = await leaveRankings(tx, who)
  for (const { examId, before } of shares.best) await replaceContribution(tx, { tenantId, examId, before, after: null })
  const counted = [{ table: 'reviews', rows: reviews }, { table: 'learner_totals', rows: totals }].filter(({ rows }) => rows > 0)
  return [...counted, ...forgotten]
}

/** What calls and jobs hold of a learner, in the order in which they hold it: starts, heartbeats and ends of visits, papers and hand-ins, records, draws. */
const heldInOrder = [
  ['learners', ['learner_id']], ['study_visits', ['section_id', 'plan_item_id', 'visit_id']], ['exam_standings', ['exam_id', 'place_id']], ['attempts', ['attempt_id']],
  ['section_records', ['plan_item_id', 'section_id']], ['enrolments', ['content_kind', 'content_id', 'plan_item_id']], ['practice_sessions', ['session_id']],
] as const

/** Waits for what is under way with the learner's papers, study and practice, also by jobs, which need no session; what comes later finds nothing. */
async function holdOwn(tx: Db, { tenantId, userId }: Who): Promise<void> {
  for (const [table, columns] of heldInOrder) {
    const order = sql.join(columns.map((column) => sql.identifier(column)), sql`, `)
    await tx.execute(sql`select count(*) from (select 1 from ${sql.identifier(table)} where tenant_id = ${tenantId} and learner_id = ${userId} order by ${order} for update) held`)
  }
}

type Content = { kind: string; contentId: number }
/** What a learner has added to what many share, as far as it is read from rows that go before. */
type Shares = { begun: Content[]; mapIds: number[]; classIds: number[]; best: { examId: number; before: Contribution }[] }

async function findShares(tx: Db, { tenantId, userId }: Who): Promise<Shares> {
  const own = sql`tenant_id = ${tenantId} and learner_id = ${userId}`
  const begun = await tx.execute<Content>(sql`select content_kind as kind, content_id as "contentId" from enrolments where ${own} and plan_item_id = 0 and started_at is not null`)
  const maps = await tx.execute<{ id: number }>(sql`select post_map_id as id from post_map_members where ${own}`)
  const classes = await tx.execute<{ id: number }>(sql`select class_id as id from class_members where ${own}`)
  const taken = await tx.selectDistinct({ examId: attempts.examId }).from(attempts).where(and(eq(attempts.tenantId, tenantId), eq(attempts.learnerId, userId))).orderBy(asc(attempts.examId))
  const best: Shares['best'] = []
  for (const { examId } of taken) {
    const found = await findBest(tx, { tenantId, userId, examId })
    if (found !== undefined) best.push({ examId, before: await findContribution(tx, { tenantId, best: found }) })
  }
  return { begun: begun.rows, mapIds: maps.rows.map(({ id }) => id), classIds: classes.rows.map(({ id }) => id), best }
}

const listed = (contents: readonly Content[]) => sql`unnest(${sql.param(contents.map(({ kind }) => kind))}::text[], ${sql.param(contents.map(({ contentId }) => contentId))}::bigint[]) as b (kind, content_id)`

/** Holds the totals of whatever the learner has reviewed or begun, all of them in one order: of two learners who are forgotten at once neither waits for the other. */
async function holdContents(tx: Db, { tenantId, userId, begun }: Who & { begun: readonly Content[] }): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select 1 from content_totals where tenant_id = ${tenantId} and (content_kind, content_id) in (
        select content_kind, content_id from reviews where tenant_id = ${tenantId} and learner_id = ${userId} union select b.kind, b.content_id from ${listed(begun)})
      order by content_kind, content_id for update) held`)
}

/** One less in what the learner had begun, joined and belonged to. */
async function countOut(tx: Db, { tenantId, shares: { begun, mapIds, classIds } }: { tenantId: number; shares: Shares }): Promise<void> {
  await tx.execute(sql`
    update content_totals as t set join_count = greatest(0, t.join_count - 1) from ${listed(begun)}
    where t.tenant_id = ${tenantId} and t.content_kind = b.kind and t.content_id = b.content_id`)
  for (const [table, key, count, ids] of [['post_maps', 'post_map_id', 'join_count', mapIds], ['school_classes', 'class_id', 'member_count', classIds]] as const) {
    const [id, members] = [sql.identifier(key), sql.identifier(count)]
    await tx.execute(sql`
      with held as (select ${id} as id from ${sql.identifier(table)} where tenant_id = ${tenantId} and ${id} = any(${sql.param(ids)}::bigint[]) order by 1 for no key update)
      update ${sql.identifier(table)} as t set ${members} = greatest(0, t.${members} - 1) from held where t.tenant_id = ${tenantId} and t.${id} = held.id`)
  }
}

const hasColumn = (table: PgTable, name: string) => getTableConfig(table).columns.some((column) => column.name === name)

/** The tables that name learners, and those whose rows belong to attempts and are to go before them. */
export async function listTablesOfLearners(): Promise<{ named: PgTable[]; ofAttempts: PgTable[] }> {
  const all = await listTables()
  return { named: all.filter((table) => hasColumn(table, 'learner_id')), ofAttempts: all.filter((table) => hasColumn(table, 'attempt_id') && !hasColumn(table, 'learner_id')) }
}

/** What goes with what many share, at the end. */
const lastToGo = new Set(['reviews', 'learner_totals'])

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
  for (const table of named) if (!lastToGo.has(getTableName(table))) await remove(table, own)
  // What was sent to nobody else has said its last. No index leads from a message to those it was sent to: they are gone through once, for all of them.
  const ids = sql`${sql.param(sent.rows.map(({ id }) => id))}::bigint[]`
  await tx.execute(sql`
    with others as materialized (select distinct message_id from message_recipients where tenant_id = ${tenantId} and message_id = any(${ids}))
    delete from messages where tenant_id = ${tenantId} and message_id = any(${ids}) and message_id not in (select message_id from others)`)
  return forgotten
}
