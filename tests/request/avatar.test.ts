import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawAvatar } from '@/lib/request/avatar'

const plain = (width: number, height: number, background = { r: 10, g: 200, b: 30 }) => sharp({ create: { width, height, channels: 3, background } })

describe('an avatar', () => {
  it('is the chosen square at 512, without anything else of the file', async () => {
    const red = await plain(100, 100, { r: 250, g: 0, b: 0 }).png().toBuffer()
    const photo = await plain(600, 400).composite([{ input: red, left: 500, top: 300 }]).withExif({ IFD0: { Copyright: 'secret place' } }).jpeg().toBuffer()
    const avatar = await drawAvatar(Buffer.concat([photo, Buffer.from('<script>')]), { x: 500, y: 300, size: 100 })
    if ('fault' in avatar) throw new Error(avatar.fault)
    expect(avatar.type).toBe('image/jpeg')
    expect(await sharp(avatar.content).metadata()).toMatchObject({ width: 512, height: 512, format: 'jpeg' })
    expect((await sharp(avatar.content).stats()).dominant).toMatchObject({ r: 248 })
    expect(avatar.content.includes('secret') || avatar.content.includes('<script>')).toBe(false)
  })

  it('is upright, whatever the camera was', async () => {
    const lying = await plain(300, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const avatar = await drawAvatar(lying, { x: 0, y: 200, size: 100 })
    expect('fault' in avatar).toBe(false)
  })

  it('is the middle when nothing was chosen, or something outside', async () => {
    const wide = await plain(900, 300).png().toBuffer()
    for (const crop of [null, { x: 5000, y: 0, size: 10 }]) expect(await drawAvatar(wide, crop)).toMatchObject({ type: 'image/png' })
  })

  it.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'kind'],
    ['HTML', async () => Buffer.from('<!doctype html><script>'), 'kind'],
    ['a zip', async () => Buffer.from('PK\u0003\u0004 more'), 'kind'],
    ['a GIF', async () => Buffer.from('GIF89a'), 'kind'],
    ['nothing', async () => Buffer.alloc(0), 'kind'],
    ['a WebP that calls itself PNG', async () => plain(10, 10).webp().toBuffer(), 'kind'],
    ['a head without a picture', async () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<html>')]), 'broken'],
    ['a picture broken off', async () => (await plain(500, 500).jpeg().toBuffer()).subarray(0, 800), 'broken'],
    ['30,000 pixels a side, told by its head', async () => {
      const small = await plain(8, 8).png().toBuffer()
      small.writeUInt32BE(30_000, 16)
      small.writeUInt32BE(30_000, 20)
      return small
    }, 'dimensions'],
    ['30,000 pixels wide', async () => plain(30_000, 2).png().toBuffer(), 'dimensions'],
  ])('does not come of %s', async (_what, content, fault) => {
    expect(await drawAvatar(await content(), null)).toEqual({ fault })
  })
})
