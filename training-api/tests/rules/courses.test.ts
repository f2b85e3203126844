import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkUnlock, courseState, courseStateInPlan, isChapterLocked, listState, progressNow, progressPercent, resultOf, sectionsDoneNow, withLocks,
  type EnrolmentState, type LockContext, type LockFacts,
} from '../../rules/courses.ts'
import type { SectionState } from '../../rules/study.ts'

const section = (id: number, state: SectionState, locked: boolean): LockFacts => ({ id, state, locked })
const free: LockContext = { sequential: false, state: 'inProgress' }
const chapters = [
  [section(1, 'passed', true), section(2, 'inProgress', false)],
  [],
  [section(3, 'notStarted', true), section(4, 'notStarted', true)],
]
const states = fc.constantFrom<SectionState>('notStarted', 'inProgress', 'passed', 'failed')
const catalogues = fc
  .array(fc.array(fc.record({ state: states, locked: fc.boolean() }), { maxLength: 4 }), { maxLength: 4 })
  .map((list) => list.map((sections, chapter) => sections.map((facts, index) => ({ ...facts, id: chapter * 10 + index }))))

describe('state of a course', () => {
  it.each<[boolean, SectionState[], string]>([
    [false, [], 'notStarted'],
    [false, ['passed'], 'notStarted'],
    [true, [], 'inProgress'],
    [true, ['passed', 'inProgress'], 'inProgress'],
    [true, ['passed', 'passed'], 'passed'],
    [true, ['passed', 'failed'], 'failed'],
    [true, ['notStarted', 'failed'], 'failed'],
  ])('begun %s with %j is %s', (begun, sections, state) => {
    expect(courseState(begun, sections)).toBe(state)
  })

  it.each<[EnrolmentState, number, number, boolean, EnrolmentState]>([
    ['inProgress', 0, 0, false, 'notStarted'],
    ['inProgress', 0, 0, true, 'inProgress'],
    ['inProgress', 1, 0, false, 'inProgress'],
    ['inProgress', 0, 5, false, 'inProgress'],
    ['failed', 0, 0, false, 'failed'],
    ['passed', 0, 0, false, 'passed'],
    ['notStarted', 0, 0, false, 'notStarted'],
  ])('%s in a plan, with %d sections done, %d minutes, something opened: %s, is %s', (state, sectionsDone, learnedMinutes, isOpened, shown) => {
    expect(courseStateInPlan({ state, sectionsDone, learnedMinutes }, isOpened)).toBe(shown)
  })

  it('is called learning in lists until it is decided', () => {
    expect((['notStarted', 'inProgress', 'passed', 'failed'] as const).map(listState)).toEqual(['learning', 'learning', 'completed', 'failed'])
    expect((['notStarted', 'inProgress', 'passed', 'failed'] as const).map(resultOf)).toEqual(['unfinished', 'unfinished', 'passed', 'failed'])
  })
})

describe('progress', () => {
  it.each([[0, 0, 0], [0, 6, 0], [1, 6, 16], [5, 11, 45], [2, 3, 66], [6, 6, 100], [7, 6, 100], [-1, 6, 0]])('%i of %i is %i percent', (passed, total, percent) => {
    expect(progressPercent(passed, total)).toBe(percent)
  })

  it.each([
    ['inProgress', 6, 8, 6, 75], ['inProgress', 6, 12, 6, 50], ['inProgress', 6, 6, 5, 83], ['inProgress', 6, 4, 3, 75], ['failed', 5, 6, 5, 83], ['inProgress', 0, 0, 0, 0],
    ['passed', 6, 8, 8, 100], ['passed', 6, 0, 0, 100], ['notStarted', 0, 6, 0, 0],
  ] as const)('of what is %s with %i done is, of %i that there are now, %i and %i percent', (state, sectionsDone, sectionsTotal, done, percent) => {
    expect([sectionsDoneNow(state, sectionsDone, sectionsTotal), progressNow({ state, sectionsDone, sectionsTotal })]).toEqual([done, percent])
  })

  it('is none of what is not among the learner’s', () => {
    expect(progressNow({ state: null, sectionsDone: null, sectionsTotal: 6 })).toBe(0)
  })

  it('is whole, within 0 and 100, and 100 exactly when all are passed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.integer({ min: 1, max: 500 }), (passed, total) => {
        const percent = progressPercent(Math.min(passed, total), total)
        expect(Number.isInteger(percent)).toBe(true)
        expect(percent === 100).toBe(passed >= total)
      }),
    )
  })
})

describe('locks', () => {
  it('leaves the very first section open and says which section opens the others', () => {
    expect(withLocks(chapters, free).map((list) => list.map(({ id, locked, openedBy }) => [id, locked, openedBy]))).toEqual([
      [[1, false, null], [2, false, null]],
      [],
      [[3, true, 2], [4, true, 3]],
    ])
  })

  it('locks everything but the first section of a sequential course that is not begun', () => {
    const locked = withLocks(chapters, { sequential: true, state: 'notStarted' }).flat().map(({ locked }) => locked)
    expect(locked).toEqual([false, true, true, true])
  })

  it('locks a chapter whose sections are all locked', () => {
    expect(withLocks(chapters, free).map(isChapterLocked)).toEqual([false, false, true])
  })

  it.each<[string, number, LockContext, object]>([
    ['an open section', 2, free, { verdict: 'open' }],
    ['a section after an unfinished one', 3, free, { verdict: 'refused', needs: 2 }],
    ['a section of no chapter', 9, free, { verdict: 'missing' }],
    ['a section after a passed one, across an empty chapter', 3, { sequential: true, state: 'inProgress' }, { verdict: 'refused', needs: 2 }],
  ])('answers for %s', (_, id, context, verdict) => {
    expect(checkUnlock(chapters, id, context)).toEqual(verdict)
  })

  it('allows the section after a passed one, also the first of the next chapter', () => {
    const passed = [[section(1, 'passed', false)], [section(2, 'notStarted', true)]]
    expect(checkUnlock(passed, 2, free)).toEqual({ verdict: 'allowed' })
  })

  it('never locks the first section, and unlocks exactly what follows a passed one', () => {
    fc.assert(
      fc.property(catalogues, fc.boolean(), (list, sequential) => {
        const context: LockContext = { sequential, state: 'inProgress' }
        const flat = withLocks(list, context).flat()
        flat.forEach((item, index) => {
          if (index === 0) expect(item.locked).toBe(false)
          const { verdict } = checkUnlock(list, item.id, context)
          if (!item.locked) expect(verdict).toBe('open')
          else expect(verdict).toBe(flat[index - 1]?.state === 'passed' ? 'allowed' : 'refused')
        })
      }),
    )
  })
})
