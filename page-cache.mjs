// Next's cache of public pages, in Redis: with REDIS_URL next.config.mjs names this file, and all webs have one cache; without, each has
// Next's own. A page lives here as long as it may be shown, under the build that made it, because it names that build's scripts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { createClient, RESP_TYPES } from 'redis'

const WAIT_MS = 500
const CONNECT_MS = 2000
const SILENCE_MS = 60_000
/** So long a Redis that takes connections and says nothing is left alone. */
const REST_MS = 5000
/** A connection that a silent network has swallowed is made anew, after so many answers that did not come or so long without a word: nobody hears otherwise that it is gone. */
const MOST_LATE = 2
const [PING_MS, SILENT_MS] = [3000, 8000]
const DEFAULT_SECONDS = 300
const LONGEST_SECONDS = 86_400
/** Pages kept here while Redis is away. */
const MAX_OWN = 200

/** @typedef {{ value: unknown, lastModified: number, cacheControl?: { revalidate?: number | false, expire?: number } }} Entry */

/** What is there once for all requests of this web: Next makes a new handler for each. */
const shared = { client: /** @type {ReturnType<typeof connect> | null} */ (null), own: /** @type {Map<string, Entry>} */ (new Map()), builds: new Map(), silentUntil: 0, restUntil: 0, lateInTurn: 0 }

function complain(error) {
  if (Date.now() < shared.silentUntil) return
  shared.silentUntil = Date.now() + SILENCE_MS
  process.stderr.write(`${JSON.stringify({ level: 50, time: new Date().toISOString(), error: String(error), msg: 'Redis cannot be used: this web keeps its own pages' })}\n`)
}

function rest() {
  // Of many who wait at once the first one speaks for all.
  if (Date.now() < shared.restUntil) return
  shared.restUntil = Date.now() + REST_MS
  shared.lateInTurn += 1
  if (shared.lateInTurn < MOST_LATE) return
  shared.restUntil = 0
  shared.lateInTurn = 0
  shared.client?.destroy()
  shared.client = null
}

/** What Redis answers, in time; undefined where it cannot be asked, and for a while after it was late. */
async function asked(url, ask) {
  const client = (shared.client ??= connect(url))
  if (!client.isReady || Date.now() < shared.restUntil) return undefined
  let timer
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      rest()
      reject(new Error('Redis does not answer'))
    }, WAIT_MS)
  })
  try {
    const answer = await Promise.race([ask(client), late])
    shared.lateInTurn = 0
    return { answer }
  } catch (error) {
    complain(error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

function connect(url) {
  const client = createClient({ url, disableOfflineQueue: true, pingInterval: PING_MS, socket: { connectTimeout: CONNECT_MS, socketTimeout: SILENT_MS, reconnectStrategy: (retries) => Math.min(2000, 100 * 2 ** retries) } })
  client.on('error', complain)
  client.connect().catch(complain)
  return client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
}

function buildOf(serverDistDir = '') {
  if (!shared.builds.has(serverDistDir)) shared.builds.set(serverDistDir, readFileSync(join(serverDistDir, '..', 'BUILD_ID'), 'utf8').trim())
  return shared.builds.get(serverDistDir)
}

/** How long an entry is worth keeping: until it may not be shown any more, not even while a newer one is made. */
function secondsOf(value, { cacheControl } = {}) {
  const told = cacheControl?.expire ?? (value?.kind === 'FETCH' ? value.revalidate : undefined)
  return Math.min(LONGEST_SECONDS, Math.max(1, typeof told === 'number' && told > 0 ? told : DEFAULT_SECONDS))
}

function keepOwn(key, entry) {
  shared.own.delete(key)
  shared.own.set(key, entry)
  if (shared.own.size > MAX_OWN) shared.own.delete(shared.own.keys().next().value)
}

/** The handler Next asks for a page before it makes one, and hands each page it made. */
export default class PageCache {
  constructor({ serverDistDir, url = process.env.REDIS_URL }) {
    this.prefix = `trainhall:page:${buildOf(serverDistDir)}:`
    this.url = url
    shared.client ??= connect(url)
  }

  /** @returns {Promise<Entry | null>} */
  async get(key) {
    const found = await asked(this.url, (client) => client.get(this.prefix + key))
    if (!found) return shared.own.get(key) ?? null
    // What Redis refused to take is here.
    return found.answer ? deserialize(found.answer) : (shared.own.get(key) ?? null)
  }

  async set(key, value, context) {
    const entry = { value, lastModified: Date.now(), cacheControl: context?.cacheControl }
    const lifetime = { expiration: { type: 'EX', value: secondsOf(value, context) } }
    const kept = await asked(this.url, (client) => (value ? client.set(this.prefix + key, serialize(entry), lifetime) : client.del(this.prefix + key)))
    if (kept || !value) shared.own.delete(key)
    else keepOwn(key, entry)
  }

  /** Whether Redis listens, for tests. */
  get isReady() {
    return shared.client?.isReady ?? false
  }

  // Nothing here is made anew by a tag: pages follow the platform by their age.
  async revalidateTag() {}

  resetRequestCache() {}

  /** Lets go of Redis, for tests. */
  static close() {
    shared.client?.destroy()
    shared.client = null
    shared.own.clear()
  }
}
