import type { ApiContext } from './context.ts'
import type { Db } from './db/client.ts'
import { findContentPlaces, findQuestionPlaces, listContentPlaces, listOwnPlaces, listQuestionPlaces } from './queries/files.ts'
import type { Who } from './queries/who.ts'
import { inTurn } from './rules/in-turn.ts'
import type { InTurn } from './rules/in-turn.ts'
import { isAmong } from './rules/media.ts'

const minuteMs = 60_000
/** Paths and folders of one kind remembered in all, of as many tenants as were asked for last. */
const mostPlaces = 100_000
/** Of these, of one tenant; of what a larger one has beyond them, one path is asked for at a time. */
const mostOfOne = 20_000
/** So many such questions of a tenant, and of a learner, wait for the one that is under way: each takes a fifth of a second of the embedded database. */
const mostWaiting = 200
/** So much that is not there is looked for in a minute for one learner: more than a page has pictures that are gone. */
const mostMisses = 30

type Context = Pick<ApiContext, 'db' | 'clock'>
type Kind = {
  list(db: Db, tenant: { tenantId: number }): Promise<Set<string>>
  /** Those of them that one path is among. */
  find(db: Db, one: { tenantId: number; filePath: string }): Promise<string[]>
  /** How long what a tenant has is remembered: a video is asked for in hundreds of pieces. */
  keptMs: number
  /** What is missing in it may have come since, and is looked for again after so long. */
  anewMs: number
}
/** `isWhole` when nothing that was found is missing in it. */
type Kept = { at: number; places: Set<string>; isWhole: boolean }
type Limits = { inAll: number; ofOne: number }

const contents: Kind = { list: listContentPlaces, find: findContentPlaces, keptMs: 5 * minuteMs, anewMs: 10_000 }

/**
 * Where the pictures of questions are, only reading the tenant's whole bank can tell: of 100,000 questions with their options 0.15 s of
 * the embedded database, in which everybody else waits. So that is looked at last, and once a minute at the most; a picture that was
 * just added is there after a minute. Not asked for the one path instead, which reads as much and for each path anew, but where a tenant
 * has more than can be remembered.
 */
const bank: Kind = { list: listQuestionPlaces, find: findQuestionPlaces, keptMs: 60 * minuteMs, anewMs: minuteMs }

/** What only one learner was sent or has made: remembered briefly, as a message may come at any moment, but a film is asked for in hundreds of pieces. */
const own = { keptMs: 10_000, anewMs: 2_000, mostLearners: 2_000 }

/** Tells whether a file under the root is for a learner: of the own tenant, or sent to or made by the learner. */
export function createFileOwners(ctx: Context, limits: Limits = { inAll: mostPlaces, ofOne: mostOfOne }): (who: Who, filePath: string) => Promise<boolean> {
  const inContents = rememberPlaces(ctx, contents, limits)
  const inBank = rememberPlaces(ctx, bank, limits)
  const isOwn = rememberOwn(ctx, limits)
  const inOwnTurn = boundSearches(ctx)
  return async ({ tenantId, userId }, filePath) => {
    if (inContents.isKnown(tenantId, filePath) || inBank.isKnown(tenantId, filePath)) return true
    if (await isOwn({ tenantId, userId }, filePath)) return true
    const search = async () => (await inContents.isFound(tenantId, filePath)) || (await inBank.isFound(tenantId, filePath))
    return inContents.isAsked(tenantId) || inBank.isAsked(tenantId) ? inOwnTurn({ tenantId, userId }, filePath, search) : search()
  }
}

/**
 * Where a path is asked for by itself, each learner has one in the tenant's queue at a time, so that nobody waits behind another's
 * hundreds; and who has asked for so much that is not there gets no more until the minute is over, as if that were not there either.
 */
function boundSearches({ clock }: Context): (who: Who, filePath: string, search: () => Promise<boolean>) => Promise<boolean> {
  const learners = new Map<string, { turn: InTurn; misses: Set<string>; at: number }>()

  function learnerOf({ tenantId, userId }: Who) {
    const key = `${tenantId} ${userId}`
    const known = learners.get(key) ?? { turn: inTurn(1, mostWaiting), misses: new Set<string>(), at: -Infinity }
    learners.delete(key)
    learners.set(key, known)
    for (const oldest of learners.keys()) {
      if (learners.size <= own.mostLearners) break
      learners.delete(oldest)
    }
    return known
  }

  return (who, filePath, search) => {
    const learner = learnerOf(who)
    return learner.turn(async () => {
      const now = clock.now().getTime()
      if (Math.abs(now - learner.at) >= minuteMs) Object.assign(learner, { misses: new Set(), at: now })
      // What is asked for again and again is one miss, and one search.
      if (learner.misses.size >= mostMisses || learner.misses.has(filePath)) return false
      const isFound = await search()
      if (!isFound) learner.misses.add(filePath)
      return isFound
    })
  }
}

