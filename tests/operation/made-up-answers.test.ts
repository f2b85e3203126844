import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startCaddy, startFrontCache } from '@/scripts/cluster/front.mjs'
import { isThere } from '@/scripts/lib/parts.mjs'
import { freePort } from '../support/free-port'

// What the servers in front of the webs answer out of themselves.

const folder = mkdtempSync(join(tmpdir(), 'trainhall-made-up-'))
const servers: Server[] = []
const programs: { stop(): Promise<void> }[] = []
const endServers = () => servers.splice(0).forEach((server) => server.close().closeAllConnections())
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop()
  endServers()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer((asked, told) => (/^\/api\/(health|ready)$/.test(asked.url ?? '') ? told.end('ok') : answer(asked, told)))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function headsOf(port: number, path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const told = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  await told.arrayBuffer()
  return { status: told.status, ...Object.fromEntries(told.headers) }
}

it.runIf(isThere('nginx'))('of the cache of public pages say in which letters they are, and it says nothing of what the web gives', async () => {
  const web = await serve((asked, told) => told.writeHead(200, { 'x-nextjs-cache': 'HIT', 'content-type': `text/html${asked.url === '/own' ? '; charset=GBK' : ''}`, etag: '"a"' }).end('own'))
  const cache = await freePort()
  programs.push(await startFrontCache({ cache, folder: mkdtempSync(join(folder, 'cache-')), names: { 'web-1': web, 'web-2': web } }))
  expect(await headsOf(cache, '/own')).toMatchObject({ status: 200, 'content-type': 'text/html; charset=GBK' })
  expect(await headsOf(cache, '/%00')).toMatchObject({ status: 400, 'content-type': 'text/html; charset=utf-8', server: 'nginx' })
  await headsOf(cache, '/login')
  expect(await headsOf(cache, '/login', { 'if-match': '"b"' })).toMatchObject({ status: 412, 'content-type': 'text/html; charset=utf-8' })
})

it.runIf(isThere('caddy'))('carry behind Caddy what the web says of everything, and what the web says itself stays as it is', async () => {
  const own = { 'content-security-policy': "default-src 'self'", 'strict-transport-security': 'max-age=1', 'x-content-type-options': 'own' }
  const web = await serve((asked, told) => (asked.url === '/bare' ? told.writeHead(412).end('<center>nginx</center>') : told.writeHead(asked.url === '/same' ? 304 : 200, own).end()))
  const front = await freePort()
  programs.push(await startCaddy({ front, platform: await freePort(), ask: await freePort(), none: await freePort(), folder: mkdtempSync(join(folder, 'caddy-')), names: { 'web-1': web, 'web-2': web, 'front-cache': web, 'training-api-1': web, 'training-api-2': web } }))
  const made = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'strict-transport-security': 'max-age=31536000', 'x-content-type-options': 'nosniff' }
  expect(await headsOf(front, '/bare')).toMatchObject({ status: 412, ...made })
  for (const [path, status] of [['/own', 200], ['/same', 304], ['/api/own', 200]] as const) expect(await headsOf(front, path)).toMatchObject({ status, ...own })
  // No web is there any more.
  endServers()
  const [door, page] = await Promise.all([headsOf(front, '/api/own'), headsOf(front, '/Home', { cookie: 'sid=x' })])
  expect(door).toMatchObject({ status: 503, ...made, 'retry-after': '5' })
  expect(page).toMatchObject({ status: 503, ...made, 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" })
}, 30_000)
