// The page that shows figures and traces: plain HTML, made anew for each look.
import { figureOf, timedRows } from './figures.mjs'

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const seconds = (value) => (value === null ? '–' : value === Infinity ? '> 30 s' : value < 1 ? `≤ ${Math.round(value * 1000)} ms` : `≤ ${value} s`)
const megabytes = (value) => (value === null ? '–' : `${Math.round(value / 1024 / 1024)} MB`)
const shown = { rows: 25, traces: 60 }

function table(title, head, rows) {
  if (rows.length === 0) return ''
  const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  return `<h3>${escaped(title)}</h3><table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`
}

const timed = (samples, what, title, head) =>
  table(title, [head, 'count', 'failed', 'half of them', '95 of 100'], timedRows(samples, what).slice(0, shown.rows).map((row) => [row.name, row.count, row.failed || '', seconds(row.half), seconds(row.most)]))

// A server that is about to end says that it is not ready, as it should.
const probes = new Set(['/api/ready', '/ready'])
const gone = ['failed', 'timeout', 'malformed']
const kinds = [
  [{ counter: 'http_requests_total', histogram: 'http_request_duration_seconds', by: 'route', failed: ({ status, route }) => status >= '500' && !probes.has(route) }, 'Requests', 'route'],
  [{ counter: 'upstream_calls_total', histogram: 'upstream_call_duration_seconds', by: 'call', failed: ({ outcome }) => gone.includes(outcome) }, 'Calls to the training platform', 'call'],
  [{ counter: 'database_queries_total', histogram: 'database_query_duration_seconds', by: 'operation', failed: ({ outcome }) => outcome === 'failed' }, 'Queries', 'operation'],
  [{ counter: 'job_runs_total', histogram: 'job_run_duration_seconds', by: 'job', failed: ({ outcome }) => outcome === 'failed' }, 'Jobs', 'job'],
]

function server({ name, url, samples, error }) {
  if (error) return `<section><h2>${escaped(name)}</h2><p class="bad">No figures at ${escaped(url)} (${escaped(error)}): is it running with METRICS_PORT (the web) or TRAINING_API_METRICS_PORT (the training API)?</p></section>`
  const state = (which) => figureOf(samples, 'database_connections', { state: which })
  const facts = [
    `memory ${megabytes(figureOf(samples, 'process_resident_memory_bytes'))}`,
    `CPU ${Math.round(figureOf(samples, 'process_cpu_seconds_total') ?? 0)} s`,
    `event loop late by ${Math.round((figureOf(samples, 'nodejs_eventloop_lag_p99_seconds') ?? 0) * 1000)} ms (99 of 100)`,
    ...(state('busy') === null ? [] : [`connections to the database: ${state('busy')} busy, ${state('idle')} idle, ${state('waiting')} calls waiting`]),
  ]
  return `<section><h2>${escaped(name)}</h2><p>${facts.map(escaped).join(' · ')}</p>${kinds.map(([what, title, head]) => timed(samples, what, title, head)).join('')}</section>`
}

function trace({ name, service, begun, ms, failed, spans }) {
  const bars = spans.map((span) => {
    const left = ((span.begun - begun) / Math.max(ms, 0.001)) * 100
    const width = Math.max(0.3, ((span.ended - span.begun) / Math.max(ms, 0.001)) * 100)
    const more = span.attributes['upstream.outcome'] ?? span.attributes['http.response.status_code'] ?? span.attributes['http.status_code'] ?? ''
    return `<tr${span.failed ? ' class="bad"' : ''}><td style="padding-left:${span.depth}em">${escaped(span.name)} <i>${escaped(span.service.replace('trainhall-', ''))} ${escaped(more)}</i></td><td>${(span.ended - span.begun).toFixed(1)} ms</td><td class="bar"><b style="margin-left:${left}%;width:${width}%"></b></td></tr>`
  })
  return `<details${failed ? ' class="bad"' : ''}><summary>${new Date(begun).toISOString().slice(11, 19)} · ${escaped(name)} · ${ms.toFixed(0)} ms · ${spans.length} steps · ${escaped(service)}</summary><table class="wide">${bars.join('')}</table></details>`
}

/** The whole page. */
export function pageOf(servers, traces) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Trainhall, observed</title><meta name="color-scheme" content="light dark">
<style>body{font:14px/1.5 system-ui,sans-serif;margin:1.5rem;max-width:80rem}table{border-collapse:collapse}td,th{text-align:left;padding:.1rem .8rem .1rem 0}td+td{font-variant-numeric:tabular-nums}
.wide{width:100%}.bar{width:40%}.bar b{display:block;height:.7em;background:#3b82f6}.bad,.bad summary{color:#b91c1c}i{opacity:.6}section{margin-bottom:2rem}</style>
<h1>Trainhall, observed</h1><p>Figures are since each server's start; open a trace to see its steps. <a href="/">Look again</a></p>
${servers.map(server).join('')}
<section><h2>The latest ${Math.min(traces.length, shown.traces)} traces</h2>${traces.length ? traces.slice(0, shown.traces).map(trace).join('') : '<p>None yet: the servers send them here when they run with OTEL_EXPORTER_OTLP_ENDPOINT.</p>'}</section></html>`
}
