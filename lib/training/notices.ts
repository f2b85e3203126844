import 'server-only'
import { z } from 'zod'
import type { Who } from '@/lib/domain/learner'
import type { Notice, NoticeKind, NoticeSummary } from '@/lib/domain/notices'
import { training } from './client'
import { wirePublicFile } from './files'
import { cleanHtml } from './rich-text'
import { MAX_NOTICES_BYTES } from './transport'
import { laterFirst, wireEnum, wireExtra, wireId, wireList, wireNumber, wireNumberMaybe, wireText, wireTextMaybe, wireTime } from './wire'

const kindOnWire: Record<NoticeKind, number> = { news: 1, announcement: 2, processUpdate: 3 }
const RELEASED = 1

const notice = z.object({
  id: wireId,
  noticeTypeId: wireEnum('noticeTypeId', { 1: 'news', 2: 'announcement', 3: 'processUpdate' }),
  noticeTitle: wireText,
  noticeContent: wireTextMaybe,
  createTime: wireTime,
  releaseName: wireText,
  readNumber: wireNumber(),
  releaseStatus: wireNumber(),
  showPosition: wireEnum('showPosition', { 1: 'newsPage', 2: 'home', 3: 'both' }),
  fileName: wireTextMaybe,
  noticeEnclosureUrl: wirePublicFile,
})
type WireNotice = z.infer<typeof notice>

const summaryOf = (wire: WireNotice): NoticeSummary => ({
  id: wire.id, kind: wire.noticeTypeId, title: wire.noticeTitle, publishedAt: wire.createTime, publisher: wire.releaseName, readCount: wire.readNumber, shownOn: wire.showPosition,
})

async function released(who: Who, kind?: NoticeKind): Promise<WireNotice[]> {
  const all = await training.get(who, 'train/app/notice/getAllNotice', { noticeTypeId: kind && kindOnWire[kind] }, wireList(notice), { mostBytes: MAX_NOTICES_BYTES })
  return all.filter((wire) => wire.releaseStatus === RELEASED)
}

/** All notices that are released, newest first, without their texts (B1). */
export async function listNotices(who: Who): Promise<NoticeSummary[]> {
  const list = (await released(who)).map(summaryOf)
  return list.sort((one, other) => laterFirst(one.publishedAt, other.publishedAt))
}

/** One released notice with its cleaned text, null when there is none (B1: the platform has no call for one). */
export async function getNotice(who: Who, id: string): Promise<Notice | null> {
  const wire = (await released(who)).find((one) => one.id === id)
  if (!wire) return null
  return {
    ...summaryOf(wire),
    content: wire.noticeContent ? cleanHtml(wire.noticeContent, 'public') : null,
    attachment: wire.noticeEnclosureUrl ? { name: wire.fileName ?? wire.noticeTitle, url: wire.noticeEnclosureUrl } : null,
  }
}

/** B2 answers nothing; ours says how often the notice has been opened. */
const read = wireExtra(z.object({ readTotal: wireNumberMaybe }).transform((wire) => wire.readTotal), null)

/** Tells the platform that somebody has opened a notice (B2); how often it has been opened with that, null where the platform does not say. */
export async function countNoticeRead(who: Who, { id }: { id: string }): Promise<number | null> {
  return training.postBoth(who, 'train/app/notice/updateNoticeReadNumber', { id }, read)
}
