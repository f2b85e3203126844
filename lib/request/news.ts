import 'server-only'
import type { Locale } from '@/lib/domain/locale'
import { pageOfNotices, type NoticeKey } from '@/lib/domain/notices'
import { noticeIdInput, noticesInput } from '@/lib/domain/notices-input'
import type { Tenant } from '@/lib/domain/tenant'
import { log } from '@/lib/log'
import { listNoticeKeys } from '@/lib/training/notice-index'

type Kept = { keys: NoticeKey[]; at: number }
const FRESH_MS = 15_000
const MAX_TENANTS = 5_000
const shared = globalThis as { trainhallNotices?: { kept: Map<string, Kept>; pending: Map<string, Promise<NoticeKey[]>> } }
const { kept, pending } = (shared.trainhallNotices ??= { kept: new Map(), pending: new Map() })

/** The released notices of a tenant, asked for every 15 seconds at most, and as last seen while the platform is away; null when never seen. */
export async function noticeKeys({ id: tenantId }: Pick<Tenant, 'id'>): Promise<NoticeKey[] | null> {
  const known = kept.get(tenantId)
  if (known && Date.now() - known.at < FRESH_MS) return known.keys
  const asked = pending.get(tenantId) ?? ask(tenantId)
  return asked.catch((error: unknown) => {
    log.warn({ tenantId, error: String(error) }, 'the notices of a tenant cannot be asked for')
    return known?.keys ?? null
  })
}

function ask(tenantId: string): Promise<NoticeKey[]> {
  const asked = listNoticeKeys({ tenantId, locale: 'zh' as Locale })
    .then((keys) => {
      if (kept.size >= MAX_TENANTS) kept.delete(kept.keys().next().value!)
      kept.set(tenantId, { keys, at: Date.now() })
      return keys
    })
    .finally(() => pending.delete(tenantId))
  pending.set(tenantId, asked)
  return asked
}

/** Where a public news address lies inside, where it leads instead, or that there is no such page (null). */
export type NewsPlace = { inside: string } | { instead: string } | null

/**
 * The view of the list stands in the query, which would keep the page out of the cache: inside it is a path, and only views that differ
 * have one. A notice that is not there never reaches the cache.
 */
export async function newsPlace(tenant: Pick<Tenant, 'id'>, path: string, query: URLSearchParams): Promise<NewsPlace> {
  const keys = await noticeKeys(tenant)
  const given = Object.fromEntries(query)
  if (path === '/news' || path === '/news/') {
    // The old address of one notice carries its fields; only its id is believed (contract 8).
    const old = noticeIdInput.safeParse(given)
    if (old.success) return { instead: `/news/${old.data.id}` }
    const view = noticesInput.parse(given)
    const { page, size } = keys ? pageOfNotices(keys, view) : { page: 1, size: view.size }
    return { inside: `/news/list/${view.kind}/${size}/${page}` }
  }
  const one = noticeIdInput.safeParse({ id: /^\/news\/(\d+)$/.exec(path)?.[1] })
  if (!one.success || (keys && !keys.some(({ id }) => id === one.data.id))) return null
  return { inside: path }
}
