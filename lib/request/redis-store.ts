import 'server-only'
import type { RedisClientType } from 'redis'
import { BoundedMap, keepBounded } from '@/lib/domain/bounded-map'
import { log } from '@/lib/log'
import { redisLink } from '@/redis-link.mjs'
import { isEnding, memoryStore, type Store } from './memory-store'

const PREFIX = 'trainhall:'
const WAIT_MS = 1000
const MAX_UNTOLD = 10_000
/** Of launches, whose packages are long. */
const [MAX_LAUNCHES, MAX_LAUNCH_CHARACTERS] = [1_000, 8_000_000]
/** Whose a key is and what becomes of it is one step in Redis: it may end between two. */
const HOLD = "local held = redis.call('get', KEYS[1]) if held and held ~= ARGV[1] then return 0 end redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) return 1"
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end return 1"
type Untold = { value: string; until: number }
/** Keys of what must not be done twice (`once.ts`), with its answer: another web would do it again. */
const isAnswer = (key: string) => key.startsWith('once:')
/** Keys of a launch of a package, of which the most is written once, when it begins (`launches.ts`): its player may ask any web. */
const isLaunch = (key: string) => /^launch(-package|-current)?:/.test(key)
/** Who holds a key that Redis says is not ours. */
const ANOTHER = 'another'

/**
 * A store that several webs share. While Redis is away, or takes nothing, this web goes on with what it wrote itself: nobody is locked out
 * by it, and a session that was ended here stays ended here.
 */
export function redisStore(url: string): Store & { close: () => Promise<void> } {
  const own = memoryStore()
  /** What was ended while Redis was away, what was done and what was begun; it is told when it listens again. */
  const untoldOf = (most: number, characters: number) => new BoundedMap<Untold>({ most, characters, lengthOf: ({ value }, key) => key.length + value.length })
  const untold = { endings: untoldOf(MAX_UNTOLD, Infinity), answers: untoldOf(MAX_UNTOLD, Infinity), launches: untoldOf(MAX_LAUNCHES, MAX_LAUNCH_CHARACTERS) }
  /** Where a key waits to be told; undefined for one that is not told later. */
  const waitsIn = (key: string) => (isEnding(key) ? untold.endings : isAnswer(key) ? untold.answers : isLaunch(key) ? untold.launches : undefined)
  /** What Redis did not take, and until when it counts: it may answer and refuse to write, with a full disk or as a replica. */
  const here = new Map<string, number>()
  const link = redisLink({
    url, waitMs: WAIT_MS, connectMs: WAIT_MS, firstMs: WAIT_MS,
    complain: (error) => log.error({ error }, 'Redis cannot be used: this web goes on with its own memory'),
  })

  const write = (client: RedisClientType, key: string, value: string, ttlSeconds: number) => client.set(PREFIX + key, value, { expiration: { type: 'EX', value: ttlSeconds } })

  const run = (client: RedisClientType, script: string, key: string, ...given: string[]) => client.sendCommand(['EVAL', script, '1', PREFIX + key, ...given])

  function tellAll(client: RedisClientType): void {
    for (const waiting of Object.values(untold)) {
      for (const [key, one] of waiting) {
        waiting.delete(key)
        const seconds = Math.ceil((one.until - performance.now()) / 1000)
        if (seconds <= 0) continue
        write(client, key, one.value, seconds).then(() => {
          // From now on another web's word is the newer one.
          if (here.get(key) === one.until) here.delete(key)
        }, () => {
          if (!waiting.has(key) && here.get(key) === one.until) waiting.set(key, one)
        })
      }
    }
  }

  async function shared<T>(ask: (client: RedisClientType) => Promise<T>, instead: (store: Store) => Promise<T>): Promise<T> {
    const found = await link.ask(ask)
    if (!found) return instead(own)
    if (Object.values(untold).some(({ size }) => size > 0)) tellAll(found.client)
    return found.answer
  }

  return {
    get: async (key) => {
      const known = await shared((client) => client.get(PREFIX + key), (store) => store.get(key))
      // What Redis did not take is newer than what it has.
      if ((here.get(key) ?? 0) > performance.now()) return (await own.get(key)) ?? known
      // What was ended here stays ended, whatever Redis has heard of it or lost.
      return known === null && isEnding(key) ? own.get(key) : known
    },
    set: async (key, value, ttlSeconds) => {
      await own.set(key, value, ttlSeconds)
      // What is said now is not overtaken by what was to be said.
      waitsIn(key)?.delete(key)
      const isTold = await shared((client) => write(client, key, value, ttlSeconds).then(() => true), async () => false)
      const until = performance.now() + ttlSeconds * 1000
      if (isTold) here.delete(key)
      else {
        keepBounded(here, key, until, MAX_UNTOLD)
        waitsIn(key)?.set(key, { value, until })
      }
    },
    count: (key, windowSeconds, step = 1) =>
      shared(async (client) => {
        const [count] = await client.multi().incrBy(PREFIX + key, step).expire(PREFIX + key, windowSeconds, 'NX').exec()
        here.delete(key)
        return Number(count)
      }, (store) => {
        keepBounded(here, key, performance.now() + windowSeconds * 1000, MAX_UNTOLD)
        return store.count(key, windowSeconds, step)
      }),
    delete: async (key) => {
      await own.delete(key)
      here.delete(key)
      waitsIn(key)?.delete(key)
      await shared(async (client) => void (await client.del(PREFIX + key)), async () => undefined)
    },
    hold: (key, holder, ttlSeconds) =>
      shared(async (client) => {
        const isTheirs = Number(await run(client, HOLD, key, holder, String(ttlSeconds))) === 1
        // Should Redis be late with the next answer, this web knows whose it was.
        await own.set(key, isTheirs ? holder : ANOTHER, ttlSeconds)
        return isTheirs
      }, (store) => store.hold(key, holder, ttlSeconds)),
    release: async (key, holder) => {
      await own.release(key, holder)
      await shared(async (client) => void (await run(client, RELEASE, key, holder)), async () => undefined)
    },
    close: () => link.close(),
  }
}
