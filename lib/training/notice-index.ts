import 'server-only'
import { z } from 'zod'
import { defaultLocale } from '@/lib/domain/locale'
import { languageOf } from '@/lib/domain/text-language'
import type { NoticeKey } from '@/lib/domain/notices'
import type { Visitor } from '@/lib/domain/learner'
import { training } from './client'
import { MAX_NOTICES_BYTES } from './transport'
import { wireEnum, wireId, wireList, wireNumber, wireText, wireTime } from './wire'

const RELEASED = 1
const entry = z.object({ id: wireId, noticeTypeId: wireEnum('noticeTypeId', { 1: 'news', 2: 'announcement', 3: 'processUpdate' }), releaseStatus: wireNumber(), createTime: wireTime, noticeTitle: wireText })

/** Which notices are released, of which kind, since when (B1), without their texts: enough to know which addresses exist. */
export async function listNoticeKeys(visitor: Visitor): Promise<NoticeKey[]> {
  const all = await training.get(visitor, 'train/app/notice/getAllNotice', {}, wireList(entry), { mostBytes: MAX_NOTICES_BYTES })
  return all.filter((wire) => wire.releaseStatus === RELEASED).map((wire) => ({ id: wire.id, kind: wire.noticeTypeId, publishedAt: wire.createTime, language: languageOf(wire.noticeTitle) ?? defaultLocale }))
}
