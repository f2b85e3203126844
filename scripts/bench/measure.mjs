// One cell of a measurement: requests for some seconds, and what they cost the servers.
import autocannon from 'autocannon'

/** The middle of some numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** A request as the load generator wants it; one that is the same each time is made once, since making costs the generator more than sending. */
function asRequest(make) {
  const [first, second] = [make(), make()]
  return first.method === 'GET' && first.path === second.path && first.headers?.cookie === second.headers?.cookie ? first : { ...first, setupRequest: (known) => ({ ...known, ...make() }) }
}

/**
 * Runs a case once: requests per second, latencies in ms, CPU-milliseconds of each server per request. `requestsOf(connection)` gives the
 * requests that a connection sends in turn, each a function that makes one.
 */
export async function runOnce({ port, requestsOf, servers, connections = 10, seconds = 3 }) {
  for (const { refresh } of servers) await refresh?.()
  const before = servers.map((server) => server.cpuMs())
  let connection = 0
  const setupClient = (client) => client.setRequests(requestsOf((connection += 1) - 1).map(asRequest))
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections, duration: seconds, setupClient })
  for (const { refresh } of servers) await refresh?.()
  const after = servers.map((server) => server.cpuMs())
  const done = result.requests.total
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${bad} of ${done} requests failed (${result.non2xx} not 2xx, ${result.errors} errors, ${JSON.stringify(result.statusCodeStats)})`)
  const each = after.map((ms, index) => (ms - before[index]) / done)
  return {
    perSecond: done / result.duration, p50: result.latency.p50, p99: result.latency.p99,
    cpu: Object.fromEntries(servers.map(({ name }, index) => [name, each[index]])), total: each.reduce((sum, ms) => sum + ms, 0),
  }
}

/** The medians of several runs of one case. */
export function mediansOf(runs) {
  const of = (pick) => median(runs.map(pick))
  const ofThose = (name) => {
    const known = runs.map((run) => run[name]).filter((value) => value !== undefined)
    return known.length === 0 ? undefined : median(known)
  }
  return {
    times: ofThose('times'), besideMoodle: ofThose('besideMoodle'), perSecond: of((run) => run.perSecond), p50: of((run) => run.p50), p99: of((run) => run.p99), totalCpuMs: of((run) => run.total),
    cpuMs: Object.fromEntries(Object.keys(runs[0].cpu).map((name) => [name, of((run) => run.cpu[name])])),
  }
}
