import 'server-only'
import { z } from 'zod'
import { defaultLocale } from '@/lib/domain/locale'
import { plainText, withoutPasted } from '@/lib/domain/rich-text'
import { languageOfTitled } from '@/lib/domain/sentence-language'
import type { NoticeSummary } from '@/lib/domain/notices'
import type { Who } from '@/lib/domain/learner'
import { beginningOf } from './beginning'
import { training } from './client'
import { wirePublicFile } from './files'
import { MAX_NOTICES_BYTES } from './transport'
import { newestFirst, onceEach, wireEnum, wireId, wireList, wireNumber, wireText, wireTextMaybe, wireTime } from './wire'

const RELEASED = 1
/** More than any author writes, pasted pictures among it; visitors have it read, cleaned and sent to them. */
const [MOST_TEXT, MOST_WORDS] = [1_000_000, 500]

/** A text of a notice; one that is too long is without the pictures that were pasted into it, and without its end where that is not enough. */
const contentOf = (text: string) => (text.length <= MOST_TEXT ? text : beginningOf(withoutPasted(text), MOST_TEXT))
const words = wireText.transform((text) => beginningOf(text, MOST_WORDS))

const notice = z.object({
  id: wireId,
  noticeTypeId: wireEnum('noticeTypeId', { 1: 'news', 2: 'announcement', 3: 'processUpdate' }),
  noticeTitle: words,
  noticeContent: wireTextMaybe.transform((text) => text && contentOf(text)),
  createTime: wireTime,
  releaseName: words,
  readNumber: wireNumber(),
  releaseStatus: wireNumber(),
  showPosition: wireEnum('showPosition', { 1: 'newsPage', 2: 'home', 3: 'both' }),
  fileName: wireTextMaybe.transform((name) => name && beginningOf(name, MOST_WORDS)),
  noticeEnclosureUrl: wirePublicFile,
})

/** What a notice has besides, as its author wrote it: nothing to be shown before it is cleaned. */
export type NoticeText = { content: string | null; fileName: string | null; url: string | null }

/** The notices that are released, newest first, and their texts by their ids (B1: the platform has one call for all of it). */
export async function readNotices(who: Who): Promise<{ list: NoticeSummary[]; texts: Map<string, NoticeText> }> {
  const all = await training.get(who, 'train/app/notice/getAllNotice', {}, wireList(notice), { mostBytes: MAX_NOTICES_BYTES })
  const released = onceEach(all.filter((wire) => wire.releaseStatus === RELEASED), ({ id }) => id)
  const list = released.map((wire): NoticeSummary => ({
    id: wire.id, kind: wire.noticeTypeId, title: wire.noticeTitle, publishedAt: wire.createTime, publisher: wire.releaseName, readCount: wire.readNumber, shownOn: wire.showPosition,
    language: languageOfTitled(wire.noticeTitle, () => plainText(withoutPasted(wire.noticeContent ?? '').slice(0, 20_000), 2_000)) ?? defaultLocale,
  }))
  const texts = new Map(released.map((wire) => [wire.id, { content: wire.noticeContent, fileName: wire.fileName, url: wire.noticeEnclosureUrl }]))
  return { list: newestFirst(list, ({ publishedAt }) => publishedAt), texts }
}
