// Makes media that players find hard, for trying them by hand; none of it is committed. Needs ffmpeg.
//   node scripts/odd-media.mjs [FOLDER] [hour|scan|fonts …]      FOLDER is .data/odd-media unless told otherwise
// hour    an hour of video in three bit rates, key frames every second (about 80 MB)
// scan    a scanned book: 300 pages of pictures, not linearised (about 80 MB)
// fonts   Chinese and Japanese text whose fonts are not embedded
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { once } from 'node:events'
import { isStopping, onInterrupt, start, stopAll } from './lib/processes.mjs'
import { step } from './lib/progress.mjs'
import { explain, Refusal } from './lib/refusal.mjs'

async function ffmpeg(...args) {
  const said = []
  const { code, error } = await start('ffmpeg', 'ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { onLine: (line) => said.push(line) }).ended
  if (error) throw new Refusal('ffmpeg was not found; install it to make these media.')
  if (code !== 0 && !isStopping()) throw new Refusal('ffmpeg failed; what it said stands above.', said.join('\n'))
}

/** Writes the objects of a PDF one by one, so that a book of any length needs no memory. */
async function writePdf(file, pageCount, objectsOf) {
  const out = createWriteStream(file)
  const offsets = []
  let position = 0
  const write = async (part) => {
    position += Buffer.byteLength(part)
    if (!out.write(part)) await once(out, 'drain')
  }
  const object = async (number, dictionary, stream) => {
    offsets[number] = position
    await write(`${number} 0 obj\n${dictionary}\n`)
    if (stream) {
      await write('stream\n')
      await write(stream)
      await write('\nendstream\n')
    }
    await write('endobj\n')
  }
  await write('%PDF-1.7\n')
  const pages = await objectsOf(object)
  await object(2, `<< /Type /Pages /Count ${pageCount} /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] >>`)
  await object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  const tableAt = position
  await write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`)
  for (const offset of offsets.slice(1)) await write(`${String(offset).padStart(10, '0')} 00000 n \n`)
  await write(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`)
  out.end()
  await once(out, 'close')
}

function hour(folder) {
  const sizes = ['640x360', '426x240', '256x144']
  mkdirSync(join(folder, 'hour'), { recursive: true })
  const maps = sizes.flatMap((_, i) => ['-map', `[v${i}]`, '-map', '1:a'])
  const rates = [50, 30, 15].flatMap((rate, i) => [`-b:v:${i}`, `${rate}k`, `-maxrate:v:${i}`, `${rate * 2}k`, `-bufsize:v:${i}`, `${rate * 4}k`])
  return ffmpeg('-f', 'lavfi', '-i', `testsrc=s=${sizes[0]}:r=4:d=3600`, '-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=22050:duration=3600',
    '-filter_complex', `[0:v]split=3[s0][s1][s2];${sizes.map((size, i) => `[s${i}]scale=${size}[v${i}]`).join(';')}`, ...maps,
    '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '4', '-keyint_min', '4', '-sc_threshold', '0', ...rates,
    '-c:a', 'aac', '-ac', '1', '-b:a', '16k', '-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_flags', 'independent_segments',
    '-master_pl_name', 'index.m3u8', '-var_stream_map', sizes.map((_, i) => `v:${i},a:${i},name:${i}`).join(' '),
    '-hls_segment_filename', join(folder, 'hour', '%v', '%04d.ts'), join(folder, 'hour', '%v', 'index.m3u8'))
}

async function scan(folder) {
  const pages = 300
  const pictures = mkdtempSync(join(tmpdir(), 'trainhall-scan-'))
  try {
    await ffmpeg('-f', 'lavfi', '-i', `testsrc=s=1240x1754:r=1:d=${pages},noise=alls=24:allf=t,hue=s=0.15`, '-q:v', '9', join(pictures, '%03d.jpg'))
    await writePdf(join(folder, 'scan.pdf'), pages, async (object) => {
      const kids = []
      for (let page = 0; page < pages; page++) {
        const number = 3 + page * 3
        const picture = readFileSync(join(pictures, `${String(page + 1).padStart(3, '0')}.jpg`))
        const drawing = 'q 595 0 0 842 0 0 cm /P Do Q'
        await object(number, `<< /Type /XObject /Subtype /Image /Width 1240 /Height 1754 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>`, picture)
        await object(number + 1, `<< /Length ${drawing.length} >>`, drawing)
        await object(number + 2, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /P ${number} 0 R >> >> /Contents ${number + 1} 0 R >>`)
        kids.push(number + 2)
      }
      return kids
    })
  } finally {
    rmSync(pictures, { recursive: true, force: true })
  }
}

function fonts(folder) {
  const texts = [['F1', '安全第一，预防为主。用电安全人人有责。'], ['F2', '安全第一。電気は正しく使いましょう。'], ['F3', 'Plain Latin words in Helvetica']]
  const hex = (words) => [...words].map((sign) => sign.codePointAt(0).toString(16).padStart(4, '0')).join('')
  const font = (number, name, encoding, ordering) => [number, `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor << /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>] >>`]
  const drawing = texts.map(([name, words], line) => `BT /${name} 24 Tf 60 ${720 - line * 60} Td ${name === 'F3' ? `(${words})` : `<${hex(words)}>`} Tj ET`).join('\n')
  return writePdf(join(folder, 'no-fonts.pdf'), 1, async (object) => {
    await object(...font(3, 'STSong-Light', 'UniGB-UCS2-H', 'GB1'))
    await object(...font(4, 'HeiseiMin-W3', 'UniJIS-UCS2-H', 'Japan1'))
    await object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    await object(6, `<< /Length ${drawing.length} >>`, drawing)
    await object(7, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents 6 0 R >>')
    return [7]
  })
}

const makers = { hour, scan, fonts }
const [first, ...rest] = process.argv.slice(2)
const folder = resolve(first && !(first in makers) ? first : join('.data', 'odd-media'))
const wanted = (first in makers ? [first, ...rest] : rest).filter((name) => name in makers)
onInterrupt(async () => {
  await stopAll()
  process.exit(130)
})
try {
  mkdirSync(folder, { recursive: true })
  for (const name of wanted.length ? wanted : Object.keys(makers)) await step(`making ${name}`, async () => makers[name](folder))
  console.log(`They are in ${folder}.`)
} catch (error) {
  process.exitCode = explain(error)
}
