import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { explainLargeHeads } from '@/lib/request/large-heads'
import { rawHttp } from '../support/raw-http'

vi.hoisted(() => Object.assign(process.env, { CONTENT_ORIGIN: 'https://content.example' }))

const server = createServer((_, response) => response.end('answered'))
const port = () => (server.address() as AddressInfo).port
const planted = `Cookie: ${Array.from({ length: 5 }, (_, at) => `planted${at}=${'x'.repeat(4_000)}`).join('; ')}`
const bare = { status: 431, headers: expect.objectContaining({ connection: 'close', 'content-length': '0', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'content-security-policy': expect.stringContaining("default-src 'none'") }), body: '' }

beforeAll(() => new Promise<void>((done) => {
  explainLargeHeads(server)
  server.listen(0, '127.0.0.1', () => done())
}))
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

/** Sends pieces one after the other, each as a packet of its own, and reads the answer to its end. */
function inPieces(pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect({ port: port(), host: '127.0.0.1', noDelay: true }, async () => {
      for (const piece of pieces) await new Promise((sent) => socket.write(piece, () => setImmediate(sent)))
    })
    socket.on('data', (text) => (heard += String(text))).on('end', () => resolve(heard)).on('error', reject)
  })
}

describe('a request whose cookies are more than is read', () => {
  it('is answered with a page that tells the way on in every language, and asks the browser to forget nothing', async () => {
    const { status, headers, body } = await rawHttp(port(), ['GET /Home?x=1 HTTP/1.1', 'Host: localhost', planted])
    expect(status).toBe(431)
    for (const word of ['请在浏览器设置中删除', 'Delete the cookies of this site', 'ブラウザーの設定で']) expect(body).toContain(word)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'content-security-policy': expect.stringContaining("default-src 'none'"), connection: 'close' })
    expect(headers).not.toHaveProperty('clear-site-data')
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body))
  })

  it('is so also when it comes in pieces, of which the last one names no address', async () => {
    expect(await inPieces(['GET /Home HTTP/1.1\r\nHost: localhost\r\n', `${planted.slice(0, 9_000)}`, `${planted.slice(9_000)}\r\n\r\n`, 'and more'])).toMatch(/^HTTP\/1\.1 431 [\s\S]+<\/html>$/)
  })

  it.each([['a door', 'GET /api/account/profile', 'localhost'], ['a file of the build', 'GET /_next/static/x.js', 'localhost'], ['what changes something', 'POST /login', 'localhost'], ['the courseware host', 'GET /', 'content.example']])('has no page for %s', async (_what, asked, host) => {
    expect(await rawHttp(port(), [`${asked} HTTP/1.1`, `Host: ${host}`, planted])).toEqual(bare)
  })

  it('is read in one go, whatever stands in a line behind them: blanks without end and other ends of lines are part of what the line says', async () => {
    const blanks = ' '.repeat(20_000)
    expect(await rawHttp(port(), ['GET / HTTP/1.1', planted, `Host:${blanks}content.example${blanks}\n`])).toEqual(bare)
  })
})

it('what cannot be read for other reasons is answered with the status that Node gives it', async () => {
  expect(await rawHttp(port(), ['what is this'])).toEqual({ ...bare, status: 400 })
  expect((await rawHttp(port(), ['GET / HTTP/1.1', 'Host: localhost'])).body).toBe('answered')
})
