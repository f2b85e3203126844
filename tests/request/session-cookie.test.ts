import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Login } from '@/lib/domain/session'
import { endAllSessions, endSession, keepAvatar, keepSeen, readSession, sessionCookie, startSession, updateSession } from '@/lib/request/session'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))
vi.hoisted(() => Object.assign(process.env, { PUBLIC_SCHEME: 'https', SESSION_IDLE_SECONDS: '3600', SESSION_SECRET: 'newest-secret-0123456789-0123456789,oldest-secret-0123456789-0123456789' }))

const login: Login = { learnerId: '820001', tenantId: '82', username: 'liming', name: '李明', avatarUrl: null, roles: ['12'], exerciseBank: false, token: 'token', refreshToken: 'refresh', expiresInSeconds: 43_199 }
const head = (cookie?: string) => new Headers(cookie ? { cookie: `${sessionCookie}=${cookie}` } : {})

async function begin(fields: Partial<Login> = {}, before?: string) {
  const { set } = await within(head(before), () => startSession({ ...login, ...fields }))
  return set.at(-1)!
}
const whoIs = async (cookie: string, tenantId = '82') => (await within(head(cookie), () => readSession(tenantId))).value

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-22T08:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

describe('the cookie of a session, with TLS', () => {
  it('is bound to its host, out of reach of scripts and other sites, and of no longer life than the session', async () => {
    const { name, options } = await begin()
    expect(name).toBe('__Host-sid')
    expect(options).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' })
    expect(options.domain).toBeUndefined()
    expect(options.maxAge).toBeLessThanOrEqual(86_400)
  })

  it('fits into a browser with the longest tokens a platform gives, and tells nothing of them', async () => {
    const { name, value } = await begin({ token: 't'.repeat(1_000), refreshToken: 'r'.repeat(600), name: '名'.repeat(60), avatarUrl: `/api/public/files/${'a'.repeat(120)}`, roles: Array.from({ length: 20 }, (_, at) => String(at)) })
    expect(name.length + value.length).toBeLessThan(4_096)
    expect(value).not.toMatch(/tttt|rrrr/)
  })

  it('is several cookies where tokens are long, read as one, and cleared as one', async () => {
    const token = 't'.repeat(3_500)
    const { set } = await within(head(), () => startSession({ ...login, token, refreshToken: 'r'.repeat(3_000) }))
    expect(set.map(({ name }) => name)).toEqual(['__Host-sid', '__Host-sid.1', '__Host-sid.2'])
    for (const { name, value, options } of set) {
      expect(name.length + value.length).toBeLessThan(4_000)
      expect(options).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' })
    }
    const together = new Headers({ cookie: set.map(({ name, value }) => `${name}=${value}`).join('; ') })
    expect((await within(together, () => readSession('82'))).value).toMatchObject({ token, learnerId: '820001' })
    const partly = new Headers({ cookie: set.slice(0, 2).map(({ name, value }) => `${name}=${value}`).join('; ') })
    expect((await within(partly, () => readSession('82'))).value).toBeNull()
    const { set: cleared } = await within(together, () => endSession())
    expect(cleared.map(({ name, value, options }) => [name, value, options.maxAge])).toEqual(['__Host-sid', '__Host-sid.1', '__Host-sid.2'].map((name) => [name, '', 0]))
    // A shorter one after it leaves nothing of the longer one behind.
    const { set: shorter } = await within(together, () => startSession(login))
    expect(shorter.map(({ name, options }) => [name, options.maxAge === 0])).toEqual([['__Host-sid', false], ['__Host-sid.1', true], ['__Host-sid.2', true]])
  })

  it('holds a name of any length cut short, and refuses tokens that no browser would carry', async () => {
    const { name, value } = await begin({ name: '名'.repeat(5_000), avatarUrl: `https://pictures.example/${'a'.repeat(5_000)}` })
    expect(name.length + value.length).toBeLessThan(4_000)
    expect(await whoIs(value)).toMatchObject({ name: '名'.repeat(200), avatarUrl: null })
    await expect(within(head(), () => startSession({ ...login, token: 't'.repeat(20_000) }))).rejects.toThrow('characters')
  })

  it('is worth something in its own tenant, as it is, and nowhere else', async () => {
    const { value } = await begin()
    expect(await whoIs(value)).toMatchObject({ learnerId: '820001', tenantId: '82' })
    expect(await whoIs(value, '101')).toBeNull()
    for (const at of [20, 60, value.length - 12]) expect(await whoIs(value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1))).toBeNull()
  })

  it('is another one after each login, and the one before is over', async () => {
    const first = await begin()
    const second = await begin({}, first.value)
    const [one, other] = [await whoIs(first.value), await whoIs(second.value)]
    expect(one).toBeNull()
    expect(other?.sid).toMatch(/^[\w-]{43}$/)
  })

  it('shows a new picture in every browser of its learner, also where the cookie has the one before, until a later login brings another', async () => {
    const [phone, desktop, other] = [await begin({ avatarUrl: '/old.png' }), await begin({ avatarUrl: '/old.png' }), await begin({ learnerId: '820002', avatarUrl: '/other.png' })]
    later(60)
    const { set } = await within(head(phone.value), async () => keepAvatar((await readSession('82'))!, '/new.png'))
    expect(set).toHaveLength(1)
    expect([await whoIs(set[0]!.value), await whoIs(desktop.value), await whoIs(other.value)]).toMatchObject([{ avatarUrl: '/new.png' }, { avatarUrl: '/new.png' }, { avatarUrl: '/other.png' }])
    later(60)
    const again = await begin({ avatarUrl: '/from-the-app.png' })
    expect(await whoIs(again.value)).toMatchObject({ avatarUrl: '/from-the-app.png' })
    await within(head(again.value), async () => keepAvatar((await readSession('82'))!, null))
    expect(await whoIs(desktop.value)).toMatchObject({ avatarUrl: null })
  })

  it('is left alone by late replies of the session before it, which another tab has ended', async () => {
    const first = await begin()
    expect((await within(head(first.value), () => updateSession({ name: '李明' }))).set).toHaveLength(1)
    const second = await begin({}, first.value)
    for (const late of [() => endSession(), () => updateSession({ token: 'renewed' })]) expect((await within(head(first.value), late)).set).toEqual([])
    expect(await whoIs(second.value)).toMatchObject({ learnerId: '820001' })
    // Minutes later it is no late reply, but the cookie of a browser that never heard of the end.
    later(601)
    expect((await within(head(first.value), () => endSession())).set).toMatchObject([{ value: '', options: { maxAge: 0 } }])
    expect((await within(head(second.value), () => endSession())).set).toMatchObject([{ value: '', options: { maxAge: 0 } }])
  })

  it('is not written by a reply that comes after the end of its session, also of one that every session has, however late', async () => {
    const who = { tenantId: '82', learnerId: '820009' }
    const [mine, other] = [await begin(who), await begin(who)]
    later(1)
    await within(head(other.value), () => endAllSessions(who))
    await within(head(other.value), () => endSession())
    for (const seconds of [1, 3_000]) {
      later(seconds)
      for (const { value } of [mine, other]) expect((await within(head(value), () => updateSession({ name: '李明' }))).set).toEqual([])
    }
    expect((await within(head(), () => updateSession({ name: '李明' }))).set).toEqual([])
  })

  it('has an id of 256 bits, of which each is now set and now not', async () => {
    const ids: Buffer[] = []
    for (let login = 0; login < 64; login += 1) ids.push(Buffer.from((await whoIs((await begin()).value))!.sid, 'base64url'))
    expect(ids.every((id) => id.length === 32)).toBe(true)
    const settled = Array.from({ length: 256 }, (_, bit) => ids.filter((id) => (id[bit >> 3]! >> (bit & 7)) & 1).length).filter((times) => times === 0 || times === ids.length)
    expect(settled).toEqual([])
  })

  it('that was copied before logging out is worth nothing after it', async () => {
    const { value } = await begin()
    const { set } = await within(head(value), () => endSession())
    expect(set.at(-1)).toMatchObject({ value: '', options: { maxAge: 0 } })
    expect(await whoIs(value)).toBeNull()
  })

  it('ends when nobody uses it for an hour, and lives on, renewed, while somebody does', async () => {
    const idle = await begin()
    later(3_599)
    expect(await whoIs(idle.value)).not.toBeNull()
    later(2)
    expect(await whoIs(idle.value)).toBeNull()
    let { value } = await begin()
    for (let hour = 0; hour < 20; hour += 1) {
      later(1_800)
      const session = await whoIs(value)
      const { set } = await within(head(value), () => keepSeen(session!))
      value = set.at(-1)!.value
    }
    expect((await whoIs(value))?.learnerId).toBe('820001')
    // Used or not, after a day there is a new login.
    for (let hour = 0; hour < 30; hour += 1) {
      later(1_800)
      const session = await whoIs(value)
      if (!session) break
      value = (await within(head(value), () => keepSeen(session))).set.at(-1)!.value
    }
    expect(await whoIs(value)).toBeNull()
  })

  it('is not written anew at every step', async () => {
    const { value } = await begin()
    later(599)
    const session = await whoIs(value)
    expect((await within(head(value), () => keepSeen(session!))).set).toEqual([])
  })
})
