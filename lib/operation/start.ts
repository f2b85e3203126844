import 'server-only'
import type { Server } from 'node:http'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import { watchCalls } from './calls'
import { drainWhenAsked } from './draining'
import { hearFramework } from './framework-words'
import { hearRequests } from './requests'
import { routeName } from './route-name'

const shared = globalThis as { trainhallOperated?: boolean }

/** What the operator wants of this web besides pages: a log, time to drain, figures, traces. What is not asked for is not even loaded. */
export async function startOperation(): Promise<void> {
  if (shared.trainhallOperated) return
  shared.trainhallOperated = true
  if (env.NODE_ENV === 'production') hearFramework()
  drainWhenAsked(env.DRAIN_SECONDS)
  if (env.METRICS_PORT) await startMetrics(env.METRICS_PORT)
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) await startTracing(env.OTEL_EXPORTER_OTLP_ENDPOINT)
}

async function startMetrics(port: number): Promise<void> {
  const { createMetrics } = await import('@/telemetry/metrics')
  const metrics = createMetrics()
  const own = new Set<Server>()
  const request = metrics.timed('http_request', 'Requests of visitors, by what they were for.', ['route', 'method', 'status'])
  hearRequests(({ method, address, status, seconds }) => request({ route: routeName(address), method, status: String(status) }, seconds), (server) => own.has(server))
  const call = metrics.timed('upstream_call', 'Calls to the training platform.', ['call', 'outcome'])
  watchCalls((name) => {
    const begun = performance.now()
    return (outcome) => call({ call: name, outcome }, (performance.now() - begun) / 1000)
  })
  own.add(metrics.listen({ port, host: env.METRICS_HOST }, (fault) => log.error({ port, error: fault.message }, 'figures cannot be served: METRICS_PORT')))
}

async function startTracing(endpoint: string): Promise<void> {
  const { startTraces } = await import('@/telemetry/traces')
  const traces = startTraces({ service: 'trainhall-web', endpoint, onLost: (reason) => log.warn({ reason }, 'traces are not taken: OTEL_EXPORTER_OTLP_ENDPOINT') })
  watchCalls((name, headers) => {
    const step = traces.step(name, { 'upstream.call': name }, headers)
    return (outcome) => step.end({ attributes: { 'upstream.outcome': outcome }, failed: ['failed', 'timeout', 'malformed'].includes(outcome) })
  })
}
