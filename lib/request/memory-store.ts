import 'server-only'
import { BoundedMap } from '@/lib/domain/bounded-map'

/** What the web must remember beyond a request: revoked sessions and counters. Memory by default; a shared store for several webs. */
export interface Store {
  /** The value of a key, null when absent or past its time. */
  get(key: string): Promise<string | null>
  /** Keeps a value for some seconds. */
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  /** Adds one, or another step, to a counter that starts over after the window; the count so far. */
  count(key: string, windowSeconds: number, step?: number): Promise<number>
  delete(key: string): Promise<void>
  /** Holds a key for one of those who want it, so long more if it is theirs already; false while it is another's. */
  hold(key: string, holder: string, ttlSeconds: number): Promise<boolean>
  /** Lets go of a key that somebody holds; another's stays. */
  release(key: string, holder: string): Promise<void>
  /** Whether another web would be given the same for a key, as far as this one has heard when it last asked. */
  isShared(key: string): boolean
}

const MAX_KEYS = 100_000
/** States of courseware, the largest of what is kept, would fill the memory long before there are so many keys. */
const MAX_CHARS = 64_000_000
const SWEEP_MS = 60_000
type Entry = { value: string; until: number }

/** Keys of what was ended: they alone must outlast everything else. */
export const isEnding = (key: string) => key.startsWith('revoked')

/**
 * The kind of a key, of limits each its own: what one kind is flooded with pushes out only its own. So tries of strangers and visits of
 * learners end no session, and many addresses that ask for one thing do not have the failed logins of an account forgotten.
 */
export const roomName = (key: string) => (isEnding(key) ? 'revoked' : key.split(':', key.startsWith('limit:') ? 2 : 1).join(':'))

/** What is kept of one kind: what was written or asked for longest ago is out first. */
const newRoom = () => new BoundedMap<Entry>({ most: MAX_KEYS, characters: MAX_CHARS, lengthOf: ({ value }) => value.length })

/**
 * A store in this process's memory, of so many keys and characters of each kind, longest unused out first. Time is what has passed here: a
 * clock that is set back lengthens no limit.
 */
export function memoryStore(now: () => number = () => performance.now()): Store {
  const rooms = new Map<string, BoundedMap<Entry>>()
  let sweptAt = now()
  const roomOf = (key: string) => {
    const room = rooms.get(roomName(key)) ?? newRoom()
    rooms.set(roomName(key), room)
    return room
  }
  const live = (key: string) => {
    const room = roomOf(key)
    const entry = room.get(key)
    if (entry && entry.until > now()) {
      room.set(key, entry)
      return entry
    }
    room.delete(key)
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
    roomOf(key).set(key, { value, until })
  }
  return {
    get: async (key) => live(key)?.value ?? null,
    set: async (key, value, ttlSeconds) => put(key, value, now() + ttlSeconds * 1000),
    count: async (key, windowSeconds, step = 1) => {
      const entry = live(key)
      const count = Number(entry?.value ?? 0) + step
      put(key, String(count), entry?.until ?? now() + windowSeconds * 1000)
      return count
    },
    delete: async (key) => void roomOf(key).delete(key),
    hold: async (key, holder, ttlSeconds) => {
      if ((live(key)?.value ?? holder) !== holder) return false
      put(key, holder, now() + ttlSeconds * 1000)
      return true
    },
    release: async (key, holder) => {
      if (live(key)?.value === holder) roomOf(key).delete(key)
    },
    // There is no other web.
    isShared: () => true,
  }
}
