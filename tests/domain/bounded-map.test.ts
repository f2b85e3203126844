import { expect, it } from 'vitest'
import { dropOver, keepBounded } from '@/lib/domain/bounded-map'

it('keeps at most so many; the first goes for a new one, and nothing goes for one that is there', () => {
  const kept = new Map([['a', 1], ['b', 2]])
  keepBounded(kept, 'b', 3, 2)
  expect([...kept]).toEqual([['a', 1], ['b', 3]])
  keepBounded(kept, 'c', 4, 2)
  expect([...kept]).toEqual([['b', 3], ['c', 4]])
})

it('lets go of what is over, from the front, and of nothing else', () => {
  const kept = new Map([['a', { until: 1 }], ['b', { until: 2 }], ['c', { until: 3 }]])
  dropOver(kept, 2)
  expect([...kept.keys()]).toEqual(['c'])
  dropOver(kept, 2)
  expect(kept.size).toBe(1)
})
