import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockAfter, clockText, hasSlept, remainingMs, serverTime, sleptMs, standInClock, warningDue, type ExamClock, type TimedReading } from '@/lib/domain/attempts-clock'

const noon = Date.parse('2026-03-10T12:00:00+08:00')
const reading = (given: Partial<TimedReading> & { serverNow?: number; deadline?: number | null; lateUntil?: number | null } = {}): TimedReading => ({
  reading: { serverNow: given.serverNow ?? noon, deadline: given.deadline === undefined ? noon + 600_000 : given.deadline, lateUntil: given.lateUntil ?? null },
  sentAt: given.sentAt ?? 1_000, receivedAt: given.receivedAt ?? 1_100, calendarAt: given.calendarAt ?? noon + 1_100,
})

describe('the clock of an exam', () => {
  it('shows the server\'s time whatever the device\'s calendar says', () => {
    fc.assert(fc.property(fc.integer({ min: -3_600_000, max: 3_600_000 }), fc.integer({ min: 0, max: 7_200_000 }), fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 2_000 }), (skew, later, there, back) => {
      const clock = clockAfter(null, { reading: { serverNow: noon + there, deadline: noon + 7_200_000, lateUntil: null }, sentAt: 0, receivedAt: there + back, calendarAt: noon + skew })!
      // At device time t the server's clock shows noon + t; the error is at most half of the trip.
      expect(Math.abs(serverTime(clock, later) - (noon + later))).toBeLessThanOrEqual((there + back) / 2 + 1)
      expect(remainingMs(clock, later)).toBeGreaterThanOrEqual(0)
    }))
  })

  it('needs a deadline once, then keeps it', () => {
    expect(clockAfter(null, reading({ deadline: null }))).toBeNull()
    const clock = clockAfter(null, reading())!
    expect(clockAfter(clock, reading({ deadline: null, sentAt: 2_000, receivedAt: 2_010 }))!.deadline).toBe(noon + 600_000)
  })

  it('is not moved by a reading without an end, which is of some web’s clock, unless it is none of now', () => {
    const clock = clockAfter(null, reading())!
    const fast = (more: { sentAt: number; receivedAt: number; calendarAt: number }) => reading({ deadline: null, serverNow: noon + 240_000, ...more })
    const later = { sentAt: 200_000, receivedAt: 200_010, calendarAt: noon + 200_010 }
    expect(clockAfter(clock, fast(later))).toEqual(clock)
    expect(serverTime(clockAfter(clock, fast({ ...later, calendarAt: noon + 900_000 }))!, 200_005)).toBe(noon + 240_000)
    const alone = standInClock({ deadline: noon + 600_000, lateUntil: null }, { serverNow: noon, now: 1_000, calendarNow: noon + 1_000 })
    const guessed = clockAfter(alone, fast(later))!
    expect(serverTime(guessed, 200_005)).toBe(noon + 240_000)
    expect(Number.isFinite(guessed.tripMs)).toBe(true)
    // Nor does that stand before one with an end, however slow, or a later one of its kind.
    expect(serverTime(clockAfter(guessed, reading({ serverNow: noon + 204_000, sentAt: 200_000, receivedAt: 208_000, calendarAt: noon + 208_000 }))!, 208_000)).toBe(noon + 208_000)
    expect(serverTime(clockAfter(guessed, reading({ deadline: null, serverNow: noon + 204_000, sentAt: 200_000, receivedAt: 208_000, calendarAt: noon + 208_000 }))!, 208_000)).toBe(noon + 208_000)
  })

  it('is set right by a reading without an end as far as the one with it may have been wrong', () => {
    const slow = clockAfter(null, reading({ sentAt: 1_000, receivedAt: 21_000, calendarAt: noon + 21_000 }))!
    const right = clockAfter(slow, reading({ deadline: null, serverNow: noon + 28_000, sentAt: 30_000, receivedAt: 30_020, calendarAt: noon + 30_020 }))!
    expect([serverTime(right, 30_010), right.tripMs, right.deadline]).toEqual([noon + 28_000, 20, noon + 600_000])
    const other = reading({ deadline: null, serverNow: noon + 29_100, sentAt: 30_000, receivedAt: 30_020, calendarAt: noon + 30_020 })
    expect(clockAfter(slow, other)).toBe(slow)
  })

  it('takes a new deadline at once, also from a slow answer', () => {
    const clock = clockAfter(null, reading())!
    const later = clockAfter(clock, reading({ deadline: noon + 900_000, sentAt: 2_000, receivedAt: 9_000, calendarAt: noon + 9_000 }))!
    expect(later.deadline).toBe(noon + 900_000)
    expect(later.serverAtZero).toBe(clock.serverAtZero)
  })

  it('is read anew by a slow answer after the device slept, or when the reading is old', () => {
    const clock = clockAfter(null, reading())!
    const woken = clockAfter(clock, reading({ serverNow: noon + 1_200_000, sentAt: 2_000, receivedAt: 3_000, calendarAt: noon + 1_203_000 }))!
    expect(remainingMs(woken, 3_000)).toBe(0)
    const old = clockAfter(clock, reading({ serverNow: noon + 130_000, sentAt: 130_000, receivedAt: 131_000, calendarAt: noon + 131_000 }))!
    expect(old.readAt).toBe(131_000)
  })

  it('has a late window of a minute unless the server says otherwise', () => {
    expect(clockAfter(null, reading())!.lateUntil).toBe(noon + 660_000)
    expect(clockAfter(null, reading({ lateUntil: noon + 630_000 }))!.lateUntil).toBe(noon + 630_000)
  })

  it('knows when the device slept', () => {
    const clock: ExamClock = clockAfter(null, reading())!
    expect(hasSlept(clock, 10_000, noon + 10_000)).toBe(false)
    expect(hasSlept(clock, 10_000, noon + 1_210_000)).toBe(true)
    expect(sleptMs(clock, 10_000, noon + 1_210_000)).toBe(1_200_000)
    expect(sleptMs(clock, 10_000, noon - 3_600_000)).toBe(0)
  })
})

describe('what is left', () => {
  it.each([[0, '00:00:00'], [1, '00:00:01'], [59_000, '00:00:59'], [2_700_000, '00:45:00'], [2_699_001, '00:45:00'], [7_325_000, '02:02:05'], [-5, '00:00:00']])('of %d ms reads %s', (ms, text) => {
    expect(clockText(ms)).toBe(text)
  })

  it.each([
    [null, 60_000, null], [61_000, 60_000, 1], [301_000, 299_000, 5], [1_801_000, 1_799_500, 30], [1_900_000, 290_000, 5], [600_000, 599_000, null], [600_001, 600_000, 10], [61_000, 0, null], [50_000, 40_000, null],
  ])('from %s to %s ms warns of %s minutes', (before, after, minutes) => {
    expect(warningDue(before, after)).toBe(minutes)
  })
})
