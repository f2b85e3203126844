import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { credentials, learners } from '../db/schema/learners.ts'
import { loginFailures, sessions } from '../db/schema/sessions.ts'
import { encipherPassword } from '../rules/passwords.ts'
import { addLearner, addTenant } from './people.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TokenReply } from './support.ts'

const key = 'pigxpigxpigxpigx'
const liming = { tenantId: 82, learnerId: 820001, account: 'liming', name: '李明', phone: '13800000001' }

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
  await addTenant(api, { tenantId: 82, domain: 'localhost', registrationOpen: true })
  await addTenant(api, { tenantId: 143, domain: 'hj.localhost', edition: 'exerciseBank' })
  await addLearner(api, liming)
  await addLearner(api, { tenantId: 143, learnerId: 1430001, account: 'liming', name: '黎明', authorities: [] })
  await addLearner(api, { tenantId: 82, learnerId: 820009, account: 'left', disabled: true })
  await addLearner(api, { tenantId: 82, learnerId: 820010, account: 'ended', endsAt: testMoment })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  await api.db.delete(loginFailures)
})

function logIn(given: { account?: string; password?: string; tenant?: string; cipher?: 'aes-cbc-zero' | 'aes-cfb' }) {
  const { account = 'liming', password = 'Train2026', tenant = '82', cipher = 'aes-cbc-zero' } = given
  return api.askForToken(
    { randomStr: 'blockPuzzle', code: 'blockPuzzle', grant_type: 'password', tenant_flag: tenant },
    { username: account, password: encipherPassword(password, cipher, key) },
  )
}

async function refusal(reply: Response): Promise<{ status: number; code: number; msg: string; data: unknown }> {
  return { status: reply.status, ...((await reply.json()) as { code: number; msg: string; data: unknown }) }
}

describe('a login', () => {
  test('answers the bare token object of the contract', async () => {
    const reply = await logIn({})
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 43_199,
      scope: 'server',
      active: true,
      user_info: {
        id: 820001,
        username: 'liming',
        tenantId: 82,
        companyId: 11,
        tenantMode: 1,
        avatar: null,
        authorities: [{ authority: 'ROLE_12' }, { authority: 'train_course_view' }],
        name: '李明',
        phone: '13800000001',
        deptId: 3,
        password: null,
        enabled: true,
        accountNonExpired: true,
        accountNonLocked: true,
        credentialsNonExpired: true,
      },
    })
  })

  test('takes the tenant from tenant_flag: one account name, two people', async () => {
    const there = (await (await logIn({ tenant: '143' })).json()) as TokenReply
    expect(there.user_info).toMatchObject({ id: 1430001, tenantId: 143, tenantMode: 2, authorities: [] })
  })

  test.each([
    ['a wrong password', { password: 'Train2027' }],
    ['an unknown account', { account: 'nobody' }],
    ['an unknown tenant', { tenant: '99' }],
    ['a tenant that is no number', { tenant: '82 or 1=1' }],
    ['no account', { account: '' }],
    ['an endless account', { account: 'x'.repeat(5000) }],
    ['an empty password', { password: '' }],
    ['the other cipher', { cipher: 'aes-cfb' as const }],
  ])('refuses %s with 426 and one text', async (_case, given) => {
    expect(await refusal(await logIn(given))).toEqual({
      status: 426,
      code: 1,
      msg: '用户名不存在或者密码错误',
      data: 'invalid_exception',
    })
  })

  test.each([
    ['of a disabled account', 'left', '用户未激活'],
    ['of an account that has ended', 'ended', '账号使用期限已到，请联系管理人员'],
  ])('is refused %s', async (_case, account, msg) => {
    expect(await refusal(await logIn({ account }))).toMatchObject({ status: 426, msg })
  })

  test('tells nothing about a disabled account to somebody without its password', async () => {
    expect(await refusal(await logIn({ account: 'left', password: 'wrong1' }))).toMatchObject({
      msg: '用户名不存在或者密码错误',
    })
  })

  test.each([
    ['', ''],
    ['', 'blockPuzzle'],
    ['blockPuzzle', ''],
  ])('without the captcha markers (%j, %j) is 428', async (randomStr, code) => {
    const query = { randomStr, code, grant_type: 'password', tenant_flag: '82' }
    expect(await refusal(await api.askForToken(query, { username: 'liming', password: 'x' }))).toMatchObject({
      status: 428,
      msg: '验证码不能为空',
    })
  })

  test('of another kind is 400', async () => {
    expect(await refusal(await api.askForToken({ grant_type: 'client_credentials' }))).toMatchObject({ status: 400 })
  })

  test.each(['train:wrong', 'train', '', ':', 'train:train2'])('from the client %j is 401', async (client) => {
    const reply = await api.askForToken({ grant_type: 'password' }, {}, client)
    expect(await refusal(reply)).toMatchObject({ status: 401, msg: '客户端信息错误，Basic认证失败' })
  })

  test('stores no token, only its hash', async () => {
    const learner = await api.loginAs('liming', 82)
    const stored = JSON.stringify(await api.db.select().from(sessions))
    expect(stored).not.toContain(learner.token)
    expect(stored).not.toContain(learner.refreshToken)
  })

  test('gives each login a token of its own', async () => {
    const [one, two] = [await api.loginAs('liming', 82), await api.loginAs('liming', 82)]
    await one.fetch('/auth/token/logout', { method: 'DELETE' })
    expect((await one.get('/admin/user/info')).status).toBe(401)
    expect((await two.get('/admin/user/info')).status).toBe(200)
  })

  test('makes a hash of weaker settings anew', async () => {
    const weak = '$scrypt$ln=14,r=8,p=5$c2FsdHNhbHRzYWx0c2FsdA$'
    const { scryptSync } = await import('node:crypto')
    const tag = scryptSync('Train2026', Buffer.from('saltsaltsaltsalt'), 32, { N: 2 ** 14, r: 8, p: 5 })
    const own = and(eq(credentials.tenantId, 143), eq(credentials.learnerId, 1430001))
    await api.db.update(credentials).set({ phc: weak + tag.toString('base64').replace(/=+$/, '') }).where(own)
    await api.loginAs('liming', 143)
    const [kept] = await api.db.select().from(credentials).where(own)
    expect(kept?.phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await api.loginAs('liming', 143)
  })
})

