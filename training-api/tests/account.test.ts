import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { learners, uploads } from '../db/schema/learners.ts'
import { messageRecipients, messages } from '../db/schema/messages.ts'
import { outbox, requestLimits, verificationCodes } from '../db/schema/sessions.ts'
import { addLearner, addTenant } from './people.ts'
import { signBody } from '../code-sender.ts'
import { startTestApi, testMoment } from './support.ts'
import type { TestApi, TestCaller } from './support.ts'

const ownPhone = '13800000001'
let api: TestApi
let visitor: TestCaller
let phoneNumber = 13_900_000_000

beforeAll(async () => {
  api = await startTestApi()
  visitor = api.visitor(82)
  await addTenant(api, { tenantId: 82, domain: 'localhost', registrationOpen: true })
  await addTenant(api, { tenantId: 116, domain: 'rs.localhost' })
  await addLearner(api, { tenantId: 82, learnerId: 1, account: 'liming', name: '李明', phone: ownPhone, sex: 'male', post: '低压电工' })
  await addLearner(api, { tenantId: 82, learnerId: 2, account: 'wangfang', phone: '13800000002' })
  await addLearner(api, { tenantId: 116, learnerId: 1, account: 'liming', phone: '13800000116' })
})
afterAll(() => api.close())
beforeEach(async () => {
  api.clock.set(testMoment)
  for (const table of [requestLimits, verificationCodes, outbox]) await api.db.delete(table)
})

const freshPhone = () => String((phoneNumber += 1))
const check = (phone: unknown, more = {}) => visitor.post('/admin/user/checkUserPhone', { phone, tenantId: 82, ...more })
const sendRegister = (phone: string, tenantId = 82) =>
  visitor.post('/admin/app/user/v1/sendCodeByRegister', { phone, tenantId })
const sendReset = (phone: string, tenantId = 82) =>
  visitor.post('/admin/app/user/v1/sendCodeByNewPassWord', { phone, tenantId })
const verify = (phone: string, code: string) =>
  visitor.post('/admin/app/user/v1/checkSendCodeByNewPassWord', { phone, code, tenantId: 82 })
const reset = (phone: string, password = 'NewPass1', confirmPassword = password) =>
  visitor.post('/admin/user/resetPasswordByCodeNoTenantId', { phone, tenantId: 82, password, confirmPassword })
const register = (phone: string, code: string, more = {}) =>
  visitor.post('/admin/user/registerUserInfoWeb', {
    phone,
    code,
    tenantId: 82,
    password: 'Train2026',
    confirmPassword: 'Train2026',
    userRealName: '新来学员',
    ...more,
  })

async function sentCode(phone: string): Promise<string> {
  const { data } = await visitor.get<{ phone: string; code: string }[]>('/demo/outbox')
  const entry = data.find((sent) => sent.phone === phone)
  if (!entry) throw new Error(`no code went to ${phone}`)
  return entry.code
}
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the profile', () => {
  test('has the fields of the contract', async () => {
    const liming = await api.loginAs('liming', 82)
    expect((await liming.get('/admin/user/app/userInfo/1')).data).toEqual({
      userId: 1,
      username: 'liming',
      account: 'liming',
      name: '李明',
      avatar: null,
      sex: 0,
      job: '低压电工',
      companyName: 'East Ridge Power',
      deptName: 'Repair',
      phone: ownPhone,
      mail: null,
    })
  })
})

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

