import { rawGet, rawHttp, rawOdd } from '../support/raw-http'
import { expect, test } from './fixtures'

// What shows every second time is no less wrong: a second try, as `npm run verify` has it, would hide it.
test.describe.configure({ retries: 0 })

const portOf = (baseURL?: string) => Number(new URL(baseURL!).port || 80)

test('a request with two Host headers is refused', async ({ baseURL }) => {
  const doubled = await rawHttp(portOf(baseURL), ['GET /login HTTP/1.1', 'Host: localhost', 'Host: bgy.localhost'])
  expect(doubled.status).toBe(400)
})

test('a domain is the same however it is spelt, with its port or a dot at its end', async ({ baseURL }) => {
  for (const host of ['localhost', `localhost:${portOf(baseURL)}`, 'localhost:1', 'LOCALHOST', 'localhost.']) {
    const reply = await rawGet(portOf(baseURL), '/news', host)
    expect(reply.status, host).toBe(200)
    expect(/<link rel="canonical" href="([^"]+)"/.exec(reply.body)?.[1], host).toBe(`${new URL(baseURL!).origin}/news`)
  }
})

test('other spellings of this machine, other scripts and unknown domains belong to nobody', async ({ baseURL }) => {
  for (const host of ['2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', 'xn--e1afmkfd.example', 'пример.example', '学习.localhost', 'l\u043Ecalhost', 'localhost\u3002', '.localhost', 'localhost..', 'bgy.localhost.evil.example', 'evil.example:80']) {
    const reply = await rawGet(portOf(baseURL), '/news', host)
    expect([400, 404], host).toContain(reply.status)
    expect(reply.body, host).not.toMatch(/卓越|碧园/)
    expect(reply.headers['cache-control'], host).toContain('no-store')
  }
})

test('what a proxy might say is not believed without one', async ({ baseURL }) => {
  for (const more of ['X-Forwarded-Host: bgy.localhost', 'X-Forwarded-Host: evil.example', 'Forwarded: host=bgy.localhost;proto=https', 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 8443', 'X-Rewrite-URL: /Home', 'X-Original-URL: /Home']) {
    const reply = await rawGet(portOf(baseURL), '/en/news', 'localhost', [more])
    expect(reply.status, more).toBe(200)
    expect(/<link rel="canonical" href="([^"]+)"/.exec(reply.body)?.[1], more).toBe(`${new URL(baseURL!).origin}/en/news`)
    expect(reply.body, more).not.toMatch(/evil\.example|碧园/)
  }
})

test('whatever form a request takes, it is about the host it names first', async ({ baseURL }) => {
  const port = portOf(baseURL)
  const theirs = /碧园/
  const forms: string[][] = [
    [`GET http://bgy.localhost:${port}/login HTTP/1.1`, 'Host: localhost'], ['GET http://evil.example/login HTTP/1.1', 'Host: localhost'], ['GET //bgy.localhost/login HTTP/1.1', 'Host: localhost'], ['GET /login HTTP/1.1', 'Host: localhost', 'X-Host: bgy.localhost', 'X-HTTP-Host-Override: bgy.localhost'],
    ['GET /login HTTP/1.1', 'Host: localhost', ' bgy.localhost'], ['GET /login HTTP/1.1', 'Host: localhost\tbgy.localhost'], ['GET /login HTTP/1.0', 'Host: localhost'], ['GET /login HTTP/1.1', 'Host : localhost'], ['GET /login HTTP/1.1'], ['GET /login HTTP/1.1', 'Host:'], ['GET @bgy.localhost/login HTTP/1.1', 'Host: localhost'],
    ['GET /login HTTP/1.1', 'Host: localhost', ':authority: bgy.localhost'], ['GET /login?host=bgy.localhost HTTP/1.1', 'Host: localhost', 'Referer: http://bgy.localhost/'], ['GET /\\bgy.localhost/login HTTP/1.1', 'Host: localhost'],
  ]
  for (const lines of forms) {
    const reply = await rawOdd(port, lines)
    expect([200, 308, 400, 404, 405], lines.join(' | ')).toContain(reply.status)
    expect(reply.body, lines.join(' | ')).not.toMatch(theirs)
    expect(reply.headers.location ?? '/', lines.join(' | ')).toMatch(new RegExp(`^(/(?!/)|http://localhost:${port}/)`))
  }
})

test('a request whose length is told in two ways is refused, and nothing of it is taken for another one', async ({ baseURL }) => {
  const port = portOf(baseURL)
  const smuggled = 'GET /Home HTTP/1.1\r\nHost: bgy.localhost\r\n\r\n'
  for (const lengths of [['Content-Length: 5', 'Content-Length: 6'], ['Content-Length: 5', 'Transfer-Encoding: chunked'], ['Transfer-Encoding: chunked, identity'], ['Transfer-Encoding: xchunked'], ['Content-Length: -1'], ['Content-Length: 5, 5'], ['Content-Length: 0x5']]) {
    const reply = await rawOdd(port, ['POST /api/public/session HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', `Origin: ${baseURL}`, ...lengths], `0\r\n\r\n${smuggled}`, { mayReset: true })
    expect(reply.status, lengths.join()).toBe(400)
    expect(reply.body.match(/HTTP\/1\.1 /g) ?? [], lengths.join()).toEqual([])
  }
})

test('a body that never ends, of a length that nobody announced, is refused before it is all there', async ({ baseURL }) => {
  const { host } = new URL(baseURL!)
  const piece = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`
  const reply = await rawHttp(portOf(baseURL), ['POST /api/public/session HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json', `Origin: http://${host}`, 'Transfer-Encoding: chunked'], piece.repeat(16))
  expect([reply.status, reply.body]).toEqual([400, expect.stringContaining('too large')])
})
