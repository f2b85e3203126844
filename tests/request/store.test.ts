import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { memoryStore, type Store } from '@/lib/request/memory-store'
import { redisStore } from '@/lib/request/redis-store'
import { freePort } from '../support/free-port'
import { hasRedis, startRedis } from '../support/redis'

function contract(open: () => Store) {
  it('keeps a value under a key, and forgets it on request', async () => {
    const store = open()
    expect(await store.get('a')).toBeNull()
    await store.set('a', 'one', 60)
    await store.set('a', 'two', 60)
    expect(await store.get('a')).toBe('two')
    await store.delete('a')
    expect(await store.get('a')).toBeNull()
  })

  it('counts one by one, also when many count at once', async () => {
    const store = open()
    const counts = await Promise.all(Array.from({ length: 20 }, () => store.count('n', 60)))
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(await store.get('n')).toBe('20')
    await store.delete('n')
    expect(await store.count('n', 60)).toBe(1)
  })

  it('counts back what did not count after all, within the same window', async () => {
    const store = open()
    expect([await store.count('back', 60), await store.count('back', 60), await store.count('back', 60, -1), await store.count('back', 60)]).toEqual([1, 2, 1, 2])
    await store.count('brief', 2)
    await store.count('brief', 60, -1)
    await vi.waitFor(async () => expect(await store.get('brief')).toBeNull(), { timeout: 6000, interval: 100 })
  })

  it('is held for one at a time, who alone holds it longer and lets go of it', async () => {
    const store = open()
    expect([await store.hold('turn', 'one', 60), await store.hold('turn', 'other', 60), await store.hold('turn', 'one', 60)]).toEqual([true, false, true])
    await store.release('turn', 'other')
    expect(await store.hold('turn', 'other', 1)).toBe(false)
    await store.release('turn', 'one')
    expect(await store.hold('turn', 'other', 1)).toBe(true)
    await vi.waitFor(async () => expect(await store.hold('turn', 'one', 60)).toBe(true), { timeout: 4000, interval: 100 })
    await store.release('turn', 'one')
  })

  it('lets a value go when its time is over', async () => {
    const store = open()
    await store.set('short', 'x', 2)
    await store.count('window', 2)
    await store.count('window', 60)
    await vi.waitFor(async () => expect([await store.get('short'), await store.get('window')]).toEqual([null, null]), { timeout: 6000, interval: 100 })
  })
}

describe('the store in memory', () => {
  const store = memoryStore()
  contract(() => store)

  it('does not forget an ended session for all the tries that strangers make', async () => {
    const flooded = memoryStore()
    await flooded.set('revoked:a', '1', 3600)
    for (let stranger = 0; stranger <= 100_000; stranger += 1) await flooded.count(`limit:failedLoginsOfAccount:82:${stranger}`, 3600)
    expect(await flooded.get('revoked:a')).toBe('1')
    expect(await flooded.get('limit:failedLoginsOfAccount:82:0')).toBeNull()
  })

  it('does not forget an ended session for all the visits and launches of a learner, nor one of these for the others', async () => {
    const flooded = memoryStore()
    await flooded.set('revoked:a', '1', 3600)
    await flooded.set('revoked-before:82:1', '1', 3600)
    await flooded.set('launch:theirs', 'x', 600)
    await flooded.set('token:theirs', 'x', 3600)
    for (let visit = 0; visit <= 100_000; visit += 1) await flooded.set(`once:visit-end:82:1:${visit}`, '{}', 86_400)
    expect([await flooded.get('revoked:a'), await flooded.get('revoked-before:82:1'), await flooded.get('launch:theirs'), await flooded.get('token:theirs')]).toEqual(['1', '1', 'x', 'x'])
    expect(await flooded.get('once:visit-end:82:1:0')).toBeNull()
  })

  it('keeps no more of a kind than fits, however few they are: what was written longest ago goes', async () => {
    const store = memoryStore()
    const large = 'x'.repeat(200_000)
    const write = (section: number) => store.set(`courseware-state:82:1:${section}`, large, 3600)
    await store.set('launch:theirs', 'x', 600)
    for (let section = 0; section < 320; section += 1) await write(section)
    await write(0)
    await write(320)
    const isThere = async (section: number) => (await store.get(`courseware-state:82:1:${section}`)) !== null
    expect(await Promise.all([0, 1, 2, 320].map(isThere))).toEqual([true, false, true, true])
    expect(await store.get('launch:theirs')).toBe('x')
    await store.delete('courseware-state:82:1:2')
    await write(321)
    expect(await isThere(3)).toBe(true)
  })

  it('does not forget the failed logins of an account for all the addresses that reach another limit, nor what is asked for meanwhile', async () => {
    const flooded = memoryStore()
    await flooded.count('limit:failedLoginsOfAccount:82:liming', 900)
    await flooded.count('limit:certificateChecksOfAddress:watched', 900)
    await flooded.count('limit:certificateChecksOfAddress:left', 900)
    for (let address = 0; address < 100_000; address += 1) {
      await flooded.count(`limit:certificateChecksOfAddress:${address}`, 900)
      if (address % 1000 === 0) await flooded.get('limit:certificateChecksOfAddress:watched')
    }
    const left = ['failedLoginsOfAccount:82:liming', 'certificateChecksOfAddress:watched', 'certificateChecksOfAddress:left'].map((key) => flooded.get(`limit:${key}`))
    expect(await Promise.all(left)).toEqual(['1', '1', null])
  })

  it('lets a limit go in time, also when the clock is set back an hour meanwhile', async () => {
    vi.useFakeTimers()
    const store = memoryStore()
    await store.count('limit:x', 60)
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(60_001)
    expect(await store.count('limit:x', 60)).toBe(1)
    vi.useRealTimers()
  })

  it('makes room by what is past its time, before anything that is alive', async () => {
    let now = 0
    const store = memoryStore(() => now)
    await store.set('launch:long', 'x', 3600)
    for (let short = 1; short < 100_000; short += 1) await store.set(`launch:${short}`, 'x', 60)
    now += 61_000
    await store.set('launch:next', 'x', 60)
    await store.set('launch:last', 'x', 60)
    expect(await store.get('launch:long')).toBe('x')
  })
})

