import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../support/free-port'
import { expect, test } from './fixtures'

test('a web that is asked to end says so and serves on; figures and traces tell what it does and nothing of anybody', async ({ apiURL }) => {
  const taken: string[] = []
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) taken.push(String(chunk))
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const [port, metricsPort] = [await freePort(), await freePort()]
  const web = `http://localhost:${port}`
  // Read to its end: a request counts when it is over.
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await fetch(web + path, init)
    await reply.text()
    return reply
  }
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '0.0.0.0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env, NODE_ENV: 'production', UPSTREAM_BASE_URL: apiURL, SESSION_SECRET: 'a-secret-for-the-tests-only-0123456789', DRAIN_SECONDS: '300',
      METRICS_PORT: String(metricsPort), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
  })
  const ended = new Promise((done) => child.once('exit', done))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  try {
    await expect.poll(() => fetch(`${web}/api/ready`).then(({ status }) => status, () => 0), { timeout: 60_000 }).toBe(200)
    expect((await ask('/login?redirect=%2FHome%3Fphone%3D13800138000')).status).toBe(200)
    const login = await ask('/api/public/session', { method: 'POST', headers: { origin: web, 'content-type': 'application/json' }, body: JSON.stringify({ account: 'liming', password: 'Train2026', consent: true }) })
    expect(login.status).toBe(200)
    const cookie = login.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
    expect((await ask('/Home?secret=canary-word', { headers: { cookie } })).status).toBe(200)
    await ask('/made/up/13800138000')

    let figures = ''
    await expect.poll(async () => (figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())).toContain('http_requests_total{route="other",method="GET",status="404"} 1')
    expect(figures).toContain('http_requests_total{route="/Home",method="GET",status="200"} 1')
    expect(figures).toContain('upstream_calls_total{call="POST auth/oauth/token",outcome="ok"} 1')
    await expect.poll(() => taken.join(''), { timeout: 20_000 }).toContain('"GET train/app/floor/getFloorAllList"')

    child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${web}/api/ready`)).status).toBe(503)
    const served = await ask('/Home', { headers: { cookie } })
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
    expect((await ask('/api/health')).status).toBe(200)
    // What comes soon after the first counts with it.
    const again = setInterval(() => child.kill('SIGTERM'), 200)
    await ended
    clearInterval(again)

    const secrets = ['13800138000', 'Train2026', 'canary-word', 'liming', cookie.slice(4, 60)]
    for (const told of [taken.join(''), figures, said]) for (const secret of secrets) expect(told).not.toContain(secret)
  } finally {
    child.kill('SIGKILL')
    collector.close()
  }
})
