import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { serve } from '@hono/node-server'
import type { ServerType } from '@hono/node-server'
import type { Env } from './env.ts'
import { PlainError } from './explain.ts'

/** Longer than a proxy keeps a connection without a call, so that it is never closed under one. */
const keepAliveMs = 75_000
/** Longer than any call takes. Who takes nothing of a file for so long, but does not go either, would hold it open for ever. */
const silentMs = 360_000

/**
 * So many pieces the body of a call may have whatever they are; of more than that each must have so many bytes on average. What a network
 * brings at once is rarely below five hundred. Each piece, also of one byte, is an object of its own in every stream on its way.
 */
const mostPieces = 10_000
const leastBytes = 64

/** Ends the connection of a call as soon as its body has come in more pieces than anybody needs. */
function endCrumbled(request: IncomingMessage): void {
  const push = request.push.bind(request)
  let [pieces, bytes, isCut] = [0, 0, false]
  request.push = (piece: Buffer | null) => {
    // What was read with the piece that was too much comes here still, and after it perhaps the end: no body is whole without the rest.
    if (isCut) return false
    if (piece === null) return push(piece)
    pieces += 1
    bytes += piece.length
    if (pieces <= mostPieces || bytes >= pieces * leastBytes) return push(piece)
    // As if the caller had gone away.
    isCut = true
    request.socket.destroy()
    return false
  }
}

type Place = Pick<Env, 'port' | 'host'>

/** A place as it stands in addresses. */
export const spelled = ({ port, host }: Place) => `${isIPv6(host) ? `[${host}]` : host}:${port}`

/** Serves at a place; a connection on which nothing moves any more, in either direction, or a body comes in crumbs, is cut. */
export function listen({ port, host }: Place, fetch: (request: Request) => Response | Promise<Response>, { cutAfterMs = silentMs } = {}): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: host, serverOptions: { keepAliveTimeout: keepAliveMs } }, () => resolve(server))
    server.setTimeout(cutAfterMs)
    // Before the call is answered: nothing of its body has come by then.
    server.prependListener('request', endCrumbled)
    server.once('error', (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'EADDRINUSE') {
        reject(new PlainError(`Port ${port} is taken by another program: stop it or choose another with TRAINING_API_PORT.`))
      } else reject(new PlainError(`The training API cannot listen on ${spelled({ port, host })} (${fault.code ?? fault.message}).`))
    })
  })
}
