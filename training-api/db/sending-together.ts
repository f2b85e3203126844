import type { Writable } from 'node:stream'
import type pg from 'pg'

/**
 * Sends what a connection is asked for in one turn of the event loop as one piece. The driver writes each statement for itself, and a
 * journey to the database costs more than most statements: those that are asked for together also travel together.
 */
export function sendTogether(client: pg.PoolClient): void {
  // Only now, since a socket forgets other ways to write when it connects; behind TLS it is the stream that encrypts.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  let holds = false
  stream.write = (...given: unknown[]) => {
    if (!holds) {
      holds = true
      stream.cork()
      // After everything that is ready to go on: who has waited for the same answer asks in the same turn.
      process.nextTick(() => {
        holds = false
        stream.uncork()
      })
    }
    return write(...given)
  }
}
