import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signBody } from '../../code-sender.ts'
import { outbox, verificationCodes } from '../../db/schema/sessions.ts'
import { readEnv } from '../../env.ts'
import { hashCode } from '../../rules/codes.ts'
import { addLearner, addTenant } from '../people.ts'
import { startTestApi } from '../support.ts'
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

const { freshPhone, register, sendRegister, sendReset, sentCode, verify } = accountCalls(() => api)

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

  test('come to one phone three times a minute and twenty times a day, at however many tenants they are asked for', async () => {
    const tenants = Array.from({ length: 20 }, (_, n) => 9_000 + n)
    for (const tenantId of tenants) await addTenant(api, { tenantId, domain: `t${tenantId}.localhost`, registrationOpen: true })
    const [phone, other] = [freshPhone(), freshPhone()]
    const sent = async (number: string) => (await Promise.all(tenants.map((tenantId) => sendRegister(number, tenantId)))).filter(({ code }) => code === 0).length
    expect(await sent(phone)).toBe(3)
    expect(await sent(other)).toBe(3)
    let today = 3
    for (let minute = 1; minute < 20; minute += 1) {
      api.clock.advance({ seconds: 60 })
      today += await sent(phone)
    }
    expect(today).toBe(20)
    api.clock.advance({ days: 1 })
    expect(await sent(phone)).toBe(3)
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

  test('are stored so that nobody finds them out who reads the database alone', async () => {
    const phone = freshPhone()
    await send(phone)
    const { code } = JSON.parse(received[0]!.body) as { code: string }
    const [stored] = await own.db.select().from(verificationCodes).where(eq(verificationCodes.phone, phone))
    const hashed = (key: string) => hashCode({ key, tenantId: 82, phone, code })
    expect(stored?.codeHash).toBe(hashed(secret))
    expect([hashed(''), hashed('another secret of thirty-two characters')]).not.toContain(stored?.codeHash)
    expect(JSON.stringify(await own.db.select().from(outbox))).not.toContain(code)
  })

  test('are tried once more under the same id, and given up with words after that', async () => {
    const phone = freshPhone()
    answers = [503, 204]
    const before = performance.now()
    expect(await send(phone)).toMatchObject({ code: 0 })
    // Not at once: half of half a second at the least.
    expect(performance.now() - before).toBeGreaterThanOrEqual(240)
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
  }, 180_000)

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
