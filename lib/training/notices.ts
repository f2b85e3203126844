import 'server-only'
import { z } from 'zod'
import type { Who } from '@/lib/domain/learner'
import type { Notice, NoticeSummary } from '@/lib/domain/notices'
import { training } from './client'
import { readNotices, type NoticeText } from './notice-index'
import { cleanHtml } from './rich-text'
import { wireExtra, wireNumberMaybe } from './wire'

/** All notices that are released, newest first, without their texts (B1). */
export async function listNotices(who: Who): Promise<NoticeSummary[]> {
  return (await readNotices(who)).list
}

/** A notice with its cleaned text. */
export function noticeWith(summary: NoticeSummary, { content, fileName, url }: NoticeText): Notice {
  return { ...summary, content: content ? cleanHtml(content, 'public') : null, attachment: url ? { name: fileName ?? summary.title, url } : null }
}

/** B2 answers nothing; ours says how often the notice has been opened. */
const read = wireExtra(z.object({ readTotal: wireNumberMaybe }).transform((wire) => wire.readTotal), null)

/** Tells the platform that somebody has opened a notice (B2); how often it has been opened with that, null where the platform does not say. */
export async function countNoticeRead(who: Who, { id }: { id: string }): Promise<number | null> {
  return training.postBoth(who, 'train/app/notice/updateNoticeReadNumber', { id }, read)
}
