import 'server-only'
import { BoundedMap, charactersIn, dropOver, keepBounded } from '@/lib/domain/bounded-map'
import { DAY_MS } from '@/lib/domain/china-time'
import { log } from '@/lib/log'

type Kept = { value: unknown; at: number; quietUntil: number; /** Since when it is said not to be there any more. */ goneAt?: number }
type Failed = { error: unknown; until: number }
type Memory = { kept: BoundedMap<Kept>; absent: Map<string, Kept>; failed: Map<string, Failed>; pending: Map<string, Promise<unknown>> }

const STALE_MS = DAY_MS
/** So long somebody waits for news of something that is already known. */
const PATIENCE_MS = 2_000
/** So long the platform is left alone after it failed or was late. */
const PAUSE_MS = 5_000
/** So long a failure is that of everybody where nothing is known: not each visitor asks a platform that is away. Pages say to come again after five seconds. */
const FAILED_MS = 2_000
/** So long nobody is asked whether what is said to be gone is gone. */
const DOUBT_MS = 2_000
const MAX_ABSENT = 1_000

// The middleware, pages and doors are bundled apart; they share what they know through globalThis.
const shared = globalThis as { trainhallSeen?: Map<string, Memory>; trainhallLate?: { until: number } }
const memories = (shared.trainhallSeen ??= new Map())
/** So long nobody waits for anything that is known: what is late for one thing hangs, and a page that needs several would wait for each. */
const late = (shared.trainhallLate ??= { until: 0 })

class Late extends Error {}

type Options = { name: string; freshMs: number; maxKeys: number; /** Of all that is known together. */ characters?: number; /** What is longer is not remembered. */ longest?: number; /** Whether what is known goes only when that is said again. */ goesWhenSaidTwice?: boolean; /** Hears what is not there, once for each time the platform says so and is believed. */ onAbsent?: (key: string) => void }

function memoryOf({ name, maxKeys, characters = 16_000_000, longest = Infinity }: Options): Memory {
  const known = memories.get(name)
  if (known) return known
  const kept = new BoundedMap<Kept>({ most: maxKeys, characters, longest, lengthOf: ({ value }, key) => key.length + charactersIn(value) })
  const memory: Memory = { kept, absent: new Map(), failed: new Map(), pending: new Map() }
  memories.set(name, memory)
  return memory
}

/** Lets go of what was seen too long ago; it stands in the order in which it was seen. */
function dropStale(kept: Map<string, Kept>, now: number): void {
  for (const [key, { at }] of kept) {
    if (now - at <= STALE_MS) return
    kept.delete(key)
  }
}

/**
 * Public things of the platform, asked for anew when they are older than `freshMs`, once by many at a time, and as last seen for a day
 * while the platform is away or late. What is not there (null) is kept apart, so that made-up names push nothing out, and only while it is
 * fresh; where `goesWhenSaidTwice`, what is known goes when that is said again two seconds later or more. Without anything seen the failure is
 * that of who asks in these two seconds. Ages are what has passed here: a clock that is set back makes nothing younger.
 */
export function lastSeen(options: Options) {
  const { name, freshMs, goesWhenSaidTwice = false, onAbsent = () => undefined } = options
  const { kept, absent, failed, pending } = memoryOf(options)

  /** What is known though the platform has just said that it is not there: one such word may be a platform's in trouble. */
  function doubted(key: string, now: number): Kept | null {
    const known = goesWhenSaidTwice ? kept.get(key) : undefined
    if (!known || now - known.at > STALE_MS || (known.goneAt !== undefined && now - known.goneAt >= DOUBT_MS)) return null
    known.goneAt ??= now
    known.quietUntil = known.goneAt + DOUBT_MS
    log.warn({ name, key }, 'said not to be there any more: as last seen until that is said again')
    return known
  }

  function ask<T>(key: string, how: () => Promise<T>): Promise<T> {
    const asked = how()
      .then((value) => {
        const seen = { value, at: performance.now(), quietUntil: 0 }
        const known = value === null ? doubted(key, seen.at) : null
        if (known) return known.value as T
        absent.delete(key)
        kept.delete(key)
        if (value !== null) kept.set(key, seen)
        else {
          keepBounded(absent, key, seen, MAX_ABSENT)
          onAbsent(key)
        }
        dropStale(kept, seen.at)
        return value
      }, (error: unknown) => {
        const now = performance.now()
        dropOver(failed, now)
        failed.delete(key)
        keepBounded(failed, key, { error, until: now + FAILED_MS }, MAX_ABSENT)
        throw error
      })
      .finally(() => pending.delete(key))
    pending.set(key, asked)
    return asked
  }

  return async function get<T>(key: string, how: () => Promise<T>): Promise<T> {
    const now = performance.now()
    const known = kept.get(key)
    const fresh = known ?? absent.get(key)
    if (fresh && now - fresh.at < freshMs) return fresh.value as T
    const fault = failed.get(key)
    const isOver = !known || now - known.at > STALE_MS
    if (isOver && fault && now < fault.until) throw fault.error
    const asked = () => (pending.get(key) as Promise<T> | undefined) ?? ask(key, how)
    if (isOver) return asked()
    if (now < known.quietUntil) return known.value as T
    if (now < late.until) {
      // Waited for is nothing now, but what answers is known again: perhaps only one call was slow.
      asked().catch(() => {
        known.quietUntil = performance.now() + PAUSE_MS
      })
      return known.value as T
    }
    return within(asked(), PATIENCE_MS).catch((error: unknown) => {
      known.quietUntil = performance.now() + PAUSE_MS
      if (error instanceof Late) late.until = known.quietUntil
      log.warn({ name, key, error: String(error) }, 'the platform is away: as last seen')
      return known.value as T
    })
  }
}

/** What comes in time; a failure when it is late, and then nobody minds what becomes of it. */
function within<T>(asked: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Late('late')), ms)
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
