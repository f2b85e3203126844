import { describe, expect, it } from 'vitest'
import { myListQuery } from '@/lib/domain/my-lists'
import { planFilters } from '@/lib/domain/plans'
import { myPlansInput, planCourseInput } from '@/lib/domain/plans-input'

describe('the address of my plans', () => {
  const beginning = { state: 'all', name: '', page: 1, size: 8 }

  it('offers five filters, all first', () => {
    expect(planFilters).toEqual(['all', 'learning', 'completed', 'failed', 'expired'])
    expect(myPlansInput.parse({})).toEqual(beginning)
  })

  it.each(planFilters)('knows %s, and says only what differs', (state) => {
    expect(myPlansInput.parse({ state, page: '2', size: '16', name: ' 复训 ' })).toEqual({ state, page: 2, size: 16, name: '复训' })
    expect(myListQuery({ state, name: '' })).toEqual(state === 'all' ? {} : { state })
  })

  it.each([{ state: 'gone', page: '0', size: '7' }, { state: ['all', 'expired'], name: ['a', 'b'], page: 'x', size: '' }, { page: '1.5', size: '1e9' }])('%j is the beginning', (given) => {
    expect(myPlansInput.parse(given)).toEqual(beginning)
  })
})

describe('a course inside a plan', () => {
  it('is named by plan, item and course', () => {
    const named = { planId: '5001', itemId: '5101', courseId: '3001' }
    expect(planCourseInput.parse({ ...named, learner: '1' })).toEqual(named)
  })
  it.each([{}, { planId: '5001', itemId: '5101' }, { planId: '../1', itemId: '5101', courseId: '3001' }])('%j names none', (given) => {
    expect(planCourseInput.safeParse(given).success).toBe(false)
  })
})
