import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** The header in which a request carries the address its connection came from; whatever a client wrote there is overwritten. */
export const socketAddressHeader = 'x-socket-address'

const shared = globalThis as { trainhallSockets?: boolean }

/** From now on every request says where its connection came from: the framework hands out headers only, and those anybody can write. */
export function noteSocketAddresses(): void {
  if (shared.trainhallSockets) return
  shared.trainhallSockets = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[socketAddressHeader] = request.socket.remoteAddress ?? ''
  })
}
