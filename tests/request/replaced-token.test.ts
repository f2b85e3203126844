import { sealData } from 'iron-session'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { readSession } from '@/lib/request/session'
import { sealPassword } from '@/lib/request/seal-passwords'
import { store } from '@/lib/request/store'
import { logIn } from '@/lib/training/session'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform, UPSTREAM } from '../support/platform'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
const door = (name: string) => mountedDoors.find((one) => one.name === name)!

async function begun() {
  const told = await knock(door('POST /api/public/session'), { fields: { account: 'learner007', password: 'Train2026', consent: true } })
  const cookie = `sid=${told.set.find(({ name }) => name === 'sid')!.value}`
  const { value } = await within(new Headers({ host: 'localhost', cookie }), () => readSession('82'))
  return { cookie, session: value! }
}
/** From here on the platform takes the token no more, as where it is renewed. */
const replacedAtPlatform = (token: string) => platform.server.use(http.all(`${UPSTREAM}/*`, ({ request }) => {
  if (request.headers.get('authorization') === `Bearer ${token}`) return HttpResponse.json({ code: 1, msg: 'token 过期' }, { status: 424 })
}))

it.each([['a reading', 'GET /api/messages/unread'], ['a look whether the session is over', 'POST /api/public/session/check']])('%s with a token that another web has replaced is answered, and the session goes on', async (_what, name) => {
  const { cookie, session } = await begun()
  const { token, refreshToken } = await logIn(platform.visitor(82), { account: 'learner007', password: 'Train2026' })
  replacedAtPlatform(session.token)
  await store.set(`token:${session.sid}`, await sealData({ token, refreshToken, tokenEndsAt: session.tokenEndsAt }, { password: sealPassword, ttl: 0 }), 60)
  const told = await knock(door(name), { cookie })
  expect([told.status, told.set]).toEqual([200, []])
})

it('one whose token the platform has ended is over, and its cookie goes', async () => {
  const { cookie, session } = await begun()
  replacedAtPlatform(session.token)
  const told = await knock(door('GET /api/messages/unread'), { cookie })
  expect(told.status).toBe(401)
  expect(told.set).toMatchObject([{ name: 'sid', value: '' }])
})
