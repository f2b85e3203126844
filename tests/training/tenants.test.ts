import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findTenant } from '@/lib/training/tenants'
import { UPSTREAM } from '../support/platform'

const long = '𠮷'.repeat(1_000)
const server = setupServer(http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => HttpResponse.json({
  code: 0, data: { tenantId: 82, webTitle: `x${long}`, themeColor: long, caseNumber: long, webLogoUrl: `/admin/file/logo/${long}.png` },
})))
beforeAll(() => server.listen())
afterAll(() => server.close())

it('a tenant has a name, a colour and a number of some length, and no logo under an endless address', async () => {
  expect(await findTenant('a.example')).toMatchObject({ title: `x${long.slice(0, 198)}`, colour: long.slice(0, 100), filingNumber: long.slice(0, 100), logoUrl: null })
})
