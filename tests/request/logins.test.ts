import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { credentials, learners } from '../../training-api/db/schema/learners.ts'
import { decipherPassword, hashPassword } from '../../training-api/rules/passwords.ts'
import { knock, mountedDoors } from '../support/mounted-doors'
import { mountPlatform } from '../support/platform'

// Through the web's login door to our platform, where passwords are compared.

vi.hoisted(() => {
  Object.assign(process.env, { DEMO: 'off' })
  // Before the store of limits takes hold of the clock.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
vi.mock('next/headers', () => import('../support/request-scope'))

/** How often a password was put through argon2id. */
const work = vi.hoisted(() => ({ hashes: 0 }))
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>()
  const argon2 = (...given: Parameters<typeof real.argon2>) => {
    work.hashes += 1
    return real.argon2(...given)
  }
  return { ...real, default: { ...real, argon2 }, argon2 }
})

const platform = mountPlatform()
const door = mountedDoors.find(({ name }) => name === 'POST /api/public/session')!

const heard: { path: string; password: string | null }[] = []
beforeEach(() => {
  platform.server.events.on('request:start', async ({ request }) => {
    const copy = request.clone()
    const { pathname } = new URL(copy.url)
    if (pathname.startsWith('/admin/tenant/')) return
    const note = { path: pathname, password: null as string | null }
    heard.push(note)
    if (pathname.endsWith('/token')) note.password = new URLSearchParams(await copy.text()).get('password')
  })
})
afterEach(() => platform.server.events.removeAllListeners())

let home = 0
const logIn = (account: string, password: string) => knock(door, { fields: { account, password, consent: true }, headers: { 'x-socket-address': `2001:db8:${((home += 1) >> 12).toString(16)}:${(home & 4095).toString(16)}::1` } })

async function givePassword(account: string, password: string) {
  const { id } = await platform.learner(account, 82)
  await platform.api().db.update(credentials).set({ phc: await hashPassword(password) }).where(and(eq(credentials.tenantId, 82), eq(credentials.learnerId, Number(id))))
}

describe('a password', () => {
  it.each(['Train2026', ' Train2026', 'Train2026  ', '\tTrain2026\n', 'TRAIN2026', 'ß İ ﬁ ①', 'e\u0301 and \u00e9', '密码 Ａｂ12', '"quoted\\"', 'x'.repeat(128)])('reaches the platform as it was typed: %j', async (password) => {
    heard.length = 0
    await logIn('learner160', password)
    const sent = heard.find(({ path }) => path === '/auth/oauth/token')!
    expect(decipherPassword(sent.password!, 'aes-cbc-zero', 'pigxpigxpigxpigx')).toBe(password)
  })

  it('opens with its blanks, capitals and last letters, and without any of them not', async () => {
    const long = `  Kept As It Is ${'x'.repeat(112)}`
    await givePassword('learner161', long)
    for (const almost of [long.trim(), long.toLowerCase(), long.slice(0, -1), long.slice(0, 72), `${long.slice(0, -1)}y`]) expect((await logIn('learner161', almost)).text, almost).toContain('用户名不存在或者密码错误')
    expect((await logIn('learner161', long)).text).toBe('{"loggedIn":true}')
  })
})

describe('who asks whether there is an account', () => {
  it('is given the same words, calls and hashes for an unknown one as for a wrong password, also of a disabled one', async () => {
    await platform.api().db.update(learners).set({ disabled: true }).where(and(eq(learners.tenantId, 82), eq(learners.learnerId, Number((await platform.learner('learner162', 82)).id))))
    const asked = async (account: string, password: string) => {
      heard.length = 0
      work.hashes = 0
      const { status, text, headers, set } = await logIn(account, password)
      return { status, text, headers: [...headers], set, calls: heard.map(({ path }) => path), hashes: work.hashes }
    }
    const unknown = await asked('nobody-at-all', 'Wrong2026')
    expect(unknown).toMatchObject({ hashes: 1, calls: ['/admin/user/selectUserTimeEndStatus', '/auth/oauth/token'] })
    for (const account of ['nobody', 'liming@elsewhere', '李四', 'learner162', 'learner163']) expect(await asked(account, 'Wrong2026'), account).toEqual(unknown)
  })
})

describe('10,000 guesses at the password of an account within an hour, from as many addresses', () => {
  it('have our platform look at ten in each quarter of it at most, another one at twenty', async () => {
    const [times, hour] = [10_000, 3_600_000]
    work.hashes = 0
    heard.length = 0
    const statuses = new Map<number, number>()
    for (let guess = 0; guess < times; guess += 1) {
      const { status } = await logIn('learner164', `Guess${guess}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      vi.advanceTimersByTime(hour / times)
      platform.api().clock.advance({ seconds: hour / 1000 / times })
    }
    const reached = heard.filter(({ path }) => path === '/auth/oauth/token').length
    expect({ reached, statuses: Object.fromEntries(statuses) }).toEqual({ reached: 4 * 20, statuses: { 409: 4 * 20, 429: times - 4 * 20 } })
    expect(work.hashes).toBeGreaterThan(10)
    expect(work.hashes).toBeLessThanOrEqual(4 * 10)
  }, 120_000)
})
