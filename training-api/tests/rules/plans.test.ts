import { describe, expect, it } from 'vitest'
import { planState, planWindow } from '../../rules/plans.ts'

describe('plans', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 2, n))

  it.each([
    ['without dates', null, null, 'open'],
    ['before its start', day(6), null, 'upcoming'],
    ['at its start', day(5), day(9), 'open'],
    ['at its end', null, day(5), 'ended'],
    ['just before its end', null, new Date(day(5).getTime() + 1), 'open'],
  ])('%s', (_, start, end, window) => {
    expect(planWindow(start, end, day(5))).toBe(window)
  })

  it.each([
    [false, ['passed'], 'notStarted'],
    [true, [], 'inProgress'],
    [true, ['passed', 'passed'], 'passed'],
    [true, ['passed', 'notStarted'], 'inProgress'],
    [true, ['passed', 'failed'], 'failed'],
  ] as const)('begun %s with %j is %s', (begun, items, state) => {
    expect(planState(begun, items)).toBe(state)
  })
})
