import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averageStars, checkReview, starShares } from '../../rules/reviews.ts'

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
