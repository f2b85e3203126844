import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { env } from '@/lib/env'
import { pictureOf } from '@/lib/request/picture'
import { UPSTREAM } from '../support/platform'

vi.hoisted(() => Object.assign(process.env, { FILE_HOSTS: 'logos.example' }))

const answers: (() => Promise<Response>)[] = []
const asked: string[] = []
const tenants: (string | null)[] = []
let logo: Buffer<ArrayBuffer>
const shown = async () => new Response(logo)
const slow = () => Promise.reject(new DOMException('timed out', 'TimeoutError'))
const gone = async () => new Response(null, { status: 404 })
beforeEach(async () => {
  logo = Buffer.from(await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } }).png().toBuffer())
  answers.length = 0
  asked.length = 0
  tenants.length = 0
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    asked.push(address)
    tenants.push(new Headers(headers).get('tenant-id'))
    return (answers.shift() ?? gone)()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const widthOf = async (picture: Buffer | null) => picture && (await sharp(picture).metadata()).width

it('a logo is asked for once more when the platform is slow, and then kept', async () => {
  answers.push(slow, shown)
  expect(await widthOf(await pictureOf('82', 'https://logos.example/slow.png', 200))).toBe(200)
  expect(await widthOf(await pictureOf('82', 'https://logos.example/slow.png', 200))).toBe(200)
  expect(asked).toHaveLength(2)
})

it('a logo that was there once is shown while the platform is away, and asked for anew after ten minutes', async () => {
  answers.push(shown)
  await pictureOf('82', 'https://logos.example/old.png', 100)
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(11 * 60_000)
  answers.push(slow, slow)
  expect(await widthOf(await pictureOf('82', 'https://logos.example/old.png', 100))).toBe(100)
  expect(asked).toHaveLength(3)
})

it('a logo is kept among those of many tenants', async () => {
  answers.push(...Array.from({ length: 251 }, () => shown))
  const first = await pictureOf('82', 'https://logos.example/many.png', 10)
  for (let n = 0; n < 250; n += 1) await pictureOf(String(1_000 + n), 'https://logos.example/many.png', 10)
  expect(await pictureOf('82', 'https://logos.example/many.png', 10)).toBe(first)
  expect(asked).toHaveLength(251)
})

it('a body without an end is read no further than a picture may be large', async () => {
  let pieces = 0
  const endless = async () => new Response(new ReadableStream({
    pull: (controller) => {
      pieces += 1
      controller.enqueue(new Uint8Array(512 * 1024))
      if (pieces % 50 === 0) controller.close()
    },
  }, { highWaterMark: 0 }))
  answers.push(endless, endless)
  expect(await pictureOf('82', 'https://logos.example/endless.png', 100)).toBeNull()
  // Twice, since a logo is asked for once more.
  expect(pieces).toBe(10)
})

it('what is no picture, not there, or not open to everybody is none', async () => {
  answers.push(async () => new Response('<html>'), async () => new Response('<html>'))
  expect(await pictureOf('82', 'https://logos.example/page', 100)).toBeNull()
  expect(await pictureOf('82', 'https://logos.example/gone.png', 100)).toBeNull()
  asked.length = 0
  for (const url of [null, '', '/api/files/admin/file/private.png', 'file:///etc/passwd']) expect(await pictureOf('82', url, 100)).toBeNull()
  expect(asked).toEqual([])
})

it.each([
  'http://169.254.169.254/', 'http://127.0.0.1:4000/admin/file/logo.png', 'https://logos.example.evil.example/a.png', 'https://logos.example@evil.example/a.png', 'https://evil.example/logos.example', 'https://logos.example:8443/a.png', 'http:logos.example.evil.example/a.png',
])('nobody is asked for a picture on a host that the operator has not named: %s', async (url) => {
  answers.push(shown, shown)
  expect(await pictureOf('82', url, 100)).toBeNull()
  expect(asked).toEqual([])
})

it('a host that leads elsewhere is not followed there', async () => {
  vi.unstubAllGlobals()
  const paths: (string | undefined)[] = []
  const server = createServer((request, reply) => {
    paths.push(request.url)
    return request.url === '/picture.png' ? reply.writeHead(200, { 'content-type': 'image/png' }).end(logo) : reply.writeHead(302, { location: '/picture.png' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  env.FILE_HOSTS.push(host)
  try {
    expect(await pictureOf('82', `http://${host}/leads-away.png`, 100)).toBeNull()
    expect(paths).toEqual(['/leads-away.png', '/leads-away.png'])
    expect(await widthOf(await pictureOf('82', `http://${host}/picture.png`, 100))).toBe(100)
  } finally {
    env.FILE_HOSTS.pop()
    server.close().closeAllConnections()
  }
})

it('the platform is told whose a picture is, and nobody else; each tenant has its own under the same address', async () => {
  const own = async (width: number) => new Response(Buffer.from(await sharp({ create: { width, height: 10, channels: 3, background: 'red' } }).png().toBuffer()))
  answers.push(() => own(10), () => own(20), shown, shown)
  const heightAt = async (tenantId: string, url: string) => (await sharp((await pictureOf(tenantId, url, 100))!).metadata()).height
  for (const _ of ['first', 'kept']) expect([await heightAt('82', '/api/public/files/admin/file/logo.png'), await heightAt('115', '/api/public/files/admin/file/logo.png')]).toEqual([100, 50])
  await pictureOf('82', 'https://logos.example/own.png', 100)
  expect(asked).toEqual([`${UPSTREAM}/admin/file/logo.png`, `${UPSTREAM}/admin/file/logo.png`, 'https://logos.example/own.png'])
  expect(tenants).toEqual(['82', '115', null])
})

const svg = (inside: string, size = '') => async () => new Response(`<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 40 20">${inside}</svg>`)

it.each([['without a size', ''], ['of one', 'width="40" height="20"'], ['of a huge one', 'width="20000" height="10000"']])('an SVG %s comes out as large as it is wanted', async (what, size) => {
  answers.push(svg('<rect width="40" height="20" fill="red"/>', size))
  const drawn = await sharp((await pictureOf('82', `https://logos.example/${what}.svg`, 100))!).raw().toBuffer({ resolveWithObject: true })
  expect([drawn.info.width, drawn.info.height, ...drawn.data.subarray(0, 4)]).toEqual([100, 50, 255, 0, 0, 255])
})

it('an SVG that multiplies is not drawn, nor fetched again for a minute, by however many it is asked for', async () => {
  const nested = svg('<g id="g"><rect width="1" height="1"/></g><use href="#g"/>')
  answers.push(nested, nested)
  const ask = () => pictureOf('82', 'https://logos.example/nested.svg', 100)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([null, null, null])
  expect(await ask()).toBeNull()
  expect(asked).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(5 * 60_000)
  await ask()
  expect(asked).toHaveLength(2)
})

it('what is packed or written so that nobody can look into it is not drawn', async () => {
  const text = Buffer.from(await (await svg('<rect width="40" height="20"/>')()).arrayBuffer())
  answers.push(async () => new Response(gzipSync(text)), async () => new Response(Buffer.from(text.toString(), 'utf16le')))
  for (const name of ['packed', 'wide']) expect(await pictureOf('82', `https://logos.example/${name}.svg`, 100)).toBeNull()
})
