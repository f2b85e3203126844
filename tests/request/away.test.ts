import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { appOffer } from '@/lib/request/app-offer'
import { tenantOfDomain } from '@/lib/request/domains'
import { newsPlace, noticeKeys } from '@/lib/request/news'
import { registrationOpen } from '@/lib/request/registration'
import { listedNotices } from '@/lib/request/notice-reads'
import { noticeOf } from '@/lib/request/seen-notices'
import { UPSTREAM } from '../support/platform'

const answer = (data: unknown) => HttpResponse.json({ code: 0, data })
const server = setupServer(
  http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => answer({ tenantId: 82, webTitle: '平台', webLogoUrl: '', themeColor: null })),
  http.get(`${UPSTREAM}/admin/tenant/getByTenantId/82`, () => answer({ registerFlag: 1 })),
  http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => answer([{ id: 7, noticeTypeId: 1, noticeTitle: '甲', noticeContent: '<p>文</p>', releaseStatus: 1, releaseName: '中心', readNumber: 3, showPosition: 1, createTime: '2026-03-01 09:00:00' }])),
  http.get(`${UPSTREAM}/train/version/find`, () => answer({ code: '5.2.0', content: null, downloadUrl: 'https://apps.example/a.apk' })),
)
const down = http.all(`${UPSTREAM}/*`, () => HttpResponse.error())
beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})

const visitor = { tenantId: '82', locale: 'zh' as const }

describe('while the platform is away', () => {
  it('everything that public pages are made of is as it was last seen, hours later', async () => {
    const all = () => Promise.all([tenantOfDomain('a.example'), registrationOpen('82'), noticeKeys({ id: '82' }), listedNotices('82'), noticeOf('82', '7'), appOffer(visitor, 'main'), newsPlace({ id: '82' }, '/news', new URLSearchParams())])
    const seen = await all()
    expect(seen[5]).toMatchObject({ android: { code: '5.2.0' } })
    server.use(down)
    vi.advanceTimersByTime(6 * 3_600_000)
    expect(await all()).toEqual(seen)
  })

  it('what was never seen is a failure, and no answer that could be kept', async () => {
    server.use(down)
    await expect(tenantOfDomain('never.example')).rejects.toThrow()
    await expect(listedNotices('83')).rejects.toThrow()
    expect(await newsPlace({ id: '83' }, '/news', new URLSearchParams())).toBe('away')
    expect(await appOffer({ ...visitor, tenantId: '83' }, 'main')).toBe(null)
    server.resetHandlers()
    vi.advanceTimersByTime(2_001)
    expect(await appOffer({ ...visitor, tenantId: '83' }, 'main')).toMatchObject({ android: { code: '5.2.0' } })
  })

  it('a notice that was taken back meanwhile is gone when the platform says so', async () => {
    expect(await noticeOf('84', '7')).toMatchObject({ title: '甲' })
    server.use(http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => answer([])))
    vi.advanceTimersByTime(16_000)
    expect(await noticeOf('84', '7')).toBe(null)
  })
})
