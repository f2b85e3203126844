import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { Message, MessagesView, MessageState, MessageSummary } from '@/lib/domain/messages'
import type { Page } from '@/lib/domain/paging'
import { training } from './client'
import { TrainingError } from './errors'
import { wireFile } from './files'
import { cleanHtml } from './rich-text'
import { wireDone, wireId, wireNumber, wirePage, wireText, wireTextMaybe, wireTime } from './wire'

const ACCEPT_ON_WEB = 2
const UNREAD = 1
const READ = 2
const stateOnWire: Record<MessageState, number> = { all: 3, unread: UNREAD, read: READ }
/** As many as are asked for on one page, which a platform may cut; so many pages of a list are walked at most. */
const LARGEST_PAGE = 500
const MOST_PAGES = 20
const AT_ONCE = 8

const message = z.object({
  messageSendUserId: wireId, messageSendTitle: wireText, sendUser: wireText, createTime: wireTime, messageSendContent: wireTextMaybe,
  fileUrl: wireFile, fileName: wireTextMaybe, status: wireNumber(READ),
})
type WireMessage = z.infer<typeof message>

const summaryOf = (wire: WireMessage): MessageSummary => ({
  id: wire.messageSendUserId, title: wire.messageSendTitle, sender: wire.sendUser, sentAt: wire.createTime, unread: wire.status === UNREAD, hasAttachment: wire.fileUrl !== null,
})

function listPage(learner: Learner, { state, page, size }: MessagesView): Promise<Page<WireMessage>> {
  const query = { current: page, size, total: 0, status: stateOnWire[state], acceptPlatform: ACCEPT_ON_WEB }
  return training.get(learner, 'train/messageSend/web/page', query, wirePage(message, { page, size }))
}

/** A page of the learner's messages, newest first, without their texts (M1). */
export async function listMessages(learner: Learner, view: MessagesView): Promise<Page<MessageSummary>> {
  const found = await listPage(learner, view)
  return { ...found, items: found.items.map(summaryOf) }
}

/** One message with its cleaned text, null when the learner has no such (M1: the platform has no call for one). */
export async function getMessage(learner: Learner, id: string): Promise<Message | null> {
  for (let page = 1, seen = 0; page <= MOST_PAGES; page += 1) {
    const { items, total } = await listPage(learner, { state: 'all', page, size: LARGEST_PAGE })
    seen += items.length
    const wire = items.find((one) => one.messageSendUserId === id)
    if (wire) {
      return {
        ...summaryOf(wire),
        content: wire.messageSendContent ? cleanHtml(wire.messageSendContent) : null,
        attachment: wire.fileUrl ? { name: wire.fileName ?? wire.messageSendTitle, url: wire.fileUrl } : null,
      }
    }
    if (items.length === 0 || seen >= total) return null
  }
  return null
}

/** How many messages the learner has not read (M3). */
export async function countUnreadMessages(learner: Learner): Promise<number> {
  return training.get(learner, 'train/messageSend/getMessageSendCount', { status: UNREAD, acceptPlatform: ACCEPT_ON_WEB }, wireNumber())
}

/** Marks a message of the learner's as read (M2). */
export function markMessageRead(learner: Learner, { id }: { id: string }): Promise<null> {
  return training.get(learner, 'train/messageSend/updateMessageUserStatus', { id, status: READ, acceptPlatform: ACCEPT_ON_WEB }, wireDone)
}

/** Marks all messages as read: in one call where the platform has it (XM1, an extension), else one after another. */
export async function markAllMessagesRead(learner: Learner): Promise<null> {
  try {
    return await training.post(learner, 'train/web/markAllMessagesRead', { acceptPlatform: ACCEPT_ON_WEB }, wireDone)
  } catch (error) {
    if (!(error instanceof TrainingError && error.code === 'missing')) throw error
  }
  for (let round = 0; round < MOST_PAGES; round += 1) {
    // What was marked leaves the list of the unread, so the first page is always the next one.
    const { items } = await listPage(learner, { state: 'unread', page: 1, size: LARGEST_PAGE })
    if (items.length === 0) return null
    for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map((one) => markMessageRead(learner, { id: one.messageSendUserId })))
  }
  return null
}
