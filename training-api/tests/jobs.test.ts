import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ApiContext } from '../context.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { startJobs } from '../jobs.ts'
import type { Job } from '../jobs.ts'
import { createLog } from '../operation/log.ts'
import { takeLease } from '../queries/leases.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
}, 300_000)
afterAll(() => api.close())

const begin = async (name: string, run: Job['run']) => {
  const begun = vi.fn(run)
  const stop = startJobs({ db: api.db, clock: api.clock, log: createLog('silent') } as unknown as ApiContext, [], [{ name, everySeconds: 1, run: begun }])
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), { timeout: 10_000 })
  return { begun, stop }
}

test('a job of many parts is told that the process is about to end, and the end waits for the part it is at', async () => {
  let parts = 0
  const { begun, stop } = await begin('parts', async (_, stopping) => {
    for (; stopping?.aborted !== true; parts += 1) await new Promise((resolve) => setTimeout(resolve, 20))
  })
  await stop()
  const done = parts
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect([parts, begun.mock.calls.length]).toEqual([done, 1])
})

test('a job that does not end keeps the end of the process waiting for two seconds at most', async () => {
  const { stop } = await begin('endless', () => new Promise(() => {}))
  const asked = performance.now()
  await stop()
  const waitedMs = performance.now() - asked
  expect(waitedMs).toBeGreaterThan(1_500)
  expect(waitedMs).toBeLessThan(10_000)
})

test('a sweep of many rows stops after the batch it is at', async () => {
  const ending = new AbortController()
  const deleteSome = vi.fn(async (most: number) => {
    if (deleteSome.mock.calls.length === 3) ending.abort()
    return { rowCount: most }
  })
  await deleteInBatches(deleteSome, ending.signal)
  expect(deleteSome).toHaveBeenCalledTimes(3)
})

test.each([
  ['that is at it', '3 seconds', false],
  ['that is at it, by a clock that was put back a little', '7 seconds', false],
  ['that was killed', '-1 seconds', true],
  ['that was killed, when the clock was far ahead', '400 days', true],
])('a job of a process %s is another’s too only where nobody can be at it', async (what, left, isFree) => {
  const take = (holder: string) => takeLease(api.db, { name: what, holder, seconds: 5 })
  expect(await take('one')).toBe(true)
  await api.db.execute(sql`update leases set expires_at = now() + ${left}::interval where name = ${what}`)
  expect(await take('other')).toBe(isFree)
  expect(await take('one')).toBe(!isFree)
})
