import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { Message, MessagesView, MessageState, MessageSummary } from '@/lib/domain/messages'
import type { Page } from '@/lib/domain/paging'
import { training } from './client'
import { isNotOffered } from './errors'
import { fewAtOnce } from './few-at-once'
import { wireFile } from './files'
import { cleanHtml } from './rich-text'
import { inSmallerPages } from './smaller-pages'
import { onceEach, wireDone, wireId, wireNumber, wirePage, wireText, wireTextMaybe, wireTime, type Walked } from './wire'

const ACCEPT_ON_WEB = 2
const UNREAD = 1
const READ = 2
const stateOnWire: Record<MessageState, number> = { all: 3, unread: UNREAD, read: READ }
/** As many as are asked for on one page, since each comes with its text and a reply has its largest size; so many pages are walked at most for one message. */
const LARGEST_PAGE = 50
const MOST_PAGES = 20
/** So many pages of the unread are marked at most, message by message. */
const MOST_ROUNDS = 200
const AT_ONCE = 8

const message = z.object({
  messageSendUserId: wireId, messageSendTitle: wireText, sendUser: wireText, createTime: wireTime, messageSendContent: wireTextMaybe,
  fileUrl: wireFile, fileName: wireTextMaybe, status: wireNumber(READ),
})
type WireMessage = z.infer<typeof message>

const summaryOf = (wire: WireMessage): MessageSummary => ({
  id: wire.messageSendUserId, title: wire.messageSendTitle, sender: wire.sendUser, sentAt: wire.createTime, unread: wire.status === UNREAD, hasAttachment: wire.fileUrl !== null,
})

/** A page of the list (M1); where the platform can (an extension), the message that is looked for alone. */
function listPage(learner: Learner, { state, page, size, isWalked, lookedFor }: MessagesView & Walked & { lookedFor?: string }): Promise<Page<WireMessage>> {
  const query = { current: page, size, total: 0, status: stateOnWire[state], acceptPlatform: ACCEPT_ON_WEB, messageSendUserId: lookedFor }
  return training.get(learner, 'train/messageSend/web/page', query, wirePage(message, { page, size, isWalked }))
}

/** A page of the learner's messages, newest first, without their texts (M1). */
export async function listMessages(learner: Learner, view: MessagesView): Promise<Page<MessageSummary>> {
  const found = await listPage(learner, view)
  return { ...found, items: onceEach(found.items.map(summaryOf), ({ id }) => id) }
}

/**
 * One message with its cleaned text, null when the learner has no such (M1: the platform has no call for one); looked for first on the page
 * that was `shown`. `notReached` when there are more than are looked through.
 */
export async function getMessage(learner: Learner, id: string, shown: MessagesView): Promise<Message | 'notReached' | null> {
  const { items, total, size } = await listPage(learner, { ...shown, isWalked: true, lookedFor: id })
  const isWhole = shown.state === 'all' && shown.page === 1 && items.length >= total && items.length < size
  const wire = withId(items, id) ?? (isWhole ? undefined : await inSmallerPages(LARGEST_PAGE, (each) => findMessage(learner, id, each)))
  return wire === undefined || wire === 'notReached'
    ? (wire ?? null)
    : {
        ...summaryOf(wire),
        content: wire.messageSendContent ? cleanHtml(wire.messageSendContent) : null,
        attachment: wire.fileUrl ? { name: wire.fileName ?? wire.messageSendTitle, url: wire.fileUrl } : null,
      }
}

const withId = (items: WireMessage[], id: string) => items.find((one) => one.messageSendUserId === id)

/** A message that has left its page, as one does that was unread, or that a link alone names: looked for from the newest on. */
async function findMessage(learner: Learner, id: string, each: number): Promise<WireMessage | 'notReached' | undefined> {
  const seen = new Set<string>()
  let counted = 0
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const before = seen.size
    const { items, total, size } = await listPage(learner, { state: 'all', page, size: each, isWalked: true, lookedFor: id })
    // A platform that does not count is taken to have what it sent.
    if (page === 1 && total > items.length) counted = total
    const wire = withId(items, id)
    if (wire) return wire
    for (const one of items) seen.add(one.messageSendUserId)
    // A platform that does not count has no more than it sent, as far as we know; a page that is full may have another behind it, unless it brings nothing new, as where every page is all there is.
    if (seen.size === before || (seen.size >= total && items.length < size)) return undefined
  }
  return counted > 0 && seen.size >= counted ? undefined : 'notReached'
}

/** How many messages the learner has not read (M3). */
export async function countUnreadMessages(learner: Learner): Promise<number> {
  return training.get(learner, 'train/messageSend/getMessageSendCount', { status: UNREAD, acceptPlatform: ACCEPT_ON_WEB }, wireNumber())
}

/** The same after something was marked, null where it cannot be told: what was marked stays so. */
export async function unreadAfterwards(learner: Learner): Promise<{ count: number | null }> {
  return { count: await countUnreadMessages(learner).catch(() => null) }
}

/** Marks a message of the learner's as read (M2). */
export function markMessageRead(learner: Learner, { id }: { id: string }): Promise<null> {
  return training.get(learner, 'train/messageSend/updateMessageUserStatus', { id, status: READ, acceptPlatform: ACCEPT_ON_WEB }, wireDone, { isWrite: true })
}

/** Marks all messages as read: in one call where the platform has it (XM1, an extension), else one after another. */
export async function markAllMessagesRead(learner: Learner): Promise<null> {
  try {
    return await training.post(learner, 'train/web/markAllMessagesRead', { acceptPlatform: ACCEPT_ON_WEB }, wireDone)
  } catch (error) {
    if (!isNotOffered(error)) throw error
  }
  const marked = new Set<string>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // What was marked leaves the list of the unread, so the first page is always the next one.
    const { items } = await listPage(learner, { state: 'unread', page: 1, size: LARGEST_PAGE, isWalked: true })
    const ids = items.map((one) => one.messageSendUserId).filter((id) => !marked.has(id))
    if (ids.length === 0) return null
    await fewAtOnce(ids, (id) => markMessageRead(learner, { id }), AT_ONCE)
    for (const id of ids) marked.add(id)
  }
  return null
}
