import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptedMinutes, hoursShown, judgeBeat, maxBeatSeconds, sectionState, type SectionFacts } from '../../rules/study.ts'

const at = (minutes: number, seconds = 0) => new Date(Date.UTC(2026, 2, 2, 1, 0) + (minutes * 60 + seconds) * 1000)

describe('minutes of an end report', () => {
  it.each([
    ['the reported minutes', 20, 20, 20],
    ['one more than the clock', 20, 500, 21],
    ['one minute at once after the start', 0, 1, 1],
    ['never more than 480', 1000, 900, 480],
    ['no negative minutes', 20, -5, 0],
    ['whole minutes only', 20, 7.9, 7],
    ['nothing for what is no number', 20, Number.NaN, 0],
    ['nothing for what is endless', 20, Number.POSITIVE_INFINITY, 0],
  ])('counts %s', (_, elapsed, reportedMinutes, counted) => {
    expect(acceptedMinutes({ startedAt: at(0), endedAt: at(elapsed), reportedMinutes })).toBe(counted)
  })

  it('counts nothing without a start, so a repeated end adds nothing', () => {
    expect(acceptedMinutes({ startedAt: null, endedAt: at(20), reportedMinutes: 20 })).toBe(0)
  })

  it('counts nothing but the added minute when the clock went back', () => {
    expect(acceptedMinutes({ startedAt: at(20), endedAt: at(0), reportedMinutes: 30 })).toBe(1)
  })

  it('takes the proven time when it is more than the report', () => {
    expect(acceptedMinutes({ startedAt: at(0), endedAt: at(30), reportedMinutes: 4, countedSeconds: 25 * 60 + 59 })).toBe(25)
  })

  it('stays whole and within 0, the clock and 480 for any report', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.double(), fc.nat({ max: 1e6 }), (elapsed, reportedMinutes, countedSeconds) => {
        const minutes = acceptedMinutes({ startedAt: at(0), endedAt: at(elapsed), reportedMinutes, countedSeconds })
        expect(Number.isInteger(minutes)).toBe(true)
        expect(minutes).toBeGreaterThanOrEqual(0)
        expect(minutes).toBeLessThanOrEqual(Math.min(480, elapsed + 1))
      }),
    )
  })
})

describe('state of a section', () => {
  const video: SectionFacts = {
    kind: 'video', durationMinutes: 20, requiredPercent: 80, learnedMinutes: 0,
    opened: true, ended: true, bestFraction: null, exam: null, before: 'notStarted',
  }
  const exam = (status: 'open' | 'passed' | 'failed'): Partial<SectionFacts> => ({ kind: 'exam', requiredPercent: null, exam: { passed: status === 'passed', failed: status === 'failed' } })

  it.each<[string, Partial<SectionFacts>, string]>([
    ['never opened', { opened: false, ended: false }, 'notStarted'],
    ['15 of 20 minutes at 80 %', { learnedMinutes: 15 }, 'inProgress'],
    ['16 of 20 minutes at 80 %', { learnedMinutes: 16 }, 'passed'],
    ['document without a percent rule, opened only', { kind: 'document', requiredPercent: null, ended: false }, 'inProgress'],
    ['document without a percent rule, first end', { kind: 'document', requiredPercent: null }, 'passed'],
    ['courseware at 59', { kind: 'courseware', bestFraction: 59 }, 'inProgress'],
    ['courseware at 60', { kind: 'courseware', bestFraction: 60 }, 'passed'],
    ['courseware that only ended', { kind: 'courseware', requiredPercent: null }, 'inProgress'],
    ['simulation at 60', { kind: 'simulation', bestFraction: 60 }, 'passed'],
    ['simulation without a result', { kind: 'simulation' }, 'inProgress'],
    ['exam passed', exam('passed'), 'passed'],
    ['exam with attempts left, or a result that is open', exam('open'), 'inProgress'],
    ['exam used up', exam('failed'), 'failed'],
    ['passed before, worse now', { learnedMinutes: 0, before: 'passed' }, 'passed'],
    ['failed before, only opened again', { kind: 'exam', before: 'failed' }, 'failed'],
    ['failed before, more attempts given', { ...exam('open'), before: 'failed' }, 'inProgress'],
    ['failed before, reviewed to a pass', { ...exam('passed'), before: 'failed' }, 'passed'],
  ])('%s', (_, facts, state) => {
    expect(sectionState({ ...video, ...facts })).toBe(state)
  })

  it('never takes back a pass, whatever is learned after', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 100 }), fc.boolean(), (learnedMinutes, requiredPercent, ended) => {
        expect(sectionState({ ...video, learnedMinutes, requiredPercent, ended, before: 'passed' })).toBe('passed')
      }),
    )
  })
})

describe('class hours', () => {
  it.each([[0, 0], [3, 0.1], [21, 0.4], [60, 1], [90, 1.5], [7584, 126.4], [18750, 312.5]])('%i minutes are %f hours', (minutes, hours) => {
    expect(hoursShown(minutes)).toBe(hours)
  })
})

describe('heartbeats', () => {
  const beat = { state: 'active' as const, activeSeconds: 15, previousAt: at(0), at: at(0, 15), countedSeconds: 0 }

  it.each([
    ['all of an active beat', {}, 15, 0, null],
    ['no more than the clock', { activeSeconds: 40 }, 15, 25, 'clock'],
    ['not the idle part', { activeSeconds: 5, state: 'idle' as const }, 5, 10, 'idle'],
    ['nothing while hidden', { activeSeconds: 0, state: 'hidden' as const }, 0, 15, 'hidden'],
    ['nothing while paused', { activeSeconds: 0, state: 'paused' as const }, 0, 15, 'paused'],
    ['nothing above 480 minutes', { countedSeconds: 480 * 60 - 5 }, 5, 10, 'limit'],
    ['nothing for a number that is none', { activeSeconds: Number.NaN }, 0, 15, 'idle'],
  ])('counts %s', (_, change, countedSeconds, notCountedSeconds, reason) => {
    expect(judgeBeat({ ...beat, ...change })).toEqual({ countedSeconds, notCountedSeconds, reason })
  })

  it('counts at most the witnessed span after a long silence', () => {
    expect(judgeBeat({ ...beat, activeSeconds: 3600, at: at(60) })).toEqual({ countedSeconds: maxBeatSeconds, notCountedSeconds: 3000, reason: 'clock' })
  })

  it('never counts more than was claimed, than the clock allows, or less than nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100_000 }), fc.nat({ max: 100_000 }), fc.nat({ max: 40_000 }), (activeSeconds, wall, countedSeconds) => {
        const verdict = judgeBeat({ ...beat, activeSeconds, at: at(0, wall), countedSeconds })
        expect(verdict.countedSeconds).toBeGreaterThanOrEqual(0)
        expect(verdict.notCountedSeconds).toBeGreaterThanOrEqual(0)
        expect(verdict.countedSeconds).toBeLessThanOrEqual(Math.max(0, Math.min(activeSeconds, wall)))
        expect(verdict.reason === null).toBe(verdict.notCountedSeconds === 0)
      }),
    )
  })
})
