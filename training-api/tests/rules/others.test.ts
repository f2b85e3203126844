import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkNote } from '../../rules/notes.ts'
import { planState, planWindow } from '../../rules/plans.ts'
import { awardKey, levelOf, newAwards } from '../../rules/points.ts'
import { bucketOf, compareRanked, trimRanking } from '../../rules/rankings.ts'
import { averageStars, checkReview, starShares } from '../../rules/reviews.ts'
import { checkTicket, fractionOf, ticketLifeMs } from '../../rules/simulation.ts'

describe('plans', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 2, n))

  it.each([
    ['without dates', null, null, 'open'],
    ['before its start', day(6), null, 'upcoming'],
    ['at its start', day(5), day(9), 'open'],
    ['at its end', null, day(5), 'ended'],
    ['just before its end', null, new Date(day(5).getTime() + 1), 'open'],
  ])('%s', (_, start, end, window) => {
    expect(planWindow(start, end, day(5))).toBe(window)
  })

  it.each([
    [false, ['passed'], 'notStarted'],
    [true, [], 'inProgress'],
    [true, ['passed', 'passed'], 'passed'],
    [true, ['passed', 'notStarted'], 'inProgress'],
    [true, ['passed', 'failed'], 'failed'],
  ] as const)('begun %s with %j is %s', (begun, items, state) => {
    expect(planState(begun, items)).toBe(state)
  })
})

describe('points', () => {
  it('are given once for each thing', () => {
    const passed = [{ cause: 'section', id: 1 }, { cause: 'section', id: 1 }, { cause: 'course', id: 1 }, { cause: 'exam', id: 2 }] as const
    expect(newAwards(passed, new Set([awardKey('exam', 2)]))).toEqual([
      { cause: 'section', id: 1, points: 5 },
      { cause: 'course', id: 1, points: 20 },
    ])
    expect(newAwards([{ cause: 'plan', id: 9 }], new Set())).toEqual([{ cause: 'plan', id: 9, points: 50 }])
  })

  it.each([[0, 1], [99, 1], [100, 2], [299, 2], [300, 3], [600, 4], [1000, 5], [2000, 6], [3500, 7], [5500, 8], [8000, 9], [11999, 9], [12000, 10], [1e9, 10]])(
    '%i points are level %i',
    (points, level) => {
      expect(levelOf(points)).toBe(level)
    },
  )
})

describe('rankings', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ learnerId: index, value: 100 - index }))

  it('show ten rows and the own one below them', () => {
    const own = { learnerId: 13, value: 1, rank: 14 }
    const ranking = trimRanking(rows(12), own)
    expect(ranking.rows).toHaveLength(11)
    expect(ranking.rows.at(-1)).toEqual(own)
    expect(ranking.own).toEqual(own)
  })

  it('show the own row once when it is among the ten', () => {
    const ranking = trimRanking(rows(10), { learnerId: 9, value: 91, rank: 10 })
    expect(ranking.rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('order equal values by the number of the learner', () => {
    const equal = [820_117, 9, 820_003].map((learnerId) => ({ learnerId, value: 5 }))
    expect([...equal, { learnerId: 99, value: 6 }].sort(compareRanked).map(({ learnerId }) => learnerId)).toEqual([99, 9, 820_003, 820_117])
  })

  it('put a larger value never into a lower bucket', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom('minutes' as const, 'points' as const, 'mistakes' as const), (a, b, metric) => {
        if (a <= b) expect(bucketOf(metric, a)).toBeLessThanOrEqual(bucketOf(metric, b))
      }),
    )
    expect([bucketOf('minutes', 0), bucketOf('minutes', 9), bucketOf('minutes', 10), bucketOf('certificates', 3)]).toEqual([0, 0, 1, 3])
  })
})

describe('reviews', () => {
  it('share out the stars in percent', () => {
    expect(starShares([0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0])
    expect(starShares([1, 0, 0, 1, 1])).toEqual([33.3, 0, 0, 33.3, 33.3])
    expect(averageStars([0, 0, 0, 2, 3])).toBe(4.6)
    expect(averageStars([0, 0, 0, 0, 0])).toBe(0)
  })

  it('keep shares near 100 in sum and the average within the stars', () => {
    const counts = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 1000 }))
    fc.assert(
      fc.property(counts, (stars) => {
        expect(starShares(stars).reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0)
        expect(averageStars(stars)).toBeGreaterThanOrEqual(1)
        expect(averageStars(stars)).toBeLessThanOrEqual(5)
      }),
    )
  })

  it.each([
    ['unfinished', false, 'unfinished'],
    ['passed', false, 'allowed'],
    ['failed', false, 'allowed'],
    ['passed', true, 'alreadyRated'],
  ] as const)('of something %s, rated before: %s', (result, rated, verdict) => {
    expect(checkReview(result, rated)).toBe(verdict)
  })
})

describe('notes', () => {
  it.each([
    ['', 'empty'],
    [' \n\t　', 'empty'],
    ['验电', 'valid'],
    ['字'.repeat(200), 'valid'],
    ['字'.repeat(201), 'tooLong'],
    ['🔌'.repeat(200), 'valid'],
  ])('%j is judged', (content, verdict) => {
    expect(checkNote(content)).toBe(verdict)
  })
})

describe('simulation', () => {
  const issuedAt = new Date(Date.UTC(2026, 2, 2))
  const ticket = { requestId: 66_001, learnerId: 820_001, issuedAt, usedAt: null }
  const claim = { requestId: 66_001, learnerId: 820_001 }
  const later = (ms: number) => new Date(issuedAt.getTime() + ms)

  it.each([
    ['a fresh ticket', ticket, claim, 1, 'valid'],
    ['the last moment', ticket, claim, ticketLifeMs - 1, 'valid'],
    ['after four hours', ticket, claim, ticketLifeMs, 'expired'],
    ['a second time', { ...ticket, usedAt: issuedAt }, claim, 1, 'used'],
    ['another request', ticket, { ...claim, requestId: 66_002 }, 1, 'unknown'],
    ['another learner', ticket, { ...claim, learnerId: 820_002 }, 1, 'unknown'],
    ['no ticket', null, claim, 1, 'unknown'],
  ] as const)('%s', (_, given, claimed, ms, verdict) => {
    expect(checkTicket(given, claimed, later(ms))).toBe(verdict)
  })

  it.each([[60, 60], [-1, 0], [101, 100], [Number.NaN, null], [Number.POSITIVE_INFINITY, null]])('keeps a score of %f as %s', (value, kept) => {
    expect(fractionOf(value)).toBe(kept)
  })
})
