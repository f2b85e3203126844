import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { depthOf, hostLines, refuseOddRequests } from '@/lib/request/odd-requests'
import { rawHttp } from '../support/raw-http'

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'https://content.example' }))

const server = createServer((request, response) => response.end(request.headers['x-tell'] ? JSON.stringify(request.headers) : `host=${request.headers.host}${request.headers['x-forwarded-host'] ?? ''} ${request.method} ${request.url}`))
const ask = async (...hosts: string[]) => (await rawHttp((server.address() as AddressInfo).port, ['GET / HTTP/1.1', ...hosts])).body
async function headers(path: string, ...lines: string[]): Promise<Record<string, string>> {
  const { body } = await rawHttp((server.address() as AddressInfo).port, [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, 'X-Tell: 1'])
  const { 'x-tell': _, connection: __, ...told } = JSON.parse(body) as Record<string, string>
  return told
}
/** A place of so many parts, one in the other. */
const placeOf = (parts: number) => `${'["a",{"children":'.repeat(parts)}["",{}]${'}]'.repeat(parts)}`
beforeAll(() => new Promise<void>((done) => {
  refuseOddRequests()
  server.listen(0, '127.0.0.1', () => done())
}))
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

describe('a request', () => {
  it('with one host keeps it', async () => {
    expect(await ask('Host: localhost')).toContain('host=localhost')
  })
  it.each([[['Host: localhost', 'Host: bgy.localhost']], [['host: localhost', 'HOST: localhost']]])('with two has none: %j', async (hosts) => {
    expect(await ask(...hosts)).not.toContain('localhost')
  })
  it.each(['http://bgy.localhost/login', 'https://bgy.localhost', 'bgy.localhost/x', '*'])('for a whole address names no host: %s', async (address) => {
    const { body } = await rawHttp((server.address() as AddressInfo).port, [`${address === '*' ? 'OPTIONS' : 'GET'} ${address} HTTP/1.1`, 'Host: localhost']).catch(() => ({ body: '' }))
    expect(body).not.toMatch(/localhost/)
  })
  it.each(['/%', '/api/files/%ff', '/api/files/%E0%A4%A?x=1', '/login/%zz/'])('whose path cannot be read names no host: %s', async (address) => {
    expect((await rawHttp((server.address() as AddressInfo).port, [`GET ${address} HTTP/1.1`, 'Host: localhost', 'X-Forwarded-Host: localhost'])).body).toBe('host= GET /')
  })
  it.each([
    '/./sw.js', '/.', '/..', '/x/..?y', '/%2e/sw.js', '/x/%2E%2e/sw.js', '/x/.%2e/sw.js', '/./_next/static/chunks/x.js', '/_next/static/media/../../../sw.js', '/api/../sw.js', '/api/./public/files/x.svg', '/.\\sw.js', '/x\\..\\sw.js',
    '/sw.js#x', '/sw.js#', '/_next/static/chunks/x.js#', '/login?a=b#c', '/login#?a',
  ])('whose path the framework would make another one of names no host: %s', async (address) => {
    for (const method of ['GET', 'POST']) {
      expect((await rawHttp((server.address() as AddressInfo).port, [`${method} ${address} HTTP/1.1`, 'Host: localhost', 'X-Forwarded-Host: localhost', 'Content-Length: 0'])).body).toBe(`host= ${method} /`)
    }
  })
  it.each(['/%E5%AE%89', '/login?name=%ff', '/100%25', '/login?then=/../x', '/..x/.well-known/...', '/x.', '/a/..%2fb', '/login?q=%23'])('whose path can is left alone: %s', async (address) => {
    expect((await rawHttp((server.address() as AddressInfo).port, [`GET ${address} HTTP/1.1`, 'Host: localhost'])).body).toBe(`host=localhost GET ${address}`)
  })
  it.each(['/login', '/robots.txt', '/api/health', '/_next/static/chunks/none.js', '/content/x/p/a.html'])('whose query has more than a hundred names is none of any page, door or file, the same name or others: %s', async (path) => {
    const names = (many: number, name: (at: number) => string) => Array.from({ length: many }, (_, at) => name(at)).join('&')
    const asked = async (query: string) => (await rawHttp((server.address() as AddressInfo).port, [`GET ${path}?${query} HTTP/1.1`, 'Host: localhost', 'X-Forwarded-Host: localhost'])).body
    for (const query of [names(101, () => 'a'), names(101, (at) => `nxtP${at}=1`), '&'.repeat(7_000)]) expect(await asked(query)).toBe('host= GET /')
    for (const query of [names(100, () => 'a'), `a=${'%26'.repeat(2_000)}`]) expect(await asked(query)).toBe(`host=localhostlocalhost GET ${path}?${query}`)
  })
  it('with TRACE is of no known method', async () => {
    expect((await rawHttp((server.address() as AddressInfo).port, ['TRACE /login HTTP/1.1', 'Host: localhost'])).body).toContain('PROPFIND /login')
  })
  it.each(['websocket', 'h2c', 'foo'])('that offers to speak %s is answered as what it is', async (other) => {
    const listening = createServer((_, response) => response.end('answered')).on('upgrade', (_, socket) => socket.destroy())
    await new Promise<void>((done) => listening.listen(0, '127.0.0.1', () => done()))
    const { port } = listening.address() as AddressInfo
    expect((await rawHttp(port, ['GET / HTTP/1.1', 'Host: localhost'])).body).toBe('answered')
    expect((await rawHttp(port, ['GET / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', `Upgrade: ${other}`])).body).toBe('answered')
    listening.close()
  })
  it.each([
    ['a head too large to be read', ['GET /Home HTTP/1.1', 'Host: localhost', `Cookie: a=${'x'.repeat(20_000)}`], 431, '</html>'],
    ['an offer to speak something else', ['GET / HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'], 200, 'answered'],
  ])('that is the first of all is answered like any other: %s', async (_kind, lines, status, words) => {
    const fresh = createServer((_, response) => response.end('answered')).on('upgrade', (_, socket) => socket.destroy())
    await new Promise<void>((done) => fresh.listen(0, '127.0.0.1', () => done()))
    const reply = await rawHttp((fresh.address() as AddressInfo).port, lines)
    expect([reply.status, reply.body]).toEqual([status, expect.stringContaining(words)])
    fresh.close()
  })
  it('that takes the web for a proxy hears that it is none', async () => {
    await ask('Host: localhost')
    const reply = await rawHttp((server.address() as AddressInfo).port, ['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443'])
    expect([reply.status, reply.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
  it('that takes the web for a proxy leaves no connection behind, and a fault of it is nobody else\'s', async () => {
    await ask('Host: localhost')
    const taken = once(server, 'connect') as Promise<[unknown, Duplex]>
    const client = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true })
    client.write('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')
    const [, socket] = await taken
    await once(client.resume(), 'end')
    await vi.waitFor(() => expect(socket.destroyed).toBe(true), { timeout: 5_000 })
    expect(client.destroyed).toBe(false)
    client.destroy()
    expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow()
  })
  it.each(['garbage', '%ff', 'null', '%5B%22%22%5D'])('with a place of the router that nobody can read has none: %s', async (tree) => {
    expect(await headers('/Home.rsc', `Next-Router-State-Tree: ${tree}`)).not.toHaveProperty('next-router-state-tree')
  })
  it('keeps a place of the router that is one', async () => {
    const tree = encodeURIComponent(JSON.stringify(['', { children: ['localhost', {}] }]))
    expect(await headers('/Home', `Next-Router-State-Tree: ${tree}`)).toHaveProperty('next-router-state-tree', tree)
  })
  it.each([
    ['nested ever deeper', placeOf(20)],
    ['too long', JSON.stringify(['', { children: ['a'.repeat(4_000), {}] }])],
  ])('has no place of the router that is %s', async (_what, tree) => {
    expect(await headers('/Home', `Next-Router-State-Tree: ${encodeURIComponent(tree)}`)).not.toHaveProperty('next-router-state-tree')
  })
  it.each([
    ['as deep as none of ours', placeOf(19)],
    ['with brackets that were searched for', JSON.stringify(['', { children: [`__PAGE__?${JSON.stringify({ name: `"${'[{'.repeat(100)}` })}`, {}] }])],
    ['written with more percent signs than letters', JSON.stringify(['', { children: ['安'.repeat(1_000), {}] }])],
  ])('keeps a place of the router %s', async (_what, tree) => {
    expect(await headers('/Home', `Next-Router-State-Tree: ${encodeURIComponent(tree)}`)).toHaveProperty('next-router-state-tree')
  })
  it.each([['[{}]', 2], ['[[],[],[]]', 2], ['["[[[", {"\\"[": []}]', 3], ['"\\', 0], ['[[["', 3], [']]]][', 0]])('has brackets that are counted, closed or not: %s', (json, depth) => {
    expect(depthOf(json)).toBe(depth)
  })
  it('says nothing to the framework in its own words', async () => {
    expect(await headers('/login', 'x-middleware-prefetch: 1')).not.toHaveProperty('x-middleware-prefetch')
    expect(await headers('/_next/image', 'Next-Action: abc')).not.toHaveProperty('next-action')
    expect(await headers('/art/logo.svg', 'RSC: 1')).not.toHaveProperty('rsc')
    expect(await headers('/login', 'RSC: 1')).toHaveProperty('rsc')
    expect(await headers('/login', 'Next-Action: abc')).toHaveProperty('next-action')
  })
  it.each(['/login', '/api/health', '/_next/static/chunks/none.js'])('says of who asks no more than anybody reads: %s', async (path) => {
    expect((await headers(path, `User-Agent: ${'1'.repeat(14_000)}`))['user-agent']).toBe('1'.repeat(512))
    expect((await headers(path, `User-Agent: ${'Mozilla/5.0 '.repeat(42)}`))['user-agent']).toBe('Mozilla/5.0 '.repeat(42).trim())
  })
  it.each(['/login', '/api/messages/unread', '/art/logo.svg'])('belongs to no trace of a visitor\'s: %s', async (path) => {
    const told = await headers(path, `Traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'Tracestate: a=1', 'Baggage: learner=1')
    expect(Object.keys(told)).toEqual(['host'])
  })
  it.each([['POST', '/art/logo.svg'], ['DELETE', '/sw.js?x'], ['PUT', '/pdf/cmaps/x.bcmap'], ['OPTIONS', '/_next/static/chunks/x.js'], ['GET', '/_next/data/x/sw.js.json']])('with %s for a file of the build comes to no door: %s', async (method, path) => {
    expect((await rawHttp((server.address() as AddressInfo).port, [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0'])).body).toContain(`${method} /api/none`)
  })
  it('for a file of the build has no conditions', async () => {
    const lines = ['Range: bytes=9-', 'If-Match: "x"', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 'If-None-Match: "y"']
    expect(Object.keys(await headers('/art/logo.svg', ...lines))).toEqual(['host', 'if-none-match'])
    expect(Object.keys(await headers('/news', ...lines))).toHaveLength(5)
  })
  it('on the courseware host gets of the build what its page needs, and no worker', async () => {
    const asked = async (path: string) => (await rawHttp((server.address() as AddressInfo).port, [`GET ${path} HTTP/1.1`, 'Host: content.example'])).body
    expect(await asked('/_next/static/chunks/x.js')).toContain('/_next/static/chunks/x.js')
    for (const path of ['/sw.js', '/art/logo.svg', '/_next/data/x/art/logo.svg.json']) expect(await asked(path)).toContain('GET /api/none')
  })
  it('is read by names, not by values', () => {
    expect(hostLines(['Host', 'a', 'X', 'host', 'host', 'b'])).toBe(2)
    expect(hostLines(['Host', 'host'])).toBe(1)
  })
})
