import { expect, it } from 'vitest'
import { versionOf } from '@/scripts/chaos/deploy.mjs'
import { inNewVersion } from '@/scripts/chaos/new-version.mjs'
import { notesAgainst, twiceThere } from '@/scripts/cluster/load.mjs'

it('the other version comes first, and then the one that was there before', () => {
  expect([1, 2, 3, 4].map((round) => versionOf(round, { old: 'old', fresh: 'fresh' }))).toEqual(['fresh', 'old', 'fresh', 'old'])
})

it('a component of the other version does something more, whatever it ends with', () => {
  const before = "export const one = () => (1)"
  const after = inNewVersion(before)
  expect(after.startsWith(before)).toBe(true)
  // On a line of its own, begun as a statement: a file that ends without a semicolon calls nothing by it.
  expect(after.slice(before.length)).toMatch(/^\n;\(globalThis as .*\)\.trainhallVersion = 'new'\n$/)
})

it('of the notes that are not as they should be those that are there twice are told from those that are gone', () => {
  const taker = { account: 'learner001', written: ['one', 'two', 'three'] }
  const there = [{ text: 'one' }, { text: 'two' }, { text: 'two' }]
  expect([notesAgainst(taker, there).length, twiceThere(taker, there)]).toEqual([2, 1])
})
