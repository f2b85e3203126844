import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawAvatar } from '@/lib/request/avatar'

const plain = (width: number, height: number, background = { r: 10, g: 200, b: 30 }) => sharp({ create: { width, height, channels: 3, background } })

const html = Buffer.from('<!doctype html><script>alert(document.domain)</script><?php system($_GET[0]) ?>')
const jar = Buffer.from(zipSync({ 'META-INF/MANIFEST.MF': strToU8('Main-Class: Evil'), 'Evil.class': strToU8('\u00ca\u00fe evil') }))
/** A chunk of a PNG with a word of its own; the sum at its end is right, so that nobody is warned. */
function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
const png = () => plain(300, 200).png().toBuffer()
const jpeg = () => plain(300, 200).jpeg().toBuffer()
/** With something between the head of a picture and the rest. */
const within = (picture: Buffer, at: number, more: Buffer) => Buffer.concat([picture.subarray(0, at), more, picture.subarray(at)])
const comment = (content: Buffer) => Buffer.concat([Buffer.from([0xff, 0xfe, (content.length + 2) >> 8, (content.length + 2) & 255]), content])

/** A small PNG of sixteen bits a colour whose head tells other sides. */
async function told(width: number, height: number, { progressive = false, orientation = 1 } = {}): Promise<Buffer> {
  const small = await plain(8, 8).ensureAlpha().toColourspace('rgb16').png({ progressive }).withMetadata({ orientation }).toBuffer()
  small.writeUInt32BE(width, 16)
  small.writeUInt32BE(height, 20)
  return small
}

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
    ['a PNG with a page behind it', png, (picture: Buffer) => Buffer.concat([picture, html])],
    ['a PNG with a page in a chunk of text', png, (picture: Buffer) => within(picture, 33, chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), html])))],
    ['a PNG with a page in a chunk nobody knows', png, (picture: Buffer) => within(picture, 33, chunk('evIl', html))],
    ['a JPEG with an archive behind it', jpeg, (picture: Buffer) => Buffer.concat([picture, jar])],
    ['a JPEG with a page in its comment', jpeg, (picture: Buffer) => within(picture, 2, comment(html))],
    ['a JPEG with a PDF in its comment and an archive behind it', jpeg, (picture: Buffer) => Buffer.concat([within(picture, 2, comment(Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction 2 0 R>>endobj'))), jar])],
  ])('is the same without what else a file is: %s', async (_what, clean, spoilt) => {
    const picture = await clean()
    const file = spoilt(picture)
    expect(file.length).toBeGreaterThan(picture.length)
    const drawn = await drawAvatar(file, null)
    expect(drawn).toHaveProperty('content')
    expect(drawn).toEqual(await drawAvatar(picture, null))
  })

  it('comes of 35 megapixels that are drawn line by line, and of a phone’s 24 that are not', async () => {
    for (const photo of [plain(7_000, 5_000).jpeg(), plain(6_000, 4_000).withMetadata({ orientation: 6 }).jpeg({ progressive: true })]) expect(await drawAvatar(await photo.toBuffer(), null)).toMatchObject({ type: 'image/jpeg' })
  })

  it.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'kind'],
    ['HTML', async () => Buffer.from('<!doctype html><script>'), 'kind'],
    ['a zip', async () => Buffer.from('PK\u0003\u0004 more'), 'kind'],
    ['a GIF', async () => Buffer.from('GIF89a'), 'kind'],
    ['a picture that is an archive as well (GIFAR)', async () => Buffer.concat([await plain(10, 10).gif().toBuffer(), jar]), 'kind'],
    ['an archive with a picture behind it', async () => Buffer.concat([jar, await png()]), 'kind'],
    ['a page with a picture behind it', async () => Buffer.concat([html, await jpeg()]), 'kind'],
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
    // Held whole these would be 128 MB, while one of 98 MB, or one drawn line by line, comes as far as its lines, which are not there.
    ['a PNG whose first line comes last', () => told(4_000, 4_000, { progressive: true }), 'dimensions'],
    ['a PNG that lies on its side', () => told(4_000, 4_000, { orientation: 6 }), 'dimensions'],
    ['a smaller one that lies on its side and whose first line comes last', () => told(3_500, 3_500, { progressive: true, orientation: 6 }), 'broken'],
    ['one that stands upright and comes line by line', () => told(4_000, 4_000), 'broken'],
    ['a JPEG that becomes clearer as it comes', () => plain(7_000, 5_000).jpeg({ progressive: true }).toBuffer(), 'dimensions'],
    ['a JPEG that lies on its side', () => plain(7_000, 5_000).withMetadata({ orientation: 8 }).jpeg().toBuffer(), 'dimensions'],
  ])('does not come of %s', async (_what, content, fault) => {
    expect(await drawAvatar(await content(), null)).toEqual({ fault })
  })
})
