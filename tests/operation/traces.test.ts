import type { ExportResult } from '@opentelemetry/core'
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base'
import { trace } from '@opentelemetry/api'
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { watchCalls, watched } from '@/lib/operation/calls'
import { cleanName } from '@/telemetry/redaction'
import { cleaning, startTraces, type Traces } from '@/telemetry/traces'

const kept = new InMemorySpanExporter()
let traces: Traces
beforeAll(() => {
  traces = startTraces({ service: 'tested', endpoint: 'http://127.0.0.1:9', exporter: kept, onLost: (reason) => expect.unreachable(reason) })
})
afterEach(() => kept.reset())

const secrets = ['13800138000', 'Train2026', 'eyJhbGciOiJIUzI1NiJ9', 'li.ming@example.com', '4f3c2b1a-9d8e-4c7b-a6f5-001122334455']
const spans = async () => {
  await expect.poll(() => kept.getFinishedSpans().length, { timeout: 10_000 }).toBeGreaterThan(0)
  return kept.getFinishedSpans()
}

describe('traces', () => {
  it('go on in whoever is called, by the header traceparent', async () => {
    const headers: Record<string, string> = {}
    await traces.asked('GET', {}, async (step) => {
      step.rename('GET /one')
      traces.step('GET train/x', { 'upstream.call': 'GET train/x' }, headers).end({})
      await traces.asked('GET', headers, async (inner) => inner.end({ attributes: { 'http.route': '/train/x' } }))
      step.end({})
    })
    await expect.poll(() => kept.getFinishedSpans().length, { timeout: 10_000 }).toBe(3)
    const [call, inner, outer] = kept.getFinishedSpans()
    expect(headers.traceparent).toContain(call!.spanContext().spanId)
    expect(new Set([call, inner, outer].map((span) => span!.spanContext().traceId)).size).toBe(1)
    expect([inner!.parentSpanContext?.spanId, call!.parentSpanContext?.spanId, outer!.name]).toEqual([call!.spanContext().spanId, outer!.spanContext().spanId, 'GET /one'])
  })

  it('carry nothing that anybody wrote: no queries, no bodies, no texts of errors', async () => {
    const [phone, password, token, email, id] = secrets
    const span = trace.getTracer('framework').startSpan(`fetch GET http://127.0.0.1:4000/admin/user/checkUserPhone?phone=${phone}`, {
      attributes: { 'http.url': `http://x/?token=${token}`, 'http.target': `/resetPassword?phone=${phone}`, 'http.route': '/resetPassword', 'net.peer.name': email, cookie: `sid=${token}` },
    })
    span.recordException(new Error(`refused: ${password} for ${email}`))
    span.setStatus({ code: 2, message: `password ${password} of ${phone}` })
    span.addEvent('note', { id: id! })
    span.end()
    const [left] = await spans()
    const said = JSON.stringify({ name: left!.name, attributes: left!.attributes, events: left!.events, status: left!.status, links: left!.links })
    for (const secret of secrets) expect(said).not.toContain(secret)
    expect(left!.attributes).toEqual({ 'http.route': '/resetPassword' })
    expect(left!.status).toEqual({ code: 2 })
  })

  it.each([
    ['GET /[tenant]/[locale]/(learner)/Home', 'GET /[tenant]/[locale]/(learner)/Home'],
    ['render route (app) /news/[id]', 'render route (app) /news/[id]'],
    ['fetch GET https://files.example/a?b=c', 'fetch GET'],
    ['GET /certificate/TH-2026-4711', 'GET /certificate/:id'],
    ['middleware GET /x?phone=13800138000', 'middleware GET /x'],
    ['GET /content/abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN.x/y', 'GET /content/:id/y'],
  ])('name %s as %s', (name, clean) => {
    expect(cleanName(name)).toBe(clean)
    for (const secret of secrets) expect(cleanName(`GET /a/${secret}/b?${secret}`)).not.toContain(secret)
  })

  it('name nothing that stands far behind, and nothing in halves', () => {
    const address = `https://files.example/${'a'.repeat(460)} `
    expect(cleanName(`GET ${address}/x li.ming@example.com /y`)).toBe('GET  /x')
    expect(cleanName(`GET ${'?'.repeat(400_000)} /x`)).toBe('GET')
    expect(cleanName(`GET ${'a'.repeat(400_000)}`)).toBe('GET')
  })
})

describe('traces that are not taken', () => {
  it('are told of once in a minute, in a word without addresses', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const told: string[] = []
    let result: ExportResult = { code: 0 }
    const exporter = cleaning({ export: (_spans, done) => done(result), shutdown: async () => {} }, (reason) => told.push(reason))
    const failing = (error: Error & { code?: number | string }) => ({ code: 1, error })
    const faults = [
      Object.assign(new Error('connect ECONNREFUSED collector.example:4318'), { code: 'ECONNREFUSED' }), Object.assign(new Error('Unauthorized'), { code: 401, data: 'key Train2026' }), new Error('Request timed out'),
    ]
    const done = vi.fn()
    exporter.export([], done)
    for (result of faults.map(failing)) {
      exporter.export([], done)
      exporter.export([], done)
      vi.advanceTimersByTime(60_000)
    }
    expect(told).toEqual(['ECONNREFUSED', 'HTTP 401', 'Request timed out'])
    expect(done.mock.calls.map(([{ code }]) => code)).toEqual([0, 1, 1, 1, 1, 1, 1])
  })
})

it('a collector that hangs keeps no server from ending', async () => {
  const hanging = startTraces({ service: 'ended', endpoint: 'http://127.0.0.1:9', exporter: { export: () => {}, shutdown: () => new Promise(() => {}) }, onLost: () => {} })
  await expect(hanging.stop()).rejects.toThrow('the collector does not answer')
})

describe('calls to the platform', () => {
  it('are as they were while nobody watches, and tell their end to who does', async () => {
    expect(await watched('GET a', async (headers) => headers, String)).toEqual({})
    const told: string[] = []
    watchCalls((name, headers) => {
      headers['x-told'] = '1'
      return (outcome) => told.push(`${name} ${outcome}`)
    })
    expect(await watched('GET a', async (headers) => headers, String)).toEqual({ 'x-told': '1' })
    await expect(watched('GET b', () => Promise.reject(new Error('late')), () => 'timeout')).rejects.toThrow('late')
    expect(told).toEqual(['GET a ok', 'GET b timeout'])
  })
})
