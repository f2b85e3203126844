import 'server-only'
import type { RedisClientType } from 'redis'
import { BoundedMap, keepBounded } from '@/lib/domain/bounded-map'
import { log } from '@/lib/log'
import { redisLink } from '@/redis-link.mjs'
import { isEnding, memoryStore, roomName, type Store } from './memory-store'

const PREFIX = 'trainhall:'
const WAIT_MS = 1000
const MAX_UNTOLD = 10_000
/** So long a Redis that has refused what it was told late is told nothing more of it. */
const REFUSED_MS = 3_000
/** Of what is long: launches with their packages, states of courseware. */
const [MAX_LONG, MAX_LONG_CHARACTERS] = [1_000, 8_000_000]
/** Whose a key is and what becomes of it is one step in Redis: it may end between two. */
const HOLD = "local held = redis.call('get', KEYS[1]) if held and held ~= ARGV[1] then return 0 end redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) return 1"
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end return 1"
/** A counter never stays for want of an end, and Redis before 7 need not know `EXPIRE … NX`. */
const COUNT = "local count = redis.call('incrby', KEYS[1], ARGV[1]) if redis.call('ttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[2]) end return count"
/**
 * What is told late takes no later word's place: a key is kept for as long whoever writes it, so the later one lasts longer; but for what this
 * web had said before itself, which a Redis that stood still may have read afterwards.
 */
const TELL = "local held = redis.call('get', KEYS[1]) local isOurs = false for at = 3, #ARGV do isOurs = isOurs or ARGV[at] == held end if held and not isOurs and redis.call('pttl', KEYS[1]) > tonumber(ARGV[2]) then return 0 end redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1"
type Untold = { value: string; until: number; /** Whether it was sent, and may be read yet. */ isSent: boolean; /** What it had sent under the key before, of which it heard nothing. */ earlier: string[] }
/** The first of them: after a second late answer there is no connection on which more could be waiting. */
const MOST_EARLIER = 3
const earlierThan = (before: Untold | undefined) => (before?.isSent ? [...before.earlier, before.value].slice(0, MOST_EARLIER) : (before?.earlier ?? []))
const lengthOf = ({ value, earlier }: Untold, key: string) => key.length + value.length + earlier.join('').length
/** Keys of what must not be done twice (`once.ts`), with its answer: another web would do it again. */
const isAnswer = (key: string) => key.startsWith('once:')
/** Keys of a launch of a package, of which the most is written once, when it begins (`launches.ts`): its player may ask any web. What is taken once and gone then (`launch-news`) would be shown again. */
const isLaunch = (key: string) => /^launch(-package|-current|-score|-seq|-long)?:/.test(key)
/** Keys of a renewed token, of a new picture or name and of whether a token is to be ended: what the other webs have by themselves is over, or older. */
const isOfSession = (key: string) => /^(token|avatar|logout-untold):/.test(key)
const isState = (key: string) => key.startsWith('courseware-state:')
/** Who holds a key that Redis says is not ours. */
const ANOTHER = 'another'

/**
 * A store that several webs share. While Redis is away, or takes nothing, this web goes on with what it wrote itself: nobody is locked out
 * by it, and a session that was ended here stays ended here.
 */
