import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addLearner, addTenant } from '../people.ts'
import type { TestApi, TestCaller } from '../support.ts'
import { accountCalls, forgetCodes, otherCode, startAccounts } from './account-world.ts'

let api: TestApi
let visitor: TestCaller

beforeAll(async () => {
  api = await startAccounts()
  visitor = api.visitor(82)
})
afterAll(() => api.close())
beforeEach(() => forgetCodes(api))

const { freshPhone, register, sendRegister, sendReset, sentCode, verify } = accountCalls(() => api)
const reset = (phone: string, password = 'NewPass1', confirmPassword = password) =>
  visitor.post('/admin/user/resetPasswordByCodeNoTenantId', { phone, tenantId: 82, password, confirmPassword })

describe('a new password by phone', () => {
  let phone: string
  beforeEach(async () => {
    phone = freshPhone()
    await addLearner(api, { tenantId: 82, learnerId: Number(phone), account: `a${phone}`, phone })
  })

  test('is for phones that are known', async () => {
    expect(await sendReset(freshPhone())).toMatchObject({ code: 1, msg: '该号码不存在，请先注册或联系管理人员' })
  })

  test('replaces the old one, opens a locked account and ends every login', async () => {
    const before = await api.loginAs(`a${phone}`, 82)
    for (let n = 0; n < 10; n += 1) await api.loginAs(`a${phone}`, 82, 'wrong1').catch(() => {})
    await sendReset(phone)
    expect(await verify(phone, await sentCode(phone))).toMatchObject({ code: 0, data: true })
    expect(await reset(phone)).toMatchObject({ code: 0 })
    expect((await before.get('/admin/user/info')).status).toBe(401)
    await api.loginAs(`a${phone}`, 82, 'NewPass1')
    await expect(api.loginAs(`a${phone}`, 82, 'Train2026')).rejects.toThrow('用户名不存在或者密码错误')
  })

  test('needs the verified code, within ten minutes, once', async () => {
    const rejected = { code: 1, msg: '验证码不合法' }
    await sendReset(phone)
    expect(await reset(phone)).toMatchObject(rejected)
    expect(await verify(phone, otherCode(await sentCode(phone)))).toMatchObject(rejected)
    expect(await reset(phone)).toMatchObject(rejected)
    await verify(phone, await sentCode(phone))
    api.clock.advance({ minutes: 10 })
    expect(await reset(phone)).toMatchObject(rejected)
    api.clock.advance({ minutes: -1 })
    expect(await reset(phone)).toMatchObject({ code: 0 })
    expect(await reset(phone, 'Another1')).toMatchObject(rejected)
  })

  test('may be set for ten minutes from the last time its code was given, which is ten minutes itself', async () => {
    await sendReset(phone)
    const code = await sentCode(phone)
    api.clock.advance({ seconds: 20 })
    expect((await verify(phone, code)).code).toBe(0)
    api.clock.advance({ seconds: 550 })
    expect((await verify(phone, code)).code).toBe(0)
    api.clock.advance({ seconds: 70 })
    expect((await verify(phone, code)).code).toBe(1)
    expect(await reset(phone)).toMatchObject({ code: 0 })
  })

  test('is set though another code was sent since, and by the last right one only', async () => {
    await sendReset(phone)
    await verify(phone, await sentCode(phone))
    api.clock.advance({ minutes: 1 })
    await sendReset(phone)
    expect(await reset(phone)).toMatchObject({ code: 0 })
    // Sent again because the answer was lost: told the same.
    expect(await reset(phone)).toMatchObject({ code: 0 })
    expect(await reset(phone, 'Another1')).toMatchObject({ code: 1 })
    await verify(phone, await sentCode(phone))
    expect(await reset(phone, 'Another1')).toMatchObject({ code: 0 })
    expect(await reset(phone, 'Third2026')).toMatchObject({ code: 1, msg: '验证码不合法' })
  })

  test('is of the account that had the phone when its code was sent: not of nobody, nor of whoever has taken the number since', async () => {
    const rejected = { code: 1, msg: '验证码不合法' }
    const [former, next] = [await api.loginAs(`a${phone}`, 82), await api.loginAs('wangfang', 82)]
    const takes = (who: typeof former, number: string) => who.post('/admin/user/app/userInfo/update', { userId: who.userId, phone: number })
    await sendReset(phone)
    const code = await sentCode(phone)
    await verify(phone, code)
    await takes(former, freshPhone())
    expect(await reset(phone)).toMatchObject({ code: 1, msg: '该号码不存在，请先注册或联系管理人员' })
    // Neither another verified one nor the same password again.
    await takes(former, phone)
    api.clock.advance({ minutes: 1 })
    await sendReset(phone)
    const later = await sentCode(phone)
    await verify(phone, later)
    await takes(former, freshPhone())
    expect(await takes(next, phone)).toMatchObject({ code: 0 })
    expect(await reset(phone, 'Train2026')).toMatchObject(rejected)
    expect(await reset(phone)).toMatchObject(rejected)
    expect(await verify(phone, later)).toMatchObject(rejected)
    expect((await next.get('/admin/user/info')).status).toBe(200)
    await api.loginAs('wangfang', 82)
    // A new one is whoever's who has the number now.
    api.clock.advance({ minutes: 1 })
    await sendReset(phone)
    await verify(phone, await sentCode(phone))
    expect(await reset(phone, 'Train2026')).toMatchObject({ code: 0 })
  })

  test('is not of an account that was registered with the number since its code was right', async () => {
    const former = await api.loginAs(`a${phone}`, 82)
    await sendReset(phone)
    const code = await sentCode(phone)
    await verify(phone, code)
    await former.post('/admin/user/app/userInfo/update', { userId: former.userId, phone: freshPhone() })
    api.clock.advance({ minutes: 1 })
    await sendRegister(phone)
    expect(await register(phone, await sentCode(phone))).toMatchObject({ code: 0 })
    for (const answer of [await reset(phone), await verify(phone, code), await reset(phone, 'Train2026')]) expect(answer).toMatchObject({ code: 1, msg: '验证码不合法' })
    await api.loginAs(phone, 82)
  })

  test('does not take a code of another tenant', async () => {
    await addTenant(api, { tenantId: 143, domain: 'hj.localhost', registrationOpen: true }).catch(() => undefined)
    await addLearner(api, { tenantId: 143, learnerId: Number(phone), account: `a${phone}`, phone })
    await sendReset(phone)
    const elsewhere = { phone, tenantId: 143 }
    const code = await sentCode(phone)
    expect((await visitor.post('/admin/app/user/v1/checkSendCodeByNewPassWord', { ...elsewhere, code })).code).toBe(1)
    await verify(phone, code)
    expect((await visitor.post('/admin/user/resetPasswordByCodeNoTenantId', { ...elsewhere, password: 'NewPass1', confirmPassword: 'NewPass1' })).code).toBe(1)
    await api.loginAs(`a${phone}`, 143)
  })

  test('does not take the code of a registration', async () => {
    const fresh = freshPhone()
    await sendRegister(fresh)
    expect((await verify(fresh, await sentCode(fresh))).code).toBe(1)
    expect((await reset(fresh)).code).toBe(1)
  })

  test('may be verified again, and is void after five wrong tries', async () => {
    await sendReset(phone)
    const code = await sentCode(phone)
    expect((await verify(phone, code)).code).toBe(0)
    expect((await verify(phone, code)).code).toBe(0)
    api.clock.advance({ minutes: 1 })
    await sendReset(phone)
    for (let n = 0; n < 5; n += 1) await verify(phone, otherCode(await sentCode(phone)))
    expect((await verify(phone, await sentCode(phone))).code).toBe(1)
  })

  test.each([
    ['different passwords', 'NewPass1', 'NewPass2', '两次输入密码不一致!'],
    ['a bad password', '12345', '12345', '密码不符合规范'],
  ])('refuses %s and lets the learner try again', async (_case, password, confirmation, msg) => {
    await sendReset(phone)
    await verify(phone, await sentCode(phone))
    expect(await reset(phone, password, confirmation)).toMatchObject({ code: 1, msg })
    expect(await reset(phone)).toMatchObject({ code: 0 })
  })
})
