import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitorAddress } from '@/lib/request/address'
import { visitCertificate } from '@/lib/request/certificate-check'
import middleware from '@/middleware'
import { UPSTREAM } from '../support/platform'

/** Whose platform does not answer. */
const MUTE = 'mute.example'
const HOSTILE = 'hostile.example'
/** The code of a certificate that there is, and how often the platform was asked for one. */
const GIVEN = 'a'.repeat(40)
let asked = 0
const told = { 'news.example': { tenantId: 85, webTitle: '平台' }, [MUTE]: null, [HOSTILE]: { tenantId: 83, webTitle: '</title><script>1</script>' }, 'untitled.example': { tenantId: 84, webTitle: '' } }
const server = setupServer(
  http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, ({ request }) => (request.headers.get('tenant-id') === '85' ? HttpResponse.json({ code: 0, data: [] }) : HttpResponse.json({}, { status: 503 }))),
  http.get(`${UPSTREAM}/train/web/getCertificateByCheckCode`, ({ request }) => {
    asked += 1
    const { searchParams } = new URL(request.url)
    return HttpResponse.json({ code: 0, data: searchParams.get('checkCode') === GIVEN ? { name: '焊接', userName: '李明', certificateType: 1, status: 'valid' } : null })
  }),
  // Tenant 82 lets strangers in; of the others the platform does not say.
  http.get(`${UPSTREAM}/admin/tenant/getByTenantId/:id`, ({ params }) => (params.id === '82' ? HttpResponse.json({ code: 0, data: { registerFlag: 1 } }) : HttpResponse.json({}, { status: 503 }))),
  http.get(`${UPSTREAM}/admin/tenant/tenantExt`, ({ request }) => {
    if (new URL(request.url).searchParams.get('domain') === 'unknown.example') return HttpResponse.json({ code: 0, data: null })
    const found = told[new URL(request.url).searchParams.get('domain') as keyof typeof told]
    if (found !== undefined) return found ? HttpResponse.json({ code: 0, data: found }) : HttpResponse.json({}, { status: 503 })
    return HttpResponse.json({ code: 0, data: { tenantId: 82, webTitle: '平台', webLogoUrl: null, settings: { firstDomain: 'train.example' } } })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

const at = (host: string, path: string, headers: Record<string, string> = {}) => middleware(new NextRequest(`http://${host.replace(' ', '')}:3000${path}`, { headers: { host: `${host}:3000`, ...headers } }))

describe('a tenant’s other domain', () => {
  it.each(['/login', '/news?page=2', '/robots.txt', '/.well-known/security.txt'])('leads to the first one, for a while and not for good: %s', async (path) => {
    const { status, headers } = await at('other.example', path)
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, `http://train.example:3000${path}`, 'private, max-age=60'])
  })

  it.each(['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'])('answers phones itself: %s', async (path) => {
    for (const host of ['other.example', 'train.example']) expect((await at(host, path)).headers.get('x-middleware-rewrite')).toBe(`http://${host}:3000/api/public/site${path}`)
  })
})

it('the page for who has no network is nobody’s but a tenant’s', async () => {
  expect((await at('unknown.example', '/offline')).status).toBe(404)
  expect((await at('x y', '/en/offline')).status).toBe(400)
})

it('a redirect on one domain may be kept', async () => {
  const { status, headers } = await at('train.example', '/loign')
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, 'http://train.example:3000/login', null])
})

describe('the title of a page that stands by itself', () => {
  const title = async (host: string, path: string) => /<title>(.*?)<\/title>/.exec(await (await at(host, path)).text())?.[1]
  it.each([
    ['is the platform’s own until the tenant is known', MUTE, '/login', '暂时无法连接 · 职业技能培训平台'],
    ['is the platform’s own without a network', 'train.example', '/offline', '网络已断开 · 职业技能培训平台'],
    ['is the platform’s own without a network, while the tenant cannot be asked for', MUTE, '/offline', '网络已断开 · 职业技能培训平台'],
    ['is the platform’s own without a network, in each language', 'train.example', '/en/offline', 'You are offline · Vocational Skills Training Platform'],
    ['is in the language of the address', MUTE, '/ja/news', '現在接続できません · 職業技能研修プラットフォーム'],
    ['is the tenant’s when only its news cannot be asked for', 'train.example', '/news', '暂时无法连接 · 平台'],
    ['is harmless, whatever a tenant is called', HOSTILE, '/news', '暂时无法连接 · &#60;/title&#62;&#60;script&#62;1&#60;/script&#62;'],
    ['is the usual one of a tenant without a name', 'untitled.example', '/news', '暂时无法连接 · 技术培训平台'],
  ])('%s', async (_, host, path, wanted) => {
    expect(await title(host, path)).toBe(wanted)
  })
})

