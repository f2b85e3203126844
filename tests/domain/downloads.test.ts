import { describe, expect, it } from 'vitest'
import { mainRouteOf, otherDownloadPage, shownCodes, systemFor } from '@/lib/domain/downloads'
import { tenantSettings } from '@/lib/domain/tenant'

const at = (route: string) => `https://train.example.com/${route}`
const codesOf = (tenant: string) => shownCodes(tenantSettings(tenant, { activationCode: 'TH-1' }), at).map(({ code, text, both }) => [code, text, both])

describe('QR codes', () => {
  it('lead to the landing pages, and hold the activation code', () => {
    expect(codesOf('82')).toEqual([['android', at('AppFires'), false], ['ios', at('AppFires'), false], ['activation', 'TH-1', false], ['simulationA', at('FZAppFires1'), false], ['simulationB', at('FZAppFires2'), false]])
  })
  it('are one for tenant 101, by its own page', () => {
    expect(codesOf('101')).toEqual([['android', at('AppFiresBGY'), true]])
  })
  it('are those of the apps for tenant 143', () => {
    // The other download page of 116 has the codes of everybody but 101 (spec 3 §2.14).
    expect(codesOf('116').slice(0, 2)).toEqual([['android', at('AppFires'), false], ['ios', at('AppFires'), false]])
    expect(codesOf('143')).toEqual([['android', at('AppFires'), false], ['ios', at('AppFires'), false]])
  })
  it('hold nothing that is not there', () => {
    expect(shownCodes(tenantSettings('82'), at).map(({ code }) => code)).not.toContain('activation')
  })
})

describe('the pages', () => {
  it('of tenants with their own replace the standard one', () => {
    expect(otherDownloadPage('Appye', tenantSettings('116'))).toBe('AppyeRS')
    expect(otherDownloadPage('Appye', tenantSettings('101'))).toBe('AppyeBGY')
    expect(otherDownloadPage('Appye', tenantSettings('82'))).toBe(null)
    expect(otherDownloadPage('AppyeRS', tenantSettings('82'))).toBe(null)
  })
  it('are variants of one, but for the simulation clients', () => {
    expect(mainRouteOf('AppFiresBGY', tenantSettings('82'))).toBe('Appye')
    expect(mainRouteOf('AppFires', tenantSettings('116'))).toBe('AppyeRS')
    expect(mainRouteOf('FZAppFires1', tenantSettings('116'))).toBe('FZAppFires1')
  })
})

it.each([['android', 'android'], ['harmony', 'android'], ['iphone', 'ios'], ['ipad', 'ios'], ['desktop', null]] as const)('%s is offered %s', (device, system) => {
  expect(systemFor(device)).toBe(system)
})
