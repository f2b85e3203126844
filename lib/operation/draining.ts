import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { log } from '@/lib/log'

// The instrumentation and the doors are bundled apart.
const shared = globalThis as { trainhallDraining?: boolean }
const SWEEP_MS = 100

/** Whether this web has been asked to end, and still serves so that proxies in front can turn away in time. */
export const isDraining = () => shared.trainhallDraining ?? false

/**
 * From now on SIGTERM first makes the web say that it is not ready; for `seconds` it serves on, closing each connection after its
 * answer, and only then ends the way the framework does. A second SIGTERM, and Ctrl-C at any time, end it at once.
 */
export function drainWhenAsked(seconds: number): void {
  if (seconds === 0) return
  const finish = process.listeners('SIGTERM')
  const servers = new Set<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as { server: Server; response: ServerResponse }
    servers.add(server)
    if (isDraining()) response.shouldKeepAlive = false
  })
  process.removeAllListeners('SIGTERM')
  process.once('SIGTERM', () => {
    shared.trainhallDraining = true
    log.info({ seconds }, 'asked to end: not ready any more, and serving on')
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      for (const listener of finish) listener('SIGTERM')
      // A connection that is kept for a next request would hold the process until its client lets go.
      setInterval(() => servers.forEach((server) => server.closeIdleConnections()), SWEEP_MS).unref()
    }
    setTimeout(end, seconds * 1000)
    process.once('SIGTERM', end)
  })
}
