import { hostname } from 'node:os'
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'
import { cleanAttributes, cleanName } from './redaction.ts'

/** Something under way: `headers` hand it on to whoever is called for it. */
export type Step = { end(outcome: { attributes?: Record<string, string | number>; failed?: boolean }): void }

/** The traces of one server. */
export type Traces = {
  /** Whether this is done for somebody whose asking is traced. */
  isUnderWay(): boolean
  /** Begins a step of what is under way; with `headers` they are told who calls. */
  step(name: string, attributes: Record<string, string>, headers?: Record<string, string>): Step
  /** Runs `work` as what a caller asked for, who may have said in `headers` what it belongs to. */
  asked<T>(name: string, headers: Record<string, string | undefined>, work: (step: Step & { rename(name: string): void }) => Promise<T>): Promise<T>
  /** Sends what is left, for two seconds at most: an end has more to do than to wait for a collector. */
  stop(): Promise<void>
}

/** The span as it may leave: a copy without everything that is not known to be harmless. */
function cleaned(span: ReadableSpan): ReadableSpan {
  const { code } = span.status
  return Object.create(span, {
    name: { value: cleanName(span.name) },
    attributes: { value: cleanAttributes(span.attributes) },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code } },
  }) as ReadableSpan
}

/** Hears why a collector takes nothing: a status, the system's word, or a sentence of the library, none of which names an address. */
export type OnLost = (reason: string) => void

const lostSilenceMs = 60_000
const lastMs = 2_000

function reasonOf(fault: (Error & { code?: number | string }) | undefined): string {
  if (fault?.code === undefined) return fault?.message ?? 'unknown'
  return typeof fault.code === 'number' ? `HTTP ${fault.code}` : fault.code
}

/** An exporter through which only cleaned spans pass; `onLost` hears that they are not taken, once in a minute at most. */
export function cleaning(exporter: SpanExporter, onLost: OnLost): SpanExporter {
  let silentUntil = 0
  const note = (fault: Error | undefined) => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + lostSilenceMs
    onLost(reasonOf(fault))
  }
  return {
    export: (spans, done) => exporter.export(spans.map(cleaned), (result) => {
      if (result.code !== ExportResultCode.SUCCESS) note(result.error)
      done(result)
    }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}

/**
 * From now on this process sends what it does as OpenTelemetry traces to `endpoint` (OTLP over HTTP, JSON); how much of it,
 * `OTEL_TRACES_SAMPLER` says, and `OTEL_EXPORTER_OTLP_HEADERS` what a collector asks of its callers. Where they are not taken, `onLost` hears why.
 */
export function startTraces({ service, endpoint, exporter, onLost }: { service: string; endpoint: string; exporter?: SpanExporter; onLost: OnLost }): Traces {
  const sending = cleaning(exporter ?? new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), onLost)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': `${hostname()}:${process.pid}` }),
    spanProcessors: [new BatchSpanProcessor(sending, { scheduledDelayMillis: 1000 })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = trace.getTracer(service)

  const begin = (name: string, kind: SpanKind, parent: Context, attributes: Record<string, string> = {}) => {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    const step: Step = {
      end({ attributes: more = {}, failed = false }) {
        span.setAttributes(more)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
    return { span, step }
  }

  return {
    isUnderWay: () => trace.getActiveSpan() !== undefined,
    step(name, attributes, headers) {
      const { span, step } = begin(name, SpanKind.CLIENT, context.active(), attributes)
      if (headers) propagation.inject(trace.setSpan(context.active(), span), headers)
      return step
    },
    asked(name, headers, work) {
      const parent = propagation.extract(ROOT_CONTEXT, headers)
      const { span, step } = begin(name, SpanKind.SERVER, parent)
      return context.with(trace.setSpan(parent, span), () => work({ ...step, rename: (better) => void span.updateName(better) }))
    },
    async stop() {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new Error('the collector does not answer')), lastMs)
      await Promise.race([provider.shutdown(), late.promise]).finally(() => clearTimeout(timer))
    },
  }
}
