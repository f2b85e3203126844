import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'

// Pictures as their makers wrote them and broken in every way that still gets them as far as a decoder.

const drawn = sharp({ create: { width: 24, height: 16, channels: 3, background: { r: 200, g: 60, b: 20 } } })
const [png, palette, woven, jpeg, lying, progressive] = await Promise.all([
  drawn.clone().png(), drawn.clone().png({ palette: true }), drawn.clone().png({ progressive: true }), drawn.clone().jpeg(), drawn.clone().withMetadata({ orientation: 6 }).jpeg(), drawn.clone().jpeg({ progressive: true }),
].map((one) => one.toBuffer()))

const PNG_HEAD = png!.subarray(0, 8)
type Chunk = { kind: string; content: Buffer }

function chunksOf(picture: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 8; at < picture.length;) {
    const end = at + 8 + picture.readUInt32BE(at)
    chunks.push({ kind: picture.toString('latin1', at + 4, at + 8), content: picture.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** A PNG of chunks whose sums are right: a wrong one is where a decoder stops first. */
function pngOf(chunks: Chunk[]): Buffer {
  const number = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
  return Buffer.concat([PNG_HEAD, ...chunks.flatMap(({ kind, content }) => {
    const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
    return [number(content.length), named, number(crc32(named))]
  })])
}

/** A JPEG in its pieces, each from a marker to the next. */
function piecesOf(picture: Buffer): Buffer[] {
  const starts: number[] = []
  for (let at = 0; at < picture.length - 1; at += 1) if (picture[at] === 0xff && picture[at + 1]! >= 0xc0) starts.push(at)
  return starts.map((at, index) => picture.subarray(at, starts[index + 1]))
}

/** Some bytes written over others. */
function over(content: Buffer, from = 0): fc.Arbitrary<Buffer> {
  if (content.length <= from) return fc.constant(content)
  return fc.array(fc.tuple(fc.integer({ min: from, max: content.length - 1 }), fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x3c)), { minLength: 1, maxLength: 6 }).map((changes) => {
    const changed = Buffer.from(content)
    for (const [at, byte] of changes) changed[at] = byte
    return changed
  })
}

/** One of the pieces changed, doubled, left out, moved to the end, or with another behind it. */
const rearranged = <T>(pieces: T[], changed: (piece: T) => fc.Arbitrary<T>, others: T[]): fc.Arbitrary<T[]> =>
  fc.nat(pieces.length - 1).chain((at) => {
    const [before, piece, after] = [pieces.slice(0, at), pieces[at]!, pieces.slice(at + 1)]
    return fc.oneof(
      { weight: 4, arbitrary: changed(piece).map((one) => [...before, one, ...after]) },
      fc.constantFrom<T[]>([...before, piece, piece, ...after], [...before, ...after], [...before, ...after, piece]),
      fc.constantFrom(...others).map((other): T[] => [...before, piece, other, ...after]),
    )
  })

const sides = fc.constantFrom(0, 1, 2, 15, 17, 12_000, 12_001, 65_535, 2 ** 31 - 1, 2 ** 32 - 1)
/** The head of a PNG with other sides, depth, colours and weaving. */
const heads = fc.record({ width: sides, height: sides, rest: fc.tuple(fc.constantFrom(1, 3, 8, 16), fc.constantFrom(0, 2, 3, 4, 6, 7), fc.constantFrom(0, 1), fc.constantFrom(0, 1), fc.constantFrom(0, 1, 2)) }).map(({ width, height, rest }) => {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  content.set(rest, 8)
  return { kind: 'IHDR', content }
})
const zeros = deflateSync(Buffer.alloc(4_000_000))
const otherChunks: Chunk[] = [
  { kind: 'tEXt', content: Buffer.from('Comment\0<script>alert(1)</script>') }, { kind: 'zTXt', content: Buffer.concat([Buffer.from('a\0\0'), zeros]) }, { kind: 'iCCP', content: Buffer.concat([Buffer.from('a\0\0'), zeros]) }, { kind: 'eXIf', content: Buffer.from('MM\0*\0\0\0\x08\xff\xff', 'latin1') },
  { kind: 'IDAT', content: zeros }, { kind: 'IDAT', content: Buffer.alloc(0) }, { kind: 'acTL', content: Buffer.alloc(8, 0xff) }, { kind: 'PLTE', content: Buffer.alloc(7) }, { kind: 'tRNS', content: Buffer.alloc(300) }, { kind: 'ABCD', content: Buffer.from('x') }, { kind: 'IEND', content: Buffer.alloc(0) },
]
const changedChunk = (chunk: Chunk): fc.Arbitrary<Chunk> => fc.oneof(
  chunk.kind === 'IHDR' ? heads : over(chunk.content).map((content) => ({ ...chunk, content })),
  fc.nat(chunk.content.length).map((end) => ({ ...chunk, content: chunk.content.subarray(0, end) })),
  fc.constantFrom('ihdr', 'IDAT', 'zzzz').map((kind) => ({ ...chunk, kind })),
)

const otherPieces = [Buffer.from('ffe1000a4578696600004d4d', 'hex'), Buffer.from('ffe20010', 'hex'), Buffer.from('fffe0003', 'hex'), Buffer.from('ffdd00040001', 'hex'), Buffer.from('ffd0', 'hex'), Buffer.from('ffd8', 'hex'), Buffer.from('ffc0000b08ffffffff01011100', 'hex'), Buffer.from('ffda0008010100003f00', 'hex')]

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const whole = fc.constantFrom(png!, palette!, woven!, jpeg!, lying!, progressive!)

/** Pictures: whole ones, those in whose pieces something is wrong, those that are cut, and such as are one by their first bytes only. */
export const pictures: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 4, arbitrary: fc.constantFrom(png!, palette!, woven!).chain((picture) => rearranged(chunksOf(picture), changedChunk, otherChunks)).map(pngOf) },
  { weight: 4, arbitrary: fc.constantFrom(jpeg!, lying!, progressive!).chain((picture) => rearranged(piecesOf(picture), (piece) => over(piece, 2), otherPieces)).map((pieces) => Buffer.concat(pieces)) },
  { weight: 2, arbitrary: whole.chain((picture) => over(picture, 8)) },
  { weight: 2, arbitrary: whole.chain((picture) => fc.nat(picture.length).map((end) => picture.subarray(0, end))) },
  { weight: 1, arbitrary: fc.tuple(whole, fc.oneof(whole, fc.constant(page))).map((both) => Buffer.concat(both)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(PNG_HEAD, jpeg!.subarray(0, 3)), fc.oneof(fc.constant(page), fc.uint8Array({ maxLength: 60 }), whole)).map((both) => Buffer.concat(both)) },
  { weight: 1, arbitrary: fc.constantFrom(Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('%PDF-1.7'), Buffer.from('RIFF\0\0\0\0WEBP'), page) },
)

