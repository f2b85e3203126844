import { describe, expect, it } from 'vitest'
import { myListQuery } from '@/lib/domain/my-lists'
import { planFilters, turnsIn } from '@/lib/domain/plans'
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

describe('the next moment at which the dates of a plan change something', () => {
  const [start, end] = ['2026-03-10T08:00:00+08:00', '2026-03-20T18:00:00+08:00']
  it.each([
    ['its begin', start, end, 'upcoming', '2026-03-10T07:00:00+08:00', 3_600_000],
    ['its end', start, end, 'open', start, Date.parse(end) - Date.parse(start)],
    ['its end, without a begin', null, end, 'open', '2026-03-20T17:59:59+08:00', 1_000],
    ['soon, while the platform says after its begin that it is to come', start, end, 'upcoming', '2026-03-10T08:00:07+08:00', 30_000],
    ['soon, while the platform says after its end that it goes on', start, end, 'open', '2026-03-20T18:04:59+08:00', 30_000],
    ['none, where the platform says so long after its end', start, end, 'open', '2026-03-20T18:05:00+08:00', null],
    ['its end, where the platform says long after its begin that it is to come', start, end, 'upcoming', '2026-03-20T17:00:00+08:00', 3_600_000],
    ['none, after its end', start, end, 'ended', end, null],
    ['none, without dates', null, null, 'open', start, null],
    ['none, with dates that are none', 'soon', null, 'upcoming', start, null],
  ] as const)('is %s', (_, startsAt, endsAt, window, now, ms) => {
    expect(turnsIn({ startsAt, endsAt, window }, Date.parse(now))).toBe(ms)
  })
})
