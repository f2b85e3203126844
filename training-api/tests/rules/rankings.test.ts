import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, examValue, pieceSize, trimRanking } from '../../rules/rankings.ts'
import type { RankedRow } from '../../rules/rankings.ts'

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

  it('list nobody where nobody is ranked', () => {
    const own = { learnerId: 9, value: 0, rank: 1 }
    expect(trimRanking<RankedRow>([], own)).toEqual({ rows: [], own })
  })

  it('cut a crowd into pieces that grow with its root, so that neither their number nor a piece grows with the crowd', () => {
    expect([513, 65_536, 465_000, 1_000_000].map(pieceSize)).toEqual([256, 256, 682, 1_000])
  })

  it('of an exam put more points first and of as many the quicker', () => {
    const attempt = fc.record({ score: fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100), usedMs: fc.nat(99_999_999) })
    fc.assert(
      fc.property(attempt, attempt, (one, other) => {
        const isBetter = one.score > other.score || (one.score === other.score && one.usedMs < other.usedMs)
        expect(examValue(one) > examValue(other)).toBe(isBetter)
        expect(bucketOf('examScore', examValue(one))).toBe(Math.floor(one.score))
      }),
    )
    expect(examValue({ score: 60, usedMs: 1e12 })).toBe(60e10)
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
