import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Visitor } from '@/lib/domain/learner'
import { log } from '@/lib/log'
import { limits } from '@/lib/request/limits'
import { checkPhone, checkReset, hasJustReset, registerVisitor, resetByProof, sendCode } from '@/lib/request/self-service'
import { store } from '@/lib/request/store'
import { messages } from '@/training-api/rules/messages'
import { mountPlatform, UPSTREAM } from '../support/platform'

const { settings } = vi.hoisted(() => ({ settings: { DEMO: 'off' } }))
vi.hoisted(() => Object.assign(process.env, { DEMO: settings.DEMO }))

const platform = mountPlatform()
let number = 13_700_000_000
let home = 0
const freshPhone = () => String((number += 1))
let visitor: Visitor
beforeEach(() => {
  home += 1
  visitor = { ...platform.visitor(82), address: `203.0.113.${home}` }
})
const busy = { code: 'busy' }

async function sentCode(phone: string): Promise<string> {
  const { data } = await platform.api().visitor(82).get<{ phone: string; code: string }[]>('/demo/outbox')
  const entry = data.find((sent) => sent.phone === phone)
  if (!entry) throw new Error(`no code went to ${phone}`)
  return entry.code
}
const form = (phone: string, code: string) => ({ phone, code, nickname: '新来学员', password: 'Train2026', confirmation: 'Train2026' })

describe('asking whether a phone is known', () => {
  it('is answered 20 times an hour for one address, whatever the phones; another address is another matter', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 25 }, () => checkPhone(visitor, { phone: freshPhone() })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(answers.find((answer) => answer.status === 'rejected')).toMatchObject({ reason: busy })
    expect(await checkPhone({ ...visitor, address: '198.51.100.1' }, { phone: '13800000001' })).toEqual({ known: true })
  })
})

describe('a tenant that keeps strangers out', () => {
  const [phone, code, proof] = ['13800000001', '123456', 'x']
  it.each([
    ['a phone that is looked up', (who: Visitor) => checkPhone(who, { phone })],
    ['a code', (who: Visitor) => sendCode(who, { phone, purpose: 'reset' })],
    ['a registration', (who: Visitor) => registerVisitor(who, form(phone, code))],
    ['the first step to a new password', (who: Visitor) => checkReset(who, { phone, code })],
    ['the second', (who: Visitor) => resetByProof(who, { proof, phone, password: 'NewPass1', confirmation: 'NewPass1' })],
  ])('says so in the platform\'s words to %s, and asks it nothing', async (_what, ask) => {
    let asked = 0
    platform.server.events.on('request:start', ({ request }) => void (asked += Number(!request.url.includes('/admin/tenant/'))))
    await expect(ask({ ...platform.visitor(101), address: visitor.address! })).rejects.toMatchObject({ code: 'rejected', message: messages.selfServiceClosed, fields: undefined })
    platform.server.events.removeAllListeners()
    expect(asked).toBe(0)
  })
})

