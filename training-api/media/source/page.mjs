import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { chromium } from 'playwright-core'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Opens a page of this folder in a browser; a fault in the page is thrown. */
export async function openPage(address, viewport) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname
    const body = await readFile(new URL(`.${path}`, import.meta.url)).catch(() => null)
    response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body)
  }).listen(0)
  await once(server, 'listening')
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport })
  page.on('pageerror', (error) => { throw error })
  await page.goto(`http://localhost:${server.address().port}/${address}`)
  return { page, close: async () => { await browser.close(); server.close() } }
}
