import { describe, expect, it } from 'vitest'
import { dayAndMonth, homeNotices, noticesQuery, pageOfNotices, type NoticeSummary } from '@/lib/domain/notices'
import { noticeIdInput, noticesInput } from '@/lib/domain/notices-input'

const notice = (id: number, fields: Partial<NoticeSummary> = {}): NoticeSummary => ({ id: String(id), kind: 'news', title: `公告 ${id}`, language: 'zh', publishedAt: null, publisher: '', readCount: 0, shownOn: 'both', ...fields })
const many = Array.from({ length: 32 }, (_, index) => notice(index, { kind: index % 2 ? 'announcement' : 'news' }))

describe('notices', () => {
  it('on home are the first six meant for it', () => {
    const shown = homeNotices([notice(1, { shownOn: 'newsPage' }), notice(2, { shownOn: 'home' }), notice(3, { shownOn: 'unknown' }), ...many])
    expect(shown.map(({ id }) => id)).toEqual(['2', '0', '1', '2', '3', '4'])
  })

  it('on home are process updates when they are neither news nor announcements', () => {
    const kinds = (['news', 'announcement', 'processUpdate', 'unknown'] as const).map((kind, id) => notice(id, { kind }))
    expect(homeNotices(kinds).map(({ kind }) => kind)).toEqual(['news', 'announcement', 'processUpdate', 'processUpdate'])
    expect(kinds[3]!.kind).toBe('unknown')
  })

  it('are paged within their kind; a page past the end is the last one', () => {
    expect(pageOfNotices(many, { kind: 'all', page: 2, size: 15 })).toMatchObject({ total: 32, page: 2 })
    expect(pageOfNotices(many, { kind: 'news', page: 9, size: 15 }).items.map(({ id }) => id)).toEqual(['30'])
    expect(pageOfNotices([], { kind: 'all', page: 3, size: 15 })).toEqual({ items: [], total: 0, page: 1, size: 15 })
  })

  it('have an address that says only what differs', () => {
    expect(noticesQuery({ kind: 'all', page: 1, size: 15 })).toEqual({})
    expect(noticesInput.parse({ type: 'news', page: '2', size: '30' })).toEqual({ kind: 'news', page: 2, size: 30 })
    expect(noticesInput.parse({ type: 'x', page: '-1', size: '14' })).toEqual({ kind: 'all', page: 1, size: 15 })
  })

  it('are found by digits only', () => {
    expect(noticeIdInput.safeParse({ id: '12' }).success).toBe(true)
    for (const id of ['', '1a', '../1', '1'.repeat(20)]) expect(noticeIdInput.safeParse({ id }).success).toBe(false)
  })

  it('show the day and month of China, wherever the server stands', () => {
    expect(dayAndMonth('2026-11-18T00:30:00+08:00')).toEqual({ day: '18', month: '2026-11' })
    expect(dayAndMonth('2026-11-17T16:30:00Z')).toEqual({ day: '18', month: '2026-11' })
  })
})
