import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { memoryStore, type Store } from '@/lib/request/memory-store'
import { redisStore } from '@/lib/request/redis-store'
import { freePort } from '../support/free-port'
import { hasRedis, startRedis } from '../support/redis'

// What a web says while it cannot be heard, and what Redis makes of it afterwards; the rest of the store is in store.test.ts.

/** What a web of its own knows of logouts, with a store of its own. */
async function logoutsOf(store: Store) {
  vi.resetModules()
  vi.stubGlobal('trainhallStore', store)
  try {
    return await import('@/lib/request/untold-logouts')
  } finally {
    vi.unstubAllGlobals()
  }
}

describe.runIf(hasRedis)('what could not be told at once', () => {
  let server: ChildProcess
  let port: number
  let stores: ReturnType<typeof redisStore>[]

  const start = async () => {
    server = await startRedis(port)
  }
  const cli = (...words: string[]) => spawnSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' }).stdout
  beforeAll(async () => {
    port = await freePort()
    await start()
    stores = [redisStore(`redis://127.0.0.1:${port}`), redisStore(`redis://127.0.0.1:${port}`)]
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    server.kill()
    await once(server, 'exit')
  })

  it('what was renewed or kept while Redis was away is told when it is back, and takes no later word’s place, here neither', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const [near, far] = [stores[0]!, stores[1]!]
    await Promise.all([near, far].map((store) => store.get('a')))
    expect(near.isShared('token:both')).toBe(true)
    server.kill()
    await once(server, 'exit')
    const kinds = ['token', 'avatar', 'logout-untold', 'launch-score', 'launch-seq', 'launch-long', 'courseware-state', 'revoked-before']
    const givenBy = (store: Store, name: string) => Promise.all(kinds.map((kind) => store.get(`${kind}:${name}`)))
    const all = (value: string) => kinds.map(() => value)
    for (const kind of kinds) for (const name of ['alone', 'both']) await near.set(`${kind}:${name}`, 'first', 60)
    expect([await givenBy(near, 'both'), near.isShared('token:both'), near.isShared('other')]).toEqual([all('first'), false, false])
    await start()
    await vi.waitFor(async () => {
      await far.set('there', 'again', 60)
      expect(far.isShared('there')).toBe(true)
    }, { timeout: 8000, interval: 100 })
    for (const kind of kinds) await far.set(`${kind}:both`, 'theirs', 60)
    await vi.waitFor(async () => expect(await givenBy(near, 'both')).toEqual(all('theirs')), { timeout: 8000, interval: 100 })
    expect([await givenBy(far, 'both'), await givenBy(far, 'alone'), await givenBy(near, 'alone')]).toEqual([all('theirs'), all('first'), all('first')])
    expect([near.isShared('token:both'), near.isShared('token:alone')]).toEqual([true, true])
    said.mockRestore()
  })

  it('what this web said last counts, also where a Redis that stood still reads afterwards what it had said before', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const store = redisStore(`redis://127.0.0.1:${port}`)
    await store.get('a')
    server.kill('SIGSTOP')
    await store.set('token:stalled', 'first', 60)
    await store.set('token:stalled', 'second', 60)
    // So long after the second it reads the first.
    await new Promise((resolve) => setTimeout(resolve, 500))
    server.kill('SIGCONT')
    await vi.waitFor(async () => {
      await store.get('a')
      expect(await stores[1]!.get('token:stalled')).toBe('second')
    }, { timeout: 15_000, interval: 200 })
    expect(await store.get('token:stalled')).toBe('second')
    await store.close()
    said.mockRestore()
  })

  it('of what was written again and again while Redis was away the last word alone takes room', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const [near, far] = [stores[0]!, stores[1]!]
    server.kill()
    await once(server, 'exit')
    const states = ['often', 'once'].map((name) => `courseware-state:${name}`)
    const large = 'x'.repeat(2_000_000)
    for (const key of [states[0]!, states[0]!, states[0]!, ...states]) await near.set(key, large, 60)
    await start()
    await vi.waitFor(async () => {
      await near.get('a')
      expect((await Promise.all(states.map((key) => far.get(key)))).map((state) => state?.length)).toEqual([large.length, large.length])
    }, { timeout: 8000, interval: 100 })
    said.mockRestore()
  })

  describe('to a Redis that answers and takes nothing', () => {
    const taking = (isTaking: boolean) => cli('config', 'set', 'min-replicas-to-write', isTaking ? '0' : '1')
    beforeEach(() => {
      vi.spyOn(log, 'error').mockReturnValue(undefined)
    })
    afterEach(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
      taking(true)
    })

    it('is not said again with each question, but a while later', async () => {
      // One of its own, whose pauses began by no other clock.
      const [near, far] = [redisStore(`redis://127.0.0.1:${port}`), stores[1]!]
      await near.get('a')
      vi.useFakeTimers({ toFake: ['performance'] })
      taking(false)
      cli('config', 'resetstat')
      const keys = Array.from({ length: 20 }, (_, at) => `once:refused-${at}`)
      for (const key of keys) await near.set(key, 'done', 60)
      for (const key of keys) await near.get(key)
      expect(cli('info', 'commandstats')).toMatch(/cmdstat_eval:calls=20,/)
      taking(true)
      vi.advanceTimersByTime(3_000)
      await near.get('a')
      await vi.waitFor(async () => expect(await Promise.all(keys.map((key) => far.get(key)))).toEqual(keys.map(() => 'done')), { timeout: 8000, interval: 100 })
      await near.close()
    })

    it('has no web end a token which a login was given that Redis did not hear of', async () => {
      const [near, far] = [await logoutsOf(stores[0]!), await logoutsOf(stores[1]!)]
      await far.noteUntoldLogout('given-again')
      expect(await far.isUntoldLogout('given-again')).toBe(true)
      taking(false)
      await near.dropUntoldLogout('given-again')
      expect(await near.isUntoldLogout('given-again')).toBe(false)
      taking(true)
      await vi.waitFor(async () => {
        await stores[0]!.get('a')
        expect(await far.isUntoldLogout('given-again')).toBe(false)
      }, { timeout: 8000, interval: 100 })
      await far.noteUntoldLogout('given-again')
      expect(await near.isUntoldLogout('given-again')).toBe(true)
    })

    it('stays here for all that is counted here meanwhile', async () => {
      const store = stores[0]!
      await store.set('token:kept', 'older', 600)
      taking(false)
      await store.set('token:kept', 'newer', 600)
      for (let address = 0; address <= 10_000; address += 100) await Promise.all(Array.from({ length: 100 }, (_, more) => store.count(`limit:flood:${address + more}`, 600)))
      expect([await store.get('token:kept'), store.isShared('token:kept')]).toEqual(['newer', false])
    })
  })

  it('asks nothing that Redis knows since 7 only', async () => {
    const before = /slowlog-log-slower-than\s+(\S+)/.exec(cli('config', 'get', 'slowlog-log-slower-than'))![1]!
    cli('config', 'set', 'slowlog-log-slower-than', '0')
    await stores[0]!.count('limit:old-redis', 60)
    await stores[0]!.set('old-redis', 'x', 60)
    const asked = cli('slowlog', 'get', '20')
    cli('config', 'set', 'slowlog-log-slower-than', before)
    expect(asked).toContain('limit:old-redis')
    // The log knows only what was asked just now.
    const scripts = [...readFileSync('lib/request/redis-store.ts', 'utf8').matchAll(/^const [A-Z]+ = "(.*redis\.call.*)"$/gm)].map(([, script]) => script)
    expect(scripts).toHaveLength(4)
    for (const words of [asked, ...scripts]) expect(words).not.toMatch(/\b(?:NX|XX|GT|LT|EXAT|PXAT|KEEPTTL|GETEX|GETDEL|COPY)\b/i)
  })
})

it('one web alone shares all it knows with everybody there is', async () => {
  const store = memoryStore()
  await store.set('token:a', 'x', 60)
  expect(store.isShared('token:a')).toBe(true)
})
