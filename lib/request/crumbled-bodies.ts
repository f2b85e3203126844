import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/**
 * So many pieces a body may have whatever they are, which costs as much as a page; of more than that each must have so many bytes on
 * average. What a network brings at once is rarely below five hundred, and a proxy joins it. Each piece, also of one byte, is an object of
 * its own in every stream on its way, some hundred bytes and a microsecond each: two megabytes of single bytes took all memory there is.
 */
const MOST_PIECES = 10_000
const LEAST_BYTES = 64

/** Ends the connection of a request as soon as its body has come in more pieces than anybody needs; before it, the pieces go on as ever. */
export function endCrumbled(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let [pieces, bytes, isCut] = [0, 0, false]
  request.push = (piece: Buffer | null) => {
    // What was read with the piece that was too much comes here still, and after it perhaps the end: no body is whole without the rest.
    if (isCut) return false
    if (piece === null) return push(piece)
    pieces += 1
    bytes += piece.length
    if (pieces <= MOST_PIECES || bytes >= pieces * LEAST_BYTES) return push(piece)
    // As if its sender had gone away: whoever reads the body knows that.
    isCut = true
    request.socket.destroy()
    return false
  }
}

const shared = globalThis as { trainhallCrumbledBodies?: boolean }

/** From now on a request whose body comes in crumbs is ended. */
export function endCrumbledBodies(): void {
  if (shared.trainhallCrumbledBodies) return
  shared.trainhallCrumbledBodies = true
  subscribe('http.server.request.start', (message) => endCrumbled((message as { request: IncomingMessage }).request))
}
