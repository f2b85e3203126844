import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** What a label may be at most: names come from our own code, and whatever else finds a way in shares one. */
const maxNames = 400
/** No name of ours comes near this. */
const longestName = 120
const otherName = 'other'

/** Notes that something took its time; `values` are its labels. */
export type Note<Label extends string> = (values: Record<Label, string>, seconds: number) => void

/** The figures of one server, as Prometheus reads them. */
export type Metrics = {
  /** `<names>_total` counts by all labels, `<name>_duration_seconds` measures by the first one alone. */
  timed<Label extends string>(name: string, what: string, labels: [Label, ...Label[]]): Note<Label>
  /** Figures that are read when somebody asks, by one label. */
  gauge(name: string, what: string, label: string, read: () => Record<string, number>): void
  text(): Promise<string>
  /** Serves `/metrics` and nothing else. */
  listen(place: { port: number; host: string }, onFault: (fault: Error) => void): Server
}

/** Figures of this process (memory, event loop, garbage, CPU time) and those that are added. */
export function createMetrics(): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 20 })

  const metrics: Metrics = {
    timed(name, what, labels) {
      const counter = new Counter({ name: `${name.replace(/y$/, 'ie')}s_total`, help: what, labelNames: labels, registers })
      const [first] = labels
      const histogram = new Histogram({ name: `${name}_duration_seconds`, help: what, labelNames: [first], buckets, registers })
      const names = new Set<string>()
      return (values, seconds) => {
        const known = names.has(values[first]) || (names.size < maxNames && values[first].length <= longestName)
        const bounded = known ? values : { ...values, [first]: otherName }
        if (known) names.add(values[first])
        counter.inc(bounded)
        histogram.observe({ [first]: bounded[first] } as Record<typeof first, string>, seconds)
      }
    },
    gauge(name, what, label, read) {
      const gauge = new Gauge({
        name,
        help: what,
        labelNames: [label],
        registers,
        collect() {
          for (const [value, figure] of Object.entries(read())) this.set({ [label]: value }, figure)
        },
      })
      void gauge
    },
    text: () => register.metrics(),
    listen({ port, host }, onFault) {
      const server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
        register.metrics().then(
          (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
          () => response.writeHead(500).end(),
        )
      })
      server.once('error', onFault)
      server.listen(port, host)
      server.unref()
      return server
    },
  }
  return metrics
}
