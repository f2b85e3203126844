import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostName, tenantSettings } from '@/lib/domain/tenant'

describe('the host name of a request', () => {
  it.each([
    ['localhost', 'localhost'], ['localhost:3000', 'localhost'], ['BGY.localhost:3000', 'bgy.localhost'], ['a.example.', 'a.example'], ['a.example.:443', 'a.example'], ['127.0.0.1:80', '127.0.0.1'], ['xn--fiqs8s.example', 'xn--fiqs8s.example'],
  ])('%s is %s', (header, name) => {
    expect(hostName(header)).toBe(name)
  })
  it.each(['', null, undefined, 'priv?x', '../../etc', 'a b', 'a..b', '.a', '-a.example', 'a-.example', 'a/b', 'a@b', 'a,b', 'a:99999', 'a:b', '[::1]', '例え.jp', `${'a'.repeat(64)}.example`, 'a'.repeat(300), 'a#b', 'a%00', 'http://a'])('%j is none', (header) => {
    expect(hostName(header)).toBeNull()
  })
  it('is always a plain name', () => {
    fc.assert(fc.property(fc.string(), (header) => hostName(header) === null || /^[a-z0-9.-]+$/.test(hostName(header)!)))
  })
})

it('special tenants are rows of settings', () => {
  expect(tenantSettings('82').footerLanguageSwitch).toBe(true)
  expect(tenantSettings('101').footerLanguageSwitch).toBe(false)
  expect(tenantSettings('116').downloadPage).toBe('rs')
  expect(tenantSettings('999')).toEqual({ footerLanguageSwitch: false, downloadPage: 'standard', hiddenCodes: [], activationCode: '', downloadRoute: 'AppFires', appLinks: { apple: [], android: [] } })
  expect(tenantSettings('143', { downloadPage: 'rs' })).toMatchObject({ downloadPage: 'rs', hiddenCodes: ['activation', 'simulationA', 'simulationB'] })
})
