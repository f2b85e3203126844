import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { guardPool } from '../db/tx.ts'
import { troubleOf } from '../rules/troubles.ts'

/** A pool that gives out one client, guarded by an engine that is away until `back`. */
function guarded() {
  const client = {}
  const connect = vi.fn(() => Promise.resolve(client))
  const pool = { connect } as unknown as pg.Pool
  let absence: Promise<void> | undefined
  guardPool(pool, () => absence)
  let back = () => {}
  const leave = () => {
    absence = new Promise((resolve) => {
      back = () => {
        absence = undefined
        resolve()
      }
    })
  }
  return { pool, client, connect, leave, back: () => back() }
}

describe('a pool whose engine is being started anew', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('gives a client at once while the engine is there', async () => {
    const { pool, client } = guarded()
    expect(await pool.connect()).toBe(client)
  })

  test('waits for the engine, and asks it only then', async () => {
    const { pool, client, connect, leave, back } = guarded()
    leave()
    const asked = pool.connect()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(connect).not.toHaveBeenCalled()
    back()
    expect(await asked).toBe(client)
  })

  test('refuses after ten seconds with what a caller is told as a database that is away, and serves who asks later', async () => {
    const { pool, client, connect, leave, back } = guarded()
    leave()
    const refused = pool.connect().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(troubleOf(await refused)).toBe('away')
    expect(connect).not.toHaveBeenCalled()
    back()
    expect(await pool.connect()).toBe(client)
  })

  test('tells a caller with a callback as well, as a single query of the pool is one', async () => {
    const { pool, client, connect, leave, back } = guarded()
    const ask = () => new Promise((resolve, reject) => pool.connect((fault, given) => (fault ? reject(fault) : resolve(given))))
    connect.mockImplementation(((callback: (fault: null, given: object) => void) => callback(null, client)) as never)
    leave()
    const refused = ask().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(troubleOf(await refused)).toBe('away')
    const waits = ask()
    back()
    expect(await waits).toBe(client)
  })
})