describe.runIf(hasRedis)('the store in Redis', () => {
  let server: ChildProcess
  let port: number
  let stores: ReturnType<typeof redisStore>[]

  const start = async () => {
    server = await startRedis(port)
  }
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
  contract(() => stores[0]!)

  it('does not wait long for a Redis that says nothing, and then leaves it alone for a while', async () => {
    const complained = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const store = redisStore(`redis://127.0.0.1:${port}`)
    await store.set('a', 'told', 60)
    await stores[1]!.hold('theirs', 'they', 60)
    expect([await store.hold('ours', 'we', 60), await store.hold('theirs', 'we', 60)]).toEqual([true, false])
    server.kill('SIGSTOP')
    expect(await store.get('a')).toBe('told')
    expect(complained).toHaveBeenCalledWith({ error: expect.stringContaining('does not answer') }, expect.anything())
    await Promise.all(Array.from({ length: 50 }, async () => expect(await store.get('a')).toBe('told')))
    // Whose turn it was is known meanwhile.
    expect([await store.hold('ours', 'we', 60), await store.hold('theirs', 'we', 60)]).toEqual([true, false])
    server.kill('SIGCONT')
    await store.close()
    complained.mockRestore()
  })

  it('makes a connection anew that a silent network has swallowed', async () => {
    const complained = vi.spyOn(log, 'error').mockReturnValue(undefined)
    // Connections through it are dead once it has been silent, as behind a firewall that has forgotten them.
    let isSilent = false
    const dead = new Set<Socket>()
    const network = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      for (const [from, to] of [[near, far], [far, near]] as const) {
        from.on('data', (data) => {
          if (isSilent) dead.add(near)
          if (!dead.has(near)) to.write(data)
        })
        from.on('error', () => undefined)
        from.on('close', () => to.destroy())
      }
    }).listen(0, '127.0.0.1')
    await once(network, 'listening')
    const store = redisStore(`redis://127.0.0.1:${(network.address() as AddressInfo).port}`)
    await store.set('told', 'there', 60)
    isSilent = true
    await store.get('told')
    isSilent = false
    await stores[0]!.set('since', 'there', 60)
    await vi.waitFor(async () => expect(await store.get('since')).toBe('there'), { timeout: 15_000, interval: 200 })
    await store.close()
    network.close()
    complained.mockRestore()
  }, 20_000)

  it('is one for all webs', async () => {
    await stores[0]!.set('revoked', '1', 60)
    expect(await stores[1]!.get('revoked')).toBe('1')
    await stores[0]!.count('shared', 60)
    expect(await stores[1]!.count('shared', 60)).toBe(2)
  })

  it('goes on with what this web wrote while Redis is away, says so once, and comes back', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    server.kill()
    await once(server, 'exit')
    await vi.waitFor(async () => expect(await stores[0]!.get('revoked')).toBe('1'), { timeout: 4000 })
    expect(await stores[0]!.count('alone', 60)).toBe(1)
    await stores[0]!.set('kept', 'here', 60)
    expect(await stores[0]!.get('kept')).toBe('here')
    expect(said.mock.calls.length).toBeLessThanOrEqual(2)
    await start()
    await vi.waitFor(async () => {
      await stores[0]!.set('again', 'there', 60)
      expect(await stores[1]!.get('again')).toBe('there')
    }, { timeout: 8000, interval: 100 })
    said.mockRestore()
  })

  it('a session that ended while Redis was away is ended when it is back, here at once and on every web soon, and what was done is done', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    server.kill()
    await once(server, 'exit')
    await stores[0]!.set('revoked:away', '1', 60)
    await stores[0]!.set('revoked-before:82:away', '1700000000', 60)
    await stores[0]!.set('once:away', '{}', 60)
    await start()
    await vi.waitFor(async () => {
      await stores[1]!.set('there', 'again', 60)
      expect(await stores[0]!.get('there')).toBe('again')
    }, { timeout: 8000, interval: 100 })
    expect([await stores[0]!.get('revoked:away'), await stores[0]!.get('revoked-before:82:away'), await stores[0]!.get('revoked:alive')]).toEqual(['1', '1700000000', null])
    await vi.waitFor(async () => expect([await stores[1]!.get('revoked:away'), await stores[1]!.get('revoked-before:82:away'), await stores[1]!.get('once:away')]).toEqual(['1', '1700000000', '{}']), { timeout: 4000 })
    said.mockRestore()
  })

  it('a launch that began while Redis was away is known to every web soon, and a later one is not overtaken by it', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const [near, far] = [stores[0]!, stores[1]!]
    server.kill()
    await once(server, 'exit')
    const keys = ['launch:away', 'launch-package:away', 'launch-current:82:1:2']
    for (const key of [...keys, 'launch-current:82:1:1', 'launch-news:away']) await near.set(key, 'first', 60)
    await start()
    let later = 0
    await vi.waitFor(async () => {
      await near.set('launch-current:82:1:1', `${(later += 1)}`, 60)
      expect(await far.get('launch-current:82:1:1')).not.toBeNull()
    }, { timeout: 8000, interval: 100 })
    await vi.waitFor(async () => expect(await Promise.all(keys.map((key) => far.get(key)))).toEqual(['first', 'first', 'first']), { timeout: 4000 })
    expect([await far.get('launch-current:82:1:1'), await far.get('launch-news:away')]).toEqual([`${later}`, null])
    await far.set('launch-current:82:1:2', 'theirs', 60)
    expect(await near.get('launch-current:82:1:2')).toBe('theirs')
    said.mockRestore()
  })

  it('goes on with what this web wrote while Redis answers and takes nothing, as with a full disk', async () => {
    const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
    const [refusing, taking] = ['1', '0'].map((replicas) => () => spawnSync('redis-cli', ['-p', String(port), 'config', 'set', 'min-replicas-to-write', replicas]))
    await stores[0]!.set('launch:before', 'told', 60)
    await stores[0]!.set('launch:newer', 'older', 60)
    refusing!()
    await stores[0]!.set('launch:refused', 'here', 60)
    await stores[0]!.set('launch:newer', 'here', 60)
    for (const [key, value] of [['once:gone', 'done'], ['revoked-before:82:newer', '1']] as const) await stores[0]!.set(key, value, 60)
    expect(await stores[0]!.get('launch:newer')).toBe('here')
    expect(await stores[0]!.count('limit:refused', 60)).toBe(1)
    expect([await stores[0]!.get('launch:before'), await stores[0]!.get('launch:refused'), await stores[0]!.get('limit:refused')]).toEqual(['told', 'here', '1'])
    for (const key of ['launch:refused', 'once:gone']) await stores[0]!.delete(key)
    expect(await stores[0]!.get('launch:refused')).toBeNull()
    taking!()
    for (const [key, value] of [['revoked-before:82:newer', '2'], ['launch:after', 'told']] as const) await stores[0]!.set(key, value, 60)
    await stores[1]!.delete('launch:after')
    expect([await stores[0]!.get('launch:after'), await stores[1]!.get('once:gone'), await stores[1]!.get('revoked-before:82:newer')]).toEqual([null, null, '2'])
    said.mockRestore()
  })

  it('a session that Redis has forgotten stays ended where it was ended', async () => {
    await stores[0]!.set('revoked:pushed-out', '1', 60)
    // As when its memory is full.
    await stores[1]!.delete('revoked:pushed-out')
    expect(await stores[0]!.get('revoked:pushed-out')).toBe('1')
  })
})

it('a Redis that was never there costs nobody the page', async () => {
  const said = vi.spyOn(log, 'error').mockReturnValue(undefined)
  const store = redisStore(`redis://127.0.0.1:${await freePort()}`)
  await store.set('a', '1', 60)
  expect(await store.get('a')).toBe('1')
  await store.close()
  said.mockRestore()
})
