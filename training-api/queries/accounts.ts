import { and, count, eq, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { credentials, learners, uploads } from '../db/schema/learners.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import { companies, departments, tenants } from '../db/schema/tenants.ts'

/** A learner with company, department and edition, as token, profile and shell need them. */
export type Account = {
  userId: number
  tenantId: number
  account: string
  name: string
  phone: string | null
  email: string | null
  sex: 'male' | 'female' | 'unknown'
  post: string | null
  companyId: number | null
  companyName: string | null
  departmentId: number | null
  departmentName: string | null
  authorities: string[]
  avatarUrl: string | null
  edition: 'standard' | 'exerciseBank'
}

type OneLearner = { tenantId: number; userId: number }

const isLearner = ({ tenantId, userId }: OneLearner) =>
  and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId))

/** The learner's account; null when there is none in this tenant. */
export async function getAccount(db: Db, who: OneLearner): Promise<Account | null> {
  const [found] = await db
    .select({
      userId: learners.learnerId,
      tenantId: learners.tenantId,
      account: learners.account,
      name: learners.name,
      phone: learners.phone,
      email: learners.email,
      sex: learners.sex,
      post: learners.post,
      companyId: learners.companyId,
      companyName: companies.name,
      departmentId: learners.departmentId,
      departmentName: departments.name,
      authorities: learners.authorities,
      avatarUrl: learners.avatarUrl,
      edition: tenants.edition,
    })
    .from(learners)
    .innerJoin(tenants, eq(tenants.tenantId, learners.tenantId))
    .leftJoin(companies, and(eq(companies.tenantId, learners.tenantId), eq(companies.companyId, learners.companyId)))
    .leftJoin(
      departments,
      and(eq(departments.tenantId, learners.tenantId), eq(departments.departmentId, learners.departmentId)),
    )
    .where(isLearner(who))
  return found ?? null
}

/** Holds a learner until the transaction ends: whoever changes the picture and whoever sends one follow each other. */
export async function holdLearner(tx: Db, who: OneLearner): Promise<void> {
  await tx.select({ userId: learners.learnerId }).from(learners).where(isLearner(who)).for('no key update')
}

/** When an account may no longer be used; null: no such account, or without end. */
export async function getAccountEnd(
  db: Db,
  { tenantId, account }: { tenantId: number; account: string },
): Promise<Date | null> {
  const [found] = await db
    .select({ endsAt: learners.endsAt })
    .from(learners)
    .where(and(eq(learners.tenantId, tenantId), eq(learners.account, account)))
  return found?.endsAt ?? null
}

/** How many accounts of the tenant have this phone, not counting `except`. */
export async function countByPhone(
  db: Db,
  { tenantId, phone, except = 0 }: { tenantId: number; phone: string; except?: number },
): Promise<number> {
  const [found] = await db
    .select({ accounts: count() })
    .from(learners)
    .where(and(eq(learners.tenantId, tenantId), eq(learners.phone, phone), ne(learners.learnerId, except)))
  return found?.accounts ?? 0
}

/** How many accounts of the tenant a registration of this phone would meet: those that have it, and one whose name it has been ever since. */
export async function countHolding(db: Db, { tenantId, phone }: { tenantId: number; phone: string }): Promise<number> {
  const [found] = await db
    .select({ accounts: count() })
    .from(learners)
    .where(and(eq(learners.tenantId, tenantId), or(eq(learners.phone, phone), eq(learners.account, phone))))
  return found?.accounts ?? 0
}

/** The accounts of the tenant that have this phone. */
export function listByPhone(
  db: Db,
  { tenantId, phone }: { tenantId: number; phone: string },
): Promise<{ userId: number; account: string }[]> {
  return db
    .select({ userId: learners.learnerId, account: learners.account })
    .from(learners)
    .where(and(eq(learners.tenantId, tenantId), eq(learners.phone, phone)))
    .orderBy(learners.learnerId)
}

/** Adds a learner who logs in by phone; false when the account name is taken. */
export async function addAccount(
  db: Db,
  account: { tenantId: number; userId: number; phone: string; name: string; phc: string; now: Date },
): Promise<boolean> {
  const { tenantId, userId, phone, name, phc, now } = account
  const added = await db
    .insert(learners)
    .values({ tenantId, learnerId: userId, account: phone, phone, name, authorities: [], createdAt: now })
    .onConflictDoNothing({ target: [learners.tenantId, learners.account] })
    .returning({ userId: learners.learnerId })
  if (added.length === 0) return false
  await db.insert(credentials).values({ tenantId, learnerId: userId, phc, changedAt: now })
  return true
}

