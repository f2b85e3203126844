import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** The header in which a request carries the address its connection came from; whatever a client wrote there is overwritten. */
export const socketAddressHeader = 'x-socket-address'

/** The header that is `1` where the browser shows a page already and asks for what another needs: the framework keeps that to itself. */
export const withinPageHeader = 'x-within-page'
/** How long such a request may be kept waiting for a whole answer: a page is shown meanwhile, and nothing of it goes and comes back. */
export const withinPagePatienceMs = 400

const shared = globalThis as { trainhallHeaders?: boolean }

/**
 * From now on every request says where its connection came from, and whether a page asks: the framework hands out headers only, and those
 * anybody can write.
 */
export function noteHeaders(): void {
  if (shared.trainhallHeaders) return
  shared.trainhallHeaders = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage }
    request.headers[socketAddressHeader] = request.socket.remoteAddress ?? ''
    request.headers[withinPageHeader] = request.headers.rsc === '1' ? '1' : ''
  })
}
