import { describe, expect, it } from 'vitest'
import { newReviewInput, reviewPageInput, reviewsInput } from '@/lib/domain/reviews-input'
import { averageOf, characterCount, mayReview, ownReviewOf, reviewPageOf, type OwnReview, type Ratings } from '@/lib/domain/reviews'
import { newNoteInput, noteInput } from '@/lib/domain/notes-input'
import { noteProblem } from '@/lib/domain/notes'

describe('a review', () => {
  const review = { kind: 'course', id: '3003', stars: 5, text: '很好' }
  it('counts characters as people do', () => expect(characterCount('学习👷')).toBe(3))
  it.each([['unfinished', false], ['passed', true], ['failed', true], ['unknown', true]] as const)('of something %s may be written: %s', (result, may) => expect(mayReview(result)).toBe(may))
  it('takes 200 characters and one to five stars', () => {
    expect(newReviewInput.safeParse({ ...review, text: '字'.repeat(200) }).success).toBe(true)
    expect(newReviewInput.safeParse({ ...review, text: '👷'.repeat(200) }).success).toBe(true)
    expect(newReviewInput.safeParse({ ...review, text: '字'.repeat(201) }).success).toBe(false)
    for (const stars of [0, 6, 2.5, '5', null]) expect(newReviewInput.safeParse({ ...review, stars }).success).toBe(false)
    for (const id of ['', '../x', 'a b', 'x'.repeat(65)]) expect(newReviewInput.safeParse({ ...review, id }).success).toBe(false)
  })
  it('stands on the page its address names, else on the first', () => {
    expect(reviewPageInput.parse({ reviews: '3' }).reviews).toBe(3)
    for (const reviews of [undefined, '0', 'x', '-1', ['2', '3']]) expect(reviewPageInput.parse({ reviews }).reviews).toBe(1)
    // The browser reads the same page out of it as the server.
    for (const [word, page] of [[null, 1], ['3', 3], ['1000000', 1_000_000], ['1000001', 1], ['1e9', 1], ['2.5', 1], ['0', 1], ['-1', 1], ['x', 1], ['', 1], ['Infinity', 1]] as const) {
      expect(reviewPageOf(word), String(word)).toBe(page)
      if (word !== null) expect(reviewPageInput.parse({ reviews: word }).reviews, word).toBe(page)
    }
    expect(reviewsInput.safeParse({ kind: 'course', id: '1', page: 'x' }).success).toBe(false)
  })
  it('of one\'s own is what the ratings say of it, and what only the list does', () => {
    const row = { id: '1', learnerId: '7', learnerName: '李明', avatarUrl: null, stars: 3, text: '好', writtenAt: '2026-03-01T09:00:00+08:00', reply: null }
    const ratings = (own: OwnReview | null): Ratings => ({ average: 4, shares: [0, 0, 0, 100, 0], own })
    const full = { stars: 4, text: '讲得很清楚', writtenAt: '2026-03-02T09:00:00+08:00' }
    expect([ownReviewOf(ratings(full), [row], '7'), ownReviewOf(ratings(full), [], '7'), ownReviewOf(ratings(null), [row], '8'), ownReviewOf(null, [], '7')]).toEqual([full, full, null, null])
    expect(ownReviewOf(ratings({ stars: 4, text: '', writtenAt: null }), [row], '7')).toEqual({ stars: 4, text: '好', writtenAt: row.writtenAt })
    expect(ownReviewOf(ratings(null), [row], '7')).toMatchObject({ stars: 3, text: '好', writtenAt: row.writtenAt })
  })
  it('makes an average of shares', () => {
    expect(averageOf([0, 0, 0, 50, 50])).toBe(4.5)
    expect(averageOf([0, 0, 0, 0, 0])).toBe(0)
  })
})

describe('a note', () => {
  const note = { kind: 'course', ownerId: '3001', sectionId: '3201', noteKind: 'video', text: '停电、验电' }
  it.each([['', 'empty'], ['  \n', 'empty'], ['字'.repeat(201), 'tooLong'], ['字'.repeat(200), null], ['一', null]] as const)('%#', (text, problem) => {
    expect(noteProblem(text)).toBe(problem)
    expect(newNoteInput.safeParse({ ...note, text }).success).toBe(problem === null)
  })
  it('has a whole moment or none', () => {
    expect(newNoteInput.parse(note).moment).toBeNull()
    for (const moment of [-1, 1.5, '3', 1e9]) expect(newNoteInput.safeParse({ ...note, moment }).success).toBe(false)
    expect(noteInput.safeParse({ id: '../1' }).success).toBe(false)
  })
})