it('a page that is asked for in Chinese is Chinese, whatever the visitor would rather read', async () => {
  const inEnglish = { 'accept-language': 'en' }
  expect((await at('train.example', '/login', inEnglish)).headers.get('location')).toBe('http://train.example:3000/en/login')
  const reply = await at('train.example', '/login?lang=zh', inEnglish)
  expect([reply.headers.get('location'), reply.headers.get('x-middleware-rewrite')]).toEqual([null, 'http://train.example:3000/train.example/zh/login?lang=zh'])
})

describe('a page for strangers', () => {
  it.each(['/register', '/resetPassword', '/en/register', '/ja/resetPassword'])('that waits for what the platform does not say says so, and is there where it says: %s', async (path) => {
    const reply = await at('news.example', path)
    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('x-middleware-rewrite')]).toEqual([503, '5', null])
    expect(await reply.text()).toMatch(/<title>[^<]+ · 平台<\/title>/)
    expect((await at('train.example', path)).headers.get('x-middleware-rewrite')).toMatch(/(register|resetPassword)$/)
  })

  it('of another kind waits for nothing of it', async () => {
    expect((await at('news.example', '/login')).headers.get('x-middleware-rewrite')).toBe('http://news.example:3000/news.example/zh/login')
  })
})

describe('what is nowhere', () => {
  it.each([
    ['/nothing', {}, 'zh-Hans', '页面不存在'], ['/nothing', { 'accept-language': 'ja' }, 'ja', 'ページが見つかりません'], ['/en/nothing', { 'accept-language': 'ja' }, 'en', 'Page not found'], ['/en/nothing/at/all', {}, 'en', 'Page not found'],
    ['/news/999999', {}, 'zh-Hans', '页面不存在'], ['/ja/news/999999', {}, 'ja', 'ページが見つかりません'], ['/news/abc', {}, 'zh-Hans', '页面不存在'],
    ['/certificate/unknown', {}, 'zh-Hans', '未找到该证书'], [`/en/certificate/${'b'.repeat(40)}`, {}, 'en', 'Certificate not found'],
  ])('is told in words, without a script, in the language of the address or else of the visitor: %s %o', async (path, headers, lang, words) => {
    const reply = await at('news.example', path, headers)
    const html = await reply.text()
    expect([reply.status, reply.headers.get('x-middleware-rewrite'), reply.headers.get('cache-control')]).toEqual([404, null, 'no-store'])
    expect(html).toContain(`<html lang="${lang}">`)
    expect(html).toContain(`<h1>${words}</h1>`)
    expect(html).not.toContain('<script')
  })

  it('is told to learners below their header', async () => {
    for (const path of ['/nothing', '/news/999999']) expect((await at('news.example', path, { cookie: 'sid=x' })).headers.get('x-middleware-rewrite')).toBe('http://news.example:3000/news.example/zh/nowhere')
  })
})

describe('a certificate', () => {
  it('that there is is asked for once, by the middleware for the page', async () => {
    asked = 0
    expect((await at('news.example', `/en/certificate/${GIVEN}`)).headers.get('x-middleware-rewrite')).toBe(`http://news.example:3000/news.example/en/certificate/${GIVEN}`)
    const visit = () => visitCertificate({ tenantId: '85', locale: 'en', address: visitorAddress(new Headers()) }, GIVEN)
    expect(await visit()).toMatchObject({ value: { learnerName: '李明', status: 'valid' } })
    expect(asked).toBe(1)
    expect(await visit()).toMatchObject({ value: { learnerName: '李明' } })
    expect(asked).toBe(2)
  })

  it.each([`/certificate/${GIVEN}`, '/en/receipt?code=A'])('and a receipt are no parts of another site’s page, which could use up how often they may be looked at: %s', async (path) => {
    asked = 0
    for (const site of ['cross-site', 'same-site']) {
      for (const dest of ['image', 'iframe', 'empty']) expect((await at('news.example', path, { 'sec-fetch-site': site, 'sec-fetch-dest': dest })).status).toBe(403)
    }
    expect(asked).toBe(0)
    const links: Record<string, string>[] = [{}, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' }, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }]
    for (const headers of links) expect((await at('news.example', path, headers)).status).toBe(200)
  })
})
