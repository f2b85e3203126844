import { sealData, unsealData } from 'iron-session'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import type { Learner } from '@/lib/domain/learner'
import type { Login } from '@/lib/domain/session'
import { log } from '@/lib/log'
import { logOutAtPlatform } from '@/lib/request/log-out-at-platform'
import { sealPassword } from '@/lib/request/seal-passwords'
import { startSession, type Session } from '@/lib/request/session'
import { store } from '@/lib/request/store'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const door = (name: string) => mountedDoors.find((one) => one.name === name)!

const login: Login = { learnerId: '820133', tenantId: '82', username: 'learner133', name: '', avatarUrl: null, roles: [], exerciseBank: false, token: '', refreshToken: null, expiresInSeconds: 3600 }

it('a session whose token is over can be ended while the platform is away, when nothing else can be done with it', async () => {
  const { set } = await knock(door('POST /api/public/session'), { fields: { account: 'learner130', password: 'Train2026', consent: true } })
  const session = await unsealData<Session>(set.find(({ name }) => name === 'sid')!.value, { password: sealPassword })
  const over = await sealData({ ...session, tokenEndsAt: Math.floor(Date.now() / 1000) - 60 }, { password: sealPassword, ttl: 0 })
  platform.server.use(http.post(`${UPSTREAM}/auth/oauth/token`, () => HttpResponse.error()), http.delete(`${UPSTREAM}/auth/token/logout`, () => HttpResponse.error()))
  const cookie = `sid=${over}`
  expect((await knock(door('GET /api/messages/unread'), { cookie })).status).toBe(502)
  const told = await knock(door('POST /api/session/end'), { cookie })
  expect([told.status, told.set.at(-1)]).toMatchObject([200, { name: 'sid', value: '' }])
  platform.server.resetHandlers()
  expect((await knock(door('GET /api/messages/unread'), { cookie })).status).toBe(401)
})

it('a logout revokes the token that was renewed last, whether it is over or not', async () => {
  const { set } = await knock(door('POST /api/public/session'), { fields: { account: 'learner131', password: 'Train2026', consent: true } })
  const sealed = set.find(({ name }) => name === 'sid')!.value
  const { sid, token } = await unsealData<Session>(sealed, { password: sealPassword })
  const fresh = { token: 'renewed-token', refreshToken: 'again', tokenEndsAt: Math.floor(Date.now() / 1000) - 60 }
  await store.set(`token:${sid}`, await sealData(fresh, { password: sealPassword, ttl: 0 }), 60)
  const revoked: (string | null)[] = []
  platform.server.use(http.delete(`${UPSTREAM}/auth/token/logout`, ({ request }) => (revoked.push(request.headers.get('authorization')), HttpResponse.json({ code: 0, msg: null, data: true }))))
  expect((await knock(door('POST /api/session/end'), { cookie: `sid=${sealed}` })).status).toBe(200)
  // The platform may be told again of somebody else's.
  expect(revoked.filter((whose) => [token, 'renewed-token'].some((own) => whose === `Bearer ${own}`))).toEqual(['Bearer renewed-token'])
  platform.server.resetHandlers()
})

describe('a platform that could not be told of a logout', () => {
  const told: number[] = []
  /** Has the platform answer a learner's logouts so, one after the other; those of others, of whom it is told again, are left alone. */
  const answers = (token: string, statuses: readonly number[], meanwhile: () => unknown = () => undefined) => {
    told.length = 0
    platform.server.use(http.delete(`${UPSTREAM}/auth/token/logout`, async ({ request }) => {
      if (request.headers.get('authorization') !== `Bearer ${token}`) return undefined
      const status = statuses[told.length] ?? 200
      told.push(status)
      await meanwhile()
      return status === 200 ? HttpResponse.json({ code: 0, msg: null, data: true }) : status === 424 ? HttpResponse.json({ code: 1, msg: 'token 过期' }, { status }) : HttpResponse.error()
    }))
  }
  const heard = async (all: number[]) => {
    await vi.waitFor(() => expect(told).toEqual(all), { timeout: 10_000 })
    // Nobody comes again, nor more often than was said.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(told).toEqual(all)
  }
  const soon = { againMs: [1, 1, 1] }
  let warned: MockInstance<typeof log.warn>
  beforeEach(() => {
    warned = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    platform.server.resetHandlers()
  })

  it('is told again, until it has heard or says no', async () => {
    const learner = await platform.learner('learner132', 82)
    for (const [statuses, heardOf] of [[[0, 0, 200], [0, 0, 200]], [[0, 424], [0, 424]], [[0, 0, 0, 0, 0], [0, 0, 0, 0]]] as const) {
      answers(learner.token, statuses)
      await logOutAtPlatform(learner, soon)
      await heard([...heardOf])
    }
    expect(warned).toHaveBeenCalledWith(expect.anything(), 'the platform was not told of a logout')
  })

  it.each([
    ['where a login was given the same token meanwhile, which would end with it', ({ token }: Learner) => within(new Headers(), () => startSession({ ...login, token }))],
    ['where another web may know of such a login', () => vi.spyOn(store, 'isShared').mockReturnValue(false)],
  ])('is not told again %s', async (_where, happens) => {
    const learner = await platform.learner('learner133', 82)
    answers(learner.token, [0], () => happens(learner))
    await logOutAtPlatform(learner, soon)
    await heard([0])
  })

  it('is told once only of those for whom there is no room to wait', async () => {
    const [waits, other] = [await platform.learner('learner134', 82), await platform.learner('learner135', 82)]
    answers(waits.token, [0])
    await logOutAtPlatform(waits, { againMs: [60_000] })
    answers(other.token, [0])
    await logOutAtPlatform(other, { ...soon, most: 1 })
    await heard([0])
    answers(other.token, [0])
    await logOutAtPlatform(other, soon)
    await heard([0, 200])
  })
})
