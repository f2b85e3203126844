import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '@/scripts/bench/servers.mjs'

vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'trainhall-observe-'))
const env = { NODE_ENV: 'test', PATH: process.env.PATH } as const
beforeAll(() => cpSync('scripts', join(folder, 'scripts'), { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program on a port that answers everything with this status. */
async function listen(status: number) {
  const server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** What npm run observe says until it has said this or ends. */
function observe(until: string): Promise<string> {
  const child = spawn(process.execPath, ['scripts/observe.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes(until)) child.kill('SIGTERM')
    })
  }
  return new Promise((resolve) => child.once('close', () => resolve(said)))
}

it('finds in .env where the product runs and where its page is to be', async () => {
  const [web, port] = [await listen(200), await freePort()]
  writeFileSync(join(folder, '.env'), `PORT=${web.port}\nOBSERVE_PORT=${port}\n`)
  expect(await observe('Press Ctrl-C')).toContain(`Figures and traces: http://127.0.0.1:${port}/`)
  web.close()
})

it('shows a trace that it was sent, also where there is nothing newer than Node 20', async () => {
  const [web, port] = [await listen(200), await freePort()]
  writeFileSync(join(folder, '.env'), `PORT=${web.port}\nOBSERVE_PORT=${port}\n`)
  const isOlder = 'data:text/javascript,delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers'
  const child = spawn(process.execPath, ['--import', isOlder, 'scripts/observe.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill()
    web.close()
  })
  await new Promise<void>((begun) => child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('Press Ctrl-C') && begun()))
  const span = (spanId: string, parentSpanId: string, name: string) => ({ traceId: 't', spanId, parentSpanId, name, startTimeUnixNano: '1000000', endTimeUnixNano: '3000000', attributes: [] })
  const taken = await fetch(`http://127.0.0.1:${port}/v1/traces`, { method: 'POST', body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span('b', 'a', 'GET train/x'), span('a', '', 'GET /Home')] }] }] }) })
  expect(taken.status).toBe(200)
  const page = await fetch(`http://127.0.0.1:${port}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/GET \/Home[^]*GET train\/x/)
})

it.each([
  ['ours', '', ['web', 'training API', 'The latest 0 traces']],
  ['somebody else’s', 'https://platform.example', ['web', 'The latest 0 traces']],
])('shows the servers of this machine where the platform is %s', async (_whose, address, parts) => {
  const [web, port] = [await listen(200), await freePort()]
  writeFileSync(join(folder, '.env'), `PORT=${web.port}\nOBSERVE_PORT=${port}\nUPSTREAM_BASE_URL=${address}\n`)
  const child = spawn(process.execPath, ['scripts/observe.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill()
    web.close()
  })
  await new Promise<void>((begun) => child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('Press Ctrl-C') && begun()))
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  expect([...page.matchAll(/<section><h2>([^<]+)</g)].map(([, name]) => name)).toEqual(parts)
})

it('takes another program on the port for no web', async () => {
  const other = await listen(404)
  writeFileSync(join(folder, '.env'), `PORT=${other.port}\n`)
  expect(await observe('Press Ctrl-C')).toContain(`Port ${other.port} is taken by another program; stop it or choose another port with PORT.`)
  other.close()
})

it('refuses a port that is none', () => {
  writeFileSync(join(folder, '.env'), 'OBSERVE_PORT=http\n')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/observe.mjs', '--attach'], { cwd: folder, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 1, stderr: '\nOBSERVE_PORT must be a port number from 1 to 65535, not "http".\n' })
})
