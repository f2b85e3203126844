import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { sealData } from 'iron-session'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Launch } from '@/lib/request/launches'

let server: Server
let origin: string
let reply: (response: ServerResponse, headers: IncomingHttpHeaders) => void
let fetchers: Record<'file' | 'package', (headers?: Record<string, string>) => Promise<Response>>

beforeAll(async () => {
  server = createServer((request, response) => reply(response, request.headers))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  vi.stubEnv('UPSTREAM_BASE_URL', origin)
  vi.resetModules()
  const [{ fileOf }, { packageFile }, { Learner }] = await Promise.all([import('@/lib/request/file'), import('@/lib/request/content'), import('@/lib/domain/learner')])
  const request = (headers: Record<string, string>) => new Request('http://localhost/x', { headers })
  const learner = () => new Learner({ id: '1', tenantId: '82', username: 'x', locale: 'zh', token: 't', newest: async () => 'newer' })
  const launch = { root: `${origin}/train/file/courseware/1/`, session: { sid: 's', tenantId: '82', learnerId: '1', startedAt: 0 }, username: 'x', locale: 'zh', token: 't' } as Launch
  fetchers = { file: (headers = {}) => fileOf(request(headers), learner(), ['train', 'file', 'video', 'a.mp4'], false), package: (headers = {}) => packageFile(request(headers), launch, 'a.mp4') }
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

it.each(['file', 'package'] as const)('a %s whose body takes longer than a head may is given whole', async (what) => {
  let rest: (text: string) => void = () => undefined
  reply = (response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '8' })
    response.write('half')
    rest = (text) => response.end(text)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = await fetchers[what]()
  await vi.advanceTimersByTimeAsync(60_000)
  rest('rest')
  expect(await answer.text()).toBe('halfrest')
})

it.each([['file', 10_000], ['package', 30_000]] as const)('a %s whose head does not come is given up after %i ms, and not before', async (what, limitMs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = new Promise<void>((done) => (reply = () => done()))
  const over = vi.fn()
  const answer = fetchers[what]()
  void answer.then(over)
  await asked
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect((await answer).status).toBe(502)
})

it.each(['file', 'package'] as const)('a %s is asked for once more where the token was replaced meanwhile', async (what) => {
  const { sealPassword } = await import('@/lib/request/seal-passwords')
  const { store } = await import('@/lib/request/store')
  await store.set('token:s', await sealData({ token: 'newer' }, { password: sealPassword, ttl: 0 }), 60)
  const seen: unknown[] = []
  reply = (response, { authorization, range }) => {
    seen.push([authorization, range])
    if (authorization === 'Bearer newer') response.writeHead(206, { 'content-type': 'video/mp4' }).end('film')
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":1}')
  }
  expect(await (await fetchers[what]({ range: 'bytes=0-' })).text()).toBe('film')
  expect(seen).toEqual([['Bearer t', 'bytes=0-'], ['Bearer newer', 'bytes=0-']])
  await store.delete('token:s')
})

it.each(['file', 'package'] as const)('a %s is asked for as it is stored, so that its length holds, also in the part that was wanted', async (what) => {
  const seen: IncomingHttpHeaders[] = []
  reply = (response, headers) => {
    seen.push(headers)
    response.writeHead(headers.range ? 206 : 200, { 'content-length': '4' }).end('film')
  }
  const answers = [await fetchers[what](), await fetchers[what]({ range: 'bytes=0-' })]
  expect(await Promise.all(answers.map(async (answer) => [answer.status, answer.headers.get('content-length'), await answer.text()]))).toEqual([[200, '4', 'film'], [206, '4', 'film']])
  expect(seen.map((one) => [one['accept-encoding'], one.range, one.authorization])).toEqual([['identity', undefined, 'Bearer t'], ['identity', 'bytes=0-', 'Bearer t']])
})

it.each(['file', 'package'] as const)('a page that a gateway sends in place of a %s is none, and is kept nowhere', async (what) => {
  reply = (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Please wait</h1>')
  const answer = await fetchers[what]()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([502, expect.stringContaining('no-store')])
})

it.each((['file', 'package'] as const).flatMap((what) => ['text/html', 'application/json'].map((type) => [what, type] as const)))('a range beyond a %s is told as such, whatever comes with it: %s', async (what, type) => {
  reply = (response) => response.writeHead(416, { 'content-type': type, 'content-range': 'bytes */4' }).end('{"code":1}')
  const answer = await fetchers[what]({ range: 'bytes=10-' })
  expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([416, 'bytes */4', ''])
})

it.each(['file', 'package'] as const)('a %s that is sent packed nevertheless has the length of what arrives', async (what) => {
  const packed = gzipSync('film '.repeat(100))
  reply = (response) => response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip', 'content-length': String(packed.byteLength), 'accept-ranges': 'bytes' }).end(packed)
  const answer = await fetchers[what]()
  expect([answer.headers.get('content-length'), answer.headers.get('accept-ranges'), (await answer.text()).length]).toEqual([null, null, 500])
})
