import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { filePolicy, noPagePolicy, plainHeaders } from './security-headers'

const shared = globalThis as { trainhallDoorHeads?: boolean }

const isFile = (path: string) => /^\/api\/(?:public\/)?files\//.test(path)

/**
 * From now on what a door answers carries the headers that all answers of the web carry: doors do not go through the middleware, which says
 * them for pages. A policy that an answer brings along itself counts beside this one.
 */
export function headDoors(): void {
  if (shared.trainhallDoorHeads) return
  shared.trainhallDoorHeads = true
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const path = request.url ?? ''
    if (!path.startsWith('/api/')) return
    response.setHeader('Content-Security-Policy', isFile(path) ? filePolicy : noPagePolicy)
    for (const [name, value] of Object.entries(plainHeaders)) response.setHeader(name, value)
  })
}