export function redisStore(url: string): Store & { close: () => Promise<void> } {
  const own = memoryStore()
  /** What was ended while Redis was away, done, renewed, begun and kept; it is told when it listens again. */
  const untoldOf = (most: number, characters: number) => new BoundedMap<Untold>({ most, characters, lengthOf })
  const untold = [
    ...[isEnding, isAnswer, isOfSession].map((isOfKind) => ({ isOfKind, waiting: untoldOf(MAX_UNTOLD, Infinity) })),
    ...[isLaunch, isState].map((isOfKind) => ({ isOfKind, waiting: untoldOf(MAX_LONG, MAX_LONG_CHARACTERS) })),
  ]
  /** Where a key waits to be told; undefined for one that is not told later. */
  const waitsIn = (key: string) => untold.find(({ isOfKind }) => isOfKind(key))?.waiting
  /** What Redis did not take, by kinds as in memory, and until when it counts: it may answer and refuse to write, with a full disk or as a replica. */
  const here = new Map<string, Map<string, number>>()
  const hereOf = (key: string) => {
    const ofKind = here.get(roomName(key)) ?? new Map<string, number>()
    here.set(roomName(key), ofKind)
    return ofKind
  }
  const isHere = (key: string) => (hereOf(key).get(key) ?? 0) > performance.now()
  /** Whether Redis gave no answer when it was last asked. */
  let isAlone = false
  let refusesUntil = 0
  const link = redisLink({
    url, waitMs: WAIT_MS, connectMs: WAIT_MS, firstMs: WAIT_MS,
    complain: (error) => log.error({ error }, 'Redis cannot be used: this web goes on with its own memory'),
  })

  const write = (client: RedisClientType, key: string, value: string, ttlSeconds: number) => client.set(PREFIX + key, value, { expiration: { type: 'EX', value: ttlSeconds } })

  const run = (client: RedisClientType, script: string, key: string, ...given: string[]) => client.sendCommand(['EVAL', script, '1', PREFIX + key, ...given])

  function tellAll(client: RedisClientType): void {
    for (const { waiting } of untold) {
      for (const [key, one] of waiting) {
        waiting.delete(key)
        const leftMs = Math.ceil(one.until - performance.now())
        if (leftMs <= 0) continue
        run(client, TELL, key, one.value, String(leftMs), ...one.earlier).then(() => {
          // From now on another web's word is the newer one, or was before.
          if (hereOf(key).get(key) === one.until) hereOf(key).delete(key)
        }, () => {
          refusesUntil = performance.now() + REFUSED_MS
          if (!waiting.has(key) && hereOf(key).get(key) === one.until) waiting.set(key, { ...one, isSent: true })
        })
      }
    }
  }

  async function shared<T>(ask: (client: RedisClientType) => Promise<T>, instead: (store: Store) => Promise<T>): Promise<T> {
    const found = await link.ask(ask)
    isAlone = !found
    if (!found) return instead(own)
    if (performance.now() >= refusesUntil && untold.some(({ waiting }) => waiting.size > 0)) tellAll(found.client)
    return found.answer
  }

  return {
    get: async (key) => {
      const known = await shared((client) => client.get(PREFIX + key), (store) => store.get(key))
      // What Redis did not take is newer than what it has.
      if (isHere(key)) return (await own.get(key)) ?? known
      // What was ended here stays ended, whatever Redis has heard of it or lost.
      return known === null && isEnding(key) ? own.get(key) : known
    },
    set: async (key, value, ttlSeconds) => {
      await own.set(key, value, ttlSeconds)
      // What is said now is not overtaken by what was to be said.
      const waiting = waitsIn(key)
      const earlier = earlierThan(waiting?.get(key))
      waiting?.delete(key)
      const until = performance.now() + ttlSeconds * 1000
      let isSent = false
      const isTold = await shared((client) => {
        isSent = true
        return write(client, key, value, ttlSeconds).then(() => true)
      }, async () => false)
      if (isTold) hereOf(key).delete(key)
      else {
        keepBounded(hereOf(key), key, until, MAX_UNTOLD)
        waiting?.set(key, { value, until, isSent, earlier })
      }
    },
    count: (key, windowSeconds, step = 1) =>
      shared(async (client) => {
        const count = Number(await run(client, COUNT, key, String(step), String(windowSeconds)))
        hereOf(key).delete(key)
        return count
      }, (store) => {
        keepBounded(hereOf(key), key, performance.now() + windowSeconds * 1000, MAX_UNTOLD)
        return store.count(key, windowSeconds, step)
      }),
    delete: async (key) => {
      await own.delete(key)
      hereOf(key).delete(key)
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
    isShared: (key) => !isAlone && !isHere(key),
    close: () => link.close(),
  }
}
