// How the web stands by a Redis that is away, late, or behind a network that has swallowed it. Two use it: page-cache.mjs, which Next loads
// as it lies here, and lib/request/redis-store.ts, which is built into the web.

/** @typedef {import('redis').RedisClientType} Client */

const SILENCE_MS = 60_000
/** So long a Redis that takes connections and says nothing is left alone. */
const REST_MS = 5000
/** A connection that a silent network has swallowed is made anew, after so many answers that did not come or so long without a word: nobody hears otherwise that it is gone. */
const MOST_LATE = 2
const [PING_MS, SILENT_MS] = [3000, 8000]

class Late extends Error {}

/** In so many pieces an answer is waited for. */
const PIECES = 10

/** An answer, if it comes in time. A process that stood still itself loses one piece only: Node looks at its clocks before it reads what has come meanwhile. */
function within(answer, ms) {
  let timer
  const late = new Promise((_resolve, reject) => {
    let left = PIECES
    timer = setInterval(() => {
      left -= 1
      if (left === 0) reject(new Late('Redis does not answer'))
    }, ms / PIECES)
  })
  return Promise.race([answer, late]).finally(() => clearInterval(timer))
}

/**
 * One connection to Redis, made when it is first needed. What is asked gets its answer in time, or undefined where Redis cannot be asked, and
 * for a while after it was late; `complain` hears of it, once in a while.
 * @param {{ url: string, waitMs: number, connectMs: number, firstMs?: number, complain: (error: string) => void }} given The first to ask waits `firstMs` for the connection.
 * @returns {{ open: () => void, ask: <T>(question: (client: Client) => Promise<T>) => Promise<{ answer: T, client: Client } | undefined>, close: () => Promise<void>, readonly isReady: boolean }}
 */
export function redisLink({ url, waitMs, connectMs, firstMs = 0, complain }) {
  /** @type {Promise<Client> | null} */
  let connecting = null
  /** @type {Client | null} */
  let connected = null
  let silentUntil = 0
  let restUntil = 0
  let lateInTurn = 0

  function note(error) {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + SILENCE_MS
    complain(String(error))
  }

  async function connect() {
    const { createClient } = await import('redis')
    const client = createClient({ url, disableOfflineQueue: true, pingInterval: PING_MS, socket: { connectTimeout: connectMs, socketTimeout: SILENT_MS, reconnectStrategy: (retries) => Math.min(2000, 100 * 2 ** retries) } })
    client.on('error', note)
    // Connecting goes on in the background, for as long as it takes.
    void client.connect().catch(note)
    connected = client
    if (firstMs > 0) {
      await new Promise((resolve) => {
        client.once('ready', resolve)
        setTimeout(resolve, firstMs).unref()
      })
    }
    return client
  }

  const open = () => (connecting ??= connect())

  function letGo() {
    connected?.destroy()
    connected = null
    connecting = null
  }

  function rest() {
    // Of many who wait at once the first one speaks for all.
    if (performance.now() < restUntil) return
    restUntil = performance.now() + REST_MS
    lateInTurn += 1
    if (lateInTurn < MOST_LATE) return
    restUntil = 0
    lateInTurn = 0
    letGo()
  }

  return {
    open: () => void open().catch(note),
    async ask(question) {
      try {
        const client = await open()
        if (!client.isReady || performance.now() < restUntil) return undefined
        const answer = await within(question(client), waitMs)
        lateInTurn = 0
        return { answer, client }
      } catch (error) {
        if (error instanceof Late) rest()
        note(error)
        return undefined
      }
    },
    async close() {
      await connecting
      letGo()
    },
    get isReady() {
      return connected?.isReady ?? false
    },
  }
}
