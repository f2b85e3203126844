import 'server-only'
import { BoundedMap, charactersIn, dropOver } from '@/lib/domain/bounded-map'
import { isTooMuch, trainingErrorOf } from '@/lib/training/errors'

type Kept = { value: unknown; until: number }
type Memory = { kept: BoundedMap<Kept>; spare: BoundedMap<Kept>; pending: Map<string, Promise<unknown>> }

const SECONDS = 60
const [MAX_KEYS, MAX_CHARS] = [20_000, 32_000_000]
/** So long a page waits for what it can do without, and so long nobody asks again after that failed. */
const SPARE_WAIT_MS = 500
const SPARE_FAILED_SECONDS = 600
/** And so long after somebody was refused it: another may be told, unless nobody is. */
const SPARE_REFUSED_SECONDS = 5

// Pages and doors are bundled apart; they share what is kept through globalThis, so that a door can end it.
const newPlace = () => new BoundedMap<Kept>({ most: MAX_KEYS, characters: MAX_CHARS, lengthOf: ({ value }, key) => key.length + charactersIn(value) })
const shared = globalThis as { trainhallKept?: Memory }
const { kept, spare, pending }: Memory = (shared.trainhallKept ??= { kept: newPlace(), spare: newPlace(), pending: new Map() })

// What is kept for a minute is kept for no more when the machine's clock is set back.
const monotonic = () => performance.now()

function isOfPlatform(error: unknown): boolean {
  const trouble = trainingErrorOf(error)
  return trouble !== null && ['timeout', 'failed', 'malformed'].includes(trouble.code) && !isTooMuch(trouble)
}

const isOfLearner = (error: unknown) => ['expired', 'forbidden'].includes(trainingErrorOf(error)?.code ?? '')

const keyOf = (tenantId: string, what: string) => `${tenantId}:${what}`

function keep(key: string, value: unknown, now: number): void {
  // What nobody asks for again would stay until there is no room.
  dropOver(kept, now)
  kept.set(key, { value, until: now + SECONDS * 1000 })
}

/**
 * Something that is the same for everybody of a tenant, asked at most once a minute. A failure is not kept; who waited for another's answer
 * asks again where the failure may be about who asked, and shares it where the platform itself has failed or was late.
 */
export async function keptForTenant<T>(tenantId: string, what: string, ask: () => Promise<T>, now = monotonic): Promise<T> {
  const key = keyOf(tenantId, what)
  const known = kept.get(key)
  if (known && known.until > now()) return known.value as T
  const asked = pending.get(key)
  if (asked) return asked.then((value) => value as T, (error: unknown) => (isOfPlatform(error) ? Promise.reject(error as Error) : ask()))
  const own = ask()
  pending.set(key, own)
  try {
    const value = await own
    // Unless it was forgotten meanwhile: then it may be from before the change.
    if (pending.get(key) === own) keep(key, value, now())
    return value
  } finally {
    if (pending.get(key) === own) pending.delete(key)
  }
}

/** Asks for what pages can do without; where that fails, what was known before stays. A refusal may be about who asked, and says little of the others. */
function askSpare<T>(key: string, ask: () => Promise<T>, now: () => number): Promise<T | undefined> {
  const keepFor = (value: T | undefined, seconds: number) => {
    spare.set(key, { value, until: now() + seconds * 1000 })
    pending.delete(key)
    return value
  }
  const own = ask().then((value) => keepFor(value, SECONDS), (error: unknown) => keepFor(spare.get(key)?.value as T | undefined, isOfLearner(error) ? SPARE_REFUSED_SECONDS : SPARE_FAILED_SECONDS))
  pending.set(key, own)
  return own
}

/**
 * Something of a tenant that a page can do without, asked at most once a minute, after a failure once in ten, after a refusal to somebody once
 * in five seconds. What is known shows while it is asked for anew; only while nothing is known do the first pages wait, half a second at most, and then go without.
 */
export async function spareForTenant<T>(tenantId: string, what: string, ask: () => Promise<T>, now = monotonic): Promise<T | undefined> {
  const key = keyOf(tenantId, what)
  const known = spare.get(key)
  if (known && known.until > now()) return known.value as T | undefined
  const asked = (pending.get(key) as Promise<T | undefined> | undefined) ?? askSpare(key, ask, now)
  if (known) return known.value as T | undefined
  const late = new Promise<undefined>((resolve) => setTimeout(() => {
    // Who comes now waits no more.
    if (!spare.has(key)) spare.set(key, { value: undefined, until: 0 })
    resolve(undefined)
  }, SPARE_WAIT_MS))
  return Promise.race([asked, late])
}

/** Forgets one thing of a tenant after it was changed here, what is being asked for included; other webs keep theirs for their minute. */
export function forgetForTenant(tenantId: string, what: string): void {
  const key = keyOf(tenantId, what)
  kept.delete(key)
  pending.delete(key)
}

/** Forgets everything kept, for tests. */
export const forgetKept = () => [kept, spare, pending].forEach((one) => one.clear())
