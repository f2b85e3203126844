import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { TrainingError } from '@/lib/training/errors'
import { store } from './store'

// Doors are bundled apart; what is under way in this process is known to all of them.
const shared = globalThis as { trainhallUnderWay?: Map<string, Promise<unknown>> }
const underWay = (shared.trainhallUnderWay ??= new Map())

/** So long one web has a write for itself, more than it takes; the turn of one that dies meanwhile ends by itself. */
const TURN_SECONDS = 60
/** The turn of what waits long for the platform more than once. */
export const LONG_TURN_SECONDS = 120
/** So long another web waits for the answer of the first: less than a page waits. */
const PATIENCE_MS = 12_000
const LOOK_MS = 100

/**
 * The answer of a write that must not happen twice: a repetition under the same key gets the first answer, also while that is still
 * under way (a page that closes and the one that opens after it say the same), here or in another web. A failure is not remembered.
 */
export async function once<T>(key: string, ttlSeconds: number, act: () => Promise<T>, turnSeconds = TURN_SECONDS): Promise<T> {
  const running = underWay.get(key) as Promise<T> | undefined
  if (running) return running
  const work = inTurn(key, ttlSeconds, act, turnSeconds)
  underWay.set(key, work)
  try {
    return await work
  } finally {
    underWay.delete(key)
  }
}

async function inTurn<T>(key: string, ttlSeconds: number, act: () => Promise<T>, turnSeconds: number): Promise<T> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const isOurs = (await store.count(`once-turn:${key}`, turnSeconds)) === 1
    try {
      const remembered = await store.get(`once:${key}`)
      if (remembered !== null) return JSON.parse(remembered) as T
      if (isOurs) {
        const answer = await act()
        await store.set(`once:${key}`, JSON.stringify(answer), ttlSeconds)
        return answer
      }
    } finally {
      if (isOurs) await store.delete(`once-turn:${key}`)
    }
    await pause(LOOK_MS)
  }
  throw new TrainingError('timeout', 'another web is busy with it')
}