describe('codes', () => {
  it('go out once a minute to one phone, and so many times an hour from one address', async () => {
    const phone = freshPhone()
    expect(await sendCode(visitor, { phone, purpose: 'register' })).toEqual({ againInSeconds: 60 })
    await expect(sendCode(visitor, { phone, purpose: 'register' })).rejects.toMatchObject(busy)
    await expect(sendCode({ ...visitor, address: '198.51.100.2' }, { phone, purpose: 'reset' })).rejects.toMatchObject(busy)
    const answers = await Promise.allSettled(Array.from({ length: 22 }, () => sendCode(visitor, { phone: freshPhone(), purpose: 'register' })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(18)
  })

  it('go out once, however often they are asked for at the same moment', async () => {
    const phone = freshPhone()
    let reached = 0
    platform.server.use(http.post(`${UPSTREAM}/admin/app/user/v1/sendCodeByRegister`, () => {
      reached += 1
    }))
    const answers = await Promise.allSettled(Array.from({ length: 15 }, () => sendCode(visitor, { phone, purpose: 'register' })))
    platform.server.resetHandlers()
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(reached).toBe(1)
  })

  it('count only when they may have been sent', async () => {
    const phone = freshPhone()
    for (let times = 0; times < limits.codesOfPhone.times + 2; times += 1) await expect(sendCode(visitor, { phone, purpose: 'reset' })).rejects.toMatchObject({ code: 'rejected' })
    platform.server.use(http.post(`${UPSTREAM}/admin/app/user/v1/sendCodeByRegister`, () => HttpResponse.error(), { once: true }))
    await expect(sendCode(visitor, { phone, purpose: 'register' })).rejects.toMatchObject({ code: 'failed' })
    // Nobody knows whether that one arrived.
    await expect(sendCode(visitor, { phone, purpose: 'register' })).rejects.toMatchObject(busy)
  })

  it('do not count where a gateway let none through', async () => {
    const phone = freshPhone()
    platform.server.use(http.post(`${UPSTREAM}/admin/app/user/v1/sendCodeByRegister`, () => new HttpResponse(null, { status: 429 }), { once: true }))
    await expect(sendCode(visitor, { phone, purpose: 'register' })).rejects.toMatchObject({ code: 'failed' })
    expect(await sendCode(visitor, { phone, purpose: 'register' })).toEqual({ againInSeconds: 60 })
  })

  it('are ten a day for one phone, and that no more go out is written down once', async () => {
    const phone = freshPhone()
    const written = vi.spyOn(log, 'info').mockReturnValue(undefined)
    platform.server.use(http.post(`${UPSTREAM}/admin/app/user/v1/sendCodeByRegister`, () => HttpResponse.json({ code: 0, msg: null, data: true })))
    const outcomes: string[] = []
    for (let times = 0; times < limits.codesOfPhone.times + 3; times += 1) {
      // A minute later.
      await store.delete(`code-sent:82:${phone}`)
      outcomes.push(await sendCode(visitor, { phone, purpose: 'register' }).then(() => 'sent', ({ code }: { code: string }) => code))
    }
    platform.server.resetHandlers()
    const reports = written.mock.calls.map(([fields]) => fields as unknown as Record<string, unknown>).filter(({ audit }) => audit === 'limit.reached')
    written.mockRestore()
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'sent'), 'busy', 'busy', 'busy'])
    expect(reports).toEqual([{ audit: 'limit.reached', reason: 'codesOfPhone', tenantId: '82', phone: `${phone.slice(0, 3)}****${phone.slice(-4)}` }])
  })

  it('are refused in the platform\'s words where they make no sense', async () => {
    await expect(sendCode(visitor, { phone: '13800000001', purpose: 'register' })).rejects.toMatchObject({ code: 'rejected', message: '该手机号已被注册，请更换其他手机号码' })
    await expect(sendCode(visitor, { phone: freshPhone(), purpose: 'reset' })).rejects.toMatchObject({ code: 'rejected', message: '该号码不存在，请先注册或联系管理人员' })
  })
})

describe('registration', () => {
  it('makes somebody who logs in by phone; the code is worth nothing afterwards, nor for another phone', async () => {
    const [phone, other] = [freshPhone(), freshPhone()]
    await sendCode(visitor, { phone, purpose: 'register' })
    const code = await sentCode(phone)
    await expect(registerVisitor(visitor, form(other, code))).rejects.toMatchObject({ code: 'rejected', message: '验证码不合法' })
    expect(await registerVisitor(visitor, form(phone, code))).toEqual({ registered: true })
    // The very same again is told the same; anything else needs another code.
    await expect(registerVisitor(visitor, { ...form(phone, code), password: 'Other2026', confirmation: 'Other2026' })).rejects.toMatchObject({ code: 'rejected' })
    expect((await platform.api().loginAs(phone, 82)).tenantId).toBe(82)
  })

  it('is tried so many times an hour from one address, so that guessing ends', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 65 }, () => registerVisitor(visitor, form(freshPhone(), '000000'))))
    expect(answers.filter((answer) => answer.status === 'rejected' && (answer.reason as { code: string }).code === 'busy')).toHaveLength(5)
  })
})

