import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { forbidden, missing, page, wireTime } from '../envelope.ts'
import { maybe, paging, wireId, wireInt } from '../params.ts'
import { countMessages, listMessages, markAllRead, markMessage } from '../queries/messages.ts'

const statuses = { 1: 'unread', 2: 'read', 3: 'all' } as const
const acceptPlatform = maybe(wireInt)

/** M1 to M3: a learner's messages and how many are unread (contract 4.13); all marked as read at once. */
export function bindMessages(api: Api, { db, clock }: ApiContext): void {
  const status = maybe(wireInt.pipe(z.literal([1, 2, 3])))

  api.learner('GET', '/train/messageSend/web/page', { status, acceptPlatform, messageSendUserId: maybe(wireId), ...paging(10) }, async (caller, { status: code = 3, messageSendUserId: recipientId, current, size }) => {
    const { received, total } = await listMessages(db, { ...caller, status: statuses[code], recipientId, current, size })
    const records = received.map((message) => ({
      messageSendUserId: message.recipientId,
      messageSendTitle: message.title,
      sendUser: message.sender,
      createTime: wireTime(message.sentAt),
      messageSendContent: message.content,
      fileUrl: message.fileUrl,
      fileName: message.fileName,
      status: message.readAt === null ? 1 : 2,
    }))
    return page(records, total, { current, size })
  })

  const marked = { id: wireId, status: maybe(wireInt.pipe(z.literal([1, 2]))), acceptPlatform }
  api.learner('GET', '/train/messageSend/updateMessageUserStatus', marked, async (caller, { id, status: code = 2 }) => {
    const answer = await withTx(db, (tx) => markMessage(tx, { ...caller, recipientId: id, read: code === 2, now: clock.now() }))
    if (answer === 'missing') throw missing()
    if (answer === 'foreign') throw forbidden()
    return true
  })

  api.learner('POST', '/train/web/markAllMessagesRead', { acceptPlatform }, async (caller) => {
    await markAllRead(db, { ...caller, now: clock.now() })
    return true
  })

  api.learner('GET', '/train/messageSend/getMessageSendCount', { status, acceptPlatform }, async (caller, { status: code = 1 }) =>
    countMessages(db, { ...caller, status: statuses[code] }),
  )
}
