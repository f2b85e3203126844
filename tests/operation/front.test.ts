import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { explainLargeHeads } from '@/lib/request/large-heads'
import { localCaddyfile, localFrontCache, startCaddy, startFrontCache } from '@/scripts/cluster/front.mjs'
import { isThere } from '@/scripts/lib/parts.mjs'
import { freePort } from '../support/free-port'
import { silentPort } from '../support/silent-port'

const folder = mkdtempSync(join(tmpdir(), 'trainhall-front-'))
const servers: Server[] = []
/** What keeps a silent port silent. */
const hushed: (() => void)[] = []
const programs: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop()
  for (const stop of hushed.splice(0)) stop()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = { 'web-1': 5001, 'web-2': 5002, 'training-api-1': 5003, 'training-api-2': 5004, 'front-cache': 5005 }
const places = (text: string) => text.replace(/#.*$/gm, '').match(/\b(?:web|training-api|front)[\w-]*:\d+/g)

it('what stands in front is the shipped configuration with ports of this machine, and no name is left that only containers know', () => {
  const cache = localFrontCache(readFileSync('deploy/front-cache.conf', 'utf8'), { cache: 5005, folder, names })
  expect(places(cache)).toBeNull()
  expect(cache).toContain('server 127.0.0.1:5001 max_fails=0;')
  expect(cache).toContain('listen 127.0.0.1:5005;')
  const caddy = localCaddyfile(readFileSync('deploy/Caddyfile', 'utf8'), { front: 5006, platform: 5007, ask: 5008, none: 5009, names })
  expect(places(caddy)).toBeNull()
  expect(caddy).not.toMatch(/\btls\b|acme|\{\$/i)
})

/** A server on a port of its own; it is well whatever else it answers. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer((asked, reply) => (/^\/api\/(health|ready)$/.test(asked.url ?? '') ? reply.end('ok') : answer(asked, reply)))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<{ status: number | undefined; cache: unknown; text: string }> {
  const sent = request({ port, host: '127.0.0.1', path, headers: { host: 'one.example', ...headers }, maxHeaderSize: 262_144 })
  sent.end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of reply.setEncoding('utf8')) text += part
  return { status: reply.statusCode, cache: reply.headers['x-front-cache'], text }
}

describe.runIf(isThere('nginx'))('the cache of public pages', () => {
  /** The shipped cache in front of one web, or of two, with two seconds in place of twenty. */
  async function startBefore(web: number, change = (text: string) => text.replace('200 20s', '200 2s'), other = web): Promise<number> {
    const cache = await freePort()
    programs.push(await startFrontCache({ cache, folder: mkdtempSync(join(folder, 'cache-')), names: { 'web-1': web, 'web-2': other }, change }))
    return cache
  }
  const kept = { 'x-nextjs-cache': 'HIT', 'content-type': 'text/html' }

  it('gives no page that is older than it says: the first to come after that waits for a new one', async () => {
    let version = 1
    const cache = await startBefore(await serve((_, reply) => reply.writeHead(200, kept).end(`version ${version}`)))
    expect(await ask(cache, '/login')).toEqual({ status: 200, cache: 'MISS', text: 'version 1' })
    version = 2
    expect(await ask(cache, '/login')).toEqual({ status: 200, cache: 'HIT', text: 'version 1' })
    const next = await vi.waitFor(async () => {
      const reply = await ask(cache, '/login')
      expect(reply.cache).not.toBe('HIT')
      return reply
    }, { timeout: 10_000, interval: 50 })
    expect(next).toEqual({ status: 200, cache: 'EXPIRED', text: 'version 2' })
  })

  it('gives nobody a page that is withdrawn, however many ask at once', async () => {
    let says: 'there' | 'gone' | 'nothing' = 'there'
    const waiting: ServerResponse[] = []
    const gone = (reply: ServerResponse) => reply.writeHead(404).end('gone')
    const cache = await startBefore(await serve((_, reply) => {
      if (says === 'there') reply.writeHead(200, kept).end('as it was')
      else if (says === 'gone') gone(reply)
      else waiting.push(reply)
    }))
    const look = async () => (await ask(cache, '/news/7')).status
    await look()
    says = 'gone'
    // One by one until what is kept is too old: of two at once the first could still be given it, and the web would wait for the second in vain.
    await vi.waitFor(async () => expect(await look()).toBe(404), { timeout: 10_000, interval: 50 })
    // From now on the web answers when two have asked.
    says = 'nothing'
    const answerBoth = async () => {
      await vi.waitFor(() => expect(waiting).toHaveLength(2), { timeout: 10_000 })
      waiting.splice(0).forEach(gone)
    }
    for (let time = 0; time < 3; time += 1) expect((await Promise.all([look(), look(), answerBoth()])).slice(0, 2)).toEqual([404, 404])
  })

  it.each([10_000, 20_000, 60_000])('has the web itself answer where cookies or an address have %i characters', async (length) => {
    const cache = await startBefore(await serve((_, reply) => reply.end('read')))
    explainLargeHeads(servers.at(-1)!)
    const answer = length < 16_384 ? { status: 200, text: 'read' } : { status: 431, text: expect.stringContaining('Delete the cookies of this site') as string }
    for (const [path, headers] of [['/login', { cookie: 'x'.repeat(length) }], [`/${'x'.repeat(length)}`, {}]] as const) expect(await ask(cache, path, headers)).toMatchObject(answer)
  })

  it.each(['/Courses?x=', '/_next/static/', '/api/x?x='].flatMap((path) => [700, 16_000].map((length) => [path, length] as const)))('passes on where the web leads from %s with %i characters more', async (path, length) => {
    // As the framework says it: encoded in one header, and encoded once more in another, beside what every answer says.
    const inside = encodeURIComponent('/'.repeat(length))
    const cache = await startBefore(await serve((_, reply) => reply.writeHead(307, { 'x-middleware-rewrite': inside, location: `/login?redirect=${encodeURIComponent(inside)}`, 'x-others': 'x'.repeat(1_300) }).end('led')))
    expect(await ask(cache, path + '/'.repeat(length))).toMatchObject({ status: 307, text: 'led' })
  })

  it('gives the old page while the webs cannot', async () => {
    let isAway = false
    const cache = await startBefore(await serve((_, reply) => (isAway ? reply.writeHead(503).end('away') : reply.writeHead(200, kept).end('as last seen'))))
    await ask(cache, '/login')
    isAway = true
    const late = await vi.waitFor(async () => {
      const reply = await ask(cache, '/login')
      expect(reply.cache).not.toBe('HIT')
      return reply
    }, { timeout: 10_000, interval: 50 })
    expect(late).toEqual({ status: 200, cache: 'STALE', text: 'as last seen' })
  })

  it('asks the other web after a second where one is silent', async () => {
    const cache = await startBefore(await silentPort((stop) => hushed.push(stop)), undefined, await serve((_, reply) => reply.end('of the other')))
    const times: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const begun = performance.now()
      expect(await ask(cache, `/login?${time}`)).toMatchObject({ status: 200, text: 'of the other' })
      times.push(performance.now() - begun)
    }
    // Some were sent to the silent one first, or nothing would have been tried.
    expect(Math.max(...times)).toBeGreaterThan(900)
    expect(Math.max(...times)).toBeLessThan(10_000)
  })

  it('lets nobody wait for somebody else who asks for what is never kept', async () => {
    const waiting: ServerResponse[] = []
    // Answers only when both are here.
    const web = await serve((_, reply) => waiting.push(reply) === 2 && waiting.forEach((one) => one.writeHead(307, { location: '/en/login' }).end()))
    const cache = await startBefore(web)
    const both = Promise.all([ask(cache, '/'), ask(cache, '/')])
    await vi.waitFor(() => expect(waiting).toHaveLength(2), { timeout: 4_000 })
    expect((await both).map(({ status }) => status)).toEqual([307, 307])
  })

  it('has the files of a build when the build is gone, and asks one web after the other for what it has not', async () => {
    let isGone = false
    const old = await serve((asked, reply) => (asked.url === '/_next/static/old.js' && !isGone ? reply.writeHead(200, { 'cache-control': 'public, max-age=31536000, immutable' }).end('old') : reply.writeHead(404).end('none')))
    const cache = await startBefore(await serve((_, reply) => reply.writeHead(404).end('none')), undefined, old)
    for (let time = 0; time < 4; time += 1) expect(await ask(cache, '/_next/static/old.js', { host: `${time}.example` })).toMatchObject({ status: 200, text: 'old' })
    isGone = true
    expect(await ask(cache, '/_next/static/old.js')).toEqual({ status: 200, cache: 'HIT', text: 'old' })
    expect(await ask(cache, '/_next/static/other.js')).toMatchObject({ status: 404 })
  })

  it.each([
    ['gzip, deflate, br, zstd', 'zstd'], ['zstd;q=0.5', 'zstd'], ['gzip, deflate, br', 'gzip'], ['zstd;q=0, gzip;q=1.0', 'gzip'], ['GZIP', 'gzip'], ['zstd; q=0.0, gzip;q=0', 'none'], ['br, made-up-7', 'none'], ['xgzip', 'none'],
  ])('asks for %s as %s, and keeps one reply for all who read the same', async (wanted, coding) => {
    const told: unknown[] = []
    const cache = await startBefore(await serve((asked, reply) => {
      told.push(asked.headers['accept-encoding'] ?? 'none')
      reply.writeHead(200, { ...kept, vary: 'Accept-Encoding', 'cache-control': 'public, max-age=31536000, immutable' }).end('one')
    }))
    const same = coding === 'none' ? 'identity' : `${coding}, made-up-8`
    for (const path of ['/login', '/_next/static/one.js']) {
      expect(await ask(cache, path, { 'accept-encoding': wanted })).toMatchObject({ cache: 'MISS' })
      expect(await ask(cache, path, { 'accept-encoding': same })).toMatchObject({ cache: 'HIT' })
    }
    expect(told).toEqual([coding, coding])
  })

  const own = { status: 200, cache: 'HIT', text: 'for one.example one.example' }
  /** What somebody is given who asks after a page was kept for a visitor of `one.example`, and what the next visitor is given; the web says what it was told. */
  async function givenAfter(headers: Record<string, string>, change?: (text: string) => string) {
    const told = (asked: IncomingMessage) => [asked.headers.host, asked.headers['x-forwarded-host'], asked.headers.cookie, asked.headers['accept-language'], asked.headers.rsc, asked.headers.authorization].join(' ').trim()
    const cache = await startBefore(await serve((asked, reply) => reply.writeHead(200, kept).end(`for ${told(asked)}`)), change ?? ((text) => text))
    await ask(cache, '/login')
    expect(await ask(cache, '/login')).toEqual(own)
    return { given: await ask(cache, '/login', headers), next: await ask(cache, '/login') }
  }

  it.each([
    ['of another domain', { host: 'two.example' }, 'MISS', 'for two.example two.example'],
    ['of the same domain with another port', { host: 'one.example:8443' }, 'MISS', 'for one.example:8443 one.example:8443'],
    ['with a session', { cookie: 'sid=x' }, 'BYPASS', 'for one.example one.example sid=x'],
    ['with a session beside a language', { cookie: 'lang=en; sid=x' }, 'BYPASS', 'for one.example one.example lang=en; sid=x'],
    ['with a cookie that only looks like a language', { cookie: 'lang=zh|x' }, 'BYPASS', 'for one.example one.example lang=zh|x'],
    ['of another language by cookie', { cookie: 'lang=ja' }, 'MISS', 'for one.example one.example lang=ja'],
    ['of another language by browser', { 'accept-language': 'ja' }, 'MISS', 'for one.example one.example  ja'],
    ['who asks for a part of the page', { rsc: '1' }, 'BYPASS', 'for one.example one.example   1'],
    ['with a token', { authorization: 'Bearer x' }, 'BYPASS', 'for one.example one.example    Bearer x'],
  ])('gives nobody the page of a visitor without a session: somebody %s has the web asked', async (_who, headers, cache, text) => {
    expect(await givenAfter(headers)).toEqual({ given: { status: 200, cache, text }, next: own })
  })

  it('tells the web the host it was asked for, whatever a visitor wrote beside it', async () => {
    expect(await givenAfter({ 'x-forwarded-host': 'two.example' })).toEqual({ given: own, next: own })
    expect((await givenAfter({ host: 'two.example', 'x-forwarded-host': 'one.example' })).given.text).toBe('for two.example two.example')
  })

  const session = { cookie: 'sid=x' }
  const part = { rsc: '1' }
  it.each<[string, string, string, Record<string, string>, Record<string, object>]>([
    ['the host', '"$http_host|', '"', { host: 'two.example' }, { given: own }],
    ['the language', '|$cookie_lang', '', { cookie: 'lang=ja' }, { given: own }],
    ['the language of the browser', '|$http_accept_language', '', { 'accept-language': 'ja' }, { given: own }],
    ['whom it passes by for cookies', 'proxy_cache_bypass $has_cookies', 'proxy_cache_bypass', session, { given: own }],
    ['whom it passes by for parts', 'proxy_cache_bypass $has_cookies $is_part', 'proxy_cache_bypass $has_cookies', part, { given: own }],
    ['what it does not keep for cookies', 'proxy_no_cache $has_cookies', 'proxy_no_cache', session, { next: { text: 'for one.example one.example sid=x' } }],
    ['what it does not keep for parts', 'proxy_no_cache $has_cookies $is_part', 'proxy_no_cache $has_cookies', part, { next: { text: 'for one.example one.example   1' } }],
  ])('would mix people up without a word of its configuration: %s', async (_what, words, instead, headers, mixed) => {
    const given = await givenAfter(headers, (text) => {
      expect(text).toContain(words)
      return text.replace(words, instead)
    })
    expect(given).toMatchObject(mixed)
  })
})

