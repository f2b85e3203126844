import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SQLWrapper } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import type { Paging } from '../envelope.ts'
import type { Who } from './who.ts'

/** A message in a learner's list. */
export type ReceivedMessage = {
  recipientId: number
  title: string
  sender: string
  content: string
  fileName: string | null
  fileUrl: string | null
  sentAt: Date
  readAt: Date | null
}

const ownMessages = ({ tenantId, userId }: { [key in keyof Who]: number | SQLWrapper }, status: 'all' | 'unread' | 'read') =>
  and(
    eq(messageRecipients.tenantId, tenantId),
    eq(messageRecipients.learnerId, userId),
    status === 'all' ? undefined : status === 'unread' ? isNull(messageRecipients.readAt) : isNotNull(messageRecipients.readAt),
  )

/** A page of a learner's messages, newest first, with how many there are in all; of one that is named that one alone, on whatever page it stands. */
export async function listMessages(
  db: Db,
  { tenantId, userId, status, recipientId, current, size }: Who & Paging & { status: 'all' | 'unread' | 'read'; recipientId?: number | undefined },
): Promise<{ received: ReceivedMessage[]; total: number }> {
  const isNamed = recipientId !== undefined
  const where = isNamed ? and(ownMessages({ tenantId, userId }, 'all'), eq(messageRecipients.recipientId, recipientId)) : ownMessages({ tenantId, userId }, status)
  const page = db
    .select({
      recipientId: messageRecipients.recipientId,
      title: messages.title,
      sender: messages.sender,
      content: messages.content,
      fileName: messages.fileName,
      fileUrl: messages.fileUrl,
      sentAt: messageRecipients.sentAt,
      readAt: messageRecipients.readAt,
    })
    .from(messageRecipients)
    .innerJoin(messages, and(eq(messages.tenantId, messageRecipients.tenantId), eq(messages.messageId, messageRecipients.messageId)))
    .where(where)
    .orderBy(desc(messageRecipients.sentAt), desc(messageRecipients.recipientId))
    .limit(size)
    .offset(isNamed ? 0 : (current - 1) * size)
  const [received, total] = await Promise.all([page, isNamed ? null : countMessages(db, { tenantId, userId, status })])
  return { received, total: total ?? received.length }
}

const unreadMessages = prepared((db) =>
  db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(messageRecipients)
    .where(ownMessages({ tenantId: sql.placeholder('tenantId'), userId: sql.placeholder('userId') }, 'unread'))
    .prepare('unread_messages'),
)

/** How many messages a learner has, all, unread or read. */
export async function countMessages(db: Db, { tenantId, userId, status }: Who & { status: 'all' | 'unread' | 'read' }): Promise<number> {
  const [counted] =
    status === 'unread'
      ? await unreadMessages(db).execute({ tenantId, userId })
      : await db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(messageRecipients).where(ownMessages({ tenantId, userId }, status))
  return counted?.total ?? 0
}

/** Marks a message as read or unread; `foreign`: it is another learner's. */
export async function markMessage(
  tx: Db,
  { tenantId, userId, recipientId, read, now }: Who & { recipientId: number; read: boolean; now: Date },
): Promise<'marked' | 'missing' | 'foreign'> {
  const where = and(eq(messageRecipients.tenantId, tenantId), eq(messageRecipients.recipientId, recipientId))
  const [message] = await tx.select({ learnerId: messageRecipients.learnerId, readAt: messageRecipients.readAt }).from(messageRecipients).where(where).for('update')
  if (message === undefined) return 'missing'
  if (message.learnerId !== userId) return 'foreign'
  if ((message.readAt !== null) !== read) await tx.update(messageRecipients).set({ readAt: read ? now : null }).where(where)
  return 'marked'
}

/** Marks every message of a learner as read. */
export async function markAllRead(db: Db, { tenantId, userId, now }: Who & { now: Date }): Promise<void> {
  await db.update(messageRecipients).set({ readAt: now }).where(ownMessages({ tenantId, userId }, 'unread'))
}