describe('codes', () => {
  test('have six digits and come once a minute, ten times a day', async () => {
    const phone = freshPhone()
    const tooOften = { code: 1, msg: '操作太频繁，请稍后再试' }
    for (let n = 0; n < 10; n += 1) {
      expect(await sendRegister(phone)).toMatchObject({ code: 0 })
      expect(await sentCode(phone)).toMatch(/^\d{6}$/)
      expect(await sendRegister(phone)).toMatchObject(tooOften)
      api.clock.advance({ seconds: 60 })
    }
    expect(await sendRegister(phone)).toMatchObject(tooOften)
    api.clock.advance({ days: 1 })
    expect(await sendRegister(phone)).toMatchObject({ code: 0 })
  })

  test('asked for many times at once are sent once', async () => {
    const phone = freshPhone()
    const replies = await Promise.all(Array.from({ length: 8 }, () => sendRegister(phone)))
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1)
    expect(await api.db.select().from(outbox)).toHaveLength(1)
  })

  test('are worthless once a newer one was sent', async () => {
    const phone = freshPhone()
    await sendRegister(phone)
    const first = await sentCode(phone)
    api.clock.advance({ minutes: 1 })
    await sendRegister(phone)
    if ((await sentCode(phone)) !== first) expect((await register(phone, first)).code).toBe(1)
    expect((await register(phone, await sentCode(phone))).code).toBe(0)
  })

  test('are not stored in clear beside the outbox', async () => {
    const phone = freshPhone()
    await sendRegister(phone)
    expect(JSON.stringify(await api.db.select().from(verificationCodes))).not.toContain(`"${await sentCode(phone)}"`)
  })

  test('older than a day are swept', async () => {
    await sendRegister(freshPhone())
    api.clock.advance({ days: 1, seconds: 1 })
    await sendRegister(freshPhone())
    await api.runJob('sweepCodes')
    expect(await api.db.select().from(verificationCodes)).toHaveLength(1)
    expect(await api.db.select().from(outbox)).toHaveLength(1)
  })
})

