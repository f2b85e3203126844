import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'

/**
 * So long a reply may stand still, whoever it waits for. A connection takes more only when a good part of what it holds, which may be
 * megabytes, is gone: a slow one stands still for minutes and is alive. A film that was paused goes on with a range.
 */
const STALLED_MS = 300_000

/**
 * Ends the connection of a reply of which nothing is taken any more: it would be held in memory, and that of a file would hold a connection
 * to the platform too, for as long as somebody likes. A reply that has not begun may take its time: a record is gathered by hundreds of calls.
 */
export function endStalled(response: ServerResponse, stalledMs = STALLED_MS): void {
  response.setTimeout(stalledMs, () => {
    if (response.headersSent) response.destroy()
  })
}

const shared = globalThis as { trainhallStalledReplies?: boolean }

/** From now on replies that stand still are ended. */
export function endStalledReplies(): void {
  if (shared.trainhallStalledReplies) return
  shared.trainhallStalledReplies = true
  subscribe('http.server.request.start', (message) => endStalled((message as { response: ServerResponse }).response))
}
