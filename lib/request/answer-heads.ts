import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isOfCourseware } from './domains'
import { contentHeaders, filePolicy, noPagePolicy, plainHeaders } from './security-headers'

const shared = globalThis as { trainhallAnswerHeads?: boolean }

const isFile = (path: string) => /^\/api\/(?:public\/)?files\//.test(path)

/** What an answer says to browsers. The middleware may say otherwise; what a door's own answer says of the same names is not sent. */
function headsOf(request: Pick<IncomingMessage, 'url' | 'headers'>): Record<string, string> {
  const path = request.url ?? ''
  if (!path.startsWith('/api/') && isOfCourseware(request)) return contentHeaders(null)
  return { 'Content-Security-Policy': isFile(path) ? filePolicy(path) : noPagePolicy, ...plainHeaders }
}

/**
 * From now on every answer carries the headers that all answers of the web carry, also those that the framework gives by itself: its
 * redirects, files of the build, doors, none of which the middleware sees. What a page or a launch needs instead is set by the middleware.
 */
export function headAnswers(): void {
  if (shared.trainhallAnswerHeads) return
  shared.trainhallAnswerHeads = true
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    for (const [name, value] of Object.entries(headsOf(request))) response.setHeader(name, value)
  })
}
