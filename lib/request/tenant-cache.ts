import 'server-only'
import { dropOver, keepBounded } from '@/lib/domain/bounded-map'
import { trainingErrorOf } from '@/lib/training/errors'

type Kept = { value: unknown; until: number }
type Memory = { kept: Map<string, Kept>; pending: Map<string, Promise<unknown>> }

const SECONDS = 60
const MAX_KEYS = 20_000

// Pages and doors are bundled apart; they share what is kept through globalThis, so that a door can end it.
const shared = globalThis as { trainhallKept?: Memory }
const { kept, pending }: Memory = (shared.trainhallKept ??= { kept: new Map(), pending: new Map() })

const isOfPlatform = (error: unknown) => ['timeout', 'failed', 'malformed'].includes(trainingErrorOf(error)?.code ?? '')

const keyOf = (tenantId: string, what: string) => `${tenantId}:${what}`

function keep(key: string, value: unknown, now: number): void {
  // What nobody asks for again would stay until there is no room.
  dropOver(kept, now)
  kept.delete(key)
  keepBounded(kept, key, { value, until: now + SECONDS * 1000 }, MAX_KEYS)
}

/**
 * Something that is the same for everybody of a tenant, asked at most once a minute. A failure is not kept; who waited for another's answer
 * asks again where the failure may be about who asked, and shares it where the platform itself has failed or was late.
 */
export async function keptForTenant<T>(tenantId: string, what: string, ask: () => Promise<T>, now = Date.now): Promise<T> {
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

/** Forgets one thing of a tenant after it was changed here, what is being asked for included; other webs keep theirs for their minute. */
export function forgetForTenant(tenantId: string, what: string): void {
  const key = keyOf(tenantId, what)
  kept.delete(key)
  pending.delete(key)
}

/** Forgets everything kept, for tests. */
export const forgetKept = () => kept.clear()
