import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { forget, limits } from '@/lib/request/limits'
import { store } from '@/lib/request/store'
import { knock, mountedDoors } from '../support/mounted-doors'
import { UPSTREAM } from '../support/platform'

// How often somebody may fail to log in, through the door, before a platform that has no limit of its own.

vi.mock('next/headers', () => import('../support/request-scope'))

const door = mountedDoors.find(({ name }) => name === 'POST /api/public/session')!
const most = limits.failedLoginsOfAccount.times
const json = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })
const wrong = () => HttpResponse.json({ code: 1, msg: '用户名不存在或者密码错误', data: 'invalid_exception' }, { status: 426 })
const right = (username: string) => HttpResponse.json({ access_token: 't', refresh_token: 'r', expires_in: 43_199, user_info: { id: 820001, username, name: '李明', avatar: '/admin/file/avatar/82/1.png', tenantId: 82, tenantMode: 1, authorities: [] } })

let reached = 0
let asked: string[] = []
let down = false
const server = setupServer(
  http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => json({ tenantId: 82, webTitle: 'x', webLogoUrl: '' })),
  http.get(`${UPSTREAM}/admin/user/selectUserTimeEndStatus`, () => json(true)),
  http.post(`${UPSTREAM}/auth/oauth/token`, async ({ request }) => {
    const form = new URLSearchParams(await request.text())
    reached += 1
    asked.push(form.get('username')!)
    await new Promise((done) => setTimeout(done, 5))
    if (down) return new HttpResponse(null, { status: 503 })
    // The cipher of the right password (contract 1.8).
    return form.get('password') === 'Iq+camm9dkiY28OuqIhF3Q==' ? right(form.get('username')!) : wrong()
  }),
)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

let address = 0
let written: ReturnType<typeof vi.spyOn>
const reports = () => written.mock.calls.map(([fields]: unknown[]) => fields as Record<string, unknown>).filter(({ audit }: Record<string, unknown>) => audit === 'limit.reached')
beforeEach(() => {
  ;[reached, asked, down] = [0, [], false]
  written = vi.spyOn(log, 'info').mockReturnValue(undefined)
  vi.spyOn(log, 'error').mockReturnValue(undefined)
})
afterEach(() => vi.restoreAllMocks())

async function logIn(account: string, password: string, isFromPlatform?: true): Promise<number> {
  address += 1
  return (await knock(door, { fields: { account, password, consent: true, ...(isFromPlatform && { isFromPlatform }) }, headers: { 'x-socket-address': `2001:db8:${(address >> 8).toString(16)}:${(address & 255).toString(16)}::1` } })).status
}
const times = (count: number, act: (n: number) => Promise<number>) => Promise.all(Array.from({ length: count }, (_, n) => act(n)))

describe('failed logins', () => {
  it('of three hundred at once are no more than in a row', async () => {
    const statuses = await times(300, (n) => logIn('crowd', `Guess${n}`))
    expect(reached).toBe(most)
    expect(statuses.filter((status) => status === 409)).toHaveLength(most)
    expect(statuses.filter((status) => status === 429)).toHaveLength(300 - most)
    expect(await logIn('crowd', 'Train2026')).toBe(429)
  })

  it('count for an account however it is spelt, and the platform is told what was typed', async () => {
    const spellings = ['Mixed', 'mixed', 'MIXED', 'ｍｉｘｅｄ', 'mi\u{1d465}ed', '\u3000mixed']
    for (let n = 0; n < most + 10; n += 1) await logIn(spellings[n % spellings.length]!, `Guess${n}`)
    expect(reached).toBe(most)
    expect(asked.slice(0, 5)).toEqual(spellings.slice(0, 5))
    expect(await logIn('mixed2', 'Guess')).toBe(409)
  })

  it('count for a phone however it is written, and the platform is told what is dialled; what is none is told as it was typed', async () => {
    const writings = ['13800007777', '138 0000 7777', '+86 138-0000-7777', '１３８００００７７７７', '008613800007777']
    for (let n = 0; n < most + 5; n += 1) await logIn(writings[n % writings.length]!, `Guess${n}`)
    expect(asked).toEqual(Array(most).fill('13800007777'))
    asked = []
    for (const other of ['+852 9123 4567', '138-0000', '８６ 12345', 'li.ming (2)']) expect(await logIn(other, 'Train2026')).toBe(200)
    expect(asked).toEqual(['+852 9123 4567', '138-0000', '８６ 12345', 'li.ming (2)'])
  })

  it('count together with those for an account that the platform spells so, which it is told as it spells it', async () => {
    const given = ['+8613800008888', '8613800008888']
    for (const account of given) expect(await logIn(account, 'Train2026', true)).toBe(200)
    expect(asked).toEqual(given)
    reached = 0
    for (let n = 0; n < most + 5; n += 1) await (n % 3 ? logIn(given[n % 2]!, `Guess${n}`, true) : logIn('138 0000 8888', `Guess${n}`))
    expect(reached).toBe(most)
  })

  it('keep nobody out who has just set a new password, and let no more than a few guess from there', async () => {
    for (let n = 0; n < most; n += 1) await logIn('besieged', `Guess${n}`)
    expect(await logIn('besieged', 'Train2026')).toBe(429)
    const own = { 'x-socket-address': '203.0.113.90' }
    const from = (password: string) => knock(door, { fields: { account: 'besieged', password, consent: true }, headers: own })
    expect((await from('Train2026')).status).toBe(429)
    await store.set('reset-from:82:203.0.113.90', '1', 600)
    for (let n = 0; n < limits.loginsAfterResetOfAddress.times; n += 1) expect((await from(`Guess${n}`)).status).toBe(409)
    expect((await from('Train2026')).status).toBe(429)
    const beside = await Promise.all(Array.from({ length: 15 }, (_, n) => knock(door, { fields: { account: `classmate${n}`, password: 'Train2026', consent: true }, headers: own })))
    expect(beside.map(({ status }) => status)).toEqual(Array(15).fill(200))
    await forget('loginsAfterResetOfAddress', '203.0.113.90', '82')
    expect((await from('Train2026')).status).toBe(200)
  })

  it('are no others: neither right passwords nor a platform that is away count', async () => {
    for (let n = 0; n < most + 5; n += 1) expect(await logIn('often', 'Train2026')).toBe(200)
    down = true
    for (let n = 0; n < most + 5; n += 1) expect(await logIn('often', 'Train2026')).toBe(502)
    down = false
    expect(await logIn('often', 'Train2026')).toBe(200)
    expect(reports()).toEqual([])
  })

  it('do not lock an account that many log in to at the same moment', async () => {
    await times(100, () => logIn('class', 'Train2026'))
    expect(await logIn('class', 'Train2026')).toBe(200)
  })

  it('are reported when the limit is reached, once, without the account', async () => {
    for (let n = 0; n < most; n += 1) await logIn('reported', `Guess${n}`)
    expect(reports()).toEqual([])
    for (let n = 0; n < 5; n += 1) expect(await logIn('reported', `Guess${n}`)).toBe(429)
    expect(reports()).toEqual([{ audit: 'limit.reached', reason: 'failedLoginsOfAccount', tenantId: '82', address: expect.stringMatching(/^2001:db8:/) }])
    expect(JSON.stringify(reports())).not.toContain('reported')
  })
})
