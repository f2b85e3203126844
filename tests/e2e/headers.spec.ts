import { readFileSync } from 'node:fs'
import { root } from '../support/sources'
import { rawGet, rawHttp, rawOdd, type RawReply } from '../support/raw-http'
import { expect, test } from './fixtures'

// What shows every second time is no less wrong: a second try, as `npm run verify` has it, would hide it.
test.describe.configure({ retries: 0 })

// What every kind of answer says to browsers, and what it keeps to itself.

const portOf = (baseURL?: string) => Number(new URL(baseURL!).port || 80)
const directives = (reply: RawReply) => new Map((reply.headers['content-security-policy'] ?? '').split(/[;,]/).map((line) => line.trim().split(/\s+/)).map(([name = '', ...values]) => [name, values]))

/** One answer of each kind. */
const kinds: Record<string, { path: string; host?: string; status: number; lines?: string[]; method?: string }> = {
  'a public page': { path: '/news', status: 200 },
  'the login': { path: '/login', status: 200 },
  'a download page': { path: '/Appye', status: 200 },
  'a page that is not there': { path: '/nothing-here', status: 404 },
  'a learner’s page without a session': { path: '/Home', status: 307 },
  'an address in other letters': { path: '/NEWS', status: 308 },
  'a post to a page': { path: '/login', status: 405, method: 'POST' },
  'a call of a Server Action': { path: '/Home', status: 404, method: 'POST', lines: ['Next-Action: 40aa', 'Content-Length: 0'] },
  'a post on the courseware host': { path: '/content/x', host: '127.0.0.1', status: 404, method: 'POST' },
  'an unknown domain': { path: '/login', host: 'unknown.example', status: 404 },
  'a broken host': { path: '/login', host: 'a..b', status: 400 },
  'a door that answers': { path: '/api/public/session/who', status: 200 },
  'a door that refuses': { path: '/api/messages/unread', status: 401 },
  'a door that is none': { path: '/api/none', status: 404 },
  'a door on an unknown domain': { path: '/api/public/session/who', host: 'unknown.example', status: 404 },
  'a door on a broken host': { path: '/api/messages/unread', host: 'a..b', status: 400 },
  'a door on the courseware host': { path: '/api/public/session/who', host: '127.0.0.1', status: 404 },
  'a page whose address cannot be read': { path: '/news/%ff', status: 400 },
  'a door whose address cannot be read': { path: '/api/files/%E0%A4%A', status: 400 },
  'an address that the framework would make another one of': { path: '/./sw.js', status: 400 },
  'a call of a Server Action at one': { path: '/./_next/static/chunks/x.js', status: 400, method: 'POST', lines: [`Next-Action: 40${'ab'.repeat(20)}`, 'Content-Length: 0'] },
  'a post to a worker behind a fragment': { path: '/sw.js#x', status: 400, method: 'POST', lines: ['Content-Length: 0'] },
  'health': { path: '/api/health', status: 200 },
  'a file for everybody': { path: '/api/public/files/admin/file/logo/82.svg', status: 200 },
  'a file for learners': { path: '/api/files/train/file/doc/7002.pdf', status: 401 },
  'a file of the domain': { path: '/robots.txt', status: 200 },
  'security.txt': { path: '/.well-known/security.txt', status: 200 },
  'a picture of ours': { path: '/art/logo.svg', status: 200 },
  'a worker of ours': { path: '/sw.js', status: 200 },
  'the image optimiser that is off': { path: '/_next/image?url=%2Fart%2Flogo.svg&w=64&q=75', status: 404 },
  'the courseware host': { path: '/login', host: '127.0.0.1', status: 404 },
  'a redirect of the framework’s': { path: '/login/', status: 308 },
  'another one': { path: '//login', status: 308 },
  'a redirect of the framework’s on an unknown domain': { path: '//login', host: 'unknown.example', status: 308 },
  'an offer to speak something else': { path: '/login', status: 200, lines: ['Connection: Upgrade', 'Upgrade: websocket'] },
  'a fetch ahead that only the framework itself makes': { path: '/login', status: 200, lines: ['x-middleware-prefetch: 1'] },
  'a place of the router that nobody can read': { path: '/AppFires', status: 200, lines: ['Next-Router-State-Tree: garbage'] },
  'a post to a picture of ours': { path: '/art/logo.svg', status: 404, method: 'POST', lines: ['Content-Length: 0'] },
  'a worker that is to be deleted': { path: '/sw.js', status: 404, method: 'DELETE' },
  'a part of a picture that it does not have': { path: '/art/logo.svg', status: 200, lines: ['Range: bytes=99999999-'] },
  'a picture on a condition that does not hold': { path: '/art/logo.svg', status: 200, lines: ['If-Match: "x"', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'] },
}

for (const [what, { path, host = 'localhost', status, lines = [], method = 'GET' }] of Object.entries(kinds)) {
  test(`${what} carries the headers of security, and tells no versions`, async ({ baseURL }) => {
    const reply = await rawHttp(portOf(baseURL), [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'User-Agent: test', 'Origin: https://evil.example', ...lines])
    expect(reply.status).toBe(status)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    expect(reply.headers['referrer-policy']).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
    expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(reply.headers['permissions-policy']).toContain('camera=()')
    const policy = directives(reply)
    expect(policy.get('frame-ancestors'), reply.headers['content-security-policy']).toEqual([`'none'`])
    expect([policy.get('base-uri')?.[0], policy.get('default-src')?.[0]]).toContain(`'none'`)
    // The policy of our own pages, where forms and frames are.
    if (policy.has('script-src')) expect([policy.get('form-action'), policy.get('frame-src')]).toEqual([[`'self'`], [`http://127.0.0.1:${portOf(baseURL)}`]])
    if (/html/.test(reply.headers['content-type'] ?? '')) {
      expect(policy.get('object-src') ?? policy.get('default-src')).toEqual([`'none'`])
      if (host !== '127.0.0.1') expect(reply.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    }
    // Nobody from elsewhere may read an answer, and nobody learns what we are made of.
    for (const header of ['access-control-allow-origin', 'x-powered-by', 'server', 'via', 'x-runtime']) expect(reply.headers[header], header).toBeUndefined()
    // Whatever is text says in which letters; JSON has one kind of them.
    if (reply.body && status !== 304) expect(reply.headers['content-type'] ?? 'none').toMatch(/^(?:(?:text\/[\w.+-]+|application\/(?:javascript|xml)|(?:application|image)\/[\w.-]+\+xml); ?charset=utf-8|application\/(?:json|pdf)|image\/png)$/i)
  })
}

test('a file that is a picture with scripts in it can do nothing at its own address, and a PDF is shown', async ({ baseURL, clientOf, origin }) => {
  for (const behind of ['', '?.pdf', '?v=1.pdf', '?a?.pdf']) {
    const { status, headers } = await rawGet(portOf(baseURL), `/api/public/files/admin/file/logo/82.svg${behind}`, 'localhost')
    expect([status, headers['content-type']], behind).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(headers['content-security-policy'], behind).toMatch(/^default-src 'none';.*; sandbox$/)
  }
  const pdf = await (await clientOf('liming')).get(`${origin()}/api/files/train/file/doc/7002.pdf`)
  expect([pdf.status(), pdf.headers()['content-type'], pdf.headers()['content-security-policy']]).toEqual([200, 'application/pdf', "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"])
})

test('a redirect of the framework’s on the courseware host is of that host', async ({ baseURL }) => {
  const reply = await rawGet(portOf(baseURL), '/content/', '127.0.0.1')
  expect(reply.status).toBe(308)
  expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cross-origin-resource-policy': 'same-origin' })
  expect([...directives(reply)]).toEqual(expect.arrayContaining([['frame-ancestors', [`'none'`]], ['object-src', [`'none'`]], ['connect-src', [`'self'`, 'blob:', 'data:']]]))
})

test('scripts and styles of the build are files and nothing else', async ({ baseURL }) => {
  const { body } = await rawGet(portOf(baseURL), '/login', 'localhost')
  const assets = [...new Set([...body.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path]) => path!))]
  expect(assets.length).toBeGreaterThan(3)
  for (const asset of assets.slice(0, 6)) {
    const reply = await rawGet(portOf(baseURL), asset, 'localhost')
    expect([reply.status, reply.headers['x-content-type-options'], reply.headers['cross-origin-resource-policy']], asset).toEqual([200, 'nosniff', 'same-origin'])
    expect(reply.headers['content-type']).toMatch(/javascript|css|font/)
    expect(reply.headers['cache-control']).toContain('immutable')
  }
})

/** Points as Mozilla's HTTP Observatory gives them, for what it looks at in headers; what hangs on TLS counts as the operator's. */
function pointsOf(reply: RawReply): number {
  const policy = directives(reply)
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? []
  const unsafe = scripts.includes(`'unsafe-inline'`) && !scripts.some((source) => /^'(nonce|sha\d+)-/.test(source))
  const styles = policy.get('style-src') ?? policy.get('default-src') ?? []
  const base = 100 + (policy.size === 0 ? -25 : unsafe ? -20 : 0) + (reply.headers['x-content-type-options'] === 'nosniff' ? 0 : -5) + (policy.has('frame-ancestors') ? 0 : -20) + (reply.headers['access-control-allow-origin'] ? -50 : 0)
  // Extra points count for who has lost hardly any.
  const extra = (unsafe ? 0 : styles.includes(`'unsafe-inline'`) ? 0 : 5) + 5 + (/^(strict-origin|no-referrer|same-origin)/.test(reply.headers['referrer-policy'] ?? '') ? 5 : 0) + (reply.headers['cross-origin-resource-policy'] === 'same-origin' ? 10 : 0)
  return base >= 90 ? base + extra : base
}

test('by the table of the Observatory, pages of learners are A+; cached pages lose what their inline scripts cost', async ({ baseURL, clientOf, origin }) => {
  const client = await clientOf('liming')
  const home = await client.get(`${origin()}/Home`)
  expect(pointsOf({ status: home.status(), headers: home.headers(), body: '' })).toBeGreaterThanOrEqual(100)
  for (const path of ['/login', '/news', '/Appye']) expect(pointsOf(await rawGet(portOf(baseURL), path, 'localhost')), path).toBeGreaterThanOrEqual(80)
})

test('a page of a learner is kept by nobody, says nothing to search engines, and has a nonce of its own each time', async ({ clientOf, origin }) => {
  const client = await clientOf('liming')
  const nonces = new Set<string>()
  for (const path of ['/Home', '/Home', '/MyName']) {
    const reply = await client.get(origin() + path)
    expect(reply.headers()['cache-control']).toContain('no-store')
    expect(reply.headers()['x-robots-tag']).toBe('noindex')
    const policy = reply.headers()['content-security-policy']!
    expect(policy).toContain(`'strict-dynamic'`)
    expect(/script-src[^;]*/.exec(policy)![0]).not.toContain('unsafe-inline')
    nonces.add(/'nonce-([^']{20,})'/.exec(policy)![1]!)
  }
  expect(nonces.size).toBe(3)
})

test('the cookie of a session is out of scripts’ and other sites’ reach, on this host alone, and small enough', async ({ baseURL }) => {
  const body = JSON.stringify({ account: 'liming', password: 'Train2026', consent: true })
  const lines = ['POST /api/public/session HTTP/1.1', `Host: ${new URL(baseURL!).host}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, `Origin: ${baseURL}`, 'Cookie: sid=chosen-by-somebody-else']
  const { headers } = await rawHttp(portOf(baseURL), lines, body)
  const cookie = headers['set-cookie']!
  expect(cookie).toMatch(/^sid=Fe26\.2\*/)
  expect(cookie).not.toContain('chosen-by-somebody-else')
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Path=\/(;|$)/i)
  expect(cookie).not.toMatch(/; Domain=/i)
  expect(cookie.split(';')[0]!.length).toBeLessThan(4096)
})

test('methods that nobody needs are not served', async ({ baseURL }) => {
  for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'PATCH', 'DEBUG']) {
    for (const path of ['/login', '/api/public/session/who', '/api/health', '/art/logo.svg', '/sw.js']) {
      const reply = await rawOdd(portOf(baseURL), [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'X-Secret: echoed'])
      expect([400, 404, 405, 501], `${method} ${path}`).toContain(reply.status)
      expect(reply.body, `${method} ${path}`).not.toContain('echoed')
    }
  }
})

test('nothing lies about that is no part of the product', async ({ baseURL }) => {
  for (const path of ['/.git/config', '/.git/HEAD', '/.env', '/package.json', '/package-lock.json', '/.next/BUILD_ID', '/server.js', '/next.config.mjs', '/README.md', '/art/', '/pdf/', '/_next/', '/_next/static/', '/api/', '/metrics', '/api/debug', '/.DS_Store', '/node_modules/next/package.json', '/art/../package.json', '/_next/static/../../package.json', '/_next/static/%2e%2e/%2e%2e/server/server-reference-manifest.json']) {
    const reply = await rawGet(portOf(baseURL), path, 'localhost')
    expect([307, 308, 400, 404], path).toContain(reply.status)
    expect(reply.body, path).not.toMatch(/"dependencies"|\[core\]|ref: refs|encryptionKey/)
  }
})

test('no source maps, no secrets and no keys of ours are in what the browser is given', async ({ baseURL }) => {
  const { body } = await rawGet(portOf(baseURL), '/login', 'localhost')
  const scripts = [...body.matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)]
  expect(scripts.length).toBeGreaterThan(0)
  for (const [, path] of scripts) {
    const reply = await rawGet(portOf(baseURL), path!, 'localhost')
    expect(reply.body).not.toMatch(/sourceMappingURL|pigxpigx|a-secret-for-the-tests|UPSTREAM_|SESSION_SECRET|Basic dHJhaW46|127\.0\.0\.1:\d{4}/)
    expect((await rawGet(portOf(baseURL), `${path}.map`, 'localhost')).status).toBe(404)
  }
})

test('the build knows no Server Action', () => {
  const { node, edge } = JSON.parse(readFileSync(`${root}.next/server/server-reference-manifest.json`, 'utf8')) as { node: object; edge: object }
  expect([Object.keys(node), Object.keys(edge)]).toEqual([[], []])
})
