import { sealData } from 'iron-session'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Login } from '@/lib/domain/session'
import { env } from '@/lib/env'
import { renewed, replaced } from '@/lib/request/renewal'
import { sealPassword } from '@/lib/request/seal-passwords'
import type { Session } from '@/lib/request/session'
import { store } from '@/lib/request/store'
import { TrainingError, UnreadableReply } from '@/lib/training/errors'

const refreshLogin = vi.hoisted(() => vi.fn<(refreshToken: string) => Promise<Login>>())
vi.mock('@/lib/training/session', () => ({ refreshLogin }))
vi.mock('next/headers', () => ({ cookies: async () => new Map() }))

const now = () => Math.floor(Date.now() / 1000)
let count = 0
const session = (fields: Partial<Session> = {}): Session => ({
  sid: `session-${++count}`, tenantId: '82', learnerId: '820001', username: 'liming', name: '李明', avatarUrl: null, roles: [], exerciseBank: false,
  token: 'old', refreshToken: 'again', startedAt: now() - 40_000, tokenEndsAt: now() + 60, ...fields,
})
const login = (fields: Partial<Login> = {}): Login => ({
  learnerId: '820001', tenantId: '82', username: 'liming', name: '李明', avatarUrl: null, roles: [], exerciseBank: false, token: 'new', refreshToken: 'again', expiresInSeconds: 43_199, ...fields,
})
beforeEach(() => {
  refreshLogin.mockReset()
})