/** Puts one unread message into a learner's list. */
export async function sendWelcome(
  db: Db,
  message: OneLearner & { messageId: number; title: string; content: string; sender: string; now: Date },
): Promise<void> {
  const { tenantId, userId, messageId, title, content, sender, now } = message
  await db.insert(messages).values({ tenantId, messageId, title, content, sender, sentAt: now })
  await db
    .insert(messageRecipients)
    .values({ tenantId, recipientId: messageId, learnerId: userId, messageId, sentAt: now })
}

/** Changes contact or picture of a learner. */
export async function updateAccount(
  db: Db,
  { tenantId, userId, ...changes }: OneLearner & { phone?: string; email?: string; avatarUrl?: string },
): Promise<void> {
  await db.update(learners).set(changes).where(isLearner({ tenantId, userId }))
}

/** Replaces a learner's password hash; the password is without end unless one is named. */
export async function setPassword(
  db: Db,
  { tenantId, userId, phc, now, endsAt = null }: OneLearner & { phc: string; now: Date; endsAt?: Date | null },
): Promise<void> {
  await db
    .insert(credentials)
    .values({ tenantId, learnerId: userId, phc, changedAt: now, endsAt })
    .onConflictDoUpdate({ target: [credentials.tenantId, credentials.learnerId], set: { phc, changedAt: now, endsAt } })
}

/** A file a learner has sent. */
export type Upload = OneLearner & {
  fileId: number
  contentType: string
  contentHash: string
  content: Buffer
  now: Date
}

/** Keeps an uploaded file and returns its id; the same bytes of the same learner keep the id they have. */
export async function addUpload(db: Db, upload: Upload): Promise<number> {
  const { tenantId, userId, fileId, contentType, contentHash, content, now } = upload
  await db
    .insert(uploads)
    .values({
      tenantId,
      fileId,
      learnerId: userId,
      contentType,
      contentHash,
      sizeBytes: content.length,
      content,
      createdAt: now,
    })
    .onConflictDoNothing({ target: [uploads.tenantId, uploads.learnerId, uploads.contentHash] })
  const [kept] = await db
    .select({ fileId: uploads.fileId })
    .from(uploads)
    .where(
      and(eq(uploads.tenantId, tenantId), eq(uploads.learnerId, userId), eq(uploads.contentHash, contentHash)),
    )
  return kept?.fileId ?? fileId
}

/** Removes a learner's uploads other than the one kept. */
export async function removeOtherUploads(
  db: Db,
  { tenantId, userId, keep }: OneLearner & { keep: number[] },
): Promise<void> {
  await db
    .delete(uploads)
    .where(and(eq(uploads.tenantId, tenantId), eq(uploads.learnerId, userId), notInArray(uploads.fileId, keep)))
}

/** What is known of an upload without its bytes; null when there is none. */
export async function getUpload(
  db: Db,
  { tenantId, fileId }: { tenantId: number; fileId: number },
): Promise<{ userId: number; contentType: string; contentHash: string; sizeBytes: number } | null> {
  const [found] = await db
    .select({
      userId: uploads.learnerId,
      contentType: uploads.contentType,
      contentHash: uploads.contentHash,
      sizeBytes: uploads.sizeBytes,
    })
    .from(uploads)
    .where(and(eq(uploads.tenantId, tenantId), eq(uploads.fileId, fileId)))
  return found ?? null
}

/** Bytes `start` to `end` (inclusive, from 0) of an upload. */
export async function readUpload(
  db: Db,
  { tenantId, fileId, start, end }: { tenantId: number; fileId: number; start: number; end: number },
): Promise<Buffer> {
  const [found] = await db
    .select({ part: sql<Buffer>`substring(${uploads.content} from ${start + 1}::int for ${end - start + 1}::int)` })
    .from(uploads)
    .where(and(eq(uploads.tenantId, tenantId), eq(uploads.fileId, fileId)))
  return found?.part ?? Buffer.alloc(0)
}
