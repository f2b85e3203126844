import { expect, it } from 'vitest'
import { levelOf } from '../../rules/points.ts'
import { levelRecords } from '../../seed/tenant-records.ts'

const levels = levelRecords.map(([, , , pointsNeeded], index) => ({ level: index + 1, pointsNeeded }))

it.each([[-1, 1], [0, 1], [99, 1], [100, 2], [299, 2], [300, 3], [600, 4], [1000, 5], [2000, 6], [3500, 7], [5500, 8], [8000, 9], [11999, 9], [12000, 10], [1e9, 10]])(
  '%i points are level %i',
  (points, level) => {
    expect(levelOf(levels, points)?.level).toBe(level)
  },
)
