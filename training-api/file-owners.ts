import type { ApiContext } from './context.ts'
import { listOwnPlaces, listTenantPlaces } from './queries/files.ts'
import type { Who } from './queries/who.ts'
import { isAmong } from './rules/media.ts'

/** How long what a tenant has is remembered: a video is asked for in hundreds of pieces. */
const keptMs = 5 * 60_000
/** What is missing in it may have come since, and is looked for again after so long. */
const anewMs = 10_000
/** Paths and folders remembered in all, of as many tenants as were asked for last. */
const mostPlaces = 100_000

type Kept = { at: number; places: Set<string> }

/** Tells whether a file under the root is for a learner: of the own tenant, or sent to or made by the learner. */
export function createFileOwners({ db, clock }: Pick<ApiContext, 'db' | 'clock'>): (who: Who, filePath: string) => Promise<boolean> {
  const kept = new Map<number, Kept>()
  const looking = new Map<number, Promise<Set<string>>>()

  /** What a tenant has; those that ask at the same time look once. */
  async function look(tenantId: number): Promise<Set<string>> {
    const at = clock.now().getTime()
    const under = looking.get(tenantId) ?? listTenantPlaces(db, { tenantId }).finally(() => looking.delete(tenantId))
    looking.set(tenantId, under)
    const places = await under
    kept.delete(tenantId)
    kept.set(tenantId, { at, places })
    let count = [...kept.values()].reduce((sum, one) => sum + one.places.size, 0)
    for (const [oldest, one] of kept) {
      if (count <= mostPlaces || oldest === tenantId) break
      kept.delete(oldest)
      count -= one.places.size
    }
    return places
  }

  return async ({ tenantId, userId }, filePath) => {
    const now = clock.now().getTime()
    const known = kept.get(tenantId)
    const age = known ? now - known.at : Infinity
    if (known && age < keptMs && isAmong(known.places, filePath)) return true
    if (isAmong(await listOwnPlaces(db, { tenantId, userId }), filePath)) return true
    return age >= anewMs && isAmong(await look(tenantId), filePath)
  }
}
