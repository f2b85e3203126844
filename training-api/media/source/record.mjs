// Draws a film frame by frame in a browser and hands the frames to ffmpeg, which writes a nearly lossless file.
//   node record.mjs FILM SECONDS OUT.mkv
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { chromium } from 'playwright-core'

const [film, seconds, out] = process.argv.slice(2)
const rate = 15
const types = { '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' }

const server = createServer(async (request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname
  const body = await readFile(new URL(`.${path}`, import.meta.url)).catch(() => null)
  response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body)
}).listen(0)
await once(server, 'listening')

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 848, height: 480 } })
page.on('pageerror', (error) => { throw error })
await page.goto(`http://localhost:${server.address().port}/film.html#${film}`)
await page.waitForFunction(() => 'drawFrame' in window)

const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', '-y', '-f', 'image2pipe', '-framerate', String(rate), '-c:v', 'png', '-i', '-',
  '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '6', '-pix_fmt', 'yuv420p', out], { stdio: ['pipe', 'inherit', 'inherit'] })
for (let frame = 0; frame < seconds * rate; frame++) {
  await page.evaluate((t) => window.drawFrame(t), frame / rate)
  const picture = await page.screenshot({ type: 'png', optimizeForSpeed: true }).catch(() => page.screenshot())
  if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
const [code] = await once(ffmpeg, 'close')
await browser.close()
server.close()
process.exitCode = code
