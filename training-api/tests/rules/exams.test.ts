import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerMinutesFor, attemptsLeft, deadlineOf, examStatus, examWindow, residueMs, standingNow, standingStatus } from '../../rules/exams.ts'
import { judgeSave } from '../../rules/answers.ts'
import type { WritableAttempt } from '../../rules/answers.ts'
import { acceptedAwaySeconds, countsAsSwitch, exhaustedBy, switchReasons } from '../../rules/screen-switches.ts'
import type { SwitchReason } from '../../rules/screen-switches.ts'

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000)

describe('windows and deadlines', () => {
  test.each([[-1, 'upcoming'], [0, 'open'], [99, 'open'], [100, 'ended'], [101, 'ended']] as const)('at second %i of 100 an exam is %s', (second, expected) => {
    expect(examWindow({ startsAt: at(0), endsAt: at(100) }, at(second))).toBe(expected)
  })

  test.each([
    ['open', 'open', 'available'], ['open', 'upcoming', 'available'], ['open', 'ended', 'expired'], ['pendingReview', 'open', 'available'], ['pendingReview', 'ended', 'expired'],
    ['passed', 'ended', 'passed'], ['passed', 'open', 'passed'], ['failed', 'ended', 'failed'], ['failed', 'open', 'failed'],
  ] as const)('%s within %s is %s', (standing, window, expected) => expect(examStatus(standing, window)).toBe(expected))

  test('the deadline is the earlier of time left and window, and what is shown less what is used is what is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), fc.double({ min: 0, max: 4, noNaN: true }), fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }), (minutes, extraTimeFactor, endsIn, passed) => {
        const deadlineAt = deadlineOf({ startedAt: at(0), minutes, extraTimeFactor, endsAt: at(endsIn) })
        expect(deadlineAt <= at(endsIn)).toBe(true)
        expect(deadlineAt.getTime() - at(0).getTime()).toBeLessThanOrEqual(answerMinutesFor(minutes, extraTimeFactor) * 60_000)
        if (at(endsIn).getTime() > at(0).getTime() + answerMinutesFor(minutes, extraTimeFactor) * 60_000) expect(deadlineAt.getTime() - at(0).getTime()).toBeGreaterThanOrEqual(Math.max(1, minutes) * 60_000)
        const shownMinutes = answerMinutesFor(minutes, extraTimeFactor)
        const residue = residueMs({ shownMinutes, deadlineAt, now: at(passed) })
        expect(shownMinutes * 60_000 - residue).toBe(Math.max(0, deadlineAt.getTime() - at(passed).getTime()))
        expect(residue).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test.each([[0, 1, 1], [0, 2, 1], [-5, 1, 1], [1, 1, 1], [1, 1.5, 2], [45, 1.5, 68], [45, 1.2, 54], [50, 1.1, 55]])('%i minutes times %d are told as %i, and end after as many', (minutes, extraTimeFactor, told) => {
    expect(answerMinutesFor(minutes, extraTimeFactor)).toBe(told)
    expect(deadlineOf({ startedAt: at(0), minutes, extraTimeFactor, endsAt: at(100_000) })).toEqual(at(told * 60))
  })

  test.each([[null, 7, null], [3, 0, 3], [3, 3, 0], [3, 5, 0]] as const)('of %s attempts, %i used, %s are left', (allowed, used, left) => expect(attemptsLeft(allowed, used)).toBe(left))
})

describe('standings', () => {
  test.each([
    ['failed', 1, 1, 'failed'], ['failed', 1, 2, 'failed'], ['failed', 2, 1, 'open'], ['failed', null, 1, 'open'],
    ['passed', 3, 1, 'passed'], ['pendingReview', 3, 1, 'pendingReview'], ['open', 1, 1, 'open'],
  ] as const)('%s with %s attempts allowed and %i used is %s now', (stored, allowed, used, now) => expect(standingNow(stored, allowed, used)).toBe(now))

  test('what was passed stays passed; nobody fails while attempts are left or one is running', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.constantFrom('open' as const, 'pendingReview' as const, 'passed' as const, 'failed' as const), fc.nat(5), fc.option(fc.nat(5)), fc.boolean(), (passed, pendingReview, before, used, allowed, running) => {
        const status = standingStatus({ before, passed, pendingReview, used, allowed, running })
        if (before === 'passed') expect(status).toBe('passed')
        if (status === 'failed') expect(!running && allowed !== null && used >= allowed && !passed && !pendingReview).toBe(true)
        if (passed) expect(status).toBe('passed')
      }),
    )
  })
})

