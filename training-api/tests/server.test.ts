import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from './answer-kill-stage.ts'
import { freshDataDir } from './throwaway.ts'
import { testMoment } from './support.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const program = fileURLToPath(new URL('../server.ts', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await freshDataDir({ seed: true, now: testMoment })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Settings = Record<string, string>

function start(settings: Settings): ChildProcess {
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, DATA_DIR: folder, TRAINING_API_PORT: '0', ...settings }
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve))
}

/** What a start that is refused says, all of it, and its exit code. */
async function refusal(settings: Settings): Promise<{ code: number | null; said: string }> {
  const child = start(settings)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  return { code: await endOf(child), said }
}

/** The address a started server says it listens on. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server ended with ${code}`)))
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const found = /http:\/\/[\d.]+:\d+/.exec(line)
        if (found) resolve(found[0])
      })
    }
  })
}

test('wrong settings are named together, and nothing else is said', async () => {
  const { code, said } = await refusal({ TRAINING_API_PORT: 'x', DEMO: 'perhaps', UPSTREAM_PASSWORD_KEY: 'short' })
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([
    'The training API cannot start, because of its settings:',
    expect.stringContaining('TRAINING_API_PORT'),
    expect.stringContaining('DEMO'),
    expect.stringContaining('UPSTREAM_PASSWORD_KEY'),
  ])
})

test('a database server that refuses is named in one sentence', async () => {
  const words = Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')
  const head = Buffer.from('E____')
  head.writeInt32BE(words.length + 4, 1)
  const refusing = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, words]))))
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { code, said } = await refusal({ DATABASE_URL: `postgres://nobody@127.0.0.1:${(refusing.address() as AddressInfo).port}/none` })
  refusing.close()
  expect([code, said.trim().split('\n').length]).toEqual([1, 1])
  expect(said).toMatch(/DATABASE_URL cannot be used: .*password authentication failed/)
})

test('a start that waits for its database server ends when it is told to', async () => {
  const server = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
  const ended = endOf(server)
  await new Promise<void>((resolve) => {
    if (server.stdout) createInterface({ input: server.stdout }).on('line', (line) => line.includes('DATABASE_URL is not there (connect ECONNREFUSED') && resolve())
  })
  server.kill('SIGTERM')
  expect(await ended).toBe(1)
})

test('serves, refuses a second one on its folder, and stops when told to, keeping what it has', async () => {
  const server = start({})
  const ended = endOf(server)
  const address = await addressOf(server)
  expect((await fetch(`${address}/health`)).status).toBe(200)
  const tenant = await fetch(`${address}/admin/tenant/tenantExt?domain=localhost`)
  expect(await tenant.json()).toMatchObject({ code: 0, data: { tenantId: 82 } })

  const second = await refusal({})
  expect(second.code).toBe(1)
  expect(second.said.trim()).toMatch(/^The database in .* is already in use by another process: .*\.$/)

  server.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('without the demo an empty database stays empty: no tenant, no account with a known password', async () => {
  const own = await freshDataDir()
  const server = start({ DEMO: 'off', UPSTREAM_CLIENT_SECRET: 'a-secret-of-this-test', DATA_DIR: own })
  const ended = endOf(server)
  let said = ''
  server.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  const address = await addressOf(server)
  expect(await (await fetch(`${address}/ready`)).json()).toEqual({ status: 'ready' })
  expect(await (await fetch(`${address}/admin/tenant/tenantExt?domain=localhost`)).json()).toMatchObject({ data: null })
  expect(said).toContain('DEMO=off')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  rmSync(own, { recursive: true, force: true })
})

test('asked to end behind a proxy, it says so and serves on; what it does is told in figures and traces, without anything of anybody', async () => {
  const taken: string[] = []
  const collector = createHttpServer(async (request, response) => {
    for await (const chunk of request) taken.push(String(chunk))
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  const metricsPort = await freePort()
  const server = start({ DRAIN_SECONDS: '300', TRAINING_API_METRICS_PORT: String(metricsPort), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'debug' })
  const ended = endOf(server)
  let said = ''
  server.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  const address = await addressOf(server)
  expect(await (await fetch(`${address}/ready`)).json()).toEqual({ status: 'ready' })

  const traceId = 'a'.repeat(32)
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01`, authorization: 'Bearer secret-token-of-somebody', 'tenant-id': '82', 'content-type': 'application/json' }
  await fetch(`${address}/admin/user/checkUserPhone?phone=13800138000`, { method: 'POST', headers, body: '{"phone":"13800138000"}' })
  await fetch(`${address}/train/app/course/82001`, { headers })
  await fetch(`${address}/made/up/13800138000`, { headers })
  await vi.waitFor(() => expect(taken.join('')).toContain('GET /train/app/course/:courseId'), { timeout: 20_000 })
  expect(taken.join('')).toContain(traceId)
  expect(taken.join('')).toMatch(/select sessions/)
  const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(figures).toContain('http_requests_total{route="/train/app/course/:courseId",method="GET",status="401"} 1')
  expect(figures).toContain('http_requests_total{route="other",method="GET",status="404"} 1')
  expect(figures).toMatch(/database_queries_total\{operation="select",table="sessions",outcome="ok"\} \d/)
  expect(figures).toMatch(/database_connections\{state="waiting"\} \d/)

  server.kill('SIGTERM')
  await vi.waitFor(async () => expect((await fetch(`${address}/ready`)).status).toBe(503), { timeout: 20_000 })
  const served = await fetch(`${address}/admin/tenant/tenantExt?domain=localhost`)
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
  expect((await fetch(`${address}/health`)).status).toBe(200)
  // A second signal ends the waiting; one that npm or systemd has only passed on does not, since it comes within half a second.
  const again = setInterval(() => server.kill('SIGTERM'), 200)
  expect(await ended).toBe(0)
  clearInterval(again)
  collector.close()
  for (const told of [taken.join(''), figures, said]) for (const secret of ['13800138000', 'secret-token-of-somebody']) expect(told).not.toContain(secret)
})

test('a taken port is named in one sentence, and the folder is free again', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, said } = await refusal({ TRAINING_API_PORT: String(port) })
  expect([code, said.trim()]).toEqual([
    1,
    `Port ${port} is taken by another program: stop it or choose another with TRAINING_API_PORT.`,
  ])
  other.close()
})
