import { CHINA_MS } from './china-time'
import { newsSize, pageCount, type Page } from './paging'
import type { Locale } from './locale'
import type { SafeHtml } from './rich-text'

/** The kinds of notices in the order of the sidebar (spec 3 §2.9); their names are what the address says. */
export const noticeKinds = ['news', 'announcement', 'processUpdate'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What decides which addresses of news exist. */
export type NoticeKey = Pick<NoticeSummary, 'id' | 'kind' | 'publishedAt' | 'language'>

/** A notice in a list. */
export type NoticeSummary = {
  id: string
  kind: NoticeKind | 'unknown'
  title: string
  /** What title and text are written in. */
  language: Locale
  /** ISO 8601 with offset; null when the platform gave none. */
  publishedAt: string | null
  publisher: string
  readCount: number
  shownOn: 'newsPage' | 'home' | 'both' | 'unknown'
}

/** A notice with its text. */
export type Notice = NoticeSummary & { content: SafeHtml | null; attachment: { name: string; url: string } | null }

/** How many notices the home page shows: two columns of three (spec 1 §9). */
export const HOME_NOTICES = 6

/** The notices of the home page: those meant for it, newest first as they come; there every other kind is a process update (spec 1 §2). */
export function homeNotices(notices: NoticeSummary[]): NoticeSummary[] {
  const shown = notices.filter(({ shownOn }) => shownOn === 'home' || shownOn === 'both').slice(0, HOME_NOTICES)
  return shown.map((notice) => (notice.kind === 'unknown' ? { ...notice, kind: 'processUpdate' } : notice))
}

export type NoticesView = { kind: NoticeKind | 'all'; page: number; size: number }

/** The part of a view that the address must say: what differs from all, page 1 and size 15. */
export function noticesQuery({ kind, page, size }: Partial<NoticesView>): { type?: string; page?: number; size?: number } {
  return { type: kind === 'all' ? undefined : kind, page: page === 1 ? undefined : page, size: size === newsSize ? undefined : size }
}

/** One page of the notices of one kind; a page past the end is the last one. */
export function pageOfNotices<T extends Pick<NoticeSummary, 'kind'>>(notices: T[], { kind, page, size }: NoticesView): Page<T> {
  const wanted = kind === 'all' ? notices : notices.filter((notice) => notice.kind === kind)
  const shown = Math.min(page, pageCount({ total: wanted.length, size }))
  return { items: wanted.slice((shown - 1) * size, shown * size), total: wanted.length, page: shown, size }
}

/** The day and the month of a moment in China, `18` and `2026-11`. */
export function dayAndMonth(iso: string): { day: string; month: string } {
  const local = new Date(Date.parse(iso) + CHINA_MS).toISOString()
  return { day: local.slice(8, 10), month: local.slice(0, 7) }
}