describe('saves', () => {
  const running: WritableAttempt = { status: 'running', sealed: false, epoch: 2, sendsEpoch: false, endsAt: at(100) }
  const handedIn: WritableAttempt = { ...running, status: 'finished' }
  const sealed: WritableAttempt = { ...handedIn, sealed: true }
  test.each([
    ['a first save', running, { epoch: 2, seq: 1 }, null, 50, { verdict: 'saved', late: false, seq: 1 }],
    ['a plain client', running, { epoch: null, seq: null }, { seq: 4 }, 50, { verdict: 'saved', late: false, seq: 8 }],
    ['a plain client where the writer sends its epoch', { ...running, sendsEpoch: true }, { epoch: null, seq: null }, null, 50, { verdict: 'refused', reason: 'epoch' }],
    ['a writer that sends its epoch', { ...running, sendsEpoch: true }, { epoch: 2, seq: 1 }, null, 50, { verdict: 'saved', late: false, seq: 1 }],
    ['a newer change', running, { epoch: 2, seq: 5 }, { seq: 4 }, 50, { verdict: 'saved', late: false, seq: 5 }],
    ['the same change', running, { epoch: 2, seq: 4 }, { seq: 4 }, 50, { verdict: 'superseded' }],
    ['an older change', running, { epoch: 2, seq: 3 }, { seq: 4 }, 50, { verdict: 'superseded' }],
    ['an older writer', running, { epoch: 1, seq: 9 }, null, 50, { verdict: 'refused', reason: 'epoch' }],
    ['a writer of the future', running, { epoch: 3, seq: 9 }, null, 50, { verdict: 'refused', reason: 'epoch' }],
    ['the last moment', running, { epoch: 2, seq: 9 }, null, 99, { verdict: 'saved', late: false, seq: 9 }],
    ['the deadline', running, { epoch: 2, seq: 9 }, null, 100, { verdict: 'saved', late: true, seq: 9 }],
    ['late, handed in by the server', handedIn, { epoch: 2, seq: 9 }, null, 159, { verdict: 'saved', late: true, seq: 9 }],
    ['too late', handedIn, { epoch: 2, seq: 9 }, null, 160, { verdict: 'refused', reason: 'handedIn' }],
    ['too late, nobody has looked yet', running, { epoch: 2, seq: 9 }, null, 160, { verdict: 'refused', reason: 'timeOver' }],
    ['handed in by the learner', sealed, { epoch: 2, seq: 9 }, null, 50, { verdict: 'refused', reason: 'handedIn' }],
  ] as const)('%s', (_what, attempt, save, stored, second, expected) => expect(judgeSave(attempt, save, stored, 7, at(second))).toEqual(expected))
})

describe('screen switches', () => {
  test.each([
    ['none', 9, 999, null], ['count', 2, 999, null], ['count', 3, 0, 'count'], ['count', 4, 0, 'count'], ['time', 9, 59, null], ['time', 1, 60, 'time'],
    ['both', 2, 59, null], ['both', 3, 1, 'either'], ['both', 1, 60, 'either'],
  ] as const)('%s: %i switches and %i seconds use up %s', (rule, count, seconds, expected) => expect(exhaustedBy({ rule, countAllowed: 3, secondsAllowed: 60 }, { count, seconds })).toBe(expected))

  test('nothing used is never used up', () => {
    for (const rule of ['none', 'count', 'time', 'both'] as const) expect(exhaustedBy({ rule, countAllowed: 0, secondsAllowed: 0 }, { count: 0, seconds: 0 })).toBeNull()
  })

  test('replayed cases: own dialogs, a dark screen, a simulation and a reload do not count', () => {
    const expected: Record<SwitchReason, boolean> = { hidden: true, blur: true, dialog: false, screenOff: false, simulation: false, reload: false }
    expect(switchReasons).toEqual(expected)
    for (const reason of Object.keys(expected) as SwitchReason[]) {
      expect(countsAsSwitch(reason, 5)).toBe(expected[reason])
      expect(countsAsSwitch(reason, 0)).toBe(false)
    }
  })

  test('nobody was away longer than the attempt lasts', () => {
    fc.assert(fc.property(fc.double(), fc.integer({ min: 0, max: 1000 }), (reported, passed) => {
      const seconds = acceptedAwaySeconds(reported, at(0), at(passed))
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(seconds).toBeLessThanOrEqual(passed)
      expect(Number.isInteger(seconds)).toBe(true)
    }))
  })
})
