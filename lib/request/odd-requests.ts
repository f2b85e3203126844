import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

const shared = globalThis as { trainhallOddRequests?: boolean }

/** How many lines of a request's head, names and values in turn, name a host. */
export function hostLines(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

/** Whether an address has a path, and the percent signs of it mean something. */
export function isReadable(url: string): boolean {
  if (!url.startsWith('/')) return false
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

/** What the framework serves out of folders, past the middleware. */
const isOfFolders = (path: string) => /^\/(?:_next|art|pdf)\/|^\/sw\.js(?:\?|$)/.test(path)
/** Conditions on which it fails there, where they do not hold; without them it sends the whole file. */
const conditions = ['range', 'if-match', 'if-unmodified-since']

/**
 * From now on a request whose host has two readings names none: two `Host` lines, of which Node would keep the first and say nothing, or a
 * whole address where its path should stand, which the framework would lead on to. Nor does one whose path cannot be read, on which the
 * framework fails. TRACE, on which it fails too, is a method that nobody knows. And a file of the build is read whole and nothing else: what
 * asks for more of it comes to a door that is none.
 */
export function refuseOddRequests(): void {
  if (shared.trainhallOddRequests) return
  shared.trainhallOddRequests = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    const isOdd = !isReadable(request.url ?? '')
    if (isOdd) {
      request.url = '/'
      // A proxy passes such a request on with the name it came for.
      delete request.headers['x-forwarded-host']
    }
    if (isOdd || hostLines(request.rawHeaders) > 1) request.headers.host = ''
    if (request.method === 'TRACE') request.method = 'PROPFIND'
    if (!isOfFolders(request.url ?? '')) return
    if (!['GET', 'HEAD'].includes(request.method ?? '')) request.url = '/api/none'
    for (const condition of conditions) delete request.headers[condition]
  })
}
