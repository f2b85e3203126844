import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { learnersMetadata, requireAsking } from '@/lib/request/learner'
import { UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('@/lib/request/session', () => ({ sessionCookie: 'session', readSession: async () => ({ learnerId: '1', tenantId: '82', username: 'liming', token: 'secret' }) }))
vi.mock('@/lib/request/renewal', () => ({ renewed: async (session: object) => session, replaced: async (session: object) => session }))

const server = setupServer(
  http.get(`${UPSTREAM}/admin/tenant/tenantExt`, ({ request }) => HttpResponse.json({ code: 0, data: { tenantId: 82, ...(request.url.includes('whole') ? { webTitle: '卓越', webLogoUrl: '/admin/file/logo/82.png' } : {}) } })),
  http.get(`${UPSTREAM}/admin/tenant/findTenantExtInfo/82`, () => HttpResponse.json({ code: 0, data: { tenantId: 82, webTitle: '东岭电力培训', webLogoUrl: '/admin/file/logo/7.png' } })),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

it('a learner’s page and its tab have the name and logo of the second source where the record has none', async () => {
  // The first page waits half a second for the second source; what comes later is kept for the next.
  await vi.waitFor(async () => expect((await within(new Headers({ host: 'nameless.example' }), requireAsking)).value.tenant.title).toBe('东岭电力培训'), { timeout: 10_000 })
  const { value } = await within(new Headers({ host: 'nameless.example' }), async () => [(await requireAsking()).tenant, await learnersMetadata()] as const)
  expect(value[0]).toMatchObject({ title: '东岭电力培训', logoUrl: expect.stringContaining('logo/7.png') })
  expect(value[1]).toMatchObject({ title: { absolute: '东岭电力培训', template: '%s · 东岭电力培训' }, icons: { icon: value[0].logoUrl } })
})

it('a learner’s page of a tenant with both says of its tab what every page says', async () => {
  expect((await within(new Headers({ host: 'whole.example' }), learnersMetadata)).value).toEqual({})
})
