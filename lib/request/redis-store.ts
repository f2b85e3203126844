import 'server-only'
import type { RedisClientType } from 'redis'
import { keepBounded } from '@/lib/domain/bounded-map'
import { log } from '@/lib/log'
import { isEnding, memoryStore, type Store } from './memory-store'

const PREFIX = 'trainhall:'
const SILENCE_MS = 60_000
const WAIT_MS = 1000
/** So long a Redis that takes connections and says nothing is left alone. */
const REST_MS = 5000
/** A connection that a silent network has swallowed is made anew, after so many answers that did not come or so long without a word: nobody hears otherwise that it is gone. */
const MOST_LATE = 2
const [PING_MS, SILENT_MS] = [3000, 8000]
const MAX_UNTOLD = 10_000

class Late extends Error {}

function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Late('Redis does not answer')), WAIT_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/**
 * A store that several webs share. While Redis is away, or takes nothing, this web goes on with what it wrote itself: nobody is locked out
 * by it, and a session that was ended here stays ended here.
 */
export function redisStore(url: string): Store & { close: () => Promise<void> } {
  const own = memoryStore()
  /** What was ended while Redis was away; it is told when it listens again. */
  const untold = new Map<string, { value: string; until: number }>()
  /** What Redis did not take, and until when it counts: it may answer and refuse to write, with a full disk or as a replica. */
  const here = new Map<string, number>()
  let silentUntil = 0
  let restUntil = 0
  let lateInTurn = 0
  let connecting: Promise<RedisClientType> | null = null

  const complain = (error: unknown) => {
    if (Date.now() < silentUntil) return
    silentUntil = Date.now() + SILENCE_MS
    log.error({ error: String(error) }, 'Redis cannot be used: this web goes on with its own memory')
  }

  async function connect(): Promise<RedisClientType> {
    const { createClient } = await import('redis')
    const client = createClient({ url, disableOfflineQueue: true, pingInterval: PING_MS, socket: { connectTimeout: WAIT_MS, socketTimeout: SILENT_MS, reconnectStrategy: (retries) => Math.min(2000, 100 * 2 ** retries) } }) as RedisClientType
    client.on('error', complain)
    // Connecting goes on in the background, for as long as it takes.
    void client.connect().catch(complain)
    await new Promise<void>((resolve) => {
      const go = () => resolve()
      client.once('ready', go)
      setTimeout(go, WAIT_MS).unref()
    })
    return client
  }

  function rest(): void {
    // Of many who wait at once the first one speaks for all.
    if (Date.now() < restUntil) return
    restUntil = Date.now() + REST_MS
    lateInTurn += 1
    if (lateInTurn < MOST_LATE) return
    restUntil = 0
    lateInTurn = 0
    void connecting?.then((client) => client.destroy())
    connecting = null
  }

  const write = (client: RedisClientType, key: string, value: string, ttlSeconds: number) => client.set(PREFIX + key, value, { expiration: { type: 'EX', value: ttlSeconds } })

  function tellAll(client: RedisClientType): void {
    for (const [key, ending] of untold) {
      untold.delete(key)
      const seconds = Math.ceil((ending.until - Date.now()) / 1000)
      if (seconds > 0) write(client, key, ending.value, seconds).catch(() => untold.set(key, ending))
    }
  }

  async function shared<T>(ask: (client: RedisClientType) => Promise<T>, instead: (store: Store) => Promise<T>): Promise<T> {
    try {
      const client = await (connecting ??= connect())
      if (client.isReady && Date.now() >= restUntil) {
        const answer = await within(ask(client))
        lateInTurn = 0
        if (untold.size > 0) tellAll(client)
        return answer
      }
    } catch (error) {
      if (error instanceof Late) rest()
      complain(error)
    }
    return instead(own)
  }

  return {
    get: async (key) => {
      const known = await shared((client) => client.get(PREFIX + key), (store) => store.get(key))
      // What Redis did not take is newer than what it has.
      if ((here.get(key) ?? 0) > Date.now()) return (await own.get(key)) ?? known
      // What was ended here stays ended, whatever Redis has heard of it or lost.
      return known === null && isEnding(key) ? own.get(key) : known
    },
    set: async (key, value, ttlSeconds) => {
      await own.set(key, value, ttlSeconds)
      const isTold = await shared((client) => write(client, key, value, ttlSeconds).then(() => true), async () => false)
      const until = Date.now() + ttlSeconds * 1000
      if (isTold) here.delete(key)
      else keepBounded(here, key, until, MAX_UNTOLD)
      if (!isTold && isEnding(key)) keepBounded(untold, key, { value, until }, MAX_UNTOLD)
    },
    count: (key, windowSeconds, step = 1) =>
      shared(async (client) => {
        const [count] = await client.multi().incrBy(PREFIX + key, step).expire(PREFIX + key, windowSeconds, 'NX').exec()
        here.delete(key)
        return Number(count)
      }, (store) => {
        keepBounded(here, key, Date.now() + windowSeconds * 1000, MAX_UNTOLD)
        return store.count(key, windowSeconds, step)
      }),
    delete: async (key) => {
      await own.delete(key)
      here.delete(key)
      await shared(async (client) => void (await client.del(PREFIX + key)), async () => undefined)
    },
    close: async () => {
      const client = await connecting
      client?.destroy()
    },
  }
}
