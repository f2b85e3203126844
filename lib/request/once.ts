import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { TrainingError } from '@/lib/training/errors'
import { store } from './store'

// Doors are bundled apart; what is under way in this process is known to all of them.
const shared = globalThis as { trainhallUnderWay?: Map<string, Promise<unknown>> }
const underWay = (shared.trainhallUnderWay ??= new Map())

/**
 * So long one web has a write for itself without saying again that it is at it: the turn of one that dies meanwhile is another's soon. What
 * is said while Redis is left alone for having been late (`redis-link.mjs`: up to a second and five more) reaches nobody, and no turn ends by it.
 */
const TURN_SECONDS = 9
const AGAIN_MS = 1_000
/** So long another web waits for the answer of the first: longer than the turn of a dead one lasts, less than a page waits. */
const PATIENCE_MS = 12_000
const LOOK_MS = 100

/**
 * The answer of a write that must not happen twice: a repetition under the same key gets the first answer, also while that is still
 * under way (a page that closes and the one that opens after it say the same), here or in another web. A failure is not remembered.
 */
export async function once<T>(key: string, ttlSeconds: number, act: () => Promise<T>): Promise<T> {
  const running = underWay.get(key) as Promise<T> | undefined
  if (running) return running
  const work = inTurn(key, ttlSeconds, act)
  underWay.set(key, work)
  try {
    return await work
  } finally {
    underWay.delete(key)
  }
}

async function inTurn<T>(key: string, ttlSeconds: number, act: () => Promise<T>): Promise<T> {
  const turn = `once-turn:${key}`
  // A web that stood still goes on when its turn is another's, which it leaves alone.
  const holder = randomUUID()
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const isOurs = await store.hold(turn, holder, TURN_SECONDS)
    const again = isOurs && setInterval(() => void store.hold(turn, holder, TURN_SECONDS), AGAIN_MS)
    try {
      const remembered = await store.get(`once:${key}`)
      if (remembered !== null) return JSON.parse(remembered) as T
      if (isOurs) {
        const answer = await act()
        await store.set(`once:${key}`, JSON.stringify(answer), ttlSeconds)
        return answer
      }
    } finally {
      if (again) {
        clearInterval(again)
        await store.release(turn, holder)
      }
    }
    await pause(LOOK_MS)
  }
  throw new TrainingError('timeout', 'another web is busy with it')
}
