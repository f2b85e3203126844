import { NextResponse, type NextRequest } from 'next/server'
import { defaultLocale, isLocale, pickLocale, type Locale } from '@/lib/domain/locale'
import type { Tenant } from '@/lib/domain/tenant'
import { log } from '@/lib/log'
import { visitorAddress } from '@/lib/request/address'
import { auditing } from '@/lib/request/audit'
import { isUnknownCertificate } from '@/lib/request/certificate-check'
import { contentHost, requestDomain, tenantOfDomain } from '@/lib/request/domains'
import { readLaunch } from '@/lib/request/launches'
import { isPartOfOthers } from '@/lib/request/gate'
import { newsPlace } from '@/lib/request/news'
import { originOf } from '@/lib/request/origin'
import { plainPage } from '@/lib/request/plain-page'
import { isRegistrationKnown } from '@/lib/request/registration'
import { rightAddress } from '@/lib/request/right-address'
import { contentHeaders, contentPolicy, freshNonce, noPagePolicy, plainHeaders, scriptHash } from '@/lib/request/security-headers'
import { sessionCookie } from '@/lib/request/session'
import { isPublicPath, isScreenPath, isSiteFile, routes, withoutLocale } from '@/lib/routes'
import { headScript } from '@/components/shell/head-script'

/**
 * Node's own runtime: the tenant is looked up here. Nothing of Next's own files passes through, and no door: doors find tenant and learner
 * themselves, and the way through here costs more than most of them. What is left out can be no page: `/art/zh/news/1` would be one of the
 * tenant "art", whose 404 is kept for good under every address made up. Below `api/` every address is a door (`app/api/[...nowhere]`).
 */
export const config = { runtime: 'nodejs', matcher: ['/((?!api/|_next/static/(?:chunks|media)/|_next/image$|art/[^/]+$|pdf/(?:cmaps|iccs|standard_fonts|wasm)/[^/]+\\.\\w+$|sw\\.js$).*)'] }

const headHash = scriptHash(headScript)

/**
 * Finds tenant and language and leads to the page's internal form `/[tenant]/[locale]/…`. It guards nothing: pages ask for themselves who
 * is there. What every answer says to browsers stands in `lib/request/answer-heads.ts`.
 */