describe('a session whose token is about to end', () => {
  it('lives on with a new one, which later requests use too', async () => {
    refreshLogin.mockResolvedValue(login())
    const old = session()
    expect(await renewed(old)).toMatchObject({ sid: old.sid, token: 'new', refreshToken: 'again' })
    expect(await renewed(old)).toMatchObject({ token: 'new' })
    expect(refreshLogin).toHaveBeenCalledExactlyOnceWith('again')
  })

  it('is renewed once, however many requests come at the same time', async () => {
    refreshLogin.mockResolvedValue(login())
    const old = session({ tokenEndsAt: now() - 3600 })
    const all = await Promise.all([1, 2, 3].map(() => renewed(old)))
    expect(all.map(({ token }) => token)).toEqual(['new', 'new', 'new'])
    expect(refreshLogin).toHaveBeenCalledTimes(1)
  })

  it('keeps its new token sealed', async () => {
    refreshLogin.mockResolvedValue(login({ token: 'a-very-secret-token' }))
    const old = session()
    await renewed(old)
    expect(await store.get(`token:${old.sid}`)).not.toContain('a-very-secret-token')
  })

  it('goes on with the old one when renewing fails, and does not ask again at once', async () => {
    refreshLogin.mockRejectedValue(new TrainingError('rejected', '用户未激活', 426))
    const old = session()
    expect(await renewed(old)).toMatchObject({ token: 'old' })
    expect(await renewed(old)).toMatchObject({ token: 'old' })
    expect(refreshLogin).toHaveBeenCalledTimes(1)
  })

  it('waits for another web that is renewing it, where the old one is over', async () => {
    refreshLogin.mockResolvedValue(login())
    const old = session({ tokenEndsAt: now() - 3600 })
    await store.count(`token-tried:${old.sid}`, 60)
    const waits = renewed(old)
    await new Promise((resolve) => setTimeout(resolve, 250))
    // As the other web does it, which has been the first to count.
    await store.delete(`token-tried:${old.sid}`)
    await store.set(`token:${old.sid}`, await sealData({ token: 'new', refreshToken: 'again', tokenEndsAt: now() + 43_199 }, { password: sealPassword, ttl: 0 }), 60)
    expect(await waits).toMatchObject({ token: 'new' })
    expect(refreshLogin).not.toHaveBeenCalled()
  })

  it.each([502, 429])('is not sent to the platform when the old one is over and renewing may succeed later (%i), and is tried again at once', async (status) => {
    refreshLogin.mockRejectedValueOnce(new TrainingError('failed', '', status))
    const old = session({ tokenEndsAt: now() - 3600 })
    await expect(renewed(old)).rejects.toMatchObject({ code: 'failed' })
    refreshLogin.mockResolvedValue(login())
    expect(await renewed(old)).toMatchObject({ token: 'new' })
  })

  it('is not over because a gateway answered with a page of its own', async () => {
    refreshLogin.mockRejectedValueOnce(new UnreadableReply('not JSON', 200))
    const old = session({ tokenEndsAt: now() - 3600 })
    await expect(renewed(old)).rejects.toMatchObject({ code: 'malformed' })
    refreshLogin.mockResolvedValue(login())
    expect(await renewed(old)).toMatchObject({ token: 'new' })
  })

  it.each([['failed', 401], ['expired', 424], ['expired', 427], ['malformed', 200]] as const)('that cannot be renewed for good (%s, %i) goes to the platform with the old one, which tells its end', async (code, status) => {
    refreshLogin.mockRejectedValue(new TrainingError(code, '', status))
    expect(await renewed(session({ tokenEndsAt: now() - 3600 }))).toMatchObject({ token: 'old' })
  })

  it('whose renewal the platform has refused is told so by the platform itself, without waiting', async () => {
    refreshLogin.mockRejectedValue(new TrainingError('rejected', '用户未激活', 426))
    const old = session({ tokenEndsAt: now() - 3600 })
    expect(await renewed(old)).toMatchObject({ token: 'old' })
    expect(await renewed(old)).toMatchObject({ token: 'old' })
    expect(refreshLogin).toHaveBeenCalledTimes(1)
  })

  it.each([426, 428])('whose renewal is refused by %i in whatever form is over, and nobody asks again at once', async (status) => {
    const { refreshLogin: ask } = await vi.importActual<typeof import('@/lib/training/session')>('@/lib/training/session')
    refreshLogin.mockImplementation(async (refreshToken) => ({ ...(await ask(refreshToken)), roles: [] }))
    const platform = setupServer(http.post(`${env.UPSTREAM_BASE_URL}/auth/oauth/token`, () => HttpResponse.html('<html>', { status })))
    platform.listen()
    try {
      const old = session({ tokenEndsAt: now() - 3600 })
      expect(await renewed(old)).toMatchObject({ token: 'old' })
      expect(await renewed(old)).toMatchObject({ token: 'old' })
      expect(refreshLogin).toHaveBeenCalledTimes(1)
    } finally {
      platform.close()
    }
  })

  it('takes no token of somebody else', async () => {
    refreshLogin.mockResolvedValue(login({ tenantId: '101' }))
    expect(await renewed(session())).toMatchObject({ token: 'old', tenantId: '82' })
  })
})

