import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Api } from '../app.ts'
import { readBearer, requireCaller } from '../caller.ts'
import type { Visitor } from '../caller.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, wireTime } from '../envelope.ts'
import { maybe, wireId, wireInt } from '../params.ts'
import { countReading, listNotices } from '../queries/notices.ts'
import type { Notice } from '../queries/notices.ts'
import { titleIn } from '../rules/languages.ts'
import type { Language } from '../rules/languages.ts'
import { language, noticeKindCode, noticeKinds } from './codes.ts'

const positionCode = { newsPage: 1, home: 2, both: 3 } as const
const noticeKind = maybe(wireInt.pipe(z.literal([1, 2, 3])).transform((code) => noticeKinds[code]))

/** B1, B2: news and notices, also without a token (contract 4.14). */
export function bindNotices(api: Api, ctx: ApiContext): void {
  const { db, clock } = ctx

  api.visitor('GET', '/train/app/notice/getAllNotice', { noticeTypeId: noticeKind, languageType: language }, async ({ tenantId }, { noticeTypeId, languageType }) => {
    const notices = await listNotices(db, { tenantId, kind: noticeTypeId, now: clock.now() })
    return notices.map((notice) => noticeShape(notice, languageType))
  })

  api.visitor('POST', '/train/app/notice/updateNoticeReadNumber', { id: wireId }, async (visitor, { id }, c) => {
    const reader = await readerOf(c, visitor)
    const readCount = await withTx(db, (tx) => countReading(tx, { tenantId: visitor.tenantId, noticeId: id, reader, now: clock.now() }))
    if (readCount === null) throw missing()
    // An addition of ours: a reading within half an hour of the last is none, so one more than before may be too many.
    return { readTotal: readCount }
  })

  /** A learner by id, anybody else by a hash of the address: no address is stored. */
  async function readerOf(c: Context, { tenantId, address }: Visitor): Promise<string> {
    if (readBearer(c) !== undefined) {
      try {
        return `learner:${(await requireCaller(c, ctx)).userId}`
      } catch (fault) {
        if (!(fault instanceof CallError)) throw fault
      }
    }
    return `visitor:${createHash('sha256').update(`${tenantId} ${address}`).digest('base64url')}`
  }
}

function noticeShape(notice: Notice, languageType: Language) {
  return {
    id: notice.noticeId,
    noticeTypeId: noticeKindCode[notice.kind],
    noticeTitle: titleIn(languageType, notice),
    noticeContent: notice.content,
    createTime: wireTime(notice.publishedAt),
    releaseName: notice.publisher,
    readNumber: notice.readCount,
    fileName: notice.fileName,
    noticeEnclosureUrl: notice.fileUrl,
    releaseStatus: notice.released ? 1 : 2,
    showPosition: positionCode[notice.shownOn],
  }
}
