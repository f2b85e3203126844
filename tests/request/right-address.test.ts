import { describe, expect, it } from 'vitest'
import { isLocale, locales } from '@/lib/domain/locale'
import { tenantSettings } from '@/lib/domain/tenant'
import { rightAddress } from '@/lib/request/right-address'

const at = (address: string, { wanted = 'zh', tenantId = '82' }: { wanted?: 'zh' | 'en' | 'ja'; tenantId?: string } = {}) => {
  const { pathname, search } = new URL(address, 'http://localhost')
  return rightAddress({ settings: tenantSettings(tenantId) }, { pathname, search, wanted })
}

describe('an address', () => {
  it.each(['/news', '/en/news?page=2', '/ja/Appye', '/login', '/Home', '/MyStudy?tab=classes', '/nowhere', '/en/nowhere'])('%s is right as it is', (address) => {
    expect(at(address)).toBe(null)
  })

  it.each([
    ['/loign', '/login'], ['/NEWS?page=2', '/news?page=2'], ['/zh/news', '/news'], ['/en/HOME', '/Home'], ['/ja/Home?x=1', '/Home?x=1'],
    ['/news?id=107&isHome=true&noticeTitle=%3Cscript%3E', '/news/107'], ['/EN/news', null], ['/en/NEWS?id=107', '/en/news/107'],
    ['/news?id=..%2Flogin&isHome=true', null],
  ])('%s is %s, for everybody and in one step', (address, to) => {
    expect(at(address)).toEqual(to && { to, status: 308, byVisitor: false })
  })

  it('is in the visitor’s language, and right in everything else, in one step', () => {
    for (const [address, to] of [['/news', '/en/news'], ['/LOIGN?a=1', '/en/login?a=1'], ['/news?id=107', '/en/news/107'], ['/Appye', '/en/Appye']] as const) {
      expect(at(address, { wanted: 'en' }), address).toEqual({ to, status: 307, byVisitor: true })
    }
    expect(at('/appye', { wanted: 'ja', tenantId: '116' })).toEqual({ to: '/ja/AppyeRS', status: 307, byVisitor: true })
    expect(at('/ja/news', { wanted: 'en' })).toBe(null)
    expect(at('/Home', { wanted: 'en' })).toBe(null)
  })

  it('that names a language in its query has it before its path, whatever the visitor would rather read, and the rest of the query stays', () => {
    for (const [address, to] of [
      ['/news?lang=en', '/en/news'], ['/news?type=1&lang=ja&page=2', '/ja/news?type=1&page=2'], ['/en/news?lang=ja', '/ja/news'],
      ['/NEWS?id=107&lang=en', '/en/news/107'], ['/Appye?lang=en&lang=ja', '/en/Appye'], ['/en/login?redirect=%2FHome%3Flang%3Dja&lang=en', '/en/login?redirect=%2FHome%3Flang%3Dja'],
    ] as const) for (const wanted of ['zh', 'ja'] as const) expect(at(address, { wanted }), address).toEqual({ to, status: 308, byVisitor: false })
  })

  it('goes on naming Chinese, which has no prefix', () => {
    for (const [address, to] of [
      ['/en/news/107?lang=zh', '/news/107?lang=zh'], ['/zh/news?lang=zh', '/news?lang=zh'], ['/ja/news?lang=zh&page=2', '/news?page=2&lang=zh'], ['/LOIGN?lang=zh', '/login?lang=zh'], ['/news?id=107&lang=zh', '/news/107?lang=zh'],
    ] as const) for (const wanted of ['zh', 'en'] as const) expect(at(address, { wanted }), address).toEqual({ to, status: 308, byVisitor: false })
    for (const address of ['/news?lang=zh', '/news?lang=zh&page=2', '/login?redirect=%2FHome&lang=zh&lang=en']) expect(at(address, { wanted: 'en' }), address).toBe(null)
  })

  it.each(locales.flatMap((wanted) => locales.map((named) => [wanted, named] as const)))('leads who would rather read %s and was sent to %s there, to the end', (wanted, named) => {
    for (const path of ['/news', '/en/news', '/ja/NEWS', '/zh/news', '/news/107', '/loign', '/Appye']) {
      const led = [`${path}?lang=${named}`]
      for (let step = at(led[0]!, { wanted }); step; step = at(step.to, { wanted })) {
        led.push(step.to)
        expect(led.length, led.join(' ')).toBeLessThan(4)
      }
      const prefix = led.at(-1)!.split('/', 2)[1]
      expect(isLocale(prefix) ? prefix : 'zh', led.join(' ')).toBe(named)
    }
  })

  it('keeps a language that is none of ours, and one of a learner’s page', () => {
    for (const address of ['/news?lang=ko', '/en/news?lang=', '/news?lang=EN', '/Home?lang=en', '/nowhere?lang=en']) expect(at(address), address).toBe(null)
    expect(at('/news?lang=ko', { wanted: 'en' })).toEqual({ to: '/en/news?lang=ko', status: 307, byVisitor: true })
  })

  it('of the top leads home, whatever the language', () => {
    expect(at('/?a=1')).toEqual({ to: '/Home?a=1', status: 307, byVisitor: false })
    expect(at('/en')).toEqual({ to: '/Home', status: 307, byVisitor: false })
    expect(at('/', { wanted: 'ja' })).toEqual({ to: '/Home', status: 307, byVisitor: false })
  })

  it('of a download is the tenant’s own', () => {
    expect(at('/Appye', { tenantId: '116' })).toEqual({ to: '/AppyeRS', status: 308, byVisitor: false })
    expect(at('/AppyeRS', { tenantId: '116' })).toBe(null)
  })
})