describe('a session whose token the platform calls over', () => {
  const keep = async ({ sid }: Session, fields: Partial<Session> = {}) =>
    store.set(`token:${sid}`, await sealData({ token: 'new', refreshToken: 'again', tokenEndsAt: now() + 43_199, ...fields }, { password: sealPassword, ttl: 0 }), 60)

  it.each([[60], [3600]])('goes on with the one that another request or web was given, where the old one had %i seconds left', async (left) => {
    const old = session({ tokenEndsAt: now() + left })
    await keep(old)
    expect(await replaced(old, 'old')).toMatchObject({ token: 'new' })
    expect(refreshLogin).not.toHaveBeenCalled()
  })

  it('goes on with one that is in its last minutes itself, where tokens live no longer', async () => {
    const old = session()
    await keep(old, { tokenEndsAt: now() + 60 })
    await store.count(`token-tried:${old.sid}`, 60)
    expect(await replaced(old, 'old')).toMatchObject({ token: 'new' })
  })

  it('waits for another web that is just being given one, though by the clock the old one lives', async () => {
    const old = session()
    await store.count(`token-tried:${old.sid}`, 60)
    const waits = replaced(old, 'old')
    await new Promise((resolve) => setTimeout(resolve, 250))
    await keep(old)
    expect(await waits).toMatchObject({ token: 'new' })
    expect(refreshLogin).not.toHaveBeenCalled()
  })

  it('waits for its own web too', async () => {
    let answer: (login: Login) => void = () => undefined
    refreshLogin.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    const old = session()
    const [first, second] = [renewed(old), replaced(old, 'old')]
    await vi.waitFor(() => expect(refreshLogin).toHaveBeenCalled(), { timeout: 10_000 })
    answer(login())
    expect([(await first).token, (await second).token]).toEqual(['new', 'new'])
    expect(refreshLogin).toHaveBeenCalledTimes(1)
  })

  it('is over where nobody renewed it, before its last minutes, or where that was refused', async () => {
    refreshLogin.mockRejectedValue(new TrainingError('rejected', '用户未激活', 426))
    expect(await replaced(session({ tokenEndsAt: now() + 3600 }), 'old')).toMatchObject({ token: 'old' })
    expect(await replaced(session({ refreshToken: null }), 'old')).toMatchObject({ token: 'old' })
    expect(refreshLogin).not.toHaveBeenCalled()
    const old = session()
    await renewed(old)
    expect(await replaced(old, 'old')).toMatchObject({ token: 'old' })
    expect(refreshLogin).toHaveBeenCalledTimes(1)
  })

  it('is renewed once more where another web may have renewed it too, unheard, and nowhere else', async () => {
    const isShared = vi.spyOn(store, 'isShared').mockReturnValue(false)
    const fresh = async () => {
      const old = session({ tokenEndsAt: now() + 3600 })
      await keep(old)
      // As it was a moment ago, when this web renewed it.
      await store.count(`token-tried:${old.sid}`, 60)
      return old
    }
    refreshLogin.mockResolvedValue(login({ token: 'newer' }))
    expect(await replaced(await fresh(), 'new')).toMatchObject({ token: 'newer' })
    expect(refreshLogin).toHaveBeenCalledExactlyOnceWith('again')
    // The one it began with was never renewed, so it was ended on purpose; so was one of which every web knows.
    expect(await replaced(session({ tokenEndsAt: now() + 3600 }), 'old')).toMatchObject({ token: 'old' })
    isShared.mockReturnValue(true)
    expect(await replaced(await fresh(), 'new')).toMatchObject({ token: 'new' })
    expect(refreshLogin).toHaveBeenCalledTimes(1)
    isShared.mockReturnValue(false)
    refreshLogin.mockRejectedValue(new TrainingError('rejected', '用户未激活', 426))
    expect(await replaced(await fresh(), 'new')).toMatchObject({ token: 'new' })
    isShared.mockRestore()
  })

  it('is not said to be over while nobody can say: its renewal fails, or another web’s never ends', { timeout: 20_000 }, async () => {
    refreshLogin.mockRejectedValue(new TrainingError('timeout', 'timeout'))
    await expect(replaced(session(), 'old')).rejects.toMatchObject({ code: 'timeout' })
    const old = session()
    // The newer one that is kept is what the platform refuses: it is none to go on with.
    await keep(old, { token: 'refused', tokenEndsAt: now() + 60 })
    await store.count(`token-tried:${old.sid}`, 60)
    await expect(replaced(old, 'refused')).rejects.toMatchObject({ code: 'timeout' })
  })
})

describe('a session whose token lasts, or that cannot be renewed', () => {
  it.each([[{ tokenEndsAt: now() + 3600 }], [{ refreshToken: null }]])('%j is left alone', async (fields) => {
    const old = session(fields)
    expect(await renewed(old)).toBe(old)
    expect(refreshLogin).not.toHaveBeenCalled()
  })
})
