import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tenantSettings, type Tenant } from '@/lib/domain/tenant'
import { parseEnv } from '@/lib/env'
import { originOf } from '@/lib/request/origin'
import { publicMetadata, shortened } from '@/lib/request/public-metadata'
import { inTurn } from '@/lib/request/drawing-turns'
import { siteFileOf } from '@/lib/request/site-file'
import { iconOf } from '@/lib/request/site-pictures'
import { siteFiles } from '@/lib/routes'
import { UPSTREAM } from '../support/platform'

const appLinks = { apple: ['TRAINHALL0.org.example.app'], android: [{ packageName: 'org.example.app', fingerprints: ['AA'] }] }
const tenant: Tenant = { id: '82', domain: 'train.example.com', title: '卓越 & <职业>技术培训平台', logoUrl: '/api/public/files/admin/file/logo/82.svg', colour: '#0b5fa5', filingNumber: null, settings: tenantSettings('82', { appLinks }) }
const server = setupServer(
  http.get(`${UPSTREAM}/train/app/notice/getAllNotice`, () => HttpResponse.json({ code: 0, data: [{ id: 7, noticeTypeId: 1, noticeTitle: '甲', releaseStatus: 1, createTime: '2026-03-01 09:00:00' }, { id: 8, noticeTypeId: 1, noticeTitle: 'Open day', releaseStatus: 1, createTime: '2026-03-02 09:00:00' }, { id: 9, noticeTitle: '草稿', releaseStatus: 2 }] })),
  http.get(`${UPSTREAM}/admin/file/logo/82.svg`, () => new HttpResponse(readFileSync('public/art/logo.svg'), { headers: { 'content-type': 'image/svg+xml' } })),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

describe('a tenant’s address', () => {
  it('carries the port only where it is not the scheme’s own', () => {
    expect(originOf(tenant)).toBe('http://train.example.com:3000')
    expect(parseEnv({ PUBLIC_PORT: '8443' }).PUBLIC_PORT).toBe(8443)
    expect(() => parseEnv({ PUBLIC_PORT: '70000' })).toThrow(/PUBLIC_PORT/)
  })
})

describe('the files of a domain', () => {
  it('are there, each of its kind, and speak of no other host', async () => {
    for (const file of siteFiles) {
      const reply = await siteFileOf(tenant, file)
      expect(reply?.status, file).toBe(200)
      if (!/png|ico/.test(file)) {
        const hosts = [...(await reply!.text()).matchAll(/https?:\/\/([^/"<\s]+)/g)].map(([, host]) => host)
        expect(hosts.filter((host) => !['train.example.com:3000', 'www.sitemaps.org', 'www.w3.org'].includes(host!)), file).toEqual([])
      }
    }
  })

  it('list released notices in their own language only', async () => {
    const text = await (await siteFileOf(tenant, '/sitemap.xml'))!.text()
    expect([...text.matchAll(/<loc>[^<]*(\/news\/[^<]*)<\/loc>/g)].map(([, path]) => path)).toEqual(['/news/8', '/news/7'])
    expect(text).toContain('<loc>http://train.example.com:3000/en/news/8</loc>')
    expect(text).not.toContain('<loc>http://train.example.com:3000/en/news/7</loc>')
  })

  it('are pictures of the right size, light enough to be shared', async () => {
    const read = async (file: (typeof siteFiles)[number]) => Buffer.from(await (await siteFileOf(tenant, file))!.arrayBuffer())
    const card = await read('/og.png')
    expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(card.length).toBeLessThan(300_000)
    for (const [file, side] of [['/icon-192.png', 192], ['/icon-512.png', 512], ['/icon-maskable.png', 512], ['/apple-touch-icon.png', 180], ['/favicon.ico', 48]] as const) {
      expect(await sharp(await read(file)).metadata(), file).toMatchObject({ format: 'png', width: side, height: side })
    }
  })

  it('show the beginning of a long name', async () => {
    const cardFor = async (title: string) => Buffer.from(await (await siteFileOf({ ...tenant, title }, '/og.png'))!.arrayBuffer())
    const [whole, longer, other] = await Promise.all(['安'.repeat(60), '安'.repeat(61), '安'.repeat(59)].map(cardFor))
    expect([longer!.equals(whole!), other!.equals(whole!)]).toEqual([true, false])
  })

  it('are drawn once, of more than a few tenants', async () => {
    const first = await iconOf(tenant, 48)
    for (let n = 0; n < 250; n += 1) await iconOf({ ...tenant, title: `of ${n}` }, 48)
    expect(await iconOf(tenant, 48)).toBe(first)
  })

  it('are kept up to 32 MB, and those that were asked for last stay', async () => {
    const side = 512
    const bytes = randomBytes(side * side * 3)
    server.use(http.get(`${UPSTREAM}/admin/file/logo/photo.png`, async () => new HttpResponse(Buffer.from(await sharp(bytes, { raw: { width: side, height: side, channels: 3 } }).png().toBuffer()))))
    const photographic = (n: number) => iconOf({ ...tenant, title: `photo ${n}`, logoUrl: '/api/public/files/admin/file/logo/photo.png' }, side)
    const [first, second] = [await photographic(1), await photographic(2)]
    const most = Math.ceil((32 * 1024 * 1024) / first.bytes.length)
    for (let n = 3; n <= most + 1; n += 1) {
      await photographic(n)
      expect(await photographic(1)).toBe(first)
    }
    expect(await photographic(2)).not.toBe(second)
  })

  it('are drawn a few at a time', async () => {
    await iconOf(tenant, 48)
    const gate = Promise.withResolvers<void>()
    const others = [1, 2].map(() => inTurn(() => gate.promise))
    let isDrawn = false
    const icon = iconOf({ ...tenant, title: 'in turn' }, 48).then(() => (isDrawn = true))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(isDrawn).toBe(false)
    gate.resolve()
    await Promise.all([...others, icon])
  })

  it('are not tried again for a minute where they cannot be drawn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const failure = () => siteFileOf({ ...tenant, title: 'a\0b' }, '/og.png').then(() => null, (error: unknown) => error)
    const first = await failure()
    expect(first).toBeInstanceOf(Error)
    vi.advanceTimersByTime(59_000)
    expect(await failure()).toBe(first)
    vi.advanceTimersByTime(1_001)
    expect(await failure()).not.toBe(first)
    vi.useRealTimers()
  })

  it('carry the tenant’s logo again soon after it could not be had', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const away: Tenant = { ...tenant, logoUrl: '/api/public/files/admin/file/logo/away.svg' }
    const logo = http.get(`${UPSTREAM}/admin/file/logo/away.svg`, () => new HttpResponse(readFileSync('public/art/badge-1.svg')))
    const read = async (file: '/icon-192.png' | '/og.png') => {
      const reply = (await siteFileOf(away, file))!
      return { age: reply.headers.get('cache-control'), bytes: Buffer.from(await reply.arrayBuffer()) }
    }
    server.use(http.get(`${UPSTREAM}/admin/file/logo/away.svg`, () => HttpResponse.error()))
    const standIns = [await read('/icon-192.png'), await read('/og.png')]
    expect(standIns.map(({ age }) => age)).toEqual(['public, max-age=60', 'public, max-age=60'])
    server.use(logo)
    expect(await read('/icon-192.png')).toEqual(standIns[0])
    vi.advanceTimersByTime(60_000)
    for (const [at, file] of (['/icon-192.png', '/og.png'] as const).entries()) {
      const own = await read(file)
      expect(own.age, file).toBe('public, max-age=3600')
      expect(own.bytes.equals(standIns[at]!.bytes), file).toBe(false)
    }
    vi.useRealTimers()
  })

  it('are missing where a tenant has no apps', async () => {
    const plain = { ...tenant, settings: tenantSettings('116') }
    for (const file of ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'] as const) expect(await siteFileOf(plain, file)).toBe(null)
  })
})

describe('security.txt', () => {
  const read = async () => Object.fromEntries((await (await siteFileOf(tenant, '/.well-known/security.txt'))!.text()).trimEnd().split('\n').map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))

  it('says whom to tell, for less than a year, and where it stands (RFC 9116)', async () => {
    const said = await read()
    expect(said).toMatchObject({ Contact: 'mailto:security@train.example.com', 'Preferred-Languages': 'zh, en, ja', Canonical: 'http://train.example.com:3000/.well-known/security.txt' })
    const days = (Date.parse(said.Expires!) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(365)
  })

  it('takes whom the operator names, and nothing that is no address', () => {
    expect(parseEnv({ SECURITY_CONTACT: 'mailto:psirt@example.org, https://example.org/report' }).SECURITY_CONTACT).toEqual(['mailto:psirt@example.org', 'https://example.org/report'])
    for (const wrong of ['psirt@example.org', 'http://example.org', 'mailto:a@b\nExpires: never', 'javascript:1']) expect(() => parseEnv({ SECURITY_CONTACT: wrong }), wrong).toThrow(/SECURITY_CONTACT/)
  })
})

describe('what a page tells of itself', () => {
  it('is one address and all its languages, or one language only', () => {
    const page = { tenant, locale: 'en' as const, title: 'News', path: '/news' }
    expect(publicMetadata(page).alternates).toEqual({
      canonical: 'http://train.example.com:3000/en/news',
      languages: { 'zh-Hans': 'http://train.example.com:3000/news', en: 'http://train.example.com:3000/en/news', ja: 'http://train.example.com:3000/ja/news', 'x-default': 'http://train.example.com:3000/news' },
    })
    expect(publicMetadata({ ...page, only: 'zh' }).alternates).toEqual({ canonical: 'http://train.example.com:3000/news', languages: undefined })
    expect(publicMetadata({ ...page, variant: true }).alternates?.languages).toBe(undefined)
  })

  it('is described in 160 characters', () => {
    expect([...shortened('字'.repeat(500))]).toHaveLength(160)
    expect(shortened(' a \n b ')).toBe('a b')
  })
})
