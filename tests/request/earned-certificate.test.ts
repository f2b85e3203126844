import { expect, it } from 'vitest'
import { tenantSettings, type Tenant } from '@/lib/domain/tenant'
import { readCertificate } from '@/lib/request/learning-side'
import { mountPlatform } from '../support/platform'

const platform = mountPlatform()
const tenant: Tenant = { id: '82', domain: 'train.example.com', title: '甲', logoUrl: null, colour: null, filingNumber: null, settings: tenantSettings('82', {}) }

// The code is read by a phone that has never heard of this page: a path alone leads it nowhere.
it.each([
  ['zh', 'course', '3003', '焊接工艺基础'], ['en', 'course', '3003', '焊接工艺基础'], ['ja', 'course', '3003', '焊接工艺基础'],
] as const)('in %s the certificate of a %s is checked at the whole address that its PDF has, too', async (locale, kind, id, name) => {
  const learner = await platform.learner('zhaoqiang', 82, locale)
  const { value } = await readCertificate({ learner, tenant }, { kind, id, name }, { passed: true })
  expect(value?.certificate.checkCode).toMatch(/^[\w-]{20,64}$/)
  expect(value?.checkUrl).toBe(`http://train.example.com:3000/certificate/${value?.certificate.checkCode}`)
})

it('no certificate is looked for before its course is passed', async () => {
  expect(await readCertificate({ learner: await platform.learner('zhaoqiang', 82), tenant }, { kind: 'course', id: '3003', name: '焊接工艺基础' }, { passed: false })).toEqual({ value: null })
})