describe.runIf(isThere('caddy'))('Caddy', () => {
  it('asks the other web for a file of the build that one does not have', async () => {
    const web = (version: string) => serve((asked, reply) => (asked.url === `/_next/static/${version}.js` ? reply.writeHead(200, { 'cache-control': `of ${version}` }).end(version) : reply.writeHead(404, { 'x-of': version }).end('none')))
    const [one, two, front] = [await web('new'), await web('old'), await freePort()]
    programs.push(await startCaddy({ front, platform: await freePort(), ask: await freePort(), none: await freePort(), folder, names: { 'web-1': one, 'web-2': two, 'front-cache': one, 'training-api-1': one, 'training-api-2': one } }))
    for (const version of ['new', 'old']) expect(await ask(front, `/_next/static/${version}.js`)).toMatchObject({ status: 200, text: version })
    expect(await ask(front, '/_next/static/none.js')).toMatchObject({ status: 404, text: 'none' })
  })

  it('says in words that no web is there, but shows visitors what the cache still has', async () => {
    const [gone, front] = [await freePort(), await freePort()]
    // As the shipped cache: it is well only where a web is.
    const cache = createServer((asked, reply) => (['/login', '/_next/static/kept.css'].includes(asked.url ?? '') ? reply.end('as last seen') : reply.writeHead(502).end('<center>nginx</center>')))
    servers.push(cache.listen(0, '127.0.0.1'))
    await once(cache, 'listening')
    const folderOf = mkdtempSync(join(folder, 'caddy-'))
    programs.push(await startCaddy({ front, platform: await freePort(), ask: await freePort(), none: await freePort(), folder: folderOf, names: { 'web-1': gone, 'web-2': gone, 'front-cache': (cache.address() as AddressInfo).port, 'training-api-1': gone, 'training-api-2': gone }, change: (text) => text.replaceAll('lb_try_duration 10s', 'lb_try_duration 1s'), isUp: async () => (await fetch(`http://localhost:${front}/api/x`).catch(() => null)) !== null }))
    expect(await ask(front, '/login')).toMatchObject({ status: 200, text: 'as last seen' })
    expect(await ask(front, '/_next/static/kept.css')).toMatchObject({ status: 200, text: 'as last seen' })
    for (const headers of [{ cookie: 'sid=x' }, {}] as Record<string, string>[]) {
      const { status, text } = await ask(front, headers.cookie ? '/Home' : '/news/1', headers)
      expect([status, text]).toEqual([503, expect.stringContaining('This page tries again by itself')])
    }
    expect(await ask(front, '/api/session', { cookie: 'sid=x' })).toMatchObject({ status: 503, text: '' })
    // And nobody is left without words when the cache goes too; they come from it again once it is back.
    const { port } = cache.address() as AddressInfo
    cache.close().closeAllConnections()
    for (const path of ['/login', '/news/1']) expect(await ask(front, path)).toMatchObject({ status: 503, text: expect.stringContaining('This page tries again by itself') })
    cache.listen(port, '127.0.0.1')
    await vi.waitFor(async () => expect(await ask(front, '/login')).toMatchObject({ status: 200, text: 'as last seen' }), { timeout: 10_000, interval: 300 })
  }, 30_000)

  it('asks a web that is on its way out for the files of the pages it has given', async () => {
    const [newer, front] = [await serve((_, reply) => reply.writeHead(404).end('none')), await freePort()]
    const leaving = createServer((asked, reply) => (asked.url === '/api/ready' ? reply.writeHead(503).end() : asked.url === '/_next/static/old.js' ? reply.end('old') : reply.writeHead(404).end('none')))
    servers.push(leaving.listen(0, '127.0.0.1'))
    await once(leaving, 'listening')
    programs.push(await startCaddy({ front, platform: await freePort(), ask: await freePort(), none: await freePort(), folder, names: { 'web-1': newer, 'web-2': (leaving.address() as AddressInfo).port, 'front-cache': newer, 'training-api-1': newer, 'training-api-2': newer } }))
    // Caddy knows after its next look that this web is not to be sent visitors.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await ask(front, '/_next/static/old.js')).toMatchObject({ status: 200, text: 'old' })
  })

  it.each([
    ['by who has a session', '/Home', { cookie: 'sid=x' }],
    ['at a door', '/api/session/who', {}],
    ['by a visitor, whom the cache is asked for first', '/login', {}],
    ['of a file of the build', '/_next/static/own.js', {}],
  ])('tells the web the host, address and scheme it saw itself, whatever is written beside a request %s', async (_what, path, headers) => {
    const told: unknown[] = []
    const web = await serve((asked, reply) => {
      if (asked.url === path) told.push([asked.headers.host, asked.headers['x-forwarded-host'], asked.headers['x-forwarded-for'], asked.headers['x-forwarded-proto']])
      reply.end()
    })
    const front = await freePort()
    programs.push(await startCaddy({ front, platform: await freePort(), ask: await freePort(), none: await freePort(), folder: mkdtempSync(join(folder, 'caddy-')), names: { 'web-1': web, 'web-2': web, 'front-cache': web, 'training-api-1': web, 'training-api-2': web } }))
    const forged: Record<string, string>[] = [{}, { 'x-forwarded-host': 'two.example', 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' }, { 'x-forwarded-host': 'two.example, one.example', 'x-forwarded-for': '6.6.6.6, 127.0.0.1, 10.0.0.1', 'x-forwarded-proto': 'https, https' }]
    for (const more of forged) await ask(front, path, { ...headers, ...more })
    expect(told).toEqual(forged.map(() => ['one.example', 'one.example', '127.0.0.1', 'http']))
  })
})

it('the front takes nobody’s word for where a visitor comes from but the webs’, at the port that is theirs', () => {
  const sites = readFileSync('deploy/Caddyfile', 'utf8').replace(/#.*$/gm, '').split(/^\}$/m).map((site) => site.trim())
  expect(sites.filter((site) => /trusted_proxies|header_up X-Forwarded/i.test(site)).map((site) => site.split(' ')[0])).toEqual(['http://front:8081'])
})
