import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import middleware from '@/middleware'
import { UPSTREAM } from '../support/platform'

/** Whose platform does not answer. */
const MUTE = 'mute.example'
const HOSTILE = 'hostile.example'
const told = { [MUTE]: null, [HOSTILE]: { tenantId: 83, webTitle: '</title><script>1</script>' }, 'untitled.example': { tenantId: 84, webTitle: '' } }
const server = setupServer(
  http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => HttpResponse.json({}, { status: 503 })),
  http.get(`${UPSTREAM}/admin/tenant/tenantExt`, ({ request }) => {
    if (new URL(request.url).searchParams.get('domain') === 'unknown.example') return HttpResponse.json({ code: 0, data: null })
    const found = told[new URL(request.url).searchParams.get('domain') as keyof typeof told]
    if (found !== undefined) return found ? HttpResponse.json({ code: 0, data: found }) : HttpResponse.json({}, { status: 503 })
    return HttpResponse.json({ code: 0, data: { tenantId: 82, webTitle: '平台', webLogoUrl: null, settings: { firstDomain: 'train.example' } } })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

const at = (host: string, path: string) => middleware(new NextRequest(`http://${host.replace(' ', '')}:3000${path}`, { headers: { host: `${host}:3000` } }))

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
    ['is the tenant’s when only its news cannot be asked for', 'train.example', '/news', '暂时无法连接 · 平台'],
    ['is harmless, whatever a tenant is called', HOSTILE, '/news', '暂时无法连接 · &#60;/title&#62;&#60;script&#62;1&#60;/script&#62;'],
    ['is the usual one of a tenant without a name', 'untitled.example', '/news', '暂时无法连接 · 技术培训平台'],
  ])('%s', async (_, host, path, wanted) => {
    expect(await title(host, path)).toBe(wanted)
  })
})
