import { sealData, unsealData } from 'iron-session'
import { http, HttpResponse } from 'msw'
import { expect, it, vi } from 'vitest'
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
