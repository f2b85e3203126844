import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { noticeReads, notices } from '../db/schema/notices.ts'

export type Notice = typeof notices.$inferSelect
export type NoticeKind = Notice['kind']

/** How long the same reader counts once, in milliseconds: a reload is not another reading. */
const oneReadingMs = 30 * 60 * 1000

/** Released notices of a tenant, newest first; drafts never leave the server. */
export async function listNotices(db: Db, { tenantId, kind, now }: { tenantId: number; kind: NoticeKind | undefined; now: Date }): Promise<Notice[]> {
  return db
    .select()
    .from(notices)
    .where(
      and(
        eq(notices.tenantId, tenantId),
        eq(notices.released, true),
        lte(notices.publishedAt, now),
        kind === undefined ? undefined : eq(notices.kind, kind),
      ),
    )
    .orderBy(desc(notices.publishedAt), desc(notices.noticeId))
}

/** Whether a reading is so long ago that the next one counts. */
const isOver = (now: Date) => lte(noticeReads.readAt, new Date(now.getTime() - oneReadingMs))

/** Counts that somebody opened a notice, once within half an hour; how often it has been opened, null when there is no such notice. */
export async function countReading(tx: Db, { tenantId, noticeId, reader, now }: { tenantId: number; noticeId: number; reader: string; now: Date }): Promise<number | null> {
  const released = and(eq(notices.tenantId, tenantId), eq(notices.noticeId, noticeId), eq(notices.released, true), lte(notices.publishedAt, now))
  const readCount = { readCount: notices.readCount }
  const [before] = await tx.select(readCount).from(notices).where(released)
  if (before === undefined) return null
  const counted = await tx
    .insert(noticeReads)
    .values({ tenantId, noticeId, reader, readAt: now })
    .onConflictDoUpdate({
      target: [noticeReads.tenantId, noticeReads.noticeId, noticeReads.reader],
      set: { readAt: now },
      setWhere: isOver(now),
    })
    .returning({ reader: noticeReads.reader })
  if (counted.length === 0) return before.readCount
  const [after] = await tx.update(notices).set({ readCount: sql`${notices.readCount} + 1` }).where(released).returning(readCount)
  return (after ?? before).readCount
}

/** Forgets who read what half an hour ago or earlier: the next reading counts with and without it. */
export async function sweepNoticeReads(db: Db, { now, stopping }: { now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const key = { tenantId: noticeReads.tenantId, noticeId: noticeReads.noticeId, reader: noticeReads.reader }
  // Said twice: who reads again just now has made it new.
  await deleteInBatches((most) =>
    db.delete(noticeReads).where(and(isOver(now), sql`(${key.tenantId}, ${key.noticeId}, ${key.reader}) in ${db.select(key).from(noticeReads).where(isOver(now)).limit(most)}`)),
    stopping,
  )
}
