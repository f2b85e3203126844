import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newsPlace } from '@/lib/request/news'
import { listedNotices } from '@/lib/request/notice-reads'
import { noticeOf } from '@/lib/request/seen-notices'
import { UPSTREAM } from '../support/platform'

const notice = (id: number, kind: number, releaseStatus = 1) => ({ id, noticeTypeId: kind, releaseStatus, createTime: '2026-03-01 09:00:00' })
const ALL = [...Array.from({ length: 40 }, (_, index) => notice(101 + index, (index % 2) + 1)), notice(900, 1, 2)]
const asked: string[] = []
const server = setupServer(http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, ({ request }) => {
  const tenant = request.headers.get('tenant-id') ?? ''
  asked.push(tenant)
  return tenant === '9' ? HttpResponse.json({ code: 1, msg: 'away' }, { status: 503 }) : HttpResponse.json({ code: 0, data: ALL })
}))
beforeAll(() => server.listen())
afterAll(() => server.close())

const place = (path: string, query = '', id = '82') => newsPlace({ id }, path, new URLSearchParams(query))

describe('the addresses of news', () => {
  it.each([
    ['', '/news/list/all/15/1'],
    ['page=2&type=news', '/news/list/news/15/2'],
    ['page=999&size=30', '/news/list/all/30/2'],
    ['page=x&size=7&type=..%2F..', '/news/list/all/15/1'],
    ['type=processUpdate&page=4', '/news/list/processUpdate/15/1'],
    ['utm_source=a&fbclid=b', '/news/list/all/15/1'],
  ])('?%s is one of the views there are', async (query, inside) => {
    expect(await place('/news', query)).toEqual({ inside })
  })

  it('of one notice exist when it does', async () => {
    expect(await place('/news/101')).toEqual({ inside: '/news/101' })
    for (const path of ['/news/900', '/news/99999999', '/news/abc', '/news/101/x', '/news/list/all/15/1', '/news/0101', '/news/1e2']) expect(await place(path), path).toBe(null)
  })

  it('are asked for once by many at a time, per tenant', async () => {
    asked.length = 0
    await Promise.all(Array.from({ length: 50 }, () => place('/news', '', '77')))
    expect(asked).toEqual(['77'])
  })

  it('pages of lists and of notices are all made of one reading', async () => {
    asked.length = 0
    expect(await place('/news/101', '', '78')).toEqual({ inside: '/news/101' })
    for (let id = 101; id <= 140; id += 1) {
      expect(await noticeOf('78', String(id))).toMatchObject({ id: String(id) })
      expect(await listedNotices('78')).toHaveLength(40)
    }
    expect(await noticeOf('78', '900')).toBeNull()
    expect(asked).toEqual(['78'])
  })

  it('a new notice is there a quarter of a minute later, in all of them', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    expect([await place('/news/950', '', '79'), await noticeOf('79', '950')]).toEqual([null, null])
    ALL.push(notice(950, 1))
    vi.advanceTimersByTime(15_001)
    expect([await place('/news/950', '', '79'), (await noticeOf('79', '950'))?.id, (await listedNotices('79')).some(({ id }) => id === '950')]).toEqual([{ inside: '/news/950' }, '950', true])
    ALL.pop()
    vi.useRealTimers()
  })

  it('are nowhere while the platform is away and has never told of any, so that no page about that is kept', async () => {
    expect(await place('/news/5', '', '9')).toBe('away')
    expect(await place('/news', 'page=7', '9')).toBe('away')
  })
})
