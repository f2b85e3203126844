import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { audit, auditFirst, auditing, auditWith } from '@/lib/request/audit'
import { limits, spend } from '@/lib/request/limits'
import { knock, mountedDoors, type Asked } from '../support/mounted-doors'
import { mountPlatform } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

mountPlatform()
let written: ReturnType<typeof vi.spyOn>
const lines = () => written.mock.calls.map(([fields]: unknown[]) => fields)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  written = vi.spyOn(log, 'info').mockReturnValue(undefined)
})
afterEach(() => {
  // Those that still count would do so in the next test.
  vi.runAllTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('an event of security', () => {
  it('says by itself where its request comes from and who asks, and what it says itself counts', async () => {
    await auditing({ address: '203.0.113.9' }, async () => {
      audit('login.refused')
      auditWith({ tenantId: '82', learnerId: '1' })
      await Promise.resolve()
      audit('logout')
      audit('login.done', { learnerId: '2' })
    })
    audit('logout', { tenantId: '101' })
    expect(lines()).toEqual([
      { audit: 'login.refused', address: '203.0.113.9' },
      { audit: 'logout', address: '203.0.113.9', tenantId: '82', learnerId: '1' },
      { audit: 'login.done', address: '203.0.113.9', tenantId: '82', learnerId: '2' },
      { audit: 'logout', tenantId: '101' },
    ])
  })

  it('that can be brought about without end is written once a minute for each tenant and learner, and then how many more there were', async () => {
    const foreign = (learnerId: string) => auditing({ address: '203.0.113.9' }, async () => auditFirst('session.foreign', { tenantId: '82', learnerId }))
    for (let times = 0; times < 40; times += 1) await foreign('1')
    await foreign('2')
    expect(lines()).toEqual([{ audit: 'session.foreign', tenantId: '82', learnerId: '1', address: '203.0.113.9' }, { audit: 'session.foreign', tenantId: '82', learnerId: '2', address: '203.0.113.9' }])
    vi.advanceTimersByTime(60_000)
    expect(lines().slice(2)).toEqual([{ audit: 'session.foreign', tenantId: '82', learnerId: '1', times: 39 }])
    await foreign('1')
    expect(lines()).toHaveLength(4)
  })

  it.each([
    ['codesOfPhone', ['82', '13800000001'], { tenantId: '82', phone: '138****0001' }],
    ['codesOfTenant', ['82'], { tenantId: '82' }],
    ['failedLoginsOfAccount', ['82', 'typed-by-anybody'], { tenantId: '82' }],
    ['proofsOfLearner', ['82', '1'], { tenantId: '82', learnerId: '1' }],
    ['certificateChecksOfAddress', ['203.0.113.7'], { address: '203.0.113.7' }],
  ] as const)('says whose limit %s was reached', async (name, who, facts) => {
    for (let times = 0; times < limits[name].times; times += 1) await spend(name, ...who)
    expect(lines()).toEqual([])
    await expect(spend(name, ...who)).rejects.toMatchObject({ code: 'busy' })
    expect(lines()).toEqual([{ audit: 'limit.reached', reason: name, ...facts }])
  })

  it('says how often more a limit was reached in each minute, and of which one', async () => {
    const over = async (times: number) => {
      for (let time = 0; time < times; time += 1) await auditing({ tenantId: '82', address: '203.0.113.9' }, () => spend('uploadsOfLearner', '82', '7').catch(() => undefined))
    }
    await over(limits.uploadsOfLearner.times + 3)
    await expect(spend('recordsOfLearner', '82', '7')).resolves.toBeUndefined()
    expect(lines()).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    const more = (times: number) => ({ audit: 'limit.reached', tenantId: '82', learnerId: '7', reason: 'uploadsOfLearner', times })
    expect(lines().slice(1)).toEqual([more(2)])
    await over(4)
    expect(lines().slice(2)).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(lines().slice(2)).toEqual([more(4)])
  })

  it('is no line for each request of a flood that does not come from our pages', async () => {
    const door = mountedDoors.find(({ name }) => name === 'POST /api/public/session')!
    for (let times = 0; times < 30; times += 1) expect((await knock(door, { headers: { 'sec-fetch-site': 'cross-site', 'x-socket-address': `203.0.113.${times}` } })).status).toBe(403)
    expect(lines()).toEqual([{ audit: 'request.refused', tenantId: '82', path: '/api/public/session', address: '203.0.113.0' }])
    vi.advanceTimersByTime(60_000)
    expect(lines().slice(1)).toEqual([{ audit: 'request.refused', tenantId: '82', times: 29 }])
  })

  it.each([
    ['what no form sends', { fields: { account: ['secret'], password: 1 } }],
    ['a body that is none', { body: '[' }],
    ['a body of another kind', { body: 'a=1', headers: { 'content-type': 'text/plain' } }],
    ['a body that is too large', { body: JSON.stringify({ account: 'x'.repeat(10_000) }) }],
  ])('is one line a minute for what is not taken: %s, and nothing of it', async (_what, { headers = {}, ...asked }: Asked) => {
    const door = mountedDoors.find(({ name }) => name === 'POST /api/public/session')!
    for (let times = 0; times < 30; times += 1) expect((await knock(door, { ...asked, headers: { 'x-socket-address': '203.0.113.9', ...headers } })).status).toBe(400)
    expect(lines()).toEqual([{ audit: 'input.refused', tenantId: '82', path: '/api/public/session', address: '203.0.113.9' }])
    vi.advanceTimersByTime(60_000)
    expect(lines().slice(1)).toEqual([{ audit: 'input.refused', tenantId: '82', times: 29 }])
  })
})
