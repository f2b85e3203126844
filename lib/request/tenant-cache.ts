import 'server-only'
import { keepBounded } from '@/lib/domain/bounded-map'

type Kept = { value: unknown; until: number }
const SECONDS = 60
const MAX_KEYS = 20_000
const kept = new Map<string, Kept>()
const pending = new Map<string, Promise<unknown>>()

/**
 * Something that is the same for everybody of a tenant, asked at most once a minute. A failure is not kept, and it is its own: who waited
 * for another's answer asks again, because a failure may be about who asked.
 */
export async function keptForTenant<T>(tenantId: string, what: string, ask: () => Promise<T>, now = Date.now): Promise<T> {
  const key = `${tenantId}:${what}`
  const known = kept.get(key)
  if (known && known.until > now()) return known.value as T
  const asked = pending.get(key)
  if (asked) return asked.then((value) => value as T, () => ask())
  const own = ask()
  pending.set(key, own)
  try {
    const value = await own
    keepBounded(kept, key, { value, until: now() + SECONDS * 1000 }, MAX_KEYS)
    return value
  } finally {
    pending.delete(key)
  }
}

/** Forgets everything kept, for tests. */
export const forgetKept = () => kept.clear()
