import { describe, expect, it } from 'vitest'
import { awardKey, levelOf, newAwards } from '../../rules/points.ts'

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
