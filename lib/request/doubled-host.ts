import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const shared = globalThis as { trainhallHosts?: boolean }

/** How many lines of a request's head, names and values in turn, name a host. */
export function hostLines(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

/** From now on a request that names two hosts names none: Node would keep the first and say nothing, and nobody knows which one was meant. */
export function refuseDoubledHosts(): void {
  if (shared.trainhallHosts) return
  shared.trainhallHosts = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    if (hostLines(request.rawHeaders) > 1) request.headers.host = ''
  })
}
