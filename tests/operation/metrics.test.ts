import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hearRequests, type Answered } from '@/lib/operation/requests'
import { createMetrics } from '@/telemetry/metrics'

const heard: Answered[] = []
let arrive: () => void
const arrived = new Promise<void>((done) => (arrive = done))
const server = createServer((request, response) => {
  if (request.url === '/never') return arrive()
  request.url = '/inside'
  response.writeHead(418).end('tea')
})
const figures = createServer((_request, response) => response.end('figures'))
const listening = (one: Server) => new Promise<void>((done) => one.listen(0, '127.0.0.1', () => done()))
const urlOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`

beforeAll(async () => {
  hearRequests((answered) => heard.push(answered), (one) => one === figures)
  await listening(server)
  await listening(figures)
})
afterAll(async () => {
  for (const one of [server, figures]) await new Promise<void>((done) => one.close(() => done()))
})

describe('requests', () => {
  it('are heard of with the address they came with, when they are over', async () => {
    heard.length = 0
    await fetch(`${urlOf(figures)}/metrics`)
    await fetch(`${urlOf(server)}/asked?x=1`, { method: 'POST', headers: { connection: 'close' } })
    await expect.poll(() => heard).toEqual([{ method: 'POST', address: '/asked?x=1', status: 418, seconds: expect.any(Number) }])
  })

  it('that a visitor gave up are heard of, too', async () => {
    heard.length = 0
    const gone = new AbortController()
    const asked = fetch(`${urlOf(server)}/never`, { signal: gone.signal }).catch(() => 'gone')
    await arrived
    gone.abort()
    expect(await asked).toBe('gone')
    await expect.poll(() => heard).toEqual([{ method: 'GET', address: '/never', status: 499, seconds: expect.any(Number) }])
  })
})

describe('figures', () => {
  it('are counted by all labels and measured by the first', async () => {
    const metrics = createMetrics()
    const note = metrics.timed('http_request', 'Requests.', ['route', 'status'])
    note({ route: '/Home', status: '200' }, 0.02)
    note({ route: '/Home', status: '503' }, 4)
    metrics.gauge('connections', 'Connections.', 'state', () => ({ busy: 2, idle: 3 }))
    const text = await metrics.text()
    expect(text).toContain('http_requests_total{route="/Home",status="200"} 1')
    expect(text).toContain('http_request_duration_seconds_bucket{le="0.025",route="/Home"} 1')
    expect(text).toContain('http_request_duration_seconds_count{route="/Home"} 2')
    expect(text).toContain('connections{state="idle"} 3')
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/)
    expect(text).toMatch(/process_resident_memory_bytes/)
  })

  it('have names enough and no more, whatever is noted', async () => {
    const metrics = createMetrics()
    const note = metrics.timed('x', 'X.', ['name'])
    for (let at = 0; at < 1000; at += 1) note({ name: `n${at}` }, 0)
    const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('xs_total{'))
    expect(lines).toHaveLength(401)
    expect(lines).toContain('xs_total{name="other"} 600')
  })

  it('have no name that only somebody else can have made', async () => {
    const metrics = createMetrics()
    const note = metrics.timed('x', 'X.', ['name'])
    note({ name: 'n'.repeat(121) }, 0)
    expect(await metrics.text()).toContain('xs_total{name="other"} 1')
  })

  it('are served on a port of their own, and nothing else is', async () => {
    const metrics = createMetrics()
    const own = metrics.listen({ port: 0, host: '127.0.0.1' }, (fault) => {
      throw fault
    })
    await new Promise((done) => own.once('listening', done))
    expect(await (await fetch(`${urlOf(own)}/metrics`)).text()).toContain('process_cpu_seconds_total')
    expect((await fetch(`${urlOf(own)}/`)).status).toBe(404)
    expect((await fetch(`${urlOf(own)}/metrics`, { method: 'POST' })).status).toBe(404)
    own.close()
  })
})
