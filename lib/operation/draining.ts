import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { log } from '@/lib/log'

// The instrumentation and the doors are bundled apart.
const shared = globalThis as { trainhallDraining?: boolean }
const SWEEP_MS = 100
/** So long what is under way may take to its end, and whoever reads slowly. */
const FINISH_MS = 20_000
/** npm and systemd pass on a signal that has come already: what comes within this time counts once. */
const SAME_SIGNAL_MS = 500
type Signal = 'SIGTERM' | 'SIGINT'

/** Whether this web has been asked to end, and still serves so that proxies in front can turn away in time. */
export const isDraining = () => shared.trainhallDraining ?? false

/**
 * From now on SIGTERM first makes the web say that it is not ready; for `seconds` it serves on, closing each connection after its
 * answer, and only then ends the way the framework does. Ctrl-C begins with that end, which takes twenty seconds at most. A second signal
 * ends it at once, whatever is under way.
 */
export function drainWhenAsked(seconds: number): void {
  const finish = { SIGTERM: process.listeners('SIGTERM'), SIGINT: process.listeners('SIGINT') }
  const servers = new Set<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as { server: Server; response: ServerResponse }
    servers.add(server)
    if (isDraining()) response.shouldKeepAlive = false
  })

  const end = (signal: Signal) => {
    for (const listener of finish[signal]) listener(signal)
    // A connection that is kept for a next request would hold the process until its client lets go.
    setInterval(() => servers.forEach((server) => server.closeIdleConnections()), SWEEP_MS).unref()
    setTimeout(() => {
      log.warn({ seconds: FINISH_MS / 1000 }, 'ended before all that was under way')
      process.exit(0)
    }, FINISH_MS).unref()
  }

  let askedAt: number | null = null
  const ask = (signal: Signal) => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(0)
      return
    }
    askedAt = performance.now()
    shared.trainhallDraining = true
    if (signal === 'SIGINT' || seconds === 0) return end(signal)
    log.info({ seconds }, 'asked to end: not ready any more, and serving on')
    setTimeout(() => end(signal), seconds * 1000)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, ask)
  }
}
