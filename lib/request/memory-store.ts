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
const SWEEP_MS = 60_000
type Entry = { value: string; until: number }

/** Keys of what was ended: they alone must outlast everything else. */
export const isEnding = (key: string) => key.startsWith('revoked')

/** The kind of a key: what one kind is flooded with pushes out only its own. So tries of strangers and visits of learners end no session. */
const roomName = (key: string) => (isEnding(key) ? 'revoked' : key.split(':', 1)[0]!)

/** A store in this process's memory, of so many keys of each kind, oldest out first. */
export function memoryStore(now: () => number = Date.now): Store {
  const rooms = new Map<string, Map<string, Entry>>()
  let sweptAt = now()
  const roomOf = (key: string) => {
    const room = rooms.get(roomName(key)) ?? new Map<string, Entry>()
    rooms.set(roomName(key), room)
    return room
  }
  const live = (key: string) => {
    const entry = roomOf(key).get(key)
    if (entry && entry.until > now()) return entry
    roomOf(key).delete(key)
    return null
  }
  // What nobody asks for again would stay until there is no room.
  const sweep = () => {
    if (now() - sweptAt < SWEEP_MS) return
    sweptAt = now()
    for (const room of rooms.values()) for (const [key, { until }] of room) if (until <= sweptAt) room.delete(key)
  }
  const put = (key: string, value: string, until: number) => {
    sweep()
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
