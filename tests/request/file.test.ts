import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { packageFile } from '@/lib/request/content'
import { fileOf } from '@/lib/request/file'
import type { Launch } from '@/lib/request/launches'
import { UPSTREAM } from '../support/platform'

// Doors that fetch for the browser reach the platform's files and nothing else, whatever stands in the path.

const heard: string[] = []
const server = setupServer(http.all('*', ({ request }) => {
  heard.push(request.url)
  return new HttpResponse('file', { headers: { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-internal': 'yes', 'content-length': '4' } })
}))
beforeAll(() => server.listen())
afterEach(() => {
  heard.length = 0
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
]

describe('a file of the platform', () => {
  it.each(tricks)('is asked for below the folders of files, or not at all: %j', async (trick) => {
    for (const segments of [['train', 'file', 'doc', trick], ['train', 'file', trick, 'x.pdf'], ['train', trick, 'doc', 'x.pdf'], [trick, 'file', 'doc', 'x.pdf']]) {
      const reply = await fileAt(...segments).catch(() => new Response(null, { status: 404 }))
      expect([200, 404]).toContain(reply.status)
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
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  })

  it.each(['text/html', 'application/xhtml+xml', 'text/xml', 'application/javascript', 'text/javascript', 'application/octet-stream', 'image/svg', 'application/x-shockwave-flash'])('of the kind %s is offered for keeping, never shown', async (type) => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => new HttpResponse('<script>1</script>', { headers: { 'content-type': type } })))
    expect((await fileAt('train', 'file', 'doc', 'x')).headers.get('content-disposition')).toBe('attachment')
  })

  it.each([[401, 401], [424, 401], [403, 403], [404, 404], [302, 404], [429, 429], [500, 502], [503, 502]])('that the platform answers with %i is answered with %i, and never in its words', async (status, told) => {
    server.use(http.get(`${UPSTREAM}/train/file/*`, () => HttpResponse.json({ code: 1, msg: 'words' }, { status })))
    const reply = await fileAt('train', 'file', 'doc', 'x')
    expect(reply.status).toBe(told)
    expect(await reply.text()).not.toContain('words')
  })

  it('is no package’s: those have a host of their own', async () => {
    expect((await fileAt('train', 'file', 'courseware', '7003', 'index.html')).status).toBe(404)
    expect(heard).toEqual([])
  })
})
