import { sealData, unsealData } from 'iron-session'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AVATAR_LIMIT_BYTES } from '@/lib/domain/account'
import type { Login } from '@/lib/domain/session'
import { learnerDoor } from '@/lib/request/door'
import { sealPassword } from '@/lib/request/seal-passwords'
import { endSession, sessionCookie, startSession, updateSession, type Session } from '@/lib/request/session'
import { TrainingError } from '@/lib/training/errors'
import { within } from '../support/request-scope'

vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('@/lib/request/tenant', () => ({ currentTenant: async () => ({ id: '82' }) }))

const login: Login = { learnerId: '820001', tenantId: '82', username: 'liming', name: '李明', avatarUrl: null, roles: ['12'], exerciseBank: false, token: 'token', refreshToken: 'refresh', expiresInSeconds: 43_199 }
const head = (cookie?: string) => new Headers({ 'sec-fetch-site': 'same-origin', host: 'localhost', ...(cookie ? { cookie: `${sessionCookie}=${cookie}` } : {}) })
const written = (set: { value: string }[]) => Promise.all(set.map(async ({ value }) => (value === '' ? '' : unsealData<Session>(value, { password: sealPassword }))))

/** A session that was last heard of so long ago that the next answer notes it. */
async function begun(): Promise<string> {
  const { set } = await within(head(), () => startSession(login))
  const session = await unsealData<Session>(set.at(-1)!.value, { password: sealPassword })
  return sealData({ ...session, startedAt: session.startedAt - 4_000, seenAt: Math.floor(Date.now() / 1000) - 1_200 }, { password: sealPassword, ttl: 0 })
}

/** What a door with this call sets when it is asked with a file of which the end comes only after `meanwhile`. */
async function uploaded(cookie: string, call: () => Promise<unknown>, meanwhile: () => Promise<unknown> = async () => undefined) {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await meanwhile()
      controller.enqueue(new Uint8Array(8))
      controller.close()
    },
  }, { highWaterMark: 0 })
  const door = learnerDoor(z.object({}), call, { maxBytes: AVATAR_LIMIT_BYTES, limit: 'uploadsOfLearner' })
  const request = new Request('http://localhost/api/x', { method: 'POST', headers: head(cookie), body, duplex: 'half' } as RequestInit)
  const { value, set } = await within(head(cookie), () => door(request, { params: Promise.resolve({}) }))
  return { status: value.status, set: await written(set) }
}

it.each([
  ['is done', async () => ({})],
  ['changed what the session shows', () => updateSession({ avatarUrl: '/new.png' })],
  ['is refused', async () => Promise.reject(new TrainingError('rejected', 'no', 200))],
  ['is told that its session is over', async () => Promise.reject(new TrainingError('expired', ''))],
])('an upload that ends after a logout and a login in another tab leaves the cookie of the new session alone: it %s', async (_what, call) => {
  const cookie = await begun()
  const { set } = await uploaded(cookie, call, async () => {
    await within(head(cookie), () => endSession())
    await within(head(), () => startSession(login))
  })
  expect(set).toEqual([])
})

it.each([['done', async () => ({}), 200], ['refused', async () => Promise.reject(new TrainingError('rejected', 'no', 200)), 409]] as const)('what is %s notes that its session is in use', async (_what, call, status) => {
  const told = await uploaded(await begun(), call)
  expect(told).toMatchObject({ status, set: [{ learnerId: '820001' }] })
  expect((told.set[0] as Session).seenAt).toBeGreaterThan(Date.now() / 1000 - 60)
})

it('a call that changes what the session shows keeps that, and one that ends the session does not bring its cookie back', async () => {
  expect((await uploaded(await begun(), () => updateSession({ avatarUrl: '/new.png' }))).set.at(-1)).toMatchObject({ avatarUrl: '/new.png', learnerId: '820001' })
  expect((await uploaded(await begun(), () => endSession())).set).toEqual([''])
  expect((await uploaded(await begun(), async () => Promise.reject(new TrainingError('expired', '')))).set).toEqual([''])
})
