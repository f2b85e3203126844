import { readFileSync } from 'node:fs'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { listCertificates, checkCertificate } from '@/lib/training/certificates'
import { getAppOffer } from '@/lib/training/downloads'
import { noticeOf } from '@/lib/request/seen-notices'
import { findTenant } from '@/lib/training/tenants'
import { isOpenToAll } from '../../training-api/rules/media'
import { UPSTREAM } from '../support/platform'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.unstubAllEnvs()
})
afterAll(() => server.close())

/** The forms as a web with these settings has them. */
async function filesWith(settings: Record<string, string>): Promise<typeof import('@/lib/training/files')> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  return import('@/lib/training/files')
}

describe('a file of the platform', () => {
  it.each([
    '安全规程（2026版）.pdf', '《低压电工》第一章、基础.docx', '风险＆对策(终稿).pdf', 'Q&A + notes.pdf', '溶接ガイド.pdf'.normalize('NFD'), '100%合格.pdf', '報告「最終」：a=1;b,c!.pdf', "it's.pdf", '考试 大纲.pdf',
  ])('has an address whatever it is called, that says its name: %s', async (name) => {
    const { wireFile } = await filesWith({})
    const address = wireFile.parse(`/train/file/doc/${name}`)
    expect(address).toMatch(/^\/api\/files\/train\/file\/doc\/[\w.~!*'()%-]+$/)
    expect(address!.split('/').map(decodeURIComponent).at(-1)).toBe(name)
    // Encoded by the platform it is the same, and in an address of its own.
    if (!name.includes('%')) {
      expect(wireFile.parse(`/train/file/doc/${encodeURIComponent(name)}`)).toBe(address)
      expect(wireFile.parse(`${UPSTREAM}/train/file/doc/${name}`)).toBe(address)
    }
  })

  it.each([
    '/train/file/doc/../../admin/user/info', '/train/file/%2e%2e/%2e%2e/x', '/train/file/..%2f..%2fadmin', '/train/file/a..b.pdf', '/train/file/a\\b', '/train/file/a%5cb', '/train/file/a%00', '/train/file/a\u0007', '/train/file/a?b=1', '/train/file/a%3Fb', '/train/file/a#b', '/train/file/a%23b',
    '/train/file/', '/train/file', '/train/file//a', '/train/app/course/1', '/auth/file/a', '//evil.example/train/file/a', 'https://evil.example/train/file/a', 'https://user@127.0.0.1:4000/train/file/a', 'javascript:alert(1)', 'data:image/png;base64,x', '/train/file/\ud800.pdf',
  ])('is none that leads elsewhere: %j', async (raw) => {
    const { wireFile, wirePublicFile } = await filesWith({ UPSTREAM_BASE_URL: UPSTREAM })
    expect([wireFile.parse(raw), wirePublicFile.parse(raw)]).toEqual([null, null])
  })

  it('stands under the root of a platform whose root is no host', async () => {
    const { wireFile } = await filesWith({ UPSTREAM_BASE_URL: 'https://gw.example/api' })
    expect(wireFile.parse('https://gw.example/api/train/file/cover/a.png')).toBe('/api/public/files/train/file/cover/a.png')
    expect(wireFile.parse('https://gw.example/train/file/cover/a.png')).toBe('/api/public/files/train/file/cover/a.png')
    expect(wireFile.parse('https://gw.example/api2/train/file/cover/a.png')).toBeNull()
  })

  it('lies in a further folder where the operator names it, and in none beside', async () => {
    const { wireFile, wirePublicFile } = await filesWith({ FILE_PATHS: '/admin/sys-file, /train/oss/learning' })
    expect(wireFile.parse('/admin/sys-file/local/图.png')).toBe(`/api/files/admin/sys-file/local/${encodeURIComponent('图.png')}`)
    expect(wirePublicFile.parse(`${UPSTREAM}/train/oss/learning/a.png`)).toBe('/api/public/files/train/oss/learning/a.png')
    expect(wireFile.parse('/train/file/doc/a.pdf')).toBe('/api/files/train/file/doc/a.pdf')
    for (const raw of ['/admin/sys-file', '/admin/sys-file/', '/admin/sys-files/a', '/admin/user/info', '/train/oss/a.png', '/admin/sys-file/../user/info', '/admin/sys-file/a?b=1']) expect(wireFile.parse(raw), raw).toBeNull()
    expect((await filesWith({ FILE_PATHS: '' })).wireFile.parse('/admin/sys-file/local/a.png')).toBeNull()
  })

  it.each(['/', '/admin', 'admin/sys-file', '/admin/', '/admin//x', '/admin/..', '/admin/a?b'])('is in no folder that is none, or a whole service: %s', async (path) => {
    await expect(filesWith({ FILE_PATHS: path })).rejects.toThrow('FILE_PATHS')
  })

  it('of another host is fetched there, sealed where our pages are', async () => {
    const plain = await filesWith({ FILE_HOSTS: 'cdn.example', PUBLIC_SCHEME: 'http' })
    expect(plain.wireFile.parse('http://cdn.example/v/a.mp4?k=1')).toBe('http://cdn.example/v/a.mp4?k=1')
    const sealed = await filesWith({ FILE_HOSTS: 'cdn.example', PUBLIC_SCHEME: 'https' })
    expect(sealed.wireFile.parse('http://cdn.example/v/a.mp4?k=1')).toBe('https://cdn.example/v/a.mp4?k=1')
    expect(sealed.wireFile.parse('http://other.example/v/a.mp4')).toBeNull()
  })
})

it('no file is asked for without a token that our platform gives to learners only', async () => {
  const { wireFile } = await filesWith({})
  // Every word of the list, and many others.
  const words = readFileSync('lib/training/files.ts', 'utf8').match(/\b[a-z]+\b/g)!
  const open = [...new Set(words)].flatMap((folder) => ['admin', 'train'].filter((service) => wireFile.parse(`/${service}/file/${folder}/a.png`)!.startsWith('/api/public/')).map(() => folder))
  expect(open).toContain('cover')
  expect(open.filter((folder) => !isOpenToAll(`${folder}/a.png`))).toEqual([])
  expect(wireFile.parse('/train/file/picture/a.png')).toBe('/api/files/train/file/picture/a.png')
})

describe('what anybody is shown needs no session, wherever the platform keeps it', () => {
  const told = (path: string, data: unknown) => server.use(http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, msg: null, data })))
  const visitor = { tenantId: '82', locale: 'zh' as const }
  const printed = { id: 1, name: '甲', templateName: 'vertical', userName: '乙', certificateNum: '1', jgName: '丙', logoUrl: '/admin/file/82/logo.png' }

  it('a tenant’s logo', async () => {
    told('admin/tenant/tenantExt', { tenantId: 82, webTitle: 'x', webLogoUrl: '/admin/file/82/logo.png' })
    expect((await findTenant('a.example'))!.logoUrl).toBe('/api/public/files/admin/file/82/logo.png')
  })

  it('a notice’s pictures and attachment', async () => {
    const content = '<p><img src="/train/file/2026/03/a.png"></p>'
    told('train/app/notice/getAllNotice', [{ id: 1, noticeTypeId: 1, noticeTitle: 'x', noticeContent: content, releaseStatus: 1, showPosition: 1, noticeEnclosureUrl: '/train/file/2026/03/plan.pdf' }])
    const { cleanHtml } = await import('@/lib/training/rich-text')
    // The same text of a course is for learners.
    expect(cleanHtml(content)).toContain('src="/api/files/train/file/2026/03/a.png"')
    const notice = await noticeOf(visitor.tenantId, '1')
    expect(notice!.content).toContain('src="/api/public/files/train/file/2026/03/a.png"')
    expect(notice!.attachment).toEqual({ name: 'x', url: '/api/public/files/train/file/2026/03/plan.pdf' })
  })

  it('the logo on a certificate', async () => {
    told('train/app/plan/getMyClassCertificate', [{ yearTime: '2026', appClassCertificateDtoList: [printed] }])
    told('train/web/getCertificateByCheckCode', { ...printed, status: 'valid' })
    const [year] = await listCertificates(new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' }))
    expect(year!.certificates[0]!.logoUrl).toBe('/api/public/files/admin/file/82/logo.png')
    expect((await checkCertificate(visitor, 'A'.repeat(26)))?.logoUrl).toBe('/api/public/files/admin/file/82/logo.png')
  })

  it.each([
    ['/train/file/apk/app.apk', '/api/public/files/train/file/apk/app.apk'], [`${UPSTREAM}/train/file/apk/app.apk`, '/api/public/files/train/file/apk/app.apk'], ['https://apps.example/id1?l=zh', 'https://apps.example/id1?l=zh'],
    ['javascript:alert(1)', null], ['/elsewhere/app.apk', null], [null, null],
  ])('an app to install: %s', async (downloadUrl, url) => {
    told('train/version/find', { code: '1', downloadUrl })
    expect((await getAppOffer(visitor, 'main')).android).toMatchObject({ url })
  })

  it.each([401, 403, 404, 424])('an app of which visitors are told nothing is none: %s', async (status) => {
    server.use(http.get(`${UPSTREAM}/train/version/find`, () => HttpResponse.json({ code: 1, msg: '', data: null }, { status })))
    expect(await getAppOffer(visitor, 'main')).toEqual({ android: null, ios: null })
  })

  it.each([[[]], ['none'], [{}]])('an app whose version is %j is none', async (data) => {
    told('train/version/find', data)
    expect(await getAppOffer(visitor, 'main')).toEqual({ android: null, ios: null })
  })

  it('an app of which a page of a gateway speaks is unknown, and not none', async () => {
    server.use(http.get(`${UPSTREAM}/train/version/find`, () => HttpResponse.html('<html><body>login</body></html>')))
    await expect(getAppOffer(visitor, 'main')).rejects.toThrow()
  })
})
