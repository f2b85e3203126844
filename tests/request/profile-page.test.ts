import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProfileView } from '@/app/[tenant]/[locale]/(learner)/MyStudy/profile'
import type { Login } from '@/lib/domain/session'
import { keepAvatar, readSession, sessionCookie, startSession } from '@/lib/request/session'
import { store } from '@/lib/request/store'
import { TrainingError } from '@/lib/training/errors'
import { within } from '../support/request-scope'

/** What the platform tells of the learner; null while it cannot be reached. */
let told: { name: string; avatarUrl: string | null } | null
vi.mock('next/headers', () => import('../support/request-scope'))
vi.mock('next-intl/server', () => ({ getRequestConfig: (config: unknown) => config }))
vi.mock('@/lib/request/learner', () => ({ requireAsking: async () => ({ learner: {}, session: await readSession('82') }) }))
vi.mock('@/lib/training/account', () => ({ getProfile: async () => told ?? Promise.reject(new TrainingError('failed', '')) }))

const login: Login = { learnerId: '820001', tenantId: '82', username: 'liming', name: '李明', avatarUrl: '/old.png', roles: ['12'], exerciseBank: false, token: 'token', refreshToken: 'refresh', expiresInSeconds: 43_199 }
/** Each test has a learner of its own. */
let learners = 0
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-11-22T08:00:00Z') })
  learners += 1
  told = { name: '李明', avatarUrl: '/old.png' }
})

afterEach(() => void vi.useRealTimers())

/** Logs in, a second after whatever was before; what is told of a learner comes later than that. */
async function begin(fields: Partial<Login> = {}) {
  vi.advanceTimersByTime(1_000)
  const { set } = await within(new Headers(), () => startSession({ ...login, learnerId: `82000${learners}`, ...fields }))
  vi.advanceTimersByTime(1_000)
  return new Headers({ cookie: `${sessionCookie}=${set.at(-1)!.value}` })
}
async function shown(browser: Headers) {
  const { name, avatarUrl } = (await within(browser, () => readSession('82'))).value!
  return [name, avatarUrl]
}
/** Looks at the profile; whether the header is to be read again. */
async function look(browser: Headers) {
  const { value, set } = await within(browser, ProfileView)
  expect(set, 'a page sets no cookie').toEqual([])
  return (value as ReactElement<{ children: ReactElement<{ isNewer: boolean }> }>).props.children.props.isNewer
}

describe('a name and a picture that the platform has changed since the login', () => {
  it('show in the header of each browser of the learner once the profile has told them', async () => {
    const [phone, desktop, other] = [await begin(), await begin(), await begin({ learnerId: '829999' })]
    expect(await look(phone), 'nothing is new').toBe(false)
    told = { name: '李明华', avatarUrl: '/new.png' }
    expect([await look(phone), await look(phone), await look(desktop)]).toEqual([true, false, false])
    expect([await shown(phone), await shown(desktop), await shown(other)]).toEqual([['李明华', '/new.png'], ['李明华', '/new.png'], ['李明', '/old.png']])
    expect(await shown(await begin({ name: '李华' })), 'a later login knows better').toEqual(['李华', '/old.png'])
  })

  it('stay as they are where the profile cannot be read, or tells no name', async () => {
    const browser = await begin()
    told = null
    expect([await look(browser), await shown(browser)]).toEqual([false, ['李明', '/old.png']])
    told = { name: '', avatarUrl: null }
    expect([await look(browser), await shown(browser)]).toEqual([true, ['李明', null]])
  })

  it('are kept once also where they are longer than what is shown of them', async () => {
    const browser = await begin()
    told = { name: '名'.repeat(5_000), avatarUrl: `https://pictures.example/${'a'.repeat(5_000)}` }
    expect([await look(browser), await look(browser), await shown(browser)]).toEqual([true, false, ['名'.repeat(200), null]])
  })

  it('outlast a picture that the learner changes, and what a web of before has kept of one', async () => {
    const browser = await begin()
    await store.set(`avatar:82:82000${learners}`, JSON.stringify({ avatarUrl: '/mine.png', at: Date.now() / 1000 }), 60)
    expect(await shown(browser)).toEqual(['李明', '/mine.png'])
    told = { name: '李明华', avatarUrl: '/mine.png' }
    expect(await look(browser)).toBe(true)
    await within(browser, async () => keepAvatar((await readSession('82'))!, '/next.png'))
    expect(await shown(browser)).toEqual(['李明华', '/next.png'])
  })
})
