import { and, count, desc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { outbox, requestLimits, verificationCodes } from '../db/schema/sessions.ts'
import { dayMs } from '../rules/china-time.ts'
import { codeTries } from '../rules/codes.ts'

/** What a code is sent for. */
export type CodePurpose = 'register' | 'reset'

type Phone = { tenantId: number; phone: string }

const beginning = new Date(0)

/** Makes other transactions about this phone wait for the end of this one. */
export async function holdPhone(tx: Db, { tenantId, phone }: Phone): Promise<void> {
  await tx
    .insert(requestLimits)
    .values({ tenantId, subject: `phone:${phone}`, windowStartedAt: beginning, hits: 0 })
    .onConflictDoUpdate({
      target: [requestLimits.tenantId, requestLimits.subject, requestLimits.windowStartedAt],
      set: { hits: 0 },
    })
}

/** How many codes a phone got since a moment. */
export async function countCodes(db: Db, { tenantId, phone, since }: Phone & { since: Date }): Promise<number> {
  const [found] = await db
    .select({ codes: count() })
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.tenantId, tenantId),
        eq(verificationCodes.phone, phone),
        gt(verificationCodes.sentAt, since),
      ),
    )
  return found?.codes ?? 0
}

/** A code as it is stored. */
export type StoredCode = {
  codeId: number
  codeHash: string
  expiresAt: Date
  failedTries: number
  verifiedAt: Date | null
  usedAt: Date | null
}

/** The newest code of a phone for a purpose, of those that were right when `verified`; null when there is none: an older one is worth nothing. */
export async function getNewestCode(
  db: Db,
  { tenantId, phone, purpose, verified = false }: Phone & { purpose: CodePurpose; verified?: boolean },
): Promise<StoredCode | null> {
  const [found] = await db
    .select({
      codeId: verificationCodes.codeId,
      codeHash: verificationCodes.codeHash,
      expiresAt: verificationCodes.expiresAt,
      failedTries: verificationCodes.failedTries,
      verifiedAt: verificationCodes.verifiedAt,
      usedAt: verificationCodes.usedAt,
    })
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.tenantId, tenantId),
        eq(verificationCodes.phone, phone),
        eq(verificationCodes.purpose, purpose),
        verified ? isNotNull(verificationCodes.verifiedAt) : undefined,
      ),
    )
    .orderBy(desc(verificationCodes.sentAt), desc(verificationCodes.codeId))
    .limit(1)
  return found ?? null
}

/** Keeps a new code, and puts it into the outbox when that is where it goes. */
export async function addCode(
  db: Db,
  code: Phone & { codeId: number; purpose: CodePurpose; code: string; codeHash: string; now: Date; expiresAt: Date; toOutbox: boolean },
): Promise<void> {
  const { tenantId, phone, codeId, purpose, codeHash, now, expiresAt } = code
  await db.insert(verificationCodes).values({ tenantId, codeId, phone, purpose, codeHash, sentAt: now, expiresAt })
  if (code.toOutbox) await db.insert(outbox).values({ tenantId, outboxId: codeId, phone, code: code.code, purpose, sentAt: now })
}

/** Notes what happened to a code: a wrong try, the right one, its use. */
export async function updateCode(
  db: Db,
  change: { tenantId: number; codeId: number; failedTries?: number; verifiedAt?: Date; usedAt?: Date },
): Promise<void> {
  const { tenantId, codeId, ...fields } = change
  await db
    .update(verificationCodes)
    .set(fields)
    .where(and(eq(verificationCodes.tenantId, tenantId), eq(verificationCodes.codeId, codeId)))
}

/** Makes worthless what was sent to a phone for a new password, tried or not; as codes of the day they still count. */
export async function voidResetCodes(tx: Db, { tenantId, phone, now }: Phone & { now: Date }): Promise<void> {
  await tx
    .update(verificationCodes)
    // Not only used: whoever sends a used one again is told whether the password is the account's.
    .set({ usedAt: now, failedTries: codeTries })
    .where(
      and(
        eq(verificationCodes.tenantId, tenantId),
        eq(verificationCodes.phone, phone),
        eq(verificationCodes.purpose, 'reset'),
      ),
    )
}

/** The newest codes that were sent, of all tenants: for the demo only. */
export function listOutbox(
  db: Db,
  { limit }: { limit: number },
): Promise<{ phone: string; code: string; purpose: CodePurpose; tenantId: number; sentAt: Date }[]> {
  return db
    .select({
      phone: outbox.phone,
      code: outbox.code,
      purpose: outbox.purpose,
      tenantId: outbox.tenantId,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .orderBy(desc(outbox.sentAt), desc(outbox.outboxId))
    .limit(limit)
}

/** How often the subject has come within the current window, this time included; tenant 0 counts for all tenants. */
export async function countHit(
  db: Db,
  { tenantId, subject, windowSeconds, now }: { tenantId: number; subject: string; windowSeconds: number; now: Date },
): Promise<number> {
  const windowMs = windowSeconds * 1000
  const windowStartedAt = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const [counted] = await db
    .insert(requestLimits)
    .values({ tenantId, subject, windowStartedAt, hits: 1 })
    .onConflictDoUpdate({
      target: [requestLimits.tenantId, requestLimits.subject, requestLimits.windowStartedAt],
      set: { hits: sql`${requestLimits.hits} + 1` },
    })
    .returning({ hits: requestLimits.hits })
  return counted?.hits ?? 1
}

/** Removes codes and counts older than a day, and what has waited in the outbox for longer than given. */
export async function sweepCodes(
  db: Db,
  { now, outboxSeconds, stopping }: { now: Date; outboxSeconds: number; stopping?: AbortSignal | undefined },
): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMs)
  await db.delete(verificationCodes).where(lt(verificationCodes.sentAt, dayAgo))
  const message = sql`tenant_id, outbox_id`
  const old = lt(outbox.sentAt, new Date(now.getTime() - outboxSeconds * 1000))
  await deleteInBatches((most) => db.delete(outbox).where(sql`(${message}) in (select ${message} from ${outbox} where ${old} order by ${outbox.sentAt} limit ${most})`), stopping)
  const limit = sql`tenant_id, subject, window_started_at`
  const over = lt(requestLimits.windowStartedAt, dayAgo)
  await deleteInBatches((most) => db.delete(requestLimits).where(sql`(${limit}) in (select ${limit} from ${requestLimits} where ${over} order by ${requestLimits.windowStartedAt} limit ${most} for update skip locked)`), stopping)
}