describe('guesses', () => {
  it('at a code, 10,000 from as many addresses: sixty reach the platform, which looks at five', async () => {
    const phone = freshPhone()
    await sendCode(visitor, { phone, purpose: 'register' })
    const right = await sentCode(phone)
    const outcomes = { rejected: 0, busy: 0 }
    for (let n = 0; n < 10_000; n += 1) {
      const code = String(n).padStart(6, '0')
      if (code === right) continue
      const from = { ...visitor, address: `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::` }
      await registerVisitor(from, form(phone, code)).then(() => expect.fail('a guess was right'), ({ code: why }: { code: keyof typeof outcomes }) => (outcomes[why] += 1))
    }
    expect(outcomes.rejected).toBe(60)
    expect(outcomes.busy).toBeGreaterThanOrEqual(10_000 - 61)
    // Whoever holds the phone asks for another code; the one that was guessed at is worth nothing, at the platform too.
    expect(await platform.api().visitor(82).post('/admin/user/registerUserInfoWeb', { ...form(phone, right), confirmPassword: 'Train2026', userRealName: '新来学员', tenantId: 82 })).toMatchObject({ code: 1, msg: '验证码不合法' })
  }, 60_000)
})

describe('a stranger who tries codes that nobody asked for', () => {
  it.each(['register', 'reset'] as const)('does not close the way for whoever holds the phone: %s', async (purpose) => {
    const phone = freshPhone()
    if (purpose === 'reset') await (await platform.api().loginAs('learner010', 82)).post('/admin/user/app/userInfo/update', { userId: (await platform.learner('learner010', 82)).id, phone })
    const guesses = await Promise.allSettled(Array.from({ length: 70 }, (_, n) => checkReset({ ...visitor, address: `2001:db8:9:${n.toString(16)}::` }, { phone, code: '000000' })))
    expect(guesses.filter((guess) => guess.status === 'rejected' && (guess.reason as { code: string }).code === 'busy')).toHaveLength(10)
    await sendCode(visitor, { phone, purpose })
    const code = await sentCode(phone)
    if (purpose === 'register') expect(await registerVisitor(visitor, form(phone, code))).toEqual({ registered: true })
    else expect(await checkReset(visitor, { phone, code })).toEqual({ proof: expect.any(String) })
  })
})

describe('a new password', () => {
  const phone = '13800000009'
  it('is set by who knew the code, in the same tenant, once', async () => {
    const learner = await platform.learner('learner009', 82)
    const api = platform.api()
    const own = freshPhone()
    await api.visitor(82).post('/admin/user/checkUserPhone', { phone, tenantId: 82 })
    const login = await api.loginAs('learner009', 82)
    await login.post('/admin/user/app/userInfo/update', { userId: learner.id, phone: own })
    await sendCode(visitor, { phone: own, purpose: 'reset' })
    await expect(checkReset(visitor, { phone: own, code: '000000' === (await sentCode(own)) ? '000001' : '000000' })).rejects.toMatchObject({ message: '验证码不合法' })
    const { proof } = await checkReset(visitor, { phone: own, code: await sentCode(own) })
    const set = (who: Visitor, given: string, password = 'NewPass1', shown = own) => resetByProof(who, { proof: given, phone: shown, password, confirmation: password })
    await expect(set({ ...platform.visitor(143), address: visitor.address! }, proof)).rejects.toMatchObject({ code: 'invalid' })
    for (const forged of ['x', proof.slice(5), proof.replace(/.(?=.{40}$)/, (letter) => (letter === 'a' ? 'b' : 'a'))]) await expect(set(visitor, forged)).rejects.toMatchObject({ code: 'invalid' })
    // Another tab of the same browser has proved another phone meanwhile.
    await expect(set(visitor, proof, 'NewPass1', '13800000001')).rejects.toMatchObject({ code: 'invalid' })
    expect(await hasJustReset(visitor)).toBe(false)
    expect(await set(visitor, proof)).toEqual({ reset: true })
    expect([await hasJustReset(visitor), await hasJustReset({ ...visitor, address: '203.0.113.91' })]).toEqual([true, false])
    await expect(set(visitor, proof, 'Other2026')).rejects.toMatchObject({ code: 'rejected' })
    expect((await login.get('/admin/user/info')).status).toBe(401)
    expect((await api.loginAs('learner009', 82, 'NewPass1')).token).toBeTruthy()
  })
})
