import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { atMost, prepared } from '../db/prepared.ts'
import { credentials, learners } from '../db/schema/learners.ts'
import { loginFailures, sessions } from '../db/schema/sessions.ts'

const sessionByToken = prepared((db) =>
  db
    .select({ tenantId: sessions.tenantId, userId: sessions.learnerId, account: learners.account })
    .from(sessions)
    .innerJoin(learners, and(eq(learners.tenantId, sessions.tenantId), eq(learners.learnerId, sessions.learnerId)))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        eq(learners.disabled, false),
        or(isNull(learners.endsAt), gt(learners.endsAt, sql.placeholder('now'))),
      ),
    )
    .limit(atMost(1))
    .prepare('session_by_token'),
)

/** The learner a live token belongs to; null when the token is unknown or over, or the account disabled or ended. */
export async function findSession(
  db: Db,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<{ tenantId: number; userId: number; account: string } | null> {
  const [found] = await sessionByToken(db).execute({ tokenHash, now })
  return found ?? null
}

/** What a login needs to know of an account; null when there is none. */
export async function findCredentials(
  db: Db,
  { tenantId, account }: { tenantId: number; account: string },
): Promise<{ userId: number; phc: string; passwordEndsAt: Date | null; disabled: boolean; endsAt: Date | null } | null> {
  const [found] = await db
    .select({
      userId: learners.learnerId,
      phc: credentials.phc,
      passwordEndsAt: credentials.endsAt,
      disabled: learners.disabled,
      endsAt: learners.endsAt,
    })
    .from(learners)
    .innerJoin(
      credentials,
      and(eq(credentials.tenantId, learners.tenantId), eq(credentials.learnerId, learners.learnerId)),
    )
    .where(and(eq(learners.tenantId, tenantId), eq(learners.account, account)))
  return found ?? null
}

/** A login as it is stored: hashes of its two tokens and their ends. */
export type NewSession = {
  tenantId: number
  userId: number
  tokenHash: string
  refreshHash: string
  issuedAt: Date
  expiresAt: Date
  refreshExpiresAt: Date
}

/** Stores a login. */
export async function addSession(db: Db, { userId, ...session }: NewSession): Promise<void> {
  await db.insert(sessions).values({ ...session, learnerId: userId })
}

/** The login a live refresh token belongs to; null as in findSession. */
export async function findRefreshable(
  db: Db,
  { refreshHash, now }: { refreshHash: string; now: Date },
): Promise<{ tenantId: number; userId: number; refreshExpiresAt: Date } | null> {
  const [found] = await db
    .select({
      tenantId: sessions.tenantId,
      userId: sessions.learnerId,
      refreshExpiresAt: sessions.refreshExpiresAt,
    })
    .from(sessions)
    .innerJoin(learners, and(eq(learners.tenantId, sessions.tenantId), eq(learners.learnerId, sessions.learnerId)))
    .where(
      and(
        eq(sessions.refreshHash, refreshHash),
        gt(sessions.refreshExpiresAt, now),
        eq(learners.disabled, false),
        or(isNull(learners.endsAt), gt(learners.endsAt, now)),
      ),
    )
    .limit(1)
  return found ?? null
}

/** Lets the access tokens of a login end at `end`, if they would live longer: a new one takes their place. */
export async function shortenSessions(db: Db, { refreshHash, end }: { refreshHash: string; end: Date }): Promise<void> {
  await db
    .update(sessions)
    .set({ expiresAt: end })
    .where(and(eq(sessions.refreshHash, refreshHash), gt(sessions.expiresAt, end)))
}

/**
 * The password hash of a learner, held until the end of the transaction; null without a password. Whoever makes or ends logins takes it
 * first, before failed logins, so that none is made of a password or a login that has ended meanwhile.
 */
export async function holdCredentials(tx: Db, { tenantId, userId }: { tenantId: number; userId: number }): Promise<string | null> {
  const [held] = await tx
    .select({ phc: credentials.phc })
    .from(credentials)
    .where(and(eq(credentials.tenantId, tenantId), eq(credentials.learnerId, userId)))
    .for('update')
  return held?.phc ?? null
}

/** The learner a token was given to, also when it is over: its refresh token may live on. */
export async function findOwner(db: Db, { tokenHash }: { tokenHash: string }): Promise<{ tenantId: number; userId: number } | null> {
  const [found] = await db.select({ tenantId: sessions.tenantId, userId: sessions.learnerId }).from(sessions).where(eq(sessions.tokenHash, tokenHash)).limit(1)
  return found ?? null
}

/** Ends the login a token belongs to, its refresh token and siblings included; nothing when there is none. */
export async function endSession(db: Db, { tokenHash }: { tokenHash: string }): Promise<void> {
  const own = db.select({ refreshHash: sessions.refreshHash }).from(sessions).where(eq(sessions.tokenHash, tokenHash))
  await db.delete(sessions).where(inArray(sessions.refreshHash, own))
}

/** Ends every login of a learner. */
export async function endAllSessions(
  db: Db,
  { tenantId, userId }: { tenantId: number; userId: number },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.tenantId, tenantId), eq(sessions.learnerId, userId)))
}