describe('codes by the webhook of an operator', () => {
  const secret = 'a secret of thirty-two characters'
  const received: { headers: Record<string, unknown>; body: string }[] = []
  let answers: number[] = []
  let hook: ReturnType<typeof createServer>
  let own: TestApi

  beforeAll(async () => {
    hook = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += part))
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(answers.shift() ?? 204).end()
      })
    })
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/sms`
    own = await startTestApi({ demo: false, smsWebhook: { url, secret } })
    await addTenant(own, { tenantId: 82, domain: 'localhost', registrationOpen: true })
  })
  afterAll(async () => {
    await own.close()
    await new Promise((resolve) => hook.close(resolve))
  })
  beforeEach(() => {
    received.length = 0
    answers = []
  })
  const send = (phone: string) => own.visitor(82).post('/admin/app/user/v1/sendCodeByRegister', { phone, tenantId: 82 })

  test('go there signed, and nowhere else', async () => {
    const phone = freshPhone()
    expect(await send(phone)).toMatchObject({ code: 0, data: true })
    const [{ headers, body }] = received as [(typeof received)[number]]
    const message = JSON.parse(body) as { code: string; id: string }
    expect(message).toEqual({ id: expect.stringMatching(/^\d+$/), tenantId: 82, phone, purpose: 'register', code: expect.stringMatching(/^\d{6}$/), expiresAt: '2026-03-10T02:10:00.000Z' })
    const timestamp = String(headers['x-trainhall-timestamp'])
    expect(headers['x-trainhall-signature']).toBe(signBody({ secret, timestamp, body }))
    expect(headers['x-trainhall-id']).toBe(message.id)
    expect(await own.db.select().from(outbox)).toEqual([])
    const registered = await own.visitor(82).post('/admin/user/registerUserInfoWeb', { phone, code: message.code, tenantId: 82, password: 'Train2026', confirmPassword: 'Train2026', userRealName: '新来学员' })
    expect(registered).toMatchObject({ code: 0, data: true })
  })

  test('are tried once more under the same id, and given up with words after that', async () => {
    const phone = freshPhone()
    answers = [503, 204]
    expect(await send(phone)).toMatchObject({ code: 0 })
    expect(new Set(received.map(({ headers }) => headers['x-trainhall-id'])).size).toBe(1)
    answers = [500, 500]
    expect(await send(freshPhone())).toMatchObject({ code: 1, msg: '验证码发送失败，请稍后再试' })
  })

  test('need an address and a secret of 32 characters', () => {
    const url = 'https://sms.example/send'
    expect(readEnv({ SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret }).smsWebhook).toEqual({ url, secret })
    expect(readEnv({}).smsWebhook).toBeUndefined()
    for (const wrong of [{ SMS_WEBHOOK_URL: url }, { SMS_WEBHOOK_URL: 'ftp://x', SMS_WEBHOOK_SECRET: secret }, { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: 'short' }]) {
      expect(() => readEnv(wrong)).toThrow(/SMS_WEBHOOK_/)
    }
  })

  test('are refused where there is neither a webhook nor the demo', async () => {
    const bare = await startTestApi({ demo: false })
    try {
      await addTenant(bare, { tenantId: 82, domain: 'localhost', registrationOpen: true })
      expect(await bare.visitor(82).post('/admin/app/user/v1/sendCodeByRegister', { phone: freshPhone(), tenantId: 82 })).toMatchObject({ code: 1, msg: '验证码发送失败，请稍后再试' })
    } finally {
      await bare.close()
    }
  })
})

describe('guesses at a code', () => {
  test('are looked at fifty times a day for one phone, however many are made: one in 20,000 days is a lucky one', async () => {
    const phone = freshPhone()
    await addLearner(api, { tenantId: 82, learnerId: Number(phone), account: `g${phone}`, phone })
    for (let hour = 0; hour < 12; hour += 1) {
      // The test knows the code and never guesses it: what is counted is how many guesses could have been right.
      const right = (await sendReset(phone)).code === 0 ? await sentCode(phone) : '000000'
      for (let n = 0; n < 80; n += 1) {
        const guess = String(hour * 80 + n).padStart(6, '0')
        if (guess !== right) await verify(phone, guess)
      }
      api.clock.advance({ minutes: 110 })
    }
    const codes = await api.db.select({ failedTries: verificationCodes.failedTries }).from(verificationCodes).where(eq(verificationCodes.phone, phone))
    expect(codes.map(({ failedTries }) => failedTries)).toEqual(Array(10).fill(5))
  }, 60_000)

  test('void the code they are made at, also when the right one comes after them', async () => {
    const phone = freshPhone()
    await addLearner(api, { tenantId: 82, learnerId: Number(phone), account: `g${phone}`, phone })
    await sendReset(phone)
    const code = await sentCode(phone)
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(phone, otherCode(code))))
    expect(replies.every((reply) => reply.code === 1)).toBe(true)
    expect((await verify(phone, code)).code).toBe(1)
  })
})

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

describe('a change of contact', () => {
  const update = '/admin/user/app/userInfo/update'

  test('replaces the phone or the e-mail', async () => {
    const learner = await api.loginAs('wangfang', 82)
    const phone = freshPhone()
    const who = { userId: 2, username: 'wangfang' }
    expect(await learner.post(update, { ...who, phone })).toMatchObject({ code: 0, data: true })
    expect(await learner.post(update, { ...who, email: 'wang@example.org' })).toMatchObject({ code: 0, data: true })
    expect((await learner.get('/admin/user/app/userInfo/2')).data).toMatchObject({ phone, mail: 'wang@example.org' })
  })

  test('to the phone of another account is refused, to the own one is not', async () => {
    const learner = await api.loginAs('liming', 82)
    expect(await learner.post(update, { userId: 1, phone: ownPhone })).toMatchObject({ code: 0 })
    expect(await learner.post(update, { userId: 1, phone: '13800000116' })).toMatchObject({ code: 0 })
    await learner.post(update, { userId: 1, phone: ownPhone })
    const other = await api.loginAs('wangfang', 82)
    expect(await other.post(update, { userId: 2, phone: ownPhone })).toMatchObject({
      code: 1,
      msg: '该手机号已被注册，请更换其他手机号码',
    })
  })

  test.each([
    ['nothing', {}],
    ['two things', { phone: '13800000009', email: 'a@example.org' }],
    ['a phone that is none', { phone: '123' }],
    ['an e-mail that is none', { email: 'nobody' }],
    ['a picture that is no id', { avatar: '../../etc/passwd' }],
    ['a password that is no text', { password: ['Train2026'] }],
  ])('is 400 with %s', async (_case, body) => {
    const learner = await api.loginAs('liming', 82)
    expect((await learner.post(update, { userId: 1, ...body })).status).toBe(400)
  })

  test('of the password ends every login', async () => {
    await addLearner(api, { tenantId: 82, learnerId: 77, account: 'changer' })
    const [here, there] = [await api.loginAs('changer', 82), await api.loginAs('changer', 82)]
    expect(await here.post(update, { userId: 77, password: '12345' })).toMatchObject({ code: 1, msg: '密码不符合规范' })
    expect(await here.post(update, { userId: 77, password: 'NewPass1' })).toMatchObject({ code: 0, data: true })
    expect((await here.get('/admin/user/info')).status).toBe(401)
    expect((await there.get('/admin/user/info')).status).toBe(401)
    expect((await api.askForToken({ grant_type: 'refresh_token', refresh_token: there.refreshToken })).status).toBe(426)
    await api.loginAs('changer', 82, 'NewPass1')
  })
})

describe('a picture', () => {
  const drawn = (shade: number, width = 40, height = 40) => sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 120 } } })
  const png = (shade = 0) => drawn(shade).png().toBuffer()
  const jpeg = (shade = 0) => drawn(shade).jpeg().toBuffer()
  const padded = async (size: number) => Buffer.concat([await png(), Buffer.alloc(size)]).subarray(0, size)

  function upload(learner: TestCaller, content: Buffer, name = 'me.png') {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(content)], name))
    return learner.post<{ fileId: number; url: string }>('/admin/user/avatar/upload', form)
  }

  test('is kept, chosen and served without a token, in parts too', async () => {
    const learner = await api.loginAs('liming', 82)
    const { data } = await upload(learner, await png())
    expect(data).toEqual({ fileId: expect.any(Number), url: expect.stringMatching(/^\/admin\/file\/avatar\/82\/.+\.png$/) })
    const update = { userId: 1, username: 'liming', avatar: String(data.fileId) }
    expect(await learner.post('/admin/user/app/userInfo/update', update)).toMatchObject({ code: 0, data: true })
    expect((await learner.get('/admin/user/app/userInfo/1')).data).toMatchObject({ avatar: data.url })
    const served = await api.fetch(data.url)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 40, height: 40 })
    const part = await api.fetch(data.url, { headers: { range: 'bytes=1-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  })

  test('has an address nobody can guess', async () => {
    const learner = await api.loginAs('liming', 82)
    const { data } = await upload(learner, await png(1))
    const guess = data.url.replace(/-[0-9a-f]{24}/, `-${'0'.repeat(24)}`)
    expect((await api.fetch(guess)).status).toBe(404)
    expect((await api.fetch(data.url.replace('/82/', '/116/'))).status).toBe(404)
  })

  test('is kept once however often it is sent, and the ones never chosen are dropped', async () => {
    const learner = await api.loginAs('wangfang', 82)
    const first = await upload(learner, await jpeg(), 'me.jpg')
    expect((await upload(learner, await jpeg(), 'again.jpg')).data).toEqual(first.data)
    await learner.post('/admin/user/app/userInfo/update', { userId: 2, avatar: first.data.fileId })
    await upload(learner, await png(2))
    const last = await upload(learner, await png(3))
    const own = and(eq(uploads.tenantId, 82), eq(uploads.learnerId, 2))
    const kept = await api.db.select({ fileId: uploads.fileId }).from(uploads).where(own)
    expect(kept.map((file) => file.fileId).toSorted()).toEqual([first.data.fileId, last.data.fileId].toSorted())
  })

  test('of somebody else cannot be chosen', async () => {
    const liming = await api.loginAs('liming', 82)
    const wangfang = await api.loginAs('wangfang', 82)
    const { data } = await upload(liming, await png(4))
    const update = { userId: 2, avatar: data.fileId }
    expect(await wangfang.post('/admin/user/app/userInfo/update', update)).toMatchObject({ code: 1 })
  })

  test.each([
    ['a GIF', Buffer.from('GIF89a.............')],
    ['a page that calls itself a picture', Buffer.from('<svg onload=alert(1)>')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_case, content) => {
    const reply = await upload(await api.loginAs('liming', 82), content)
    expect(reply).toMatchObject({ status: 200, code: 1, msg: '上传头像图片只能是 JPG或png 格式!', data: null })
  })

  test('is made anew: upright, at most 1024 a side, with nothing that was hidden in the file', async () => {
    const learner = await api.loginAs('liming', 82)
    const secret = Buffer.from('<script>alert(1)</script>')
    const photo = await drawn(9, 3000, 1000).withExif({ IFD0: { Copyright: 'secret place' } }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { data } = await upload(learner, Buffer.concat([photo, secret]), 'me.jpg')
    const kept = Buffer.from(await (await api.fetch(data.url)).arrayBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 341, height: 1024 })
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    expect(kept.includes(secret) || kept.includes('secret place')).toBe(false)
  })

  const onlyHead = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<html>')])
  test.each([
    ['only begins like a picture', () => Promise.resolve(onlyHead)],
    ['is 30,000 pixels wide', () => drawn(1, 30_000, 2).png().toBuffer()],
    ['is broken off', async () => (await drawn(1, 400, 400).jpeg().toBuffer()).subarray(0, 700)],
  ])('that %s is refused', async (_case, content) => {
    const reply = await upload(await api.loginAs('liming', 82), await content())
    expect(reply).toMatchObject({ status: 200, code: 1, msg: '上传头像失败', data: null })
  })

  test('of 20 MB is refused, one byte less is not, more than a call may carry is 413', async () => {
    const learner = await api.loginAs('liming', 82)
    const limit = 20 * 1024 * 1024
    expect(await upload(learner, await padded(limit))).toMatchObject({ code: 1, msg: '上传头像图片大小不能超过 20MB!' })
    expect(await upload(learner, await padded(limit - 1))).toMatchObject({ code: 0 })
    expect((await upload(learner, await padded(2 * limit))).status).toBe(413)
  })

  test('must be a file', async () => {
    const learner = await api.loginAs('liming', 82)
    expect((await learner.post('/admin/user/avatar/upload', { file: 'me.png' })).status).toBe(400)
    expect((await learner.post('/admin/user/avatar/upload', new FormData())).status).toBe(400)
  })

  test('needs a login', async () => {
    expect((await upload(api.visitor(82), await png())).status).toBe(401)
  })
})

describe('the outbox', () => {
  test('lists the newest code first, with the fields of the contract', async () => {
    const [first, second] = [freshPhone(), freshPhone()]
    await sendRegister(first)
    api.clock.advance({ seconds: 5 })
    await sendRegister(second)
    const { data } = await visitor.get('/demo/outbox')
    expect(data).toEqual([
      { phone: second, code: expect.any(String), purpose: 'register', tenantId: 82, sentTime: '2026-03-10 10:00:05' },
      { phone: first, code: expect.any(String), purpose: 'register', tenantId: 82, sentTime: '2026-03-10 10:00:00' },
    ])
  })

  test('has a page for people', async () => {
    const phone = freshPhone()
    await sendRegister(phone)
    const page = await api.fetch('/demo/outbox.html')
    expect(page.headers.get('content-type')).toContain('text/html')
    const html = await page.text()
    expect(html).toContain(phone)
    expect(html).toContain(await sentCode(phone))
  })

  test('is not there outside the demo, where a visitor is answered 20 times an hour', async () => {
    const plain = await startTestApi({ demo: false })
    try {
      expect((await plain.visitor(82).get('/demo/outbox')).status).toBe(404)
      expect((await plain.fetch('/demo/outbox.html')).status).toBe(404)
      const ask = () => plain.visitor(82).post('/admin/user/checkUserPhone', { phone: ownPhone, tenantId: 82 })
      const replies = await Promise.all(Array.from({ length: 21 }, ask))
      expect(replies.filter((reply) => reply.status === 429)).toHaveLength(1)
    } finally {
      await plain.close()
    }
  })
})
