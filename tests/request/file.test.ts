import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { packageFile } from '@/lib/request/content'
import { fileOf } from '@/lib/request/file'
import { wireFile, wirePublicFile } from '@/lib/training/files'
import type { Launch } from '@/lib/request/launches'
import { UPSTREAM } from '../support/platform'

// Doors that fetch for the browser reach the platform's files and nothing else, whatever stands in the path.

const heard: string[] = []
const heads: Headers[] = []
const server = setupServer(http.all('*', ({ request }) => {
  heard.push(request.url)
  heads.push(request.headers)
  return new HttpResponse('file', { headers: { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-internal': 'yes', 'content-length': '4' } })
}))
beforeAll(() => server.listen())
afterEach(() => {
  heard.length = 0
  heads.length = 0
  server.resetHandlers()
})
afterAll(() => server.close())

const learner = new Learner({ id: '1', tenantId: '82', username: 'x', locale: 'zh', token: 'the-token' })
const request = (headers: Record<string, string> = {}) => new Request('http://localhost/api/files/x', { headers })
const fileAt = (...segments: string[]) => fileOf(request(), learner, segments, false)
const launch = { root: `${UPSTREAM}/train/file/courseware/7003/`, session: { sid: 's', tenantId: '82', learnerId: '1', startedAt: 0 }, username: 'x', locale: 'zh', token: 'the-token' } as Launch
const inPackage = (path: string) => packageFile(request(), launch, path)

const tricks = [
  '..', '../admin', '..%2f..%2fadmin', '%2e%2e', '%2e%2e%2f', '%252e%252e', '..\\admin', '..%5c..%5cadmin', '....//', '.', './.', 'a?b=1', 'a%3Fb=1', 'a#b', 'a%23b', '@evil.example', ':80@evil.example', '//evil.example/', 'https://evil.example/', 'http:%2f%2fevil.example',
  '\\\\evil.example', '%00', 'a\0.pdf', 'a%00.pdf', '\r\nHost: evil.example', '%0d%0aHost:%20evil.example', '%c0%ae%c0%ae', '%e0%80%ae', '%', '%zz', '\u2025', '\uff0e\uff0e', '\u2024.', ';/../', '..;', '169.254.169.254', '~root', '*', '$(id)',
  '%25252e%25252e', '%ed%a0%80', '（一）', '100%.pdf', '%2525', '+', '&a=1', ';a=1', '\u202e', '%3f', '%2e%2e%5c',
]

describe('a file of the platform', () => {
  it.each(tricks)('is asked for below the folders of files, or not at all: %j', async (trick) => {
    const publicly = (...segments: string[]) => fileOf(request(), { tenantId: '82', locale: 'zh' }, segments, true)
    for (const segments of [['train', 'file', 'doc', trick], ['train', 'file', trick, 'x.pdf'], ['train', trick, 'doc', 'x.pdf'], [trick, 'file', 'doc', 'x.pdf']]) {
      for (const door of [fileAt, publicly]) expect([200, 404]).toContain((await door(...segments)).status)
    }
    for (const path of [trick, `a/${trick}`, `${trick}/index.html`]) expect([200, 404]).toContain((await inPackage(path)).status)
    const places = heard.map((url) => new URL(url))
    expect(places.filter(({ origin, pathname, search }) => origin !== UPSTREAM || !/^\/(?:train|admin)\/file\/[^/]+\//.test(pathname) || search !== '').map(String)).toEqual([])
    expect(places.filter(({ pathname }) => decodeURIComponent(pathname).split(/[/\\]/).includes('..')).map(String)).toEqual([])
  })

  it('that is sent elsewhere by the platform is not followed there', async () => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => HttpResponse.redirect('http://169.254.169.254/latest/meta-data/', 302)))
    expect((await fileAt('train', 'file', 'doc', '7002.pdf')).status).toBe(404)
    expect((await inPackage('index.html')).status).toBe(404)
    expect(heard).toEqual([])
  })

  it('comes with the headers of a file and no others, as something that cannot act', async () => {
    const reply = await fileAt('train', 'file', 'doc', 'notes.txt')
    expect([...reply.headers.keys()].filter((name) => ['set-cookie', 'x-internal'].includes(name))).toEqual([])
    expect(reply.headers.get('content-disposition')).toBe('attachment')
  })

  it.each(['text/html', 'application/xhtml+xml', 'text/xml', 'application/javascript', 'text/javascript', 'application/octet-stream', 'image/svg', 'application/x-shockwave-flash', 'image/png, text/html', 'image/png; a=b, text/html', 'video/x+xml'])('of the kind %s is offered for keeping, never shown', async (type) => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse('<script>1</script>', { headers: { 'content-type': type } })))
    expect((await fileAt('train', 'file', 'doc', 'x')).headers.get('content-disposition')).toBe('attachment')
  })

  it.each(['image/svg+xml', 'video/mp4', 'audio/mpeg', 'application/pdf+xml', 'application/pdf, text/html', 'application/pdf;a=b, text/html', 'application/pdf;,text/html', 'application/pdf; a="b\\", text/html'])('that is called a PDF and is %s is offered for keeping', async (type) => {
    server.use(http.get(`${UPSTREAM}/train/file/doc/7002.pdf`, () => new HttpResponse('x', { headers: { 'content-type': type } })))
    const { headers } = await fileAt('train', 'file', 'doc', '7002.pdf')
    expect(headers.get('content-disposition')).toBe('attachment')
    expect(headers.get('content-type')).not.toContain('text/html')
  })

  it('of which two headers tell two kinds is of none', async () => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse('<script>1</script>', { headers: [['content-type', 'application/pdf;a=b'], ['content-type', 'text/html']] })))
    const { headers } = await fileAt('train', 'file', 'doc', '7002.pdf')
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['application/octet-stream', 'attachment'])
  })

  it.each([
    ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'], ['text/vtt;charset=GBK', 'text/vtt;charset=GBK'], ['text/plain; format=flowed; charset="utf-8"', 'text/plain; charset="utf-8"'], ['font/woff2', 'font/woff2'],
    ['video/mp4; codecs="avc1.42E01E, mp4a.40.2"', 'video/mp4'], ['audio/ogg;codecs=opus', 'audio/ogg'], ['image/svg+xml', 'image/svg+xml'], [' application/pdf ', 'application/pdf'], ['application/pdf; name="a, b.pdf"', 'application/pdf'], ['application/pdf; a="b\\", text/html"', 'application/pdf'],
    ['application/vnd.apple.mpegurl', 'application/vnd.apple.mpegurl'], ['multipart/byteranges; boundary=3d6b6a416f9b5', 'multipart/byteranges; boundary=3d6b6a416f9b5'], ['nonsense', 'application/octet-stream'],
  ])('of the kind %s is told browsers as %s', async (type, told) => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse('x', { headers: { 'content-type': type } })))
    const { headers } = await fileAt('train', 'file', 'doc', 'x')
    const isShown = /^(?:video|audio|image)|vtt|pdf|mpegurl/.test(told)
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([told, isShown ? null : 'attachment'])
  })

  it('that is the same still says nothing of its kind', async () => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse(null, { status: 304, headers: { 'content-type': 'text/html' } })))
    expect((await fileAt('train', 'file', 'doc', '7002.pdf')).headers.get('content-type')).toBeNull()
  })

  it.each([
    ['text/html', 'inline', 'attachment'],
    ['text/html', `INLINE; filename="a.html"; filename*=UTF-8''%E7%94%B2.html`, `attachment; filename="a.html"; filename*=UTF-8''%E7%94%B2.html`],
    ['text/html; charset=utf-8', 'form-data; name="x"; filename=a.html', 'attachment; filename=a.html'],
    ['text/html', 'inline; filename="a; inline; \\"b.html"', 'attachment; filename="a; inline; \\"b.html"'],
    ['application/octet-stream', 'attachment; filename=a.bin', 'attachment; filename=a.bin'],
    ['application/pdf', 'inline; filename=a.pdf', 'inline; filename=a.pdf'],
    ['image/png', 'attachment; filename=a.png', 'attachment; filename=a.png'],
    ['application/pdf;charset=UTF-8', 'inline', 'inline'],
  ])('of the kind %s, which the platform calls %j, is %j', async (type, told, answered) => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse('<script>1</script>', { headers: { 'content-type': type, 'content-disposition': told } })))
    expect((await fileAt('train', 'file', 'doc', 'x')).headers.get('content-disposition')).toBe(answered)
    // Nor does a later "unchanged" turn it into something that is shown.
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse(null, { status: 304, headers: { 'content-disposition': told } })))
    expect((await fileAt('train', 'file', 'doc', 'x')).headers.get('content-disposition')).toBeNull()
  })

  it.each([
    [401, 401, undefined], [424, 401, undefined], [403, 403, undefined], [404, 404, 'words'], [400, 404, 'words'], [302, 404, 'words'], [429, 429, 'words'], [200, 409, 'words'],
    // A fault's words are not for people.
    [500, 502, undefined], [503, 502, undefined],
  ])('that the platform answers with %i and JSON is answered with %i and %j', async (status, told, words) => {
    for (const name of ['msg', 'message']) {
      server.use(http.get(`${UPSTREAM}/train/file/*`, () => HttpResponse.json({ code: 1, [name]: 'words' }, { status })))
      const reply = await fileAt('train', 'file', 'doc', 'x')
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([told, 'private, no-store'])
      expect(((await reply.json()) as { error: { message?: string } }).error.message).toBe(words)
    }
  })

  it('that a gateway keeps back without a word, because too much is asked, failed', async () => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse(null, { status: 429 })))
    const reply = await fileAt('train', 'file', 'doc', 'x')
    expect([reply.status, await reply.json()]).toEqual([502, { error: { code: 'failed' } }])
  })

  it.each([
    ['{"code":1,"msg":"用户凭证已过期"}', 401], ['{"code":403,"msg":"x"}', 403], ['{}', 404], ['null', 404], ['["a"]', 404], ['{"code":1,"msg":{"a":1}}', 404], ['not JSON', 404], [JSON.stringify({ msg: 'long'.repeat(10_000) }), 404],
  ])('is none when the platform sends JSON in its place: %j', async (text, told) => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse(text, { headers: { 'content-type': 'application/json;charset=UTF-8' } })))
    const reply = await fileAt('train', 'file', 'doc', 'x')
    expect(reply.status).toBe(told)
    expect(await reply.text()).not.toContain('long')
  })

  it.each(['安全规程（2026版）.pdf', '《甲》、乙.pdf', 'Q&A + 100%.pdf', 'ガイド.pdf'.normalize('NFD')])('is found under the address that was made of its name: %s', async (name) => {
    for (const form of [wireFile, wirePublicFile]) {
      const door = form.parse(`/train/file/message/${name}`)!.replace(/^\/api\/(?:public\/)?files\//, '').split('/')
      expect((await fileAt(...door.map(decodeURIComponent))).status).toBe(200)
    }
    expect(heard.map((url) => decodeURIComponent(new URL(url).pathname))).toEqual([`/train/file/message/${name}`, `/train/file/message/${name}`])
  })

  it('is asked for without a token where anybody may ask: the platform decides, and what it refuses is kept by no cache', async () => {
    const ask = () => fileOf(request({ authorization: 'Bearer x', cookie: 'sid=1' }), { tenantId: '82', locale: 'zh' }, ['admin', 'file', '82', 'logo.png'], true)
    const reply = await ask()
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'public, max-age=300, stale-while-revalidate=86400'])
    const face = await fileOf(request({}), { tenantId: '82', locale: 'zh' }, ['admin', 'file', 'avatar', '82', '1.png'], true)
    expect([face.status, face.headers.get('cache-control')]).toEqual([200, 'private, max-age=300'])
    expect([heads[0]!.get('authorization'), heads[0]!.get('cookie'), heads[0]!.get('tenant-id')]).toEqual([null, null, '82'])
    server.use(http.get(`${UPSTREAM}/admin/file/*`, () => HttpResponse.json({ code: 1, msg: 'words' }, { status: 401 })))
    const refused = await ask()
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'private, no-store'])
  })

  it.each([
    ['a refusal', 404, 'text/plain'], ['a fault', 502, 'text/html'], ['a way elsewhere', 302, 'text/html'], ['a page in its place', 200, 'text/html'], ['a part that there is not', 416, 'text/plain'], ['more words than anybody reads', 403, 'application/json'],
  ])('that is none leaves nothing unread on its connection: %s', async (_what, status, type) => {
    const letGo = vi.fn()
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(32_000)), cancel: letGo }, { highWaterMark: 0 }), { status, headers: { 'content-type': type } }))
    expect((await fileAt('train', 'file', 'doc', 'x.png')).ok).toBe(false)
    expect((await inPackage('x.png')).ok).toBe(false)
    vi.unstubAllGlobals()
    await vi.waitFor(() => expect(letGo).toHaveBeenCalledTimes(2), { timeout: 10_000 })
  })

  describe.each([403, 405, 501])('whose service answers HEAD with %i', (status) => {
    const head = () => fileOf(new Request('http://localhost/api/files/x', { method: 'HEAD' }), learner, ['train', 'file', 'doc', '7002.pdf'], false)
    const refuseHead = (get: Parameters<typeof http.get>[1]) => server.use(http.head(`${UPSTREAM}/train/file/*`, () => new HttpResponse(null, { status })), http.get(`${UPSTREAM}/train/file/*`, get))

    it('is asked for by its first byte, and told as HEAD would have', async () => {
      refuseHead(({ request: asked }) => new HttpResponse('%', { status: asked.headers.get('range') === 'bytes=0-0' ? 206 : 500, headers: { 'content-type': 'application/pdf', 'content-range': 'bytes 0-0/98304', 'content-length': '1', etag: '"a"' } }))
      const reply = await head()
      expect([reply.status, reply.body]).toEqual([200, null])
      expect(Object.fromEntries(reply.headers)).toMatchObject({ 'content-type': 'application/pdf', 'content-length': '98304', 'accept-ranges': 'bytes', etag: '"a"' })
      expect(reply.headers.get('content-range')).toBeNull()
    })

    it('is told as it is where its parts are not sent, and all of it is left', async () => {
      refuseHead(() => new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf', 'content-length': '4' } }))
      const reply = await head()
      expect([reply.status, reply.body, reply.headers.get('content-length'), reply.headers.get('accept-ranges')]).toEqual([200, null, '4', null])
    })

    it.each([[403, 403], [404, 404], [401, 401]])('is refused where GET is, with %i', async (given, told) => {
      refuseHead(() => HttpResponse.json({ code: 1, msg: 'words' }, { status: given }))
      expect((await head()).status).toBe(told)
    })

    it('is none where words come in its place', async () => {
      refuseHead(() => HttpResponse.json({ code: 403, msg: 'words' }))
      expect((await head()).status).toBe(403)
    })
  })

  it('is no package’s: those have a host of their own', async () => {
    for (const folder of ['courseware', '%63ourseware']) expect((await fileAt('train', 'file', folder, '7003', 'index.html')).status).toBe(404)
    expect(heard).toEqual([])
  })
})
