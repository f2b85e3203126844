import sharp from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pictureOf } from '@/lib/request/picture'

const answers: (() => Promise<Response>)[] = []
const asked: string[] = []
let logo: Buffer<ArrayBuffer>
const shown = async () => new Response(logo)
const slow = () => Promise.reject(new DOMException('timed out', 'TimeoutError'))
const gone = async () => new Response(null, { status: 404 })
beforeEach(async () => {
  logo = Buffer.from(await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } }).png().toBuffer())
  answers.length = 0
  asked.length = 0
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
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
  expect(await widthOf(await pictureOf('https://logos.example/slow.png', 200))).toBe(200)
  expect(await widthOf(await pictureOf('https://logos.example/slow.png', 200))).toBe(200)
  expect(asked).toHaveLength(2)
})

it('a logo that was there once is shown while the platform is away, and asked for anew after ten minutes', async () => {
  answers.push(shown)
  await pictureOf('https://logos.example/old.png', 100)
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(11 * 60_000)
  answers.push(slow, slow)
  expect(await widthOf(await pictureOf('https://logos.example/old.png', 100))).toBe(100)
  expect(asked).toHaveLength(3)
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
  expect(await pictureOf('https://logos.example/endless.png', 100)).toBeNull()
  // Twice, since a logo is asked for once more.
  expect(pieces).toBe(10)
})

it('what is no picture, not there, or not open to everybody is none', async () => {
  answers.push(async () => new Response('<html>'), async () => new Response('<html>'))
  expect(await pictureOf('https://logos.example/page', 100)).toBeNull()
  expect(await pictureOf('https://logos.example/gone.png', 100)).toBeNull()
  asked.length = 0
  for (const url of [null, '', '/api/files/admin/file/private.png', 'file:///etc/passwd']) expect(await pictureOf(url, 100)).toBeNull()
  expect(asked).toEqual([])
})
