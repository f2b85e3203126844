import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { redisLink } from '@/redis-link.mjs'
import { freePort } from '../support/free-port'
import { hasRedis, startRedis } from '../support/redis'

const waitMs = 500

/** The event loop of this process stands still, for longer than an answer may take. */
function standStill(): void {
  const until = performance.now() + waitMs + 100
  while (performance.now() < until);
}

describe.runIf(hasRedis)('the link to Redis', () => {
  let redis: ChildProcess
  let link: ReturnType<typeof redisLink>
  const complain = vi.fn()
  const ping = () => link.ask((client) => client.ping())
  const answered = expect.objectContaining({ answer: 'PONG' })

  beforeAll(async () => {
    const port = await freePort()
    redis = await startRedis(port)
    link = redisLink({ url: `redis://127.0.0.1:${port}`, waitMs, connectMs: 5_000, firstMs: 5_000, complain })
    await vi.waitFor(async () => expect(await ping()).toEqual(answered), { timeout: 10_000 })
    complain.mockClear()
  })
  afterAll(async () => {
    await link.close()
    redis.kill()
    await once(redis, 'exit')
  })

  it.each([['before the question is sent', queueMicrotask], ['while the answer comes', setImmediate]])('takes no standing still of its own process for a late Redis: %s', async (_when, soon) => {
    const asked = link.ask((client) => {
      const answer = client.ping()
      soon(standStill)
      return answer
    })
    expect(await asked).toEqual(answered)
    expect(await ping()).toEqual(answered)
    expect(complain).not.toHaveBeenCalled()
  })

  it('leaves a Redis alone that does not answer in time', async () => {
    redis.kill('SIGSTOP')
    expect(await ping()).toBeUndefined()
    redis.kill('SIGCONT')
    expect(complain).toHaveBeenCalledExactlyOnceWith('Error: Redis does not answer')
    expect(await ping()).toBeUndefined()
  })
})
