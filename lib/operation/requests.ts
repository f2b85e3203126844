import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** A request that has been answered, or was given up by its visitor (status 499). */
export type Answered = { method: string; address: string; status: number; seconds: number }

const GIVEN_UP = 499
type Begun = { request: IncomingMessage; response: ServerResponse; server: Server }

/** From now on `hear` learns of every request of this process when it is over; of those to servers it ignores, too, if they ask it. */
export function hearRequests(hear: (answered: Answered) => void, ignores: (server: Server) => boolean): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Begun
    if (ignores(server)) return
    const begun = performance.now()
    // The framework writes its own form of the address over this one.
    const address = request.url ?? ''
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : GIVEN_UP
      hear({ method: request.method ?? '', address, status, seconds: (performance.now() - begun) / 1000 })
    })
  })
}
