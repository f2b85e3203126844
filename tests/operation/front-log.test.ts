import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { startCaddy, startFrontCache } from '@/scripts/cluster/front.mjs'
import { isThere } from '@/scripts/lib/parts.mjs'
import { freePort } from '../support/free-port'

const folder = mkdtempSync(join(tmpdir(), 'trainhall-front-log-'))
const servers: Server[] = []
const programs: { stop(): Promise<void> }[] = []
afterAll(async () => {
  for (const program of programs) await program.stop()
  for (const server of servers) server.close().closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(answer: RequestListener): Promise<number> {
  const server = createServer((asked, reply) => (asked.url!.startsWith('/api/') ? reply.end('ok') : answer(asked, reply)))
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it.runIf(isThere('caddy'))('the log of Caddy has no ticket of courseware, no code of a certificate and no value of a query, whatever goes wrong with what is asked for', async () => {
  const web = await serve((asked, reply) => {
    if (!asked.url!.includes('cut')) return asked.socket.destroy()
    reply.writeHead(200, { 'content-length': 1_000_000 }).write('x'.repeat(5_000), () => asked.socket.destroy())
  })
  // The cache has no part in this.
  const askedOfCache: unknown[] = []
  const cache = await serve((asked, reply) => {
    askedOfCache.push(asked.url)
    reply.end()
  })
  const [front, platform, log] = [await freePort(), await freePort(), join(folder, 'log')]
  const names = { 'web-1': web, 'web-2': web, 'front-cache': cache, 'training-api-1': web, 'training-api-2': web }
  // With all that it ever says of requests: what is said without being asked differs from release to release.
  const change = (text: string) => text.replace('\n\tlog {\n', `$&\t\tlevel DEBUG\n\t\toutput file ${log}\n`).replaceAll('lb_try_duration 10s', 'lb_try_duration 300ms')
  programs.push(await startCaddy({ front, platform, ask: await freePort(), none: await freePort(), folder, names, change }))

  const ticket = 'CANARY_of-a-launch.1'
  const headers = { referer: `http://courseware.example/content/${ticket}/p/index.html` }
  for (const path of ['', '?a=1', '/p/cut.mp4', '/p/none.js?b=2']) await fetch(`http://127.0.0.1:${front}/content/${ticket}${path}`, { headers }).then((reply) => reply.text()).catch(() => {})
  await fetch(`http://127.0.0.1:${platform}/auth/oauth/token?grant_type=refresh_token&refresh_token=CANARY`, { headers: { referer: 'http://a.example/login?redirect=CANARY' } }).then((reply) => reply.text()).catch(() => {})
  // Who has a session goes past the cache.
  await fetch(`http://127.0.0.1:${front}/certificate/CANARY-2026/x`, { headers: { cookie: 'sid=x', referer: 'http://a.example/certificate/CANARY-2026?x=1' } }).then((reply) => reply.text()).catch(() => {})
  const written = ['"/certificate/***/x"', '"http://a.example/certificate/***?***"', '"/content/***/p/none.js?***"', '"/auth/oauth/token?***"', '"http://a.example/login?***"']
  await vi.waitFor(() => expect(written.filter((words) => !readFileSync(log, 'utf8').includes(words))).toEqual([]), { timeout: 10_000 })
  const said = readFileSync(log, 'utf8')
  expect(said).toContain('"http://courseware.example/content/***/p/index.html"')
  expect(said).not.toContain('CANARY')
  expect(askedOfCache).toEqual([])
})

it.runIf(isThere('nginx'))('the log of the cache of public pages has no address of what was asked for in vain', async () => {
  const web = await serve((asked) => asked.socket.destroy())
  const [cache, log] = [await freePort(), join(folder, 'cache-log')]
  const change = (text: string) => text.replace('error_log stderr', `error_log ${log}`)
  const program = await startFrontCache({ cache, folder, names: { 'web-1': web, 'web-2': web }, change })
  expect((await fetch(`http://127.0.0.1:${cache}/certificate/CANARY-2026?code=CANARY`)).status).toBe(502)
  await program.stop()
  expect(readFileSync(log, 'utf8')).not.toContain('CANARY')
})
