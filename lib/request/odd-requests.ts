import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { Server, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state'
import { LONGEST_USER_AGENT } from '@/lib/domain/user-agent'
import { env } from '@/lib/env'
import { isOfCourseware } from './domains'
import { explainLargeHeads } from './large-heads'

const shared = globalThis as { trainhallOddRequests?: boolean }

/** How many lines of a request's head, names and values in turn, name a host. */
export function hostLines(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
}

/** A step to where one stands, or up from there, however its dots are written: browsers take such steps themselves, before they ask. */
const STEP = /[/\\](?:\.|%2e){1,2}(?=[/\\]|$)/i

/**
 * Whether an address has a path, the percent signs of it mean something, and it is the one that the framework will see: steps it would take
 * and a fragment it would drop, and then serve what nobody looked at here.
 */
export function isReadable(url: string): boolean {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || STEP.test(path) || url.includes('#')) return false
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** No address of ours has thirty, and what is added to links on their way are a few. */
const MOST_NAMES = 100

/** Whether the query of an address has more names than anybody needs, each counted as often as it stands there: the framework looks through all of them for each one. */
const hasTooManyNames = (url: string): boolean => url.split('&', MOST_NAMES + 1).length > MOST_NAMES

/** What the framework serves out of folders, past the middleware. */
const isOfFolders = (path: string) => /^\/(?:_next|art|pdf)\/|^\/sw\.js(?:\?|$)/.test(path)
const isOfBuild = (path: string) => path.startsWith('/_next/')
/** A second address that the framework knows for each page, door and file, for a kind of pages that ours are not. */
const isSecondAddress = (path: string) => path.startsWith('/_next/data/')
/** Conditions on which it fails there, where they do not hold; without them it sends the whole file. */
const conditions = ['range', 'if-match', 'if-unmodified-since']

/** More than any place of ours: each part of an address is two brackets deep, and what was searched for stands in it. */
const [LONGEST_TREE, DEEPEST_TREE] = [4_000, 40]

/** How deep the brackets of a JSON text nest, those in its strings left out. Reads it once, closed or not. */
export function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const [piece] of json.matchAll(/"(?:[^"\\]|\\.|\\$)*(?:"|$)|[[\]{}]/gs)) {
    if (piece === '[' || piece === '{') deepest = Math.max(deepest, (depth += 1))
    else if (piece === ']' || piece === '}') depth -= 1
  }
  return deepest
}

/** Whether a text is short and flat enough to be looked at: the framework looks at each part of a tree once for every part it stands in. */
const isSmall = (json: string) => json.length <= LONGEST_TREE && depthOf(json) <= DEEPEST_TREE

/** Whether the browser's router says what it has in a form that the framework reads; on any other it fails. */
function isTree(header: string | string[]): boolean {
  try {
    if (typeof header !== 'string' || !isSmall(decodeURIComponent(header))) return false
    parseAndValidateFlightRouterState(header)
    return true
  } catch {
    return false
  }
}

/** What says that a request belongs to a trace, and whether that is kept: a trace begins here, and a visitor decides about none of ours. */
const ofTraces = ['traceparent', 'tracestate', 'baggage']

/** Takes out what the framework would fail on, take for its own words, or pass on as ours, and what nobody needs of that which it is slow to read. */
function clean(headers: IncomingHttpHeaders, isPage: boolean): void {
  const tree = headers['next-router-state-tree']
  if (tree !== undefined && !isTree(tree)) delete headers['next-router-state-tree']
  if (headers['user-agent']) headers['user-agent'] = headers['user-agent'].slice(0, LONGEST_USER_AGENT)
  delete headers['x-middleware-prefetch']
  for (const name of ofTraces) delete headers[name]
  if (isPage) return
  // The middleware refuses the call of a Server Action; past it the framework would look for one and write what it was sent into the log.
  delete headers['next-action']
  // Of a file nobody asks for a part of a page: the framework would lead on to another address of it.
  delete headers.rsc
}

/**
 * Has a server take an offer to speak something else than HTTP as the ordinary request that it is as well: the framework listens for such
 * offers and closes the connection, which a proxy in front takes for a server that is gone, and then asks it nothing more for a while. The
 * same goes for who takes it for a proxy.
 */
function keepToHttp(server: Server): void {
  if (env.NODE_ENV === 'development') return
  server.removeAllListeners('upgrade')
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    // Node lets go of such a connection: its faults and its end are ours, and the other side may never end its own.
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', () => socket.destroy())
  })
}

const known = new WeakSet<Server>()

/** What a server needs once. */
function prepare(server: Server): void {
  if (known.has(server)) return
  known.add(server)
  keepToHttp(server)
  explainLargeHeads(server)
}

/**
 * From now on a request whose host has two readings names none: two `Host` lines, of which Node would keep the first and say nothing, or a
 * whole address where its path should stand, which the framework would lead on to. Nor does one whose path cannot be read, on which the
 * framework fails, or which it would make another one of, or whose query has names without end, which keep it busy for seconds. TRACE, on
 * which it fails too, is a method that nobody knows. A file of the build is read whole, at its own address, and nothing else: what asks for
 * more of it comes to a door that is none, and so does who asks the courseware host for more than its own page needs. And of what the
 * framework says to itself in headers, and of traces, nothing comes from outside; of what a browser calls itself the beginning. A head too
 * large to be read is answered with a page that says so.
 */
export function refuseOddRequests(): void {
  if (shared.trainhallOddRequests) return
  shared.trainhallOddRequests = true
  // The first that is seen of a server: a head that cannot be read is no request. A connection that is older than this is seen by its next one.
  subscribe('net.server.socket', (message) => {
    const { server } = (message as { socket: Socket & { server?: unknown } }).socket
    if (server instanceof Server) prepare(server)
  })
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server }
    prepare(server)
    const isOdd = !isReadable(request.url ?? '') || hasTooManyNames(request.url ?? '')
    if (isOdd) {
      request.url = '/'
      // A proxy passes such a request on with the name it came for.
      delete request.headers['x-forwarded-host']
    }
    if (isOdd || hostLines(request.rawHeaders) > 1) request.headers.host = ''
    if (request.method === 'TRACE') request.method = 'PROPFIND'
    const isFile = isOfFolders(request.url ?? '')
    clean(request.headers, !isFile)
    if (!isFile) return
    const isRead = ['GET', 'HEAD'].includes(request.method ?? '') && !isSecondAddress(request.url ?? '')
    if (!isRead || (isOfCourseware(request) && !isOfBuild(request.url ?? ''))) request.url = '/api/none'
    for (const condition of conditions) delete request.headers[condition]
  })
}