/** A body with the type that is said of it. */
export type Upload = { type: string; body: Buffer }

const BOUNDARY = 'b0undary'
const names = fc.constantFrom('x.png', 'x.jpg', '../../x.png', 'x.php', 'x.png\0.html', '"', '', '安.png', 'x'.repeat(3_000))

/** A form with a file under a name, most of them as a browser writes them. */
export function formWith(field: string): fc.Arbitrary<Upload> {
  const part = fc.record({ name: fc.oneof({ weight: 8, arbitrary: fc.constant(field) }, { weight: 1, arbitrary: fc.constantFrom('x', '', `${field}[]`, '__proto__') }), filename: fc.oneof({ weight: 4, arbitrary: fc.constant('x.png') }, { weight: 2, arbitrary: names }, { weight: 1, arbitrary: fc.constant(undefined) }), type: fc.constantFrom('image/png', 'image/jpeg', 'text/html', 'image/svg+xml', ''), content: pictures }).map(({ name, filename, type, content }) => Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`), content, Buffer.from('\r\n'),
  ]))
  const end = fc.oneof({ weight: 8, arbitrary: fc.constant(`--${BOUNDARY}--\r\n`) }, { weight: 1, arbitrary: fc.constantFrom('', `--${BOUNDARY}`, '--other--\r\n', `--${BOUNDARY}--`.repeat(2)) })
  const parts = fc.oneof({ weight: 8, arbitrary: part.map((one) => [one]) }, { weight: 1, arbitrary: fc.array(part, { maxLength: 3 }) })
  return fc.tuple(parts, end).map(([all, last]) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, body: Buffer.concat([...all, Buffer.from(last)]) }))
}

/** A picture as the whole body. */
export const bare: fc.Arbitrary<Upload> = fc.tuple(fc.constantFrom('image/png', 'image/jpeg', 'application/octet-stream'), pictures).map(([type, body]) => ({ type, body }))
