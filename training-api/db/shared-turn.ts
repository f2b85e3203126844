import type pg from 'pg'
import { named } from './named.ts'
import { requireOutsideTransaction, sqlState } from './tx.ts'

type Turn = { client: Promise<pg.PoolClient>; begun: boolean; users: number; broken: boolean }

/**
 * Lets single statements share a turn of the embedded database's one connection: those that come while others are on their way are
 * sent along at once (`pipeline`) and answered together. A transaction has the connection to itself; while one waits, statements
 * that come later begin a turn of their own behind it. All have names: with one connection there is one plan of each. Plain strings (`begin`, `vacuum`) keep taking turns one by one.
 */
export function shareTurns(pool: pg.Pool): void {
  const alone = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>
  let current: Turn | null = null

  const join = (): Turn => {
    if (current && !current.broken && (!current.begun || pool.waitingCount === 0)) return current
    const turn: Turn = { client: pool.connect(), begun: false, users: 0, broken: false }
    turn.client.then(() => (turn.begun = true), () => undefined)
    return (current = turn)
  }

  const leave = (turn: Turn, client: pg.PoolClient): void => {
    turn.users -= 1
    if (turn.users > 0) return
    if (current === turn) current = null
    client.release(turn.broken)
  }

  async function together(...given: unknown[]): Promise<pg.QueryResult> {
    requireOutsideTransaction()
    const turn = join()
    turn.users += 1
    let client: pg.PoolClient
    try {
      client = await turn.client
    } catch (fault) {
      if (current === turn) current = null
      throw fault
    }
    try {
      const [statement, ...rest] = given
      return await (client.query as unknown as (...given: unknown[]) => Promise<pg.QueryResult>)(named(client, statement), ...rest)
    } catch (fault) {
      // What the database itself refuses leaves the connection whole.
      turn.broken ||= sqlState(fault) === undefined
      throw fault
    } finally {
      leave(turn, client)
    }
  }

  pool.query = ((...given: unknown[]) => (typeof given[0] === 'string' || typeof given.at(-1) === 'function' ? alone(...given) : together(...given))) as typeof pool.query
}
