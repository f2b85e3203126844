import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PositionKeeper } from '@/components/study/position-keeper'

type Sent = { position: number; seq: number; leaving: boolean }

function keeping({ offered = true, resourceId = '7001', serverNow = 1_000_000 } = {}) {
  const shelf = new Map<string, string>()
  const sent: Sent[] = []
  const kept = { read: (key: string) => shelf.get(key) ?? null, write: (key: string, value: string) => void shelf.set(key, value), remove: (key: string) => void shelf.delete(key), keysUnder: () => [...shelf.keys()] }
  const make = () => new PositionKeeper({ learnerId: '1', sectionId: '3201', resourceId, serverNow }, kept, async ({ position, seq }, leaving) => {
    sent.push({ position, seq, leaving })
    return offered
  })
  return { keeper: make(), make, sent }
}

beforeEach(() => void vi.useFakeTimers({ now: 400_000 }))
afterEach(() => void vi.useRealTimers())

describe('where the learner is', () => {
  it('is sent every few seconds, the newest only', async () => {
    const { keeper, sent } = keeping()
    for (let second = 1; second <= 12; second += 1) {
      keeper.note(second + 0.4)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(sent.map(({ position }) => position)).toEqual([5, 10])
  })

  it('is sent at once when the page goes, and never twice', () => {
    const { keeper, sent } = keeping()
    keeper.note(31)
    keeper.flush(true)
    keeper.flush(true)
    expect(sent).toMatchObject([{ position: 31, leaving: true }])
  })

  it('carries numbers that rise by the clock of the server, on any device', async () => {
    const { keeper, sent } = keeping({ serverNow: 1_000_000 })
    keeper.note(1)
    keeper.flush(false)
    keeper.note(2)
    keeper.flush(false)
    expect(sent[0]!.seq).toBe(1_000_000)
    expect(sent[1]!.seq).toBeGreaterThan(sent[0]!.seq)
  })

  it('is numbered on from what is stored, also when the server of the page before was ahead', () => {
    const { keeper, sent } = keeping({ serverNow: 1_000_000 })
    keeper.resumeAt({ position: 9, savedAt: 1, seq: 1_300_000 })
    keeper.note(10)
    keeper.flush(false)
    expect(sent).toMatchObject([{ position: 10, seq: 1_300_001 }])
  })

  it('is found again in this browser, when it is newer than what the platform gives', () => {
    const { keeper, make } = keeping()
    keeper.note(44)
    expect(make().resumeAt(null)).toBe(44)
    expect(make().resumeAt({ position: 9, savedAt: 2_000_000 })).toBe(9)
    expect(make().resumeAt({ position: 9, savedAt: 500_000 })).toBe(44)
  })

  it('stays in the browser when the platform keeps none', async () => {
    const { keeper, sent } = keeping({ offered: false })
    keeper.note(5)
    keeper.flush(false)
    await vi.advanceTimersByTimeAsync(1)
    keeper.note(50)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(1)
  })

  it('is nobody\'s business without a resource', async () => {
    const { keeper, sent } = keeping({ resourceId: '' })
    keeper.note(5)
    keeper.flush(true)
    expect(sent).toEqual([])
  })
})
