import 'server-only'
import { env } from '@/lib/env'
import { requestDomain } from './domains'

/** Whether a page of ours may have such an address: where there is TLS, one that came in the clear may have been written by anybody on the way. */
const isOurScheme = ({ protocol }: URL) => env.PUBLIC_SCHEME === 'http' || protocol === 'https:'

/**
 * Whether an unsafe request comes from our own pages: Fetch Metadata says `same-origin`, or, where a browser does not send it, the
 * Origin is the very host that was asked, with TLS where there is any. Neither, or `Origin: null`, is refused; so are sibling subdomains, which are other tenants.
 */
export function isOwnRequest(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('origin')
  const url = origin && origin !== 'null' ? URL.parse(origin) : null
  const host = (env.TRUST_PROXY && request.headers.get('x-forwarded-host')) || request.headers.get('host')
  return url !== null && isOurScheme(url) && url.host === host?.toLowerCase() && requestDomain(request.headers) === url.hostname.replace(/\.$/, '')
}

/** Whether it was another site, a sibling's too, that had the browser ask for this. A typed address, our own pages and programs that say nothing are none of it. */
export function isByOthers(headers: Pick<Headers, 'get'>): boolean {
  const site = headers.get('sec-fetch-site')
  return site === 'cross-site' || site === 'same-site'
}

/**
 * Whether another site's page asks for this as a part of itself: a picture, a frame, a script. Nothing of ours is there for that, and what is
 * counted by address or learner could be used up by whoever lures somebody to such a page. Links lead to documents, also where our service worker
 * passes them on, which leaves no more of that than the mode; what is no browser says nothing.
 */
export function isPartOfOthers(headers: Headers): boolean {
  const dest = headers.get('sec-fetch-dest') ?? 'document'
  const isLink = dest === 'document' || (dest === 'empty' && headers.get('sec-fetch-mode') === 'navigate')
  return isByOthers(headers) && !isLink
}
