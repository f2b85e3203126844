import { sealData, unsealData } from 'iron-session'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { logOutAtPlatform } from '@/lib/request/log-out-at-platform'
import { sealPassword } from '@/lib/request/seal-passwords'
import type { Session } from '@/lib/request/session'
import { store } from '@/lib/request/store'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const door = (name: string) => mountedDoors.find((one) => one.name === name)!

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
  const { sid } = await unsealData<Session>(sealed, { password: sealPassword })
  const fresh = { token: 'renewed-token', refreshToken: 'again', tokenEndsAt: Math.floor(Date.now() / 1000) - 60 }
  await store.set(`token:${sid}`, await sealData(fresh, { password: sealPassword, ttl: 0 }), 60)
  const revoked: (string | null)[] = []
  platform.server.use(http.delete(`${UPSTREAM}/auth/token/logout`, ({ request }) => (revoked.push(request.headers.get('authorization')), HttpResponse.json({ code: 0, msg: null, data: true }))))
  expect((await knock(door('POST /api/session/end'), { cookie: `sid=${sealed}` })).status).toBe(200)
  expect(revoked).toEqual(['Bearer renewed-token'])
  platform.server.resetHandlers()
})

it('a platform that could not be told of a logout is told again, until it has heard or says no', async () => {
  const told: number[] = []
  const answers = (...statuses: number[]) => {
    told.length = 0
    platform.server.use(http.delete(`${UPSTREAM}/auth/token/logout`, () => {
      const status = statuses[told.length] ?? 200
      told.push(status)
      return status === 200 ? HttpResponse.json({ code: 0, msg: null, data: true }) : status === 424 ? HttpResponse.json({ code: 1, msg: 'token 过期' }, { status }) : HttpResponse.error()
    }))
  }
  const warned = vi.spyOn(log, 'warn').mockReturnValue(undefined)
  const logOut = async () => logOutAtPlatform(await platform.learner('learner132', 82), [1, 1, 1])
  const heard = async (all: number[]) => {
    await vi.waitFor(() => expect(told).toEqual(all), { timeout: 10_000 })
    // Nobody comes again, nor more often than was said.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(told).toEqual(all)
  }
  answers(0, 0, 200)
  await logOut()
  await heard([0, 0, 200])
  answers(0, 424)
  await logOut()
  await heard([0, 424])
  answers(0, 0, 0, 0, 0)
  await logOut()
  await heard([0, 0, 0, 0])
  expect(warned.mock.calls.filter(([, words]) => words === 'the platform was not told of a logout')).toHaveLength(2 + 2 + 4)
  warned.mockRestore()
  platform.server.resetHandlers()
})
