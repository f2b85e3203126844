import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { learners } from '../../db/schema/learners.ts'
import { messageRecipients, messages } from '../../db/schema/messages.ts'
import { outbox } from '../../db/schema/sessions.ts'
import { addLearner } from '../people.ts'
import { testMoment } from '../support.ts'
import type { TestApi, TestCaller } from '../support.ts'
import { accountCalls, forgetCodes, otherCode, ownPhone, startAccounts } from './account-world.ts'

let api: TestApi
let visitor: TestCaller

beforeAll(async () => {
  api = await startAccounts()
  visitor = api.visitor(82)
})
afterAll(() => api.close())
beforeEach(() => forgetCodes(api))

const { freshPhone, register, sendRegister, sendReset, sentCode } = accountCalls(() => api)
const check = (phone: unknown, more = {}) => visitor.post('/admin/user/checkUserPhone', { phone, tenantId: 82, ...more })

describe('asking whether a phone is known', () => {
  test('counts the accounts of that tenant', async () => {
    expect(await check(ownPhone)).toMatchObject({ code: 0, data: 1 })
    expect(await check(ownPhone, { tenantId: 116 })).toMatchObject({ code: 0, data: 0 })
  })

  test.each(['', '1380000000', '138000000011', '12800000001', '1380000000a', null, 13])('is 400 for %j', async (phone) => {
    expect((await check(phone)).status).toBe(400)
  })

  test('accepts the phone as a number', async () => {
    expect(await check(Number(ownPhone))).toMatchObject({ code: 0, data: 1 })
  })

  test('answers an address 200 times an hour in the demo, then 429', async () => {
    const asOne = api.visitor(82, { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' })
    const ask = () => asOne.post('/admin/user/checkUserPhone', { phone: ownPhone, tenantId: 82 })
    const replies = await Promise.all(Array.from({ length: 201 }, ask))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(200)
    expect(replies.find((reply) => reply.status !== 200)).toMatchObject({ status: 429, code: 1, msg: '操作太频繁，请稍后再试' })
    expect((await check(ownPhone)).status).toBe(200)
    api.clock.advance({ hours: 1 })
    expect((await ask()).status).toBe(200)
  })

  test.each([
    ['a text without end', randomBytes(3500).toString('hex')],
    ['an address with a name without end', `fe80::1%${randomBytes(3500).toString('hex')}`],
  ])('takes %s for no address', async (_what, passedOn) => {
    const stranger = api.visitor(82, { 'x-forwarded-for': passedOn })
    expect(await stranger.post('/admin/user/checkUserPhone', { phone: ownPhone, tenantId: 82 })).toMatchObject({ status: 200, code: 0 })
  })
})

describe('registration', () => {
  test('needs a code, makes a learner who can log in by phone, and sends one unread welcome', async () => {
    const phone = freshPhone()
    expect(await sendRegister(phone)).toMatchObject({ code: 0, data: true })
    expect(await register(phone, await sentCode(phone))).toMatchObject({ code: 0, data: true })
    const learner = await api.loginAs(phone, 82)
    expect((await learner.get(`/admin/user/app/userInfo/${learner.userId}`)).data).toMatchObject({ name: '新来学员', phone })
    const [welcome, ...others] = await api.db
      .select({ title: messages.title, readAt: messageRecipients.readAt })
      .from(messageRecipients)
      .innerJoin(messages, eq(messages.messageId, messageRecipients.messageId))
      .where(eq(messageRecipients.learnerId, learner.userId))
    expect(welcome).toEqual({ title: 'Welcome', readAt: null })
    expect(others).toEqual([])
  })

  test('refuses a taken phone, when the code is asked for and when it is used', async () => {
    expect(await sendRegister(ownPhone)).toMatchObject({ status: 200, code: 1, msg: '该手机号已被注册，请更换其他手机号码' })
    const phone = freshPhone()
    await sendRegister(phone)
    await addLearner(api, { tenantId: 82, learnerId: Number(phone), account: `other${phone}`, phone })
    expect(await register(phone, await sentCode(phone))).toMatchObject({ code: 1, msg: '该手机号已被注册，请更换其他手机号码' })
  })

  test('refuses a phone that is still the name of an account, before a code is asked for', async () => {
    const phone = freshPhone()
    await addLearner(api, { tenantId: 82, learnerId: Number(phone), account: phone, phone: freshPhone() })
    expect(await check(phone)).toMatchObject({ code: 0, data: 1 })
    expect(await check(phone, { tenantId: 116 })).toMatchObject({ code: 0, data: 0 })
    expect(await sendRegister(phone)).toMatchObject({ status: 200, code: 1, msg: '该手机号已被注册，请更换其他手机号码' })
    // It is nobody's phone any more, so nobody gets a new password by it.
    expect(await sendReset(phone)).toMatchObject({ code: 1, msg: '该号码不存在，请先注册或联系管理人员' })
    expect(await api.db.select().from(outbox)).toEqual([])
  })

  test('is closed where the tenant says so, and in a tenant that does not exist', async () => {
    for (const tenantId of [116, 999]) {
      expect(await sendRegister(freshPhone(), tenantId)).toMatchObject({ code: 1 })
      expect(await register(freshPhone(), '123456', { tenantId })).toMatchObject({ code: 1 })
    }
    expect(await api.db.select().from(outbox)).toEqual([])
  })

  test('takes the tenant of the header when the body names none', async () => {
    const reply = await api.visitor(116).post('/admin/app/user/v1/sendCodeByRegister', { phone: freshPhone() })
    expect(reply.code).toBe(1)
  })

  test('refuses a wrong code, a code of another phone, one that is over and one used twice', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    await sendRegister(phone)
    await sendRegister(other)
    const code = await sentCode(phone)
    for (const wrong of [otherCode(code), '', ' ', 'abcdef', code + '0']) {
      expect((await register(phone, wrong)).code).toBe(1)
    }
    const rejected = { code: 1, msg: '验证码不合法' }
    const codeOfOther = await sentCode(other)
    if (codeOfOther !== code) expect(await register(phone, codeOfOther)).toMatchObject(rejected)
    api.clock.advance({ minutes: 10 })
    expect(await register(other, codeOfOther)).toMatchObject(rejected)
    api.clock.set(testMoment)
    expect(await register(other, codeOfOther)).toMatchObject({ code: 0 })
    expect(await register(other, codeOfOther, { password: 'Another1', confirmPassword: 'Another1' })).toMatchObject(rejected)
    expect(await register(other, codeOfOther)).toMatchObject({ code: 0, data: true })
  })

  test('voids a code after five wrong tries', async () => {
    const phone = freshPhone()
    await sendRegister(phone)
    const code = await sentCode(phone)
    for (let n = 0; n < 5; n += 1) await register(phone, otherCode(code))
    expect(await register(phone, code)).toMatchObject({ code: 1, msg: '验证码不合法' })
  })

  test.each([
    ['a short name', { userRealName: '李明' }, '长度在 4 到 15 个字符'],
    ['a long name', { userRealName: '学'.repeat(16) }, '长度在 4 到 15 个字符'],
    ['a short password', { password: 'abc12', confirmPassword: 'abc12' }, '密码不符合规范'],
    ['a long password', { password: 'a'.repeat(19), confirmPassword: 'a'.repeat(19) }, '密码不符合规范'],
    ['a password with a sign', { password: 'Train-2026', confirmPassword: 'Train-2026' }, '密码不符合规范'],
    ['a password with a blank', { password: 'abc 123', confirmPassword: 'abc 123' }, '密码不符合规范'],
    ['different passwords', { confirmPassword: 'Train2027' }, '两次输入密码不一致!'],
  ])('refuses %s and leaves the code as it was', async (_case, more, msg) => {
    const phone = freshPhone()
    await sendRegister(phone)
    expect(await register(phone, await sentCode(phone), more)).toMatchObject({ status: 200, code: 1, msg })
    expect(await register(phone, await sentCode(phone))).toMatchObject({ code: 0 })
  })

  test('of one phone twice at the same time makes one learner', async () => {
    const phone = freshPhone()
    await sendRegister(phone)
    const code = await sentCode(phone)
    const replies = await Promise.all([1, 2, 3, 4].map(() => register(phone, code)))
    expect(replies.map((reply) => reply.code)).toEqual([0, 0, 0, 0])
    expect(await api.db.select().from(learners).where(eq(learners.phone, phone))).toHaveLength(1)
  })
})
