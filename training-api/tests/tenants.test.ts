import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultTenantSettings, tenantDomains } from '../db/schema/tenants.ts'
import { addDomain } from '../queries/new-tenant.ts'
import { addLearner, addTenant } from './people.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await addTenant(api, { tenantId: 82, domain: 'localhost', registrationOpen: true })
  await addTenant(api, { tenantId: 116, domain: 'rs.localhost' })
  await addLearner(api, { tenantId: 82, learnerId: 1, account: 'liming' })
})
afterAll(() => api.close())

const branding = {
  tenantId: 82,
  webTitle: 'Title 82',
  webLogoUrl: '/admin/file/logo/82.svg',
  themeColor: '#0b5fa5',
  caseNumber: 'ICP 1',
  settings: defaultTenantSettings,
}
const atFirst = { ...branding, settings: { ...defaultTenantSettings, firstDomain: 'localhost' } }

test.each(['localhost', 'LOCALHOST', 'localhost:3000', 'localhost.'])('the domain %s is known', async (domain) => {
  const reply = await api.visitor(1).get('/admin/tenant/tenantExt', { domain })
  expect(reply.raw).toEqual({ code: 0, msg: null, data: atFirst })
})

test.each(['example.org', '127.0.0.1', 'xlocalhost', 'local%', "' or 1=1 --"])(
  'the domain %s is nobody’s',
  async (domain) => {
    expect(await api.visitor(1).get('/admin/tenant/tenantExt', { domain })).toMatchObject({ code: 0, data: null })
  },
)

test('a question without a domain is 400', async () => {
  expect((await api.visitor(1).get('/admin/tenant/tenantExt')).status).toBe(400)
})

test('a domain claimed twice stays with the first', async () => {
  const later = new Date(testMoment.getTime() + 1000)
  await api.db.insert(tenantDomains).values({ tenantId: 116, domain: 'localhost', createdAt: later })
  const reply = await api.visitor(1).get('/admin/tenant/tenantExt', { domain: 'localhost' })
  expect(reply.data).toMatchObject({ tenantId: 82 })
})

test('a second domain names the first, where pages live', async () => {
  await api.db.insert(tenantDomains).values({ tenantId: 82, domain: 'train.example.org', primary: false, createdAt: testMoment })
  expect((await api.visitor(1).get('/admin/tenant/tenantExt', { domain: 'train.example.org' })).data).toEqual(atFirst)
})

test('a domain that is added leads to the first, until it is made the first itself', async () => {
  const add = (domain: string, of: string, isFirst = false) => addDomain(api.db, { domain, of, isFirst, now: api.clock.now() })
  const firstOf = async (domain: string) => (await api.visitor(1).get<{ settings: { firstDomain: string } } | null>('/admin/tenant/tenantExt', { domain })).data?.settings.firstDomain
  expect(await add('rs.example.org', 'rs.localhost')).toEqual({ tenantId: 116, firstDomain: 'rs.localhost' })
  expect(await firstOf('rs.example.org')).toBe('rs.localhost')
  expect(await add('rs.example.net', 'rs.example.org', true)).toEqual({ tenantId: 116, firstDomain: 'rs.example.net' })
  for (const domain of ['rs.localhost', 'rs.example.org', 'rs.example.net']) expect(await firstOf(domain)).toBe('rs.example.net')
  expect(await add('rs.localhost', 'rs.example.org', true)).toEqual({ tenantId: 116, firstDomain: 'rs.localhost' })
  for (const domain of ['rs.localhost', 'rs.example.org', 'rs.example.net']) expect(await firstOf(domain)).toBe('rs.localhost')

  expect(await add('rs.example.org', 'localhost', true)).toBe('taken')
  expect(await add('new.example.org', 'nobody.example')).toBe('unknown')
  expect([await firstOf('rs.example.org'), await firstOf('new.example.org'), await firstOf('localhost')]).toEqual(['rs.localhost', undefined, 'localhost'])
})

test('everybody may ask whether a tenant registers learners', async () => {
  const ask = (tenantId: number) => api.visitor(1).get(`/admin/tenant/getByTenantId/${tenantId}`)
  expect((await ask(82)).data).toEqual({ id: 82, name: 'Tenant 82', registerFlag: 1 })
  expect((await ask(116)).data).toEqual({ id: 116, name: 'Tenant 116', registerFlag: 0 })
  expect((await ask(999)).data).toBeNull()
  expect((await api.visitor(1).get('/admin/tenant/getByTenantId/x')).status).toBe(400)
})

test('a learner sees the own tenant and no other', async () => {
  const learner = await api.loginAs('liming', 82)
  expect((await learner.get('/admin/tenant/findTenantExtInfo/82')).data).toEqual(branding)
  expect((await learner.get('/admin/tenant/findTenantExtInfo/116')).data).toBeNull()
  expect((await learner.get('/admin/tenant/82')).data).toEqual({ id: 82, name: 'Tenant 82', registerFlag: 1 })
  expect((await learner.get('/admin/tenant/116')).data).toBeNull()
  expect((await api.visitor(82).get('/admin/tenant/82')).status).toBe(401)
})
