import 'server-only'
import { pageOfNotices, type NoticeKey } from '@/lib/domain/notices'
import { noticeIdInput, noticesInput } from '@/lib/domain/notices-input'
import type { Tenant } from '@/lib/domain/tenant'
import { log } from '@/lib/log'
import { listedNotices } from './notice-reads'

/** The released notices of a tenant, asked for every 15 seconds at most, and as last seen while the platform is away; null when never seen. */
export function noticeKeys({ id: tenantId }: Pick<Tenant, 'id'>): Promise<NoticeKey[] | null> {
  return listedNotices(tenantId).catch((error: unknown) => {
    log.warn({ tenantId, error: String(error) }, 'the notices of a tenant cannot be asked for')
    return null
  })
}

/** Where a public news address lies inside, that nobody knows now, or that there is no such page (null). */
export type NewsPlace = { inside: string } | 'away' | null

/**
 * The view of the list stands in the query, which would keep the page out of the cache: inside it is a path, and only views that differ
 * have one. A notice that is not there never reaches the cache, and neither does a page that would have to say that nothing is known.
 */
export async function newsPlace(tenant: Pick<Tenant, 'id'>, path: string, query: URLSearchParams): Promise<NewsPlace> {
  const keys = await noticeKeys(tenant)
  if (!keys) return 'away'
  if (path === '/news' || path === '/news/') {
    const view = noticesInput.parse(Object.fromEntries(query))
    const { page, size } = pageOfNotices(keys, view)
    return { inside: `/news/list/${view.kind}/${size}/${page}` }
  }
  const one = noticeIdInput.safeParse({ id: /^\/news\/(\d+)$/.exec(path)?.[1] })
  return one.success && keys.some(({ id }) => id === one.data.id) ? { inside: path } : null
}
