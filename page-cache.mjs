// Next's cache of public pages, in Redis: with REDIS_URL next.config.mjs names this file, and all webs have one cache; without, each has
// Next's own. A page lives here as long as it may be shown, under the build that made it, because it names that build's scripts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { RESP_TYPES } from 'redis'
import { redisLink } from './redis-link.mjs'

const DEFAULT_SECONDS = 300
const LONGEST_SECONDS = 86_400
/** Pages kept here while Redis is away. */
const MAX_OWN = 200
/** Bytes of a page that is kept here, and of one that Redis is given; a longer one is made anew each time. */
const [MOST_OWN, MOST_SENT] = [1_000_000, 8_000_000]

/** @typedef {{ value: unknown, lastModified: number, cacheControl?: { revalidate?: number | false, expire?: number } }} Entry */

/** What is there once for all requests of this web: Next makes a new handler for each. */
const shared = { link: /** @type {ReturnType<typeof redisLink> | null} */ (null), own: /** @type {Map<string, Entry>} */ (new Map()), builds: new Map() }

function complain(error, msg = 'Redis cannot be used: this web keeps its own pages') {
  process.stderr.write(`${JSON.stringify({ level: 50, time: new Date().toISOString(), error: String(error), msg })}\n`)
}

/** A page as it was kept; null for what is none, so that the page is made anew and takes its place. */
function entryOf(bytes) {
  try {
    const entry = deserialize(bytes)
    if (typeof entry.lastModified === 'number' && entry.value) return entry
    throw new TypeError('not an entry')
  } catch (error) {
    complain(error, 'what Redis keeps of a page cannot be read: it is made anew')
    return null
  }
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
  constructor({ serverDistDir, url = process.env.REDIS_URL, waitMs = 500 }) {
    this.prefix = `trainhall:page:${buildOf(serverDistDir)}:`
    this.link = shared.link ??= redisLink({ url, waitMs, connectMs: 2000, complain })
    this.link.open()
  }

  /** @returns {Promise<Entry | null>} */
  async get(key) {
    const found = await this.link.ask((client) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(this.prefix + key))
    if (!found) return shared.own.get(key) ?? null
    // What Redis refused to take is here.
    return found.answer ? entryOf(found.answer) : (shared.own.get(key) ?? null)
  }

  async set(key, value, context) {
    const entry = { value, lastModified: Date.now(), cacheControl: context?.cacheControl }
    const lifetime = { expiration: { type: 'EX', value: secondsOf(value, context) } }
    const bytes = value ? serialize(entry) : null
    const kept = await this.link.ask((client) => (bytes && bytes.length <= MOST_SENT ? client.set(this.prefix + key, bytes, lifetime) : client.del(this.prefix + key)))
    if (kept || !bytes || bytes.length > MOST_OWN) shared.own.delete(key)
    else keepOwn(key, entry)
  }

  /** Whether Redis listens, for tests. */
  get isReady() {
    return this.link.isReady
  }

  // Nothing here is made anew by a tag: pages follow the platform by their age.
  async revalidateTag() {}

  resetRequestCache() {}

  /** Lets go of Redis, for tests. */
  static async close() {
    await shared.link?.close()
    shared.link = null
    shared.own.clear()
  }
}
