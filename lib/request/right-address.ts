import 'server-only'
import { downloadRoutes, otherDownloadPage, type DownloadRoute } from '@/lib/domain/downloads'
import { defaultLocale, isLocale, type Locale } from '@/lib/domain/locale'
import { noticeIdInput } from '@/lib/domain/notices-input'
import type { Tenant } from '@/lib/domain/tenant'
import { canonicalPath, inLanguage, isPublicPath, isScreenPath, routes, withoutLocale } from '@/lib/routes'

const LANGUAGE = 'lang'
type Asked = { pathname: string; search: string; /** The language the visitor would rather read. */ wanted: Locale }
/** Where to go instead; `byVisitor` when another visitor would be led elsewhere. */
export type Step = { to: string; status: 307 | 308; byVisitor: boolean }

const isDownload = (name: string): name is DownloadRoute => Object.hasOwn(downloadRoutes, name)

/**
 * The right form of an address, in one step however much of it is old (letter case, language, the query of one notice, a tenant's own
 * download page); null when it is right, or when there is no such page.
 */
export function rightAddress({ settings }: Pick<Tenant, 'settings'>, { pathname, search, wanted }: Asked): Step | null {
  const prefix = pathname.split('/', 2)[1]
  const language = isLocale(prefix) ? prefix : wanted
  const given = withoutLocale(pathname)
  // The specification's own redirect (spec 3 §2.1); who has no session goes on from there.
  if (given === '/') return { to: routes.home() + search, status: 307, byVisitor: false }
  const path = canonicalPath(given) ?? given
  // Learners' pages have one address; the language is theirs and not the address's.
  if (!isPublicPath(path)) return isScreenPath(path) && path !== pathname ? { to: path + search, status: 308, byVisitor: false } : null
  const { named, rest } = namedLanguage(search)
  const right = inLanguage(named ?? language, whole(path, rest, settings))
  if (named === defaultLocale) return right === pathname + rest ? null : { to: namingDefault(right), status: 308, byVisitor: false }
  const byVisitor = !named && !isLocale(prefix) && wanted !== defaultLocale
  return right === pathname + search ? null : { to: right, status: byVisitor ? 307 : 308, byVisitor }
}

/** No prefix says that a page is wanted in the first language: without its query, visitors who would rather read another would be led on to theirs. */
const namingDefault = (address: string) => `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE}=${defaultLocale}`

/** The language that a query names, null for none of ours, and the query without it: what is in a language has it before its path, but for the first. */
function namedLanguage(search: string): { named: Locale | null; rest: string } {
  const query = new URLSearchParams(search)
  const named = query.get(LANGUAGE)
  if (!isLocale(named)) return { named: null, rest: search }
  query.delete(LANGUAGE)
  return { named, rest: query.size > 0 ? `?${query}` : '' }
}

function whole(path: string, search: string, settings: Tenant['settings']): string {
  const name = path.slice(1)
  const other = isDownload(name) ? otherDownloadPage(name, settings) : null
  if (other) return routes.download(other) + search
  // The old address of one notice carries its fields; only its id is believed (contract 8).
  const old = path === routes.news() ? noticeIdInput.safeParse(Object.fromEntries(new URLSearchParams(search))) : null
  return old?.success ? routes.notice(old.data.id) : path + search
}
