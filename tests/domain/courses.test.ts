import { describe, expect, it } from 'vitest'
import { cardAction, cardBadge } from '@/lib/domain/cards'
import { courseIdInput, myCoursesInput } from '@/lib/domain/courses-input'
import { myListQuery } from '@/lib/domain/my-lists'

describe('the address of my courses', () => {
  const beginning = { state: 'all', name: '', page: 1, size: 8 }

  it('begins with all, page 1, eight of them', () => {
    expect(myCoursesInput.parse({})).toEqual(beginning)
    expect(myListQuery({ state: 'all', name: '', page: 1, size: 8 })).toEqual({})
  })

  it.each([
    [{ state: 'failed', name: ' 电工 ', page: '3', size: '16' }, { state: 'failed', name: '电工', page: 3, size: 16 }],
    [{ state: 'gone', page: '0', size: '7' }, beginning],
    [{ state: ['all', 'failed'], name: ['a', 'b'], page: 'x', size: '' }, beginning],
    [{ page: '1.5', size: '1e9' }, beginning],
    [{ name: '长'.repeat(300) }, { ...beginning, name: '长'.repeat(100) }],
  ])('%j is understood', (given, view) => {
    expect(myCoursesInput.parse(given)).toEqual(view)
  })

  it('says only what differs, and choosing a filter forgets page and size', () => {
    expect(myListQuery({ state: 'learning', name: '电工', page: 2, size: 16 })).toEqual({ state: 'learning', name: '电工', page: 2, size: 16 })
    expect(myListQuery({ state: 'completed', name: '电工' })).toEqual({ state: 'completed', name: '电工' })
  })
})

describe('a card', () => {
  it.each([['learning', 'continue', null], ['completed', 'view', 'completed'], ['failed', 'view', 'failed'], ['expired', 'view', 'expired'], ['none', 'view', null], ['unknown', 'view', null]] as const)(
    '%s offers %s and wears %s', (state, action, badge) => {
      expect(cardAction(state)).toBe(action)
      expect(cardBadge(state)).toBe(badge)
    })
})

describe('the id of a course', () => {
  it.each(['3001', 'a-b_9'])('%s is one', (id) => expect(courseIdInput.safeParse({ id }).success).toBe(true))
  it.each(['', '../1', '1 or 1', '1&x=2', 'x'.repeat(65)])('%s is none', (id) => expect(courseIdInput.safeParse({ id }).success).toBe(false))
})
