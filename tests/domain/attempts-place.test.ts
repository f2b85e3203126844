import { describe, expect, it } from 'vitest'
import { currentOf, newJournal } from '@/lib/domain/attempts-journal'

describe('where the learner is', () => {
  const paper = (...ids: string[]) => ids.map((id) => ({ id }))
  it.each([
    ['on the paper as it was', { current: 1, currentId: 'q2' }, paper('q1', 'q2', 'q3'), 1],
    ['behind a question that is new', { current: 1, currentId: 'q2' }, paper('q0', 'q1', 'q2', 'q3'), 2],
    ['before one that was taken away', { current: 2, currentId: 'q3' }, paper('q2', 'q3', 'q4'), 1],
    ['in the place of the one that is gone', { current: 1, currentId: 'q2' }, paper('q1', 'q3'), 1],
    ['at the end of a paper that is shorter', { current: 2, currentId: 'q3' }, paper('q1', 'q2'), 1],
    ['by a journal that knows no question', { current: 1 }, paper('q1', 'q2'), 1],
    ['by one that is out of bounds', { current: -3 }, paper('q1', 'q2'), 0],
  ])('is found: %s', (_where, place, questions, index) => {
    expect(currentOf({ ...newJournal({}, 0), ...place }, questions)).toBe(index)
  })
})
