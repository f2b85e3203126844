import { expect, it } from 'vitest'
import { dropOver, keepBounded, textRoom } from '@/lib/domain/bounded-map'

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

it('has room for so many texts and so many characters, keys among them; those that came first go, and the longest does not come', () => {
  const room = textRoom({ most: 3, characters: 20, longest: 10 })
  const there = () => ['a', 'b', 'c', 'd', 'e'].filter((key) => room.get(key) !== undefined).join('')
  for (const key of ['a', 'b', 'c', 'd']) room.keep(key, 'x')
  expect(there()).toBe('bcd')
  room.keep('e', 'x'.repeat(10))
  expect(there()).toBe('cde')
  room.keep('c', 'x'.repeat(7))
  expect(there()).toBe('ce')
  room.keep('a', 'x'.repeat(11))
  expect(there()).toBe('ce')
  // What takes the place of a text has that one's room.
  for (let again = 0; again < 10; again += 1) room.keep('e', 'x'.repeat(10))
  expect(there()).toBe('ce')
  room.keep('e', 'x'.repeat(11))
  expect(there()).toBe('c')
})
