import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { credentials } from '../../db/schema/learners.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { testMoment } from '../support.ts'
import type { TestApi, TokenReply } from '../support.ts'
import { forgetFailures, loginCall, refusal, startSessions } from './session-world.ts'

let api: TestApi

beforeAll(async () => {
  api = await startSessions()
})
afterAll(() => api.close())
beforeEach(() => forgetFailures(api))

const logIn = loginCall(() => api)

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

test('a password that was made for somebody is over at its end, as a wrong one, whatever is made anew of its hash', async () => {
  const own = and(eq(credentials.tenantId, 143), eq(credentials.learnerId, 1430001))
  const { scryptSync } = await import('node:crypto')
  const tag = scryptSync('Train2026', Buffer.from('saltsaltsaltsalt'), 32, { N: 2 ** 14, r: 8, p: 5 })
  const endsAt = new Date(testMoment.getTime() + 86_400_000)
  await api.db.update(credentials).set({ phc: `$scrypt$ln=14,r=8,p=5$c2FsdHNhbHRzYWx0c2FsdA$${tag.toString('base64').replace(/=+$/, '')}`, endsAt }).where(own)
  api.clock.advance({ hours: 23, minutes: 59 })
  expect((await logIn({ tenant: '143' })).status).toBe(200)
  api.clock.advance({ minutes: 1 })
  for (let n = 0; n < 10; n += 1) expect(await refusal(await logIn({ tenant: '143' }))).toMatchObject({ status: 426, msg: '用户名不存在或者密码错误' })
  expect(await refusal(await logIn({ tenant: '143' }))).toMatchObject({ msg: '用户帐号已被锁定' })
  await api.db.update(credentials).set({ endsAt: null }).where(own)
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

  test('say in the log whose account is tried, also once it is locked, and not what was typed', async () => {
    const written = vi.spyOn(api.log, 'info').mockReturnValue(undefined)
    for (let n = 0; n < 10; n += 1) await logIn({ account: 'ghost' })
    await fail(10)
    written.mockClear()
    await logIn({})
    await logIn({ account: 'ghost' })
    expect(written.mock.calls.map(([fields]: unknown[]) => fields)).toEqual([{ audit: 'login.refused', tenantId: 82, userId: 820001, reason: 'locked' }, { audit: 'login.refused', tenantId: 82, reason: 'locked' }])
    written.mockRestore()
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
    // Once it is locked a wrong guess is told the same as the right one.
    const said = await Promise.all(replies.filter(({ status }) => status !== 200).map(async (reply) => (await refusal(reply)).msg))
    expect(said.filter((msg) => msg === '用户名不存在或者密码错误')).toHaveLength(10)
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
