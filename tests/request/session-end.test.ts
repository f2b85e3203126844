import { afterEach, expect, it, vi } from 'vitest'
import { endAllSessions, isEnded } from '@/lib/request/session'

afterEach(() => vi.useRealTimers())

it('a new password ends every session that began before it, and none that begins with it in the same second', async () => {
  const who = { tenantId: '82', learnerId: 'session-end' }
  const began = (startedAt: number) => isEnded({ ...who, sid: String(startedAt), startedAt })
  const now = 1_800_000_000.5
  vi.useFakeTimers({ now: now * 1000 })
  expect(await began(now - 1)).toBe(false)
  await endAllSessions(who)
  for (const earlier of [now - 86_000, now - 1, now - 0.001]) expect(await began(earlier), String(earlier)).toBe(true)
  for (const later of [now + 0.001, now + 0.4]) expect(await began(later), String(later)).toBe(false)
  expect(await isEnded({ ...who, learnerId: 'another', sid: 'x', startedAt: now - 1 })).toBe(false)
})
