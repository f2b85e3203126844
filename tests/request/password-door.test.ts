import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TrainingError } from '@/lib/training/errors'
import { knock, mountedDoors } from '../support/mounted-doors'
import { UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))
const { changed, proved } = vi.hoisted(() => ({ changed: vi.fn<() => Promise<null>>(), proved: vi.fn<() => Promise<boolean>>().mockResolvedValue(true) }))
vi.mock('@/lib/training/account', async (original) => ({ ...(await original<typeof import('@/lib/training/account')>()), isPasswordRight: proved, changePassword: changed }))

const door = (name: string) => mountedDoors.find((one) => one.name === name)!
const json = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })
let learnerId = 820_000
const server = setupServer(
  http.get(`${UPSTREAM}/admin/tenant/tenantExt`, () => json({ tenantId: 82, webTitle: 'x', webLogoUrl: '' })),
  http.get(`${UPSTREAM}/admin/user/selectUserTimeEndStatus`, () => json(true)),
  http.post(`${UPSTREAM}/auth/oauth/token`, () => HttpResponse.json({ access_token: 't', refresh_token: 'r', expires_in: 43_199, user_info: { id: learnerId, username: 'u', name: '李明', avatar: '/admin/file/avatar/82/1.png', tenantId: 82, tenantMode: 1, authorities: [] } })),
)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

async function logIn(): Promise<string> {
  const told = await knock(door('POST /api/public/session'), { fields: { account: 'u', password: 'Train2026', consent: true } })
  return `sid=${told.set.find(({ name }) => name === 'sid')!.value}`
}
const isIn = async (cookie: string) => (await knock(door('GET /api/public/session/who'), { cookie })).text !== '{"learner":null,"exerciseBank":false}'
const change = (cookie: string) => knock(door('POST /api/account/password'), { cookie, fields: { current: 'Train2026', password: 'Other2026', confirmation: 'Other2026' } })

/** Two sessions of a learner of their own, one of which changes the password; who is still in afterwards. */
async function afterwards() {
  learnerId += 1
  const [here, elsewhere] = [await logIn(), await logIn()]
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, true])
  const told = await change(here)
  return { status: told.status, cookie: told.set.at(-1), still: [await isIn(here), await isIn(elsewhere)] }
}

describe('a change of the password', () => {
  it('ends every session', async () => {
    changed.mockResolvedValueOnce(null)
    expect(await afterwards()).toMatchObject({ status: 200, cookie: { name: 'sid', value: '' }, still: [false, false] })
  })

  it.each([['was given up', new TrainingError('timeout', 'timeout'), 504], ['a gateway gave up', new TrainingError('failed', '', 504), 502], ['broke off', new TrainingError('failed', ''), 502], ['was answered by a page', new TrainingError('malformed', '', 200), 502]])('that %s may have happened, and ends every session too', async (_what, late, status) => {
    changed.mockRejectedValueOnce(late)
    expect(await afterwards()).toMatchObject({ status, cookie: { name: 'sid', value: '' }, still: [false, false] })
  })

  it.each([['refused', new TrainingError('rejected', '密码格式不正确', 200), 409], ['failed', new TrainingError('failed', '', 500), 502]])('that was %s ends none', async (_what, error, status) => {
    changed.mockRejectedValueOnce(error)
    expect(await afterwards()).toMatchObject({ status, still: [true, true] })
  })
})

describe('a proof of the old password', () => {
  const locked = () => proved.mockRejectedValueOnce(new TrainingError('rejected', '用户帐号已被锁定', 426))
  const tried = async (cookie: string) => {
    const { status, text } = await change(cookie)
    return [status, (JSON.parse(text) as { error?: { message?: string } }).error?.message]
  }

  it('is no wrong one while the account is locked: that is said, and does not count', async () => {
    learnerId += 1
    const cookie = await logIn()
    for (let time = 0; time < 7; time += 1) {
      locked()
      expect(await tried(cookie)).toEqual([409, '用户帐号已被锁定'])
    }
    changed.mockResolvedValueOnce(null)
    expect(await tried(cookie)).toEqual([200, undefined])
  })

  it.each([
    ['is wrong', () => proved.mockResolvedValueOnce(false), 400],
    ['has no answer', () => proved.mockRejectedValueOnce(new TrainingError('timeout', 'timeout')), 504],
    ['is refused in other words', () => proved.mockRejectedValueOnce(new TrainingError('rejected', '密码错误', 200)), 409],
  ])('that %s counts, five times a quarter of an hour', async (_what, happens, status) => {
    learnerId += 1
    const cookie = await logIn()
    const seen: unknown[] = []
    for (let time = 0; time < 6; time += 1) {
      if (time < 5) happens()
      seen.push((await tried(cookie))[0])
    }
    expect(seen).toEqual([...Array<number>(5).fill(status), 429])
  })
})
