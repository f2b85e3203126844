// One cell of a measurement: requests for some seconds, and what they cost the servers.
import autocannon from 'autocannon'
import { cpuMs } from './servers.mjs'

/** The middle of some numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Runs a case once: requests per second, latencies in ms, CPU-milliseconds of each server per request. */
export async function runOnce({ url, headers = {}, method = 'GET', body, servers, connections = 10, seconds = 3, setupClient }) {
  const before = servers.map(cpuMs)
  const result = await autocannon({ url, method, body, headers, connections, duration: seconds, setupClient })
  const after = servers.map(cpuMs)
  const done = result.requests.total
  const bad = result.non2xx + result.errors + result.timeouts
  if (bad > 0) throw new Error(`${url}: ${bad} of ${done} requests failed (${result.non2xx} not 2xx, ${result.errors} errors)`)
  return {
    perSecond: done / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: Object.fromEntries(servers.map((server, index) => [server.name, (after[index] - before[index]) / done])),
    total: after.reduce((sum, ms, index) => sum + ms - before[index], 0) / done,
  }
}

/** All cases in turn, several rounds, so that a disturbance hits all alike; the medians per case. */
export async function runRounds(cases, { rounds = 3, onProgress = () => {} } = {}) {
  const figures = new Map(cases.map((one) => [one.name, []]))
  for (const one of cases) await runOnce({ ...one, seconds: 2 })
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of cases) {
      onProgress(`round ${round}/${rounds}: ${one.name}`)
      figures.get(one.name).push(await runOnce(one))
    }
  }
  return cases.map(({ name }) => {
    const runs = figures.get(name)
    const of = (pick) => median(runs.map(pick))
    const servers = Object.keys(runs[0].cpu)
    return { name, perSecond: of((run) => run.perSecond), p50: of((run) => run.p50), p99: of((run) => run.p99), totalCpuMs: of((run) => run.total), cpuMs: Object.fromEntries(servers.map((server) => [server, of((run) => run.cpu[server])])) }
  })
}
