import { expect, it } from 'vitest'
import { answered, chosen, mayArriveLate, newJournal, pendingSaves, reopened, sending } from '@/lib/domain/attempts-journal'

it('a journal knows what may arrive after what waits: what was sent before, unless it is stored', () => {
  const first = chosen(newJournal({ q1: ['11'] }, 4), 'q1', ['12'], 'a')
  const sent = pendingSaves(first)
  const second = chosen(sending(first, sent), 'q1', ['13'], 'b')
  expect([mayArriveLate(first), mayArriveLate(sending(first, sent)), mayArriveLate(second)]).toEqual([false, false, true])
  expect(mayArriveLate(answered(second, sent, sent.map(({ opId }) => ({ opId, outcome: 'saved', words: null }))))).toBe(false)
  expect(mayArriveLate(reopened(second, { q1: ['12'] }, 0, () => 'fresh').journal)).toBe(false)
  expect(mayArriveLate(reopened(second, { q1: ['11'] }, 0, () => 'fresh').journal)).toBe(true)
  // Back to what is stored, also sent and not heard of, and away from it again: which of the two comes last nobody knows.
  const back = chosen(sending(first, sent), 'q1', ['11'], 'c')
  const again = chosen(sending(back, pendingSaves(back)), 'q1', ['12'], 'd')
  expect([mayArriveLate(again), mayArriveLate(reopened(again, { q1: ['11'] }, 0, () => 'fresh').journal)]).toEqual([true, true])
})
