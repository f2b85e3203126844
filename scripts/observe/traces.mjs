// The latest traces, as they come in over OTLP (HTTP, JSON), in memory.
const MOST_TRACES = 1000
/** Proxies ask every other second: that would bury everything else. */
const PROBES = new Set(['/api/ready', '/api/health'])
const MOST_SPANS = 500

const textOf = (value = {}) => String(value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? '')
const attributesOf = (list = []) => Object.fromEntries(list.map(({ key, value }) => [key, textOf(value)]))
const millis = (nanos) => Number(BigInt(nanos) / 1000n) / 1000

/** A memory for traces: `take` a request of OTLP, `latest` gives the newest, each with its spans in order. */
export function traceMemory() {
  const traces = new Map()

  function keep(span, service) {
    const trace = traces.get(span.traceId) ?? []
    if (trace.length < MOST_SPANS) trace.push({ id: span.spanId, parent: span.parentSpanId || null, service, name: span.name, begun: millis(span.startTimeUnixNano), ended: millis(span.endTimeUnixNano), failed: span.status?.code === 2, attributes: attributesOf(span.attributes) })
    traces.delete(span.traceId)
    traces.set(span.traceId, trace)
    if (traces.size > MOST_TRACES) traces.delete(traces.keys().next().value)
  }

  return {
    take({ resourceSpans = [] }) {
      for (const { resource, scopeSpans = [] } of resourceSpans) {
        const service = attributesOf(resource?.attributes)['service.name'] ?? 'unknown'
        for (const { spans = [] } of scopeSpans) for (const span of spans) keep(span, service)
      }
    },
    latest(count) {
      return [...traces.entries()].reverse().filter(([, spans]) => !spans.some(({ attributes }) => PROBES.has(attributes['http.route']))).slice(0, count).map(([id, spans]) => summed(id, spans))
    },
  }
}

/** A trace with its spans as they lie below each other, deep first, in order of time. */
function summed(id, spans) {
  const ids = new Set(spans.map((span) => span.id))
  // By hand: the page runs on the caller's Node, and `Map.groupBy` is not there before 21.
  const below = new Map()
  for (const span of spans.toSorted((one, other) => one.begun - other.begun)) {
    const parent = ids.has(span.parent) ? span.parent : null
    below.set(parent, [...(below.get(parent) ?? []), span])
  }
  const ordered = []
  const walk = (parent, depth) => {
    for (const span of below.get(parent) ?? []) {
      ordered.push({ ...span, depth })
      walk(span.id, depth + 1)
    }
  }
  walk(null, 0)
  const begun = Math.min(...spans.map((span) => span.begun))
  const ended = Math.max(...spans.map((span) => span.ended))
  // The first span knows the method only; the one below it knows the page.
  const named = ordered.find(({ attributes }) => attributes['http.route']) ?? ordered[0]
  return { id, name: named?.name ?? '', service: ordered[0]?.service ?? '', begun, ms: ended - begun, failed: spans.some(({ failed }) => failed), spans: ordered }
}
