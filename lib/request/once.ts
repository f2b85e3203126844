import 'server-only'
import { store } from './store'

// Doors are bundled apart; what is under way in this process is known to all of them.
const shared = globalThis as { trainhallUnderWay?: Map<string, Promise<unknown>> }
const underWay = (shared.trainhallUnderWay ??= new Map())

/**
 * The answer of a write that must not happen twice: a repetition under the same key gets the first answer, also while that is still
 * under way (a page that closes and the one that opens after it say the same). A failure is not remembered.
 */
export async function once<T>(key: string, ttlSeconds: number, act: () => Promise<T>): Promise<T> {
  const running = underWay.get(key) as Promise<T> | undefined
  if (running) return running
  const work = (async () => {
    const remembered = await store.get(`once:${key}`)
    if (remembered !== null) return JSON.parse(remembered) as T
    const answer = await act()
    await store.set(`once:${key}`, JSON.stringify(answer), ttlSeconds)
    return answer
  })()
  underWay.set(key, work)
  try {
    return await work
  } finally {
    underWay.delete(key)
  }
}
