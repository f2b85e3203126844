import { freshId } from '@/lib/domain/fresh-id'

const waiting = new Map<string, { wish: string; operationId: string }>()

/**
 * Sends a wish about one thing under an id of its own, and under the same id again while nobody has heard that it was done: the first
 * may have arrived after all. Another wish about the same thing has another id.
 */
export async function sendWish<T>(about: string, wish: string, send: (operationId: string) => Promise<T>): Promise<T> {
  const before = waiting.get(about)
  const { operationId } = before?.wish === wish ? before : { operationId: freshId() }
  waiting.set(about, { wish, operationId })
  const answer = await send(operationId)
  if (waiting.get(about)?.operationId === operationId) waiting.delete(about)
  return answer
}