/** Makes other transactions about this account's failed logins wait for the end of this one. */
export async function holdAccount(
  tx: Db,
  { tenantId, account, now }: { tenantId: number; account: string; now: Date },
): Promise<void> {
  await tx.insert(loginFailures).values({ tenantId, account, failures: 0, windowStartedAt: now }).onConflictDoNothing({ target: [loginFailures.tenantId, loginFailures.account] })
}

/** The failed logins of an account, held for update inside a transaction; undefined when there are none. */
export async function getLoginFailures(
  db: Db,
  { tenantId, account }: { tenantId: number; account: string },
): Promise<{ failures: number; windowStartedAt: Date; lockedUntil: Date | null } | undefined> {
  const [found] = await db
    .select({
      failures: loginFailures.failures,
      windowStartedAt: loginFailures.windowStartedAt,
      lockedUntil: loginFailures.lockedUntil,
    })
    .from(loginFailures)
    .where(and(eq(loginFailures.tenantId, tenantId), eq(loginFailures.account, account)))
    .for('update')
  return found
}

/** Keeps the failed logins of an account. */
export async function setLoginFailures(
  db: Db,
  row: { tenantId: number; account: string; failures: number; windowStartedAt: Date; lockedUntil: Date | null },
): Promise<void> {
  const { failures, windowStartedAt, lockedUntil } = row
  await db
    .insert(loginFailures)
    .values(row)
    .onConflictDoUpdate({
      target: [loginFailures.tenantId, loginFailures.account],
      set: { failures, windowStartedAt, lockedUntil },
    })
}

/** Forgets the failed logins of an account. */
export async function clearLoginFailures(
  db: Db,
  { tenantId, account }: { tenantId: number; account: string },
): Promise<void> {
  await db
    .delete(loginFailures)
    .where(and(eq(loginFailures.tenantId, tenantId), eq(loginFailures.account, account)))
}

/** Ends the logins of disabled accounts for good: who enables one again brings none of them back. */
export async function endSessionsOfDisabled(db: Db, { stopping }: { stopping?: AbortSignal | undefined } = {}): Promise<void> {
  const theirs = and(eq(learners.tenantId, sessions.tenantId), eq(learners.learnerId, sessions.learnerId))
  await deleteInBatches((most) => {
    const over = db.select({ tenantId: sessions.tenantId, tokenHash: sessions.tokenHash }).from(learners).innerJoin(sessions, theirs).where(sql`${learners.disabled}`).limit(most)
    return db.delete(sessions).where(sql`(tenant_id, token_hash) in ${over}`)
  }, stopping)
}

/** Removes logins whose refresh token is over, and failures nobody counts any more. */
export async function sweepSessions(db: Db, { now, stopping }: { now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const token = sql`tenant_id, token_hash`
  await deleteInBatches((most) => db.delete(sessions).where(sql`(${token}) in (select ${token} from ${sessions} where ${lt(sessions.refreshExpiresAt, now)} order by ${sessions.refreshExpiresAt} limit ${most})`), stopping)
  const account = sql`tenant_id, account`
  const over = and(lt(loginFailures.windowStartedAt, new Date(now.getTime() - 3_600_000)), or(isNull(loginFailures.lockedUntil), lt(loginFailures.lockedUntil, now)))
  await deleteInBatches((most) => db.delete(loginFailures).where(sql`(${account}) in (select ${account} from ${loginFailures} where ${over} limit ${most} for update skip locked)`), stopping)
}