export default async function middleware(request: NextRequest): Promise<NextResponse> {
  if (contentHost !== null && requestDomain(request.headers) === contentHost) return contentOf(request)
  const response = await route(request)
  // Who comes while the web still starts came before that room was furnished.
  if (!response.headers.has('content-security-policy')) response.headers.set('Content-Security-Policy', noPagePolicy)
  for (const [name, value] of Object.entries(plainHeaders)) if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

async function route(request: NextRequest): Promise<NextResponse> {
  const { pathname, search } = request.nextUrl
  const domain = requestDomain(request.headers)
  const prefix = pathname.split('/', 2)[1]
  const locale = isLocale(prefix) ? prefix : pickLocale(request.cookies.get('lang')?.value, request.headers.get('accept-language'))
  if (!domain) return plainPage('badRequest', 400, locale)
  if (pathname.startsWith('/content/')) return plainPage('notFound', 404, locale)
  // There are no Server Actions here, so nobody has a reason to post to a page.
  if (request.headers.has('next-action')) return plainPage('notFound', 404, locale)
  if (!['GET', 'HEAD'].includes(request.method)) return refusedMethod(locale)

  const tenant = await auditing({ address: visitorAddress(request.headers) }, () => tenantOfDomain(domain)).catch((error: unknown) => {
    log.error({ domain, error: String(error) }, 'the tenant of a domain cannot be asked for')
    return 'away' as const
  })
  // What the service worker keeps for visitors of public pages whose connection is gone.
  if (tenant && /^\/(?:(?:en|ja)\/)?offline$/.test(pathname)) return plainPage('offline', 200, isLocale(prefix) ? prefix : defaultLocale)
  if (tenant === 'away') return plainPage('away', 503, locale)
  if (!tenant) return plainPage('unknownDomain', 404, locale)
  // One address for one page: a tenant's other domains lead to its first.
  const origin = tenant.domain === domain ? undefined : originOf(tenant)
  if (isSiteFile(pathname)) return origin && !isAppFile(pathname) ? go(request, pathname + search, 308, origin) : siteFile(request, pathname)
  const step = rightAddress(tenant, { pathname, search, wanted: locale })
  if (step || origin) {
    const answer = go(request, step?.to ?? pathname + search, step?.status ?? 308, origin)
    if (step?.byVisitor) answer.headers.set('Vary', 'Accept-Language, Cookie')
    return answer
  }
  return page(request, { domain, tenant }, locale, pathname)
}

function refusedMethod(locale: Locale): NextResponse {
  const response = plainPage('notFound', 405, locale)
  response.headers.set('Allow', 'GET, HEAD')
  return response
}

/** What programs look for at the top of a domain, out of the tenant's record. */
function siteFile(request: NextRequest, pathname: string): NextResponse {
  const url = request.nextUrl.clone()
  url.pathname = `/api/public/site${pathname}`
  return NextResponse.rewrite(url)
}

/** The courseware host: what belongs to a launch that is alive, and nothing of a tenant. */
async function contentOf(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl
  // Nothing below a launch but what is there: anything else would be looked for among the pages of tenants.
  const [, ticket, below = ''] = /^\/content\/([^/]+)(\/commit|\/p\/.*)?$/.exec(pathname) ?? []
  // As on tenants' domains: what is no door takes no posts, and never comes near what the framework would make of them.
  const isTaken = ['GET', 'HEAD'].includes(request.method) || below === '/commit'
  const launch = ticket && isTaken && !request.headers.has('next-action') ? await readLaunch(ticket) : null
  const headers = new Headers(request.headers)
  headers.set('x-next-intl-locale', launch?.locale ?? defaultLocale)
  // The door for what packages keep says itself that a launch is over.
  const isCommit = request.method === 'POST' && below === '/commit' && !request.headers.has('next-action')
  const response = launch || isCommit ? NextResponse.next({ request: { headers } }) : plainPage('notFound', 404, pickLocale(undefined, request.headers.get('accept-language')))
  if (launch) for (const [name, value] of Object.entries(contentHeaders(launch.appOrigin))) response.headers.set(name, value)
  return response
}

type Place = { domain: string; tenant: Tenant }
/** Of these addresses there is only one page, that says so. */
const NOWHERE = '/nowhere'

async function page(request: NextRequest, { domain, tenant }: Place, wanted: Locale, pathname: string): Promise<NextResponse> {
  const path = withoutLocale(pathname)
  if (isScreenPath(path) && !isPublicPath(path)) return inside(request, domain, wanted, path, false)
  if (!isPublicPath(path)) return nowhere(request, domain, wanted)
  // Without a prefix it is Chinese: whoever would rather read another language has been led there.
  const locale = isLocale(pathname.split('/', 2)[1]) ? wanted : defaultLocale
  const code = /^\/certificate\/([^/]+)$/.exec(path)?.[1]
  // Each look at these two counts.
  if ((code !== undefined || path === routes.receiptCheck()) && isPartOfOthers(request.headers)) return new NextResponse(null, { status: 403 })
  if (code !== undefined) {
    const visitor = { tenantId: tenant.id, locale, address: visitorAddress(request.headers) }
    return (await isUnknownCertificate(visitor, code)) ? plainPage('unknownCertificate', 404, locale) : inside(request, domain, locale, path, true)
  }
  if (isForStrangers(path) && !(await isRegistrationKnown(tenant.id))) return plainPage('away', 503, locale, tenant)
  if (!isNews(path)) return inside(request, domain, locale, path, true)
  const place = await newsPlace(tenant, path, request.nextUrl.searchParams)
  if (place === 'away') return plainPage('away', 503, locale, tenant)
  return place ? inside(request, domain, locale, place.inside, true) : nowhere(request, domain, locale)
}

/** Strangers are told at once; a learner's own page says it below their header, once its scripts run. */
function nowhere(request: NextRequest, domain: string, locale: Locale): NextResponse {
  return request.cookies.has(sessionCookie) ? inside(request, domain, locale, NOWHERE, false) : plainPage('notFound', 404, locale)
}

/** What a tenant offers only where strangers may register. */
const isForStrangers = (path: string) => path === routes.register() || path === routes.resetPassword()

const isNews = (path: string) => path === '/news' || path.startsWith('/news/')

/** What the systems of phones read at each domain that an app claims; they follow no redirect. */
const isAppFile = (pathname: string) => pathname === '/.well-known/apple-app-site-association' || pathname === '/.well-known/assetlinks.json'

function go(request: NextRequest, target: string, status: 307 | 308, origin?: string): NextResponse {
  // Next reads an absolute address only, and sends it relative again as it is our own: host and port stay as the browser sees them.
  const response = new NextResponse(null, { status, headers: { Location: new URL(target.replace(/^\/{2,}/, '/'), origin ?? request.url).href } })
  // Which domain is a tenant's first may change, and a browser would keep the way there for good.
  if (origin) response.headers.set('Cache-Control', 'private, max-age=60')
  return response
}

function inside(request: NextRequest, domain: string, locale: Locale, path: string, isPublic: boolean): NextResponse {
  const headers = new Headers(request.headers)
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search)
  headers.set('x-next-intl-locale', locale)
  const policy = contentPolicy(isPublic ? null : freshNonce(), [headHash])
  headers.set('content-security-policy', policy)
  const url = request.nextUrl.clone()
  url.pathname = `/${domain}/${locale}${path}`
  const response = NextResponse.rewrite(url, { request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  response.headers.set('Cache-Control', isPublic ? 'private, no-cache' : 'private, no-store')
  if (!isPublic) response.headers.set('X-Robots-Tag', 'noindex')
  return response
}
