import { expect, it } from 'vitest'
import { BoundedMap, charactersIn, dropOver, keepBounded } from '@/lib/domain/bounded-map'

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

it('has room for so many values and so many characters; those that were set first go, the longest is not kept, and what was there under its key neither', () => {
  const room = new BoundedMap<string>({ most: 3, characters: 20, longest: 11, lengthOf: (text, key) => key.length + text.length })
  const there = () => [...room.keys()].join('')
  for (const key of ['a', 'b', 'c', 'd']) room.set(key, 'x')
  expect(there()).toBe('bcd')
  room.set('e', 'x'.repeat(10))
  expect(there()).toBe('cde')
  room.set('c', 'x'.repeat(7))
  expect(there()).toBe('ec')
  room.set('a', 'x'.repeat(11))
  expect(there()).toBe('ec')
  // What takes the place of a text has that one's room.
  for (let again = 0; again < 10; again += 1) room.set('e', 'x'.repeat(10))
  expect(there()).toBe('ce')
  room.set('e', 'x'.repeat(11))
  expect(there()).toBe('c')
  room.clear()
  for (const key of ['a', 'b']) room.set(key, 'x'.repeat(9))
  expect(there()).toBe('ab')
})

it('keeps what was set last, however long, where nothing is too long', () => {
  const room = new BoundedMap<string>({ most: 3, characters: 20, lengthOf: (text) => text.length })
  room.set('a', 'x')
  room.set('b', 'x'.repeat(100))
  expect([...room.keys()]).toEqual(['b'])
  room.set('c', 'x')
  expect([...room.keys()]).toEqual(['c'])
})

it('counts the characters of a value, of everything in it', () => {
  const text = 'x'.repeat(1_000)
  for (const value of [text, [text], { a: { b: [text] } }]) expect(charactersIn(value) - 1_000).toBeLessThan(100)
  expect(charactersIn([text, { a: text, b: null, c: undefined, d: 7 }])).toBeGreaterThan(2_000)
})