describe('ten failures', () => {
  async function fail(times: number) {
    for (let n = 0; n < times; n += 1) await logIn({ password: `wrong${n}` })
  }
  const text = async (given: Parameters<typeof logIn>[0]) => {
    const reply = await logIn(given)
    return reply.status === 200 ? 'in' : (await refusal(reply)).msg
  }

  test('lock the account for 15 minutes, also for the right password', async () => {
    await fail(9)
    expect(await text({ password: 'wrong9' })).toBe('用户名不存在或者密码错误')
    expect(await text({})).toBe('用户帐号已被锁定')
    api.clock.advance({ minutes: 14, seconds: 59 })
    expect(await text({})).toBe('用户帐号已被锁定')
    api.clock.advance({ seconds: 1 })
    expect(await text({})).toBe('in')
  })

  test('lock nobody when a right password comes between', async () => {
    await fail(9)
    expect(await text({})).toBe('in')
    await fail(9)
    expect(await text({})).toBe('in')
  })

  test('lock nobody when they are spread over more than 15 minutes', async () => {
    await fail(9)
    api.clock.advance({ minutes: 15 })
    await fail(9)
    expect(await text({})).toBe('in')
  })

  test('lock one tenant only', async () => {
    await fail(10)
    expect(await text({ tenant: '143' })).toBe('in')
  })

  test('lock an account that does not exist, so that nobody learns that it does not', async () => {
    for (let n = 0; n < 10; n += 1) await logIn({ account: 'ghost' })
    expect(await text({ account: 'ghost' })).toBe('用户帐号已被锁定')
  })

  test('at the same time leave no more than a few guesses', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => logIn({ password: n === 39 ? 'Train2026' : `wrong${n}` })),
    )
    expect(replies.at(-1)?.status).toBe(426)
    expect(await text({})).toBe('用户帐号已被锁定')
  })
})

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
    await api.askForToken({ grant_type: 'refresh_token', refresh_token: learner.refreshToken })
    await learner.delete('/auth/token/logout')
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

describe('the check before a login', () => {
  const ask = (query: Record<string, unknown>) => api.visitor(82).get('/admin/user/selectUserTimeEndStatus', query)

  test('stops an account that has ended, with words', async () => {
    expect(await ask({ username: 'ended', tenantId: 82 })).toMatchObject({
      status: 200,
      code: 1,
      msg: '账号使用期限已到，请联系管理人员',
    })
  })

  test('lets everybody else go on, known or not', async () => {
    for (const username of ['liming', 'nobody', '', undefined]) {
      expect(await ask({ username, tenantId: 82 })).toMatchObject({ status: 200, code: 0 })
    }
    expect(await ask({ username: 'ended', tenantId: 143 })).toMatchObject({ code: 0 })
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