function rememberOwn({ db, clock }: Context, { inAll }: Limits): (who: Who, filePath: string) => Promise<boolean> {
  const kept = new Map<string, { at: number; places: Set<string> }>()
  const looking = new Map<string, Promise<Set<string>>>()
  let count = 0

  function forget(key: string): void {
    count -= kept.get(key)?.places.size ?? 0
    kept.delete(key)
  }

  async function lookNow(key: string, who: Who): Promise<Set<string>> {
    const at = clock.now().getTime()
    const places = await listOwnPlaces(db, who)
    forget(key)
    kept.set(key, { at, places })
    count += places.size
    for (const oldest of kept.keys()) {
      if (kept.size <= own.mostLearners && count <= inAll) break
      forget(oldest)
    }
    return places
  }

  return async ({ tenantId, userId }, filePath) => {
    const key = `${tenantId} ${userId}`
    const known = kept.get(key)
    const age = known === undefined ? Infinity : Math.abs(clock.now().getTime() - known.at)
    if (known !== undefined && age < own.keptMs && isAmong(known.places, filePath)) return true
    if (age < own.anewMs) return false
    const under = looking.get(key) ?? lookNow(key, { tenantId, userId }).finally(() => looking.delete(key))
    looking.set(key, under)
    return isAmong(await under, filePath)
  }
}

function rememberPlaces({ db, clock }: Context, { list, find, keptMs, anewMs }: Kind, { inAll, ofOne }: Limits) {
  const kept = new Map<number, Kept>()
  /** When was looked last, apart from what was found: a tenant whose places had to go is not looked through again for that. */
  const looks = new Map<number, { at: number; isLarge: boolean }>()
  const looking = new Map<number, Promise<Set<string>>>()
  const turns = new Map<number, InTurn>()

  const ageOf = ({ at }: { at: number }) => clock.now().getTime() - at

  /** Remembers what a tenant has, and forgets the tenants that were asked for longest ago when it is too much in all. */
  function keep(tenantId: number, found: Kept): void {
    kept.delete(tenantId)
    kept.set(tenantId, found)
    let count = [...kept.values()].reduce((sum, { places }) => sum + places.size, 0)
    for (const [oldest, { places }] of kept) {
      if (count <= inAll || oldest === tenantId) break
      kept.delete(oldest)
      count -= places.size
    }
  }

  /** What a tenant has. */
  async function lookNow(tenantId: number): Promise<Set<string>> {
    const at = clock.now().getTime()
    const all = await list(db, { tenantId })
    const isLarge = all.size > ofOne
    looks.set(tenantId, { at, isLarge })
    keep(tenantId, { at, places: isLarge ? new Set([...all].slice(0, ofOne)) : all, isWhole: !isLarge })
    return all
  }

  /** The same; those that ask at the same time look once. */
  function look(tenantId: number): Promise<Set<string>> {
    const under = looking.get(tenantId) ?? lookNow(tenantId).finally(() => looking.delete(tenantId))
    looking.set(tenantId, under)
    return under
  }

  /** Whether one path is there, of a tenant of which not everything is remembered; what it is among is remembered. */
  async function ask(tenantId: number, filePath: string, at: number): Promise<boolean> {
    // The pieces of a film that come together are among what the first of them finds.
    if (isKnown(tenantId, filePath)) return true
    const found = await find(db, { tenantId, filePath })
    if (found.length === 0) return false
    const known = kept.get(tenantId)
    const places = [...(known?.places ?? []), ...found]
    if (!known?.isWhole) keep(tenantId, { at: known?.at ?? at, places: new Set(places.slice(-ofOne)), isWhole: false })
    return true
  }

  /** The same, one of a tenant after another. */
  function askInTurn(tenantId: number, filePath: string, at: number): Promise<boolean> {
    const turn = turns.get(tenantId) ?? inTurn(1, mostWaiting)
    turns.set(tenantId, turn)
    return turn(() => ask(tenantId, filePath, at))
  }

  /** Whether it is among what is remembered. */
  function isKnown(tenantId: number, filePath: string): boolean {
    const known = kept.get(tenantId)
    return known !== undefined && ageOf(known) < keptMs && isAmong(known.places, filePath)
  }

  /** Whether it is there, looked for anew when the last look was long enough ago. */
  async function isFound(tenantId: number, filePath: string): Promise<boolean> {
    if (isKnown(tenantId, filePath)) return true
    const last = looks.get(tenantId)
    // Looking through a large tenant again would not bring more than can be remembered.
    if (last === undefined || ageOf(last) >= (last.isLarge ? keptMs : anewMs)) return isAmong(await look(tenantId), filePath)
    return kept.get(tenantId)?.isWhole ? false : askInTurn(tenantId, filePath, last.at)
  }

  /** Whether one path of a tenant may have to be asked for by itself. */
  const isAsked = (tenantId: number) => looks.has(tenantId) && !kept.get(tenantId)?.isWhole

  return { isKnown, isFound, isAsked }
}
