import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { credentials } from '../../db/schema/learners.ts'
import { setPassword } from '../../queries/accounts.ts'
import { endAllSessions, holdCredentials } from '../../queries/sessions.ts'
import { hashPassword } from '../../rules/passwords.ts'
import { onServer } from '../meeting.ts'
import { demoPassword } from '../support.ts'
import type { TestApi, TokenReply } from '../support.ts'
import { whenSomethingHappensAfter, whileAnotherIsOpen } from '../two-at-once.ts'
import { forgetFailures, loginCall, refusal, startSessions } from './session-world.ts'

const liming = { tenantId: 82, userId: 820001 }
const ownCredentials = and(eq(credentials.tenantId, 82), eq(credentials.learnerId, liming.userId))
let api: TestApi
let oldHash: string
let newHash: string

beforeAll(async () => {
  api = await startSessions()
  oldHash = await hashPassword(demoPassword)
  newHash = await hashPassword('NewPass1')
})
afterAll(() => api.close())
beforeEach(async () => {
  await forgetFailures(api)
  await api.db.update(credentials).set({ phc: oldHash }).where(ownCredentials)
})

const logIn = loginCall(() => api)
const logInWhile = (act: () => Promise<unknown>) => whenSomethingHappensAfter(api, 'inner join "credentials"', act, () => logIn({}))
const refresh = (token: string) => api.askForToken({ grant_type: 'refresh_token', refresh_token: token, scope: 'server' })
const storedHash = async () => (await api.db.select().from(credentials).where(ownCredentials))[0]?.phc
const passwordChanges = async (db = api.db as Parameters<typeof setPassword>[0]) => {
  await setPassword(db, { ...liming, phc: newHash, now: api.clock.now() })
  await endAllSessions(db, liming)
}

/** A hash of the demo password as an older release made it: a login makes it anew. */
async function outdatedHash(): Promise<string> {
  const { scryptSync } = await import('node:crypto')
  const tag = scryptSync(demoPassword, Buffer.from('saltsaltsaltsalt'), 32, { N: 2 ** 14, r: 8, p: 5 })
  return `$scrypt$ln=14,r=8,p=5$c2FsdHNhbHRzYWx0c2FsdA$${tag.toString('base64').replace(/=+$/, '')}`
}

describe('a login', () => {
  test('with a password that is replaced while it is checked is refused', async () => {
    expect(await refusal(await logInWhile(() => passwordChanges()))).toMatchObject({ status: 426, msg: '用户名不存在或者密码错误' })
    expect((await logIn({ password: 'NewPass1' })).status).toBe(200)
  })

  test('does not write an old password back over a new one', async () => {
    await api.db.update(credentials).set({ phc: await outdatedHash() }).where(ownCredentials)
    expect((await logInWhile(() => passwordChanges())).status).toBe(426)
    expect(await storedHash()).toBe(newHash)
  })

  test('beside another one that makes the hash anew succeeds', async () => {
    await api.db.update(credentials).set({ phc: await outdatedHash() }).where(ownCredentials)
    expect((await logInWhile(() => logIn({}))).status).toBe(200)
    expect(await storedHash()).toMatch(/^\$argon2id\$/)
  })

  test.runIf(onServer)('waits for a new password that is just being set', async () => {
    const reply = await whileAnotherIsOpen(api, passwordChanges, () => logIn({}))
    expect(reply.status).toBe(426)
  })
})

describe('a refresh', () => {
  test.each([
    ['a logout', (token: string) => api.fetch('/auth/token/logout', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })],
    ['a logout of all', (token: string) => api.fetch('/auth/token/logout?all=true', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })],
    ['a new password', () => passwordChanges()],
  ])('does not bring back what %s ends at the same time', async (_what, end) => {
    const learner = await api.loginAs('liming', 82)
    const reply = await whenSomethingHappensAfter(api, '"refresh_hash" = ', () => end(learner.token), () => refresh(learner.refreshToken))
    expect(await refusal(reply)).toMatchObject({ status: 426, msg: '用户凭证已过期' })
    expect((await refresh(learner.refreshToken)).status).toBe(426)
  })

  test.runIf(onServer)('waits for a new password that is just being set', async () => {
    const learner = await api.loginAs('liming', 82)
    expect((await whileAnotherIsOpen(api, passwordChanges, () => refresh(learner.refreshToken))).status).toBe(426)
  })

  test.runIf(onServer)('that comes before a logout is ended by it', async () => {
    const learner = await api.loginAs('liming', 82)
    const replies: Response[] = []
    await whileAnotherIsOpen(api, (tx) => holdCredentials(tx, liming), async () => {
      replies.push(...(await Promise.all([refresh(learner.refreshToken), api.fetch('/auth/token/logout', { method: 'DELETE', headers: { authorization: `Bearer ${learner.token}` } })])))
    })
    expect((await refresh(learner.refreshToken)).status).toBe(426)
    if (replies[0]?.status === 200) {
      const { access_token } = (await replies[0].json()) as TokenReply
      expect((await api.fetch('/admin/user/info', { headers: { authorization: `Bearer ${access_token}`, 'tenant-id': '82' } })).status).toBe(401)
    }
  })
})

test('a logout with a token that is over ends its refresh token all the same', async () => {
  const learner = await api.loginAs('liming', 82)
  api.clock.advance({ hours: 13 })
  expect(await learner.delete('/auth/token/logout')).toMatchObject({ code: 0, data: true })
  expect((await refresh(learner.refreshToken)).status).toBe(426)
})
