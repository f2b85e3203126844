import { sealData } from 'iron-session'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Login } from '@/lib/domain/session'
import type { Launch } from '@/lib/request/launches'
import type { Session } from '@/lib/request/session'

// Several webs are given another SESSION_SECRET one after another; none of them ends what another has begun.

const [older, newer] = ['older-secret-0123456789-0123456789-x', 'newer-secret-0123456789-0123456789-x']
const steps = [older, `${older},${newer}`, `${newer},${older}`, newer]

const refreshLogin = vi.hoisted(() => vi.fn<(refreshToken: string) => Promise<Login>>())
const scope = vi.hoisted(() => ({ within: undefined as unknown as typeof import('../support/request-scope').within }))
vi.mock('next/headers', async () => Object.assign(scope, await import('../support/request-scope')))
vi.mock('@/lib/training/session', () => ({ refreshLogin }))
vi.mock('@/lib/training/account', () => ({ checkResetCode: async () => undefined, resetPassword: async () => undefined }))
vi.mock('@/lib/request/registration', () => ({ registrationOpen: async () => true }))

const login: Login = { learnerId: '820001', tenantId: '82', username: 'liming', name: '李明', avatarUrl: null, roles: [], exerciseBank: false, token: 'token', refreshToken: 'refresh', expiresInSeconds: 43_199 }
const visitor = { tenantId: '82', locale: 'zh' as const, address: '203.0.113.9' }

/** A web of its own with these secrets; what webs share is shared. */
async function webWith(secrets: string) {
  vi.resetModules()
  vi.stubEnv('SESSION_SECRET', secrets)
  const [session, renewal, selfService, launches] = await Promise.all([import('@/lib/request/session'), import('@/lib/request/renewal'), import('@/lib/request/self-service'), import('@/lib/request/launches')])
  const head = (cookie?: string) => new Headers(cookie ? { cookie: `sid=${cookie}` } : {})
  return {
    logIn: async () => (await scope.within(head(), () => session.startSession(login))).set.at(-1)!.value,
    whoIs: async (cookie: string) => (await scope.within(head(cookie), () => session.readSession('82'))).value?.learnerId,
    keptKey: () => launches.keptKeyOf({ session: { sid: '', tenantId: '82', learnerId: '820001', startedAt: 0 }, sectionId: '3203', resourceId: '7003' } as Launch),
    renewed: (old: Session) => renewal.renewed(old),
    prove: async () => (await selfService.checkReset(visitor, { phone: '13800000001', code: '123456' })).proof,
    reset: (proof: string) => selfService.resetByProof(visitor, { proof, phone: '13800000001', password: 'Train2027', confirmation: 'Train2027' }),
  }
}

beforeEach(() => vi.unstubAllEnvs())

describe('between webs before and after each step of changing the secret', () => {
  const pairs = steps.slice(1).flatMap((after, at): [string, string][] => [[steps[at]!, after], [after, steps[at]!]])
  const named = pairs.map(([from, to]): [string, string, string] => [`${steps.indexOf(from)} and ${steps.indexOf(to)}`, from, to])

  it.each(named)('of steps %s: who logged in at one is known to the other', async (_name, from, to) => {
    const cookie = await (await webWith(from)).logIn()
    expect(await (await webWith(to)).whoIs(cookie)).toBe('820001')
  })

  it.each(named)('of steps %s: a token that one renewed and a proof that one gave are good for the other', async (_name, from, to) => {
    const now = Math.floor(Date.now() / 1000)
    const old: Session = { sid: crypto.randomUUID(), tenantId: '82', learnerId: '820001', username: 'liming', name: '李明', avatarUrl: null, roles: [], exerciseBank: false, token: 'old', refreshToken: 'again', startedAt: now, tokenEndsAt: now + 60 }
    refreshLogin.mockReset().mockResolvedValue({ ...login, token: 'new' })
    const first = await webWith(from)
    expect(await first.renewed(old)).toMatchObject({ token: 'new' })
    const proof = await first.prove()
    const second = await webWith(to)
    expect(await second.renewed(old)).toMatchObject({ token: 'new' })
    expect(refreshLogin).toHaveBeenCalledOnce()
    expect(await second.reset(proof)).toEqual({ reset: true })
  })
})

describe('a change of the secret', () => {
  it('ends what only the secret that went had sealed', async () => {
    const cookie = await (await webWith(steps[1]!)).logIn()
    expect(await (await webWith(newer)).whoIs(cookie)).toBeUndefined()
  })

  it('changes the names of what browsers keep of courseware once, not at each step', async () => {
    const names: string[] = []
    for (const secrets of steps) names.push((await webWith(secrets)).keptKey())
    expect(names.filter((name, step) => step > 0 && name !== names[step - 1])).toHaveLength(1)
  })

  it('seals with the first one', async () => {
    const cookie = await (await webWith(steps[2]!)).logIn()
    expect(await (await webWith(newer)).whoIs(cookie)).toBe('820001')
    expect(await (await webWith(older)).whoIs(cookie)).toBeUndefined()
  })

  it.each([[{ 1: older }, older], [{ 1: older }, steps[2]!], [{ 1: older, 2: newer }, steps[2]!]])('opens cookies that name a secret by its place, as they used to', async (password, secrets) => {
    const now = Math.floor(Date.now() / 1000)
    const cookie = await sealData({ sid: crypto.randomUUID(), tenantId: '82', learnerId: '820001', token: 'token', refreshToken: 'refresh', startedAt: now, seenAt: now, tokenEndsAt: now + 3600 }, { password, ttl: 86_400 })
    expect(await (await webWith(secrets)).whoIs(cookie)).toBe('820001')
  })
})
