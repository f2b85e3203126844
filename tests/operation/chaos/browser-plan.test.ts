import { describe, expect, it } from 'vitest'
import { causes, planOf, timedCause } from '@/scripts/chaos/browser-plan.mjs'
import { answerOf, answersMissing, endFaults, Sheet, timerFault } from '@/scripts/chaos/paper-oracle.mjs'

describe('what happens in a browser', () => {
  it('is the same for a seed, and another for another', () => {
    expect(planOf({ rounds: 40, seed: 7 })).toEqual(planOf({ rounds: 40, seed: 7 }))
    expect(planOf({ rounds: 40, seed: 7 })).not.toEqual(planOf({ rounds: 40, seed: 8 }))
  })

  it('has every cause in turn, and only those that can be had', () => {
    expect(new Set(planOf({ rounds: causes.length, seed: 1 }).map(({ cause }) => cause))).toEqual(new Set(causes))
    const among = causes.filter((cause) => cause !== timedCause)
    expect(planOf({ rounds: 50, seed: 1, among }).some(({ cause }) => cause === timedCause)).toBe(false)
  })

  it('sets the clock by an hour in either direction', () => {
    const shifts = planOf({ rounds: 200, seed: 3 }).filter(({ cause }) => cause === 'device clock').flatMap(({ aheadMs, shiftMs }: { aheadMs?: number; shiftMs?: number }) => [aheadMs, shiftMs])
    expect(new Set(shifts)).toEqual(new Set([0, 3_600_000, -3_600_000]))
  })
})

describe('what must be there of a paper', () => {
  const save = (opId: string, optionIds: string[]) => ({ opId, questionId: 'q', optionIds })

  it('is what a page or the door called safe last, and what was chosen after it is open', () => {
    const sheet = new Sheet()
    sheet.chose('q', '1', 'page')
    sheet.kept('page')
    sheet.chose('q', '2', 'page')
    expect(sheet.answers.get('q')).toEqual({ acknowledged: '1', open: ['2'] })
    sheet.heard(save('a', ['2']))
    expect([sheet.answers.get('q'), sheet.operations]).toEqual([{ acknowledged: '2', open: [] }, ['a']])
  })

  it('of one page is not safe because another says so', () => {
    const sheet = new Sheet()
    sheet.chose('q', '1', 'first')
    sheet.chose('q', '2', 'second')
    sheet.kept('first')
    expect(sheet.answers.get('q')).toEqual({ acknowledged: '1', open: ['2'] })
  })

  it('is nothing that nobody chose', () => {
    const sheet = new Sheet()
    sheet.heard(save('a', ['3']))
    expect(sheet.faults).toHaveLength(1)
  })

  it.each([
    ['what was called safe last', { '5/q': '2' }, 0],
    ['what was chosen after it', { '5/q': '3' }, 0],
    ['what was called safe before', { '5/q': '1' }, 1],
    ['nothing', {}, 1],
  ])('that %s is there is judged', (_name, there, count) => {
    const sheet = new Sheet()
    for (const [answer, isKept] of [['1', true], ['2', true], ['3', false]] as const) {
      sheet.chose('q', answer, 'page')
      if (isKept) sheet.kept('page')
    }
    expect(answersMissing([{ plan: { round: 1 }, account: 'learner001', attemptId: '5', sheet }], new Map(Object.entries(there)))).toHaveLength(count)
  })

  it('is compared in the order of numbers', () => {
    expect(answerOf(['12', '9'])).toBe('9&12')
  })

  const told = { account: 'learner001', attemptId: '5', by: 'learner', askedAt: 1_000, handIns: [{ number: 'R', repeated: false }, { number: 'R', repeated: true }] }
  const row = { account: 'learner001', attemptId: 5, submittedBy: 'learner', submittedAt: 2_000, deadlineAt: 9_000 }
  it.each([
    ['is as it should be', told, [row], [0, 0, 0]],
    ['is not handed in', told, [{ ...row, submittedBy: null }], [1, 0, 0]],
    ['is handed in by somebody else', told, [{ ...row, submittedBy: 'deadline' }], [0, 0, 1]],
    ['is handed in before it was asked for', told, [{ ...row, submittedAt: 500 }], [0, 0, 1]],
    ['ends after its time', { ...told, by: 'deadline' }, [{ ...row, submittedBy: 'deadline', submittedAt: 9_500 }], [0, 0, 1]],
    ['is handed in twice', { ...told, handIns: [{ number: 'R', repeated: false }, { number: 'S', repeated: false }] }, [row], [0, 1, 0]],
    ['is one of two that were begun', told, [row, { ...row, attemptId: 6 }], [0, 1, 0]],
  ])('that %s is seen', (_name, one, rows, [missing, twice, faults]) => {
    const found = endFaults([one], rows)
    expect([found.missing.length, found.twice.length, found.faults.length]).toEqual([missing, twice, faults])
  })

  it('shows the time of the platform, to three seconds', () => {
    const at = (shown: string) => timerFault({ shown, deadline: 3_600_000, now: 0 })
    expect([at('01:00:02'), at('00:59:58')]).toEqual([null, null])
    expect(at('00:30:00')).toContain('1800 s too little')
    expect(at('–')).toContain('as the time that is left')
  })
})
