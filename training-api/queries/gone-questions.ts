import { sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { withTx } from '../db/tx.ts'
import { countMistakes } from './mistakes.ts'
import { addToTotals } from './rankings.ts'
import type { Who } from './who.ts'

/** What the bank of a tenant was when it was looked at, and whether the books have been gone through since it is so. */
export type SeenBanks = Map<number, { digest: string; isSwept: boolean }>

/** Entries of books that are looked at in one go. */
const pieceRows = 5_000

/**
 * Takes out of everybody's wrong-question book what is about questions that somebody has removed: it is on no list, and must not count in the
 * ranking. Books are gone through only where a bank has changed, and once it has stood still from one run to the next: who brings questions
 * anew may take the old ones away first.
 */
export async function sweepGoneQuestions(db: Database, { seen, now, stopping }: { seen: SeenBanks; now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const banks = await db.execute<{ tenantId: number; digest: string }>(sql`
    select t.tenant_id as "tenantId", (select count(*) || ' ' || coalesce(sum(q.question_id), 0) from questions q where q.tenant_id = t.tenant_id) as digest from tenants t order by 1`)
  for (const { tenantId, digest } of banks.rows) {
    const before = seen.get(tenantId)
    if (before?.digest !== digest) seen.set(tenantId, { digest, isSwept: false })
    else if (!before.isSwept) before.isSwept = await sweepBooks(db, { tenantId, now, stopping })
    if (stopping?.aborted === true) return
  }
}

/** Goes through the books of a tenant in pieces; false when the process is about to end before that is done. */
async function sweepBooks(db: Database, { tenantId, now, stopping }: { tenantId: number; now: Date; stopping: AbortSignal | undefined }): Promise<boolean> {
  for (let after: number | null = 0; after !== null; ) {
    const { rows }: { rows: { last: number | null; learners: number[] }[] } = await db.execute(sql`
      with piece as (select mistake_id, learner_id, question_id, removed_at from mistakes where tenant_id = ${tenantId} and mistake_id > ${after} order by mistake_id limit ${pieceRows})
      select max(p.mistake_id) as last, coalesce(array_agg(distinct p.learner_id) filter (where p.removed_at is null and q.question_id is null), '{}') as learners
      from piece p left join questions q on q.tenant_id = ${tenantId} and q.question_id = p.question_id`)
    for (const userId of rows[0]?.learners ?? []) {
      if (stopping?.aborted === true) return false
      await withTx(db, (tx) => takeOutGone(tx, { tenantId, userId: Number(userId), now }))
    }
    after = rows[0]?.last ?? null
  }
  return true
}

async function takeOutGone(tx: Db, { tenantId, userId, now }: Who & { now: Date }): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update mistakes as m set removed_at = ${now.toISOString()}::timestamptz
    where m.tenant_id = ${tenantId} and m.learner_id = ${userId} and m.removed_at is null
      and not exists (select 1 from questions q where q.tenant_id = m.tenant_id and q.question_id = m.question_id)`)
  await addToTotals(tx, { tenantId, userId, changes: countMistakes(-(rowCount ?? 0)) })
}
