// Draws a film frame by frame in a browser and hands the frames to ffmpeg, which writes a nearly lossless file.
//   node record.mjs FILM SECONDS OUT.mkv
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openPage } from './page.mjs'

const [film, seconds, out] = process.argv.slice(2)
const rate = 15

const { page, close } = await openPage(`film.html#${film}`, { width: 848, height: 480 })
await page.waitForFunction(() => 'drawFrame' in window)
const ffmpeg = spawn('ffmpeg', ['-loglevel', 'error', '-y', '-f', 'image2pipe', '-framerate', String(rate), '-c:v', 'png', '-i', '-',
  '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '6', '-pix_fmt', 'yuv420p', out], { stdio: ['pipe', 'inherit', 'inherit'] })
for (let frame = 0; frame < seconds * rate; frame++) {
  await page.evaluate((t) => window.drawFrame(t), frame / rate)
  if (!ffmpeg.stdin.write(await page.screenshot())) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
const [code] = await once(ffmpeg, 'close')
await close()
process.exitCode = code
