import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * So long a file may stand still, whoever it waits for. A connection takes more only when a good part of what it holds, which may be
 * megabytes, is gone: a slow one stands still for minutes and is alive. A film that was paused goes on with a range.
 */
const STALLED_MS = 300_000

const isFile = (path: string) => /^\/(?:api\/(?:public\/)?files|content\/[^/]+\/p)\//.test(path)

/** Ends the connection of a file of which nothing is taken any more: it would hold one to the platform too, for as long as somebody likes. */
export function endStalled({ url = '' }: Pick<IncomingMessage, 'url'>, response: Pick<ServerResponse, 'setTimeout'>, stalledMs = STALLED_MS): void {
  if (isFile(url)) response.setTimeout(stalledMs)
}

const shared = globalThis as { trainhallStalledFiles?: boolean }

/** From now on files that stand still are ended. */
export function endStalledFiles(): void {
  if (shared.trainhallStalledFiles) return
  shared.trainhallStalledFiles = true
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    endStalled(request, response)
  })
}
