import type { ApiContext } from './context.ts'
import type { Db } from './db/client.ts'
import { listContentPlaces, listOwnPlaces, listQuestionPlaces } from './queries/files.ts'
import type { Who } from './queries/who.ts'
import { isAmong } from './rules/media.ts'

const minuteMs = 60_000
/** Paths and folders of one kind remembered in all, of as many tenants as were asked for last. */
const mostPlaces = 100_000

type Context = Pick<ApiContext, 'db' | 'clock'>
type Kind = {
  list(db: Db, tenant: { tenantId: number }): Promise<Set<string>>
  /** How long what a tenant has is remembered: a video is asked for in hundreds of pieces. */
  keptMs: number
  /** What is missing in it may have come since, and is looked for again after so long. */
  anewMs: number
}
type Kept = { at: number; places: Set<string> }

const contents: Kind = { list: listContentPlaces, keptMs: 5 * minuteMs, anewMs: 10_000 }

/**
 * Where the pictures of questions are, only reading the tenant's whole bank can tell: of 100,000 questions with their options 0.15 s of
 * the embedded database, in which everybody else waits. So that is looked at last, and once a minute at the most; a picture that was
 * just added is there after a minute. Not asked for the one path instead, which reads as much and for each path anew.
 */
const bank: Kind = { list: listQuestionPlaces, keptMs: 60 * minuteMs, anewMs: minuteMs }

/** Tells whether a file under the root is for a learner: of the own tenant, or sent to or made by the learner. */
export function createFileOwners(ctx: Context): (who: Who, filePath: string) => Promise<boolean> {
  const inContents = rememberPlaces(ctx, contents)
  const inBank = rememberPlaces(ctx, bank)
  return async ({ tenantId, userId }, filePath) => {
    if (inContents.isKnown(tenantId, filePath) || inBank.isKnown(tenantId, filePath)) return true
    if (isAmong(await listOwnPlaces(ctx.db, { tenantId, userId }), filePath)) return true
    return (await inContents.isFound(tenantId, filePath)) || (await inBank.isFound(tenantId, filePath))
  }
}

function rememberPlaces({ db, clock }: Context, { list, keptMs, anewMs }: Kind) {
  const kept = new Map<number, Kept>()
  const looking = new Map<number, Promise<Kept>>()

  /** What a tenant has; those that ask at the same time look once. */
  async function look(tenantId: number): Promise<Kept> {
    const at = clock.now().getTime()
    const under = looking.get(tenantId) ?? list(db, { tenantId }).then((places) => ({ at, places })).finally(() => looking.delete(tenantId))
    looking.set(tenantId, under)
    const found = await under
    kept.delete(tenantId)
    kept.set(tenantId, found)
    let count = [...kept.values()].reduce((sum, { places }) => sum + places.size, 0)
    for (const [oldest, { places }] of kept) {
      if (count <= mostPlaces || oldest === tenantId) break
      kept.delete(oldest)
      count -= places.size
    }
    return found
  }

  const ageOf = ({ at }: Kept) => clock.now().getTime() - at

  /** Whether it is among what is remembered. */
  function isKnown(tenantId: number, filePath: string): boolean {
    const known = kept.get(tenantId)
    return known !== undefined && ageOf(known) < keptMs && isAmong(known.places, filePath)
  }

  /** Whether it is there, looked for anew when the last look was long enough ago. */
  async function isFound(tenantId: number, filePath: string): Promise<boolean> {
    if (isKnown(tenantId, filePath)) return true
    const known = kept.get(tenantId)
    return (known === undefined || ageOf(known) >= anewMs) && isAmong((await look(tenantId)).places, filePath)
  }

  return { isKnown, isFound }
}
