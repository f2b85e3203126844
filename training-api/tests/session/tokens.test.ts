import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { learners } from '../../db/schema/learners.ts'
import { loginFailures, sessions } from '../../db/schema/sessions.ts'
import type { TestApi, TokenReply } from '../support.ts'
import { forgetFailures, loginCall, refusal, startSessions } from './session-world.ts'

let api: TestApi

beforeAll(async () => {
  api = await startSessions()
})
afterAll(() => api.close())
beforeEach(() => forgetFailures(api))

const logIn = loginCall(() => api)

describe('a call with a bearer', () => {
  const info = '/admin/user/info'
  const expired = { status: 401, code: 1, msg: '用户凭证已过期' }

  test('is refused without a token, with a wrong one and with another tenant', async () => {
    const { token } = await api.loginAs('liming', 82)
    const bearer = `Bearer ${token}`
    expect(await api.visitor(82).get(info)).toMatchObject(expired)
    expect(await api.visitor(82, { authorization: 'Bearer nonsense' }).get(info)).toMatchObject(expired)
    expect(await api.visitor(143, { authorization: bearer }).get(info)).toMatchObject(expired)
    expect(await api.visitor(82, { authorization: bearer }).get(info)).toMatchObject({ status: 200, code: 0 })
  })

  test.each(['', 'undefined', '1', '82, 82', 'abc', '-82', '8.2e1'])(
    'is refused with the tenant header %j',
    async (header) => {
      const { token } = await api.loginAs('liming', 82)
      const headers = { authorization: `Bearer ${token}`, 'tenant-id': header }
      const reply = await api.fetch(info, { headers })
      expect(reply.status).toBe(401)
    },
  )

  test('is refused without any tenant header', async () => {
    const { token } = await api.loginAs('liming', 82)
    expect((await api.fetch(info, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  })

  test('is refused after twelve hours', async () => {
    const learner = await api.loginAs('liming', 82)
    api.clock.advance({ hours: 11, minutes: 59 })
    expect(await learner.get(info)).toMatchObject({ status: 200 })
    api.clock.advance({ minutes: 1 })
    expect(await learner.get(info)).toMatchObject(expired)
  })

  test('is refused as soon as the account is disabled', async () => {
    const learner = await api.loginAs('liming', 82)
    const own = and(eq(learners.tenantId, 82), eq(learners.learnerId, learner.userId))
    await api.db.update(learners).set({ disabled: true }).where(own)
    expect(await learner.get(info)).toMatchObject(expired)
    await api.db.update(learners).set({ disabled: false }).where(own)
  })

  test('is refused for ever once the account was disabled, also when it is enabled again', async () => {
    const [learner, other] = [await api.loginAs('liming', 82), await api.loginAs('liming', 143)]
    const own = and(eq(learners.tenantId, 82), eq(learners.learnerId, learner.userId))
    await api.db.update(learners).set({ disabled: true }).where(own)
    // Whoever has the token asks nothing meanwhile.
    await api.runJob('endSessionsOfDisabled')
    await api.db.update(learners).set({ disabled: false }).where(own)
    expect(await learner.get(info)).toMatchObject(expired)
    expect(await refusal(await api.askForToken({ grant_type: 'refresh_token', refresh_token: learner.refreshToken }))).toMatchObject({ status: 426, msg: '用户凭证已过期' })
    expect(await other.get(info)).toMatchObject({ status: 200 })
    expect(await (await api.loginAs('liming', 82)).get(info)).toMatchObject({ status: 200 })
  })

  test('tells who the token belongs to', async () => {
    const learner = await api.loginAs('liming', 82)
    expect((await learner.get(info)).data).toEqual({
      sysUser: { userId: 820001, username: 'liming', phone: '13800000001', avatar: null, tenantId: 82 },
      roles: [12],
      permissions: ['train_course_view'],
    })
  })

  test.each([
    ['the query', '?userId=820009', undefined],
    ['the query as studentId', '?studentId=1', undefined],
    ['one of two in the query', '?userId=820001&userId=820009', undefined],
    ['the body', '', { userId: 820009 }],
    ['the body as text', '', { userId: '0820001' }],
    ['the body as something else', '', { userId: { id: 820001 } }],
  ])('is 403 when %s names another learner', async (_place, query, body) => {
    const learner = await api.loginAs('liming', 82)
    const reply = await learner.post(`/admin/user/app/userInfo/update${query}`, { email: 'a@example.org', ...body })
    expect(reply).toMatchObject({ status: 403, code: 1, msg: '权限不足，不允许访问' })
  })

  test('is 403 when the path names another learner', async () => {
    const learner = await api.loginAs('liming', 82)
    expect((await learner.get('/admin/user/app/userInfo/820009')).status).toBe(403)
    expect((await learner.get('/admin/user/app/userInfo/820001')).status).toBe(200)
  })
})

describe('a refresh', () => {
  const refresh = (token: string) =>
    api.askForToken({ grant_type: 'refresh_token', refresh_token: token, scope: 'server' })

  test('gives a new access token for twelve hours and keeps the refresh token', async () => {
    const learner = await api.loginAs('liming', 82)
    api.clock.advance({ hours: 13 })
    const fresh = (await (await refresh(learner.refreshToken)).json()) as TokenReply
    expect(fresh).toMatchObject({ refresh_token: learner.refreshToken, expires_in: 43_199 })
    expect(fresh.access_token).not.toBe(learner.token)
    const headers = { authorization: `Bearer ${fresh.access_token}`, 'tenant-id': '82' }
    expect((await api.fetch('/admin/user/info', { headers })).status).toBe(200)
  })

  test('may be repeated when its reply was lost', async () => {
    const learner = await api.loginAs('liming', 82)
    expect((await refresh(learner.refreshToken)).status).toBe(200)
    expect((await refresh(learner.refreshToken)).status).toBe(200)
  })

  test('leaves the token before it a minute for calls under way', async () => {
    const learner = await api.loginAs('liming', 82)
    await refresh(learner.refreshToken)
    api.clock.advance({ seconds: 59 })
    expect((await learner.get('/admin/user/info')).status).toBe(200)
    api.clock.advance({ seconds: 1 })
    expect((await learner.get('/admin/user/info')).status).toBe(401)
  })

  test('is refused after thirty days, after a logout and for a token that is none', async () => {
    const [old, left] = [await api.loginAs('liming', 82), await api.loginAs('liming', 82)]
    await left.fetch('/auth/token/logout', { method: 'DELETE' })
    for (const token of [left.refreshToken, '', 'nonsense', left.token]) {
      expect(await refusal(await refresh(token))).toMatchObject({ status: 426, msg: '用户凭证已过期' })
    }
    api.clock.advance({ days: 29, hours: 23 })
    const last = (await (await refresh(old.refreshToken)).json()) as TokenReply
    expect(last.expires_in).toBe(3599)
    api.clock.advance({ hours: 1 })
    expect((await refresh(old.refreshToken)).status).toBe(426)
  })
})

describe('a logout', () => {
  test('says so when there is no token, and is glad with any other', async () => {
    expect(await api.visitor(82).delete('/auth/token/logout')).toMatchObject({ status: 200, code: 1, data: false })
    const stranger = api.visitor(82, { authorization: 'Bearer nonsense' })
    expect(await stranger.delete('/auth/token/logout')).toMatchObject({ code: 0, data: true })
  })

  test('ends the tokens of a refreshed login together', async () => {
    const learner = await api.loginAs('liming', 82)
    const { access_token: fresh } = (await (await api.askForToken({ grant_type: 'refresh_token', refresh_token: learner.refreshToken })).json()) as TokenReply
    const statuses = () => Promise.all([learner.token, fresh].map(async (token) => (await api.visitor(82, { authorization: `Bearer ${token}` }).get('/admin/user/info')).status))
    expect(await statuses()).toEqual([200, 200])
    await learner.delete('/auth/token/logout')
    expect(await statuses()).toEqual([401, 401])
    expect((await api.askForToken({ grant_type: 'refresh_token', refresh_token: learner.refreshToken })).status).toBe(426)
  })

  test('of all ends every login of the learner and of nobody else', async () => {
    const [one, two, other] = [
      await api.loginAs('liming', 82),
      await api.loginAs('liming', 82),
      await api.loginAs('liming', 143),
    ]
    await one.delete('/auth/token/logout', { all: true })
    expect((await two.get('/admin/user/info')).status).toBe(401)
    expect((await other.get('/admin/user/info')).status).toBe(200)
  })
})

test('the sweep removes what is over and nothing else', async () => {
  await api.db.delete(sessions)
  await api.loginAs('liming', 82)
  api.clock.advance({ days: 29 })
  await api.loginAs('liming', 82)
  await logIn({ password: 'wrong1' })
  api.clock.advance({ days: 1, hours: 1 })
  await api.runJob('sweepSessions')
  expect(await api.db.select().from(sessions)).toHaveLength(1)
  expect(await api.db.select().from(loginFailures)).toHaveLength(0)
})
