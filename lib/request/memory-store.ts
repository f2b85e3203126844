import 'server-only'
import { keepBounded } from '@/lib/domain/bounded-map'

/** What the web must remember beyond a request: revoked sessions and counters. Memory by default; a shared store for several webs. */
export interface Store {
  /** The value of a key, null when absent or past its time. */
  get(key: string): Promise<string | null>
  /** Keeps a value for some seconds. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  /** Adds one to a counter that starts over after the window; the count so far. */
  count(key: string, windowSeconds: number): Promise<number>
  delete(key: string): Promise<void>
}

const MAX_KEYS = 100_000
type Entry = { value: string; until: number }

/** Keys that strangers bring into being by trying: they push each other out, and never an ended session. */
const triedPrefix = 'limit:'

/** A store in this process's memory, bounded, oldest out first. */
export function memoryStore(now: () => number = Date.now): Store {
  const [tried, kept] = [new Map<string, Entry>(), new Map<string, Entry>()]
  const roomOf = (key: string) => (key.startsWith(triedPrefix) ? tried : kept)
  const live = (key: string) => {
    const entry = roomOf(key).get(key)
    if (entry && entry.until > now()) return entry
    roomOf(key).delete(key)
    return null
  }
  const put = (key: string, value: string, until: number) => {
    keepBounded(roomOf(key), key, { value, until }, MAX_KEYS)
  }
  return {
    get: async (key) => live(key)?.value ?? null,
    set: async (key, value, ttlSeconds) => put(key, value, now() + ttlSeconds * 1000),
    count: async (key, windowSeconds) => {
      const entry = live(key)
      const count = Number(entry?.value ?? 0) + 1
      put(key, String(count), entry?.until ?? now() + windowSeconds * 1000)
      return count
    },
    delete: async (key) => void roomOf(key).delete(key),
  }
}
