import { describe, expect, it } from 'vitest'
import { closureOf, enrolmentAction, playerPlace, type EnrolmentState, type StudyNode } from '@/lib/domain/enrolment'
import { enrolmentTargetInput } from '@/lib/domain/enrolment-input'
import { detailInput } from '@/lib/domain/course-detail-input'
import { unlockInput } from '@/lib/domain/catalogue-input'
import { routes } from '@/lib/routes'

const node = (given: Partial<StudyNode>): StudyNode => ({ ownerId: '1', id: '3201', parentId: '3101', itemId: null, name: '用电安全概述', kind: 'study', place: 'section', ...given })

describe('where the player opens', () => {
  it('is a section of a course', () => {
    expect(playerPlace({ kind: 'course', id: '3001' }, node({ itemId: '5101' }))).toEqual({ courseId: '3001', chapterId: '3101', sectionId: '3201' })
  })
  it('is a section of a course inside a plan', () => {
    expect(playerPlace({ kind: 'plan', id: '5001' }, node({ itemId: '5101' }))).toEqual({ planId: '5001', itemId: '5101', chapterId: '3101', sectionId: '3201' })
  })
  it('is an exam of a plan', () => {
    expect(playerPlace({ kind: 'plan', id: '5001' }, node({ id: '8001', parentId: '5001', itemId: '5104', kind: 'exam', place: 'planExam' }))).toEqual({ planId: '5001', itemId: '5104' })
  })
  it('is the beginning when nothing is known', () => {
    expect(routes.player(playerPlace({ kind: 'course', id: '3001' }, null))).toBe('/StudyDetil?courseId=3001')
  })
})

describe('the one button', () => {
  it.each([
    ['notStarted', 'start'], ['unknown', 'resume'], ['inProgress', 'resume'], ['passed', 'review'], ['failed', 'review'],
  ] as [EnrolmentState, string][])('of a course that is %s: %s', (state, action) => {
    expect(enrolmentAction(state, null)).toBe(action)
    for (const closure of ['forbidden', 'ended', 'upcoming'] as const) expect(enrolmentAction(state, closure)).toBe('none')
  })

  it.each([
    ['allowed', undefined, null], ['allowed', 'open', null], ['allowed', 'unknown', null], ['allowed', 'ended', 'ended'], ['allowed', 'upcoming', 'upcoming'],
    ['forbidden', undefined, 'forbidden'], ['forbidden', 'open', 'forbidden'], ['forbidden', 'ended', 'forbidden'],
  ] as const)('with permission %s and the dates %s is closed by %s', (permission, window, closure) => {
    expect(closureOf({ permission, window })).toBe(closure)
  })
})

describe('what doors and addresses take', () => {
  it.each(['', ' ', 'a b', '../3001', '3001/..', "1' or 1=1", '9'.repeat(65), '３００１', 'a.b', '<b>'])('no id %j', (id) => {
    expect(enrolmentTargetInput.safeParse({ kind: 'course', id }).success).toBe(false)
    expect(unlockInput.safeParse({ sectionRecordId: id }).success).toBe(false)
    expect(detailInput.parse({ id })).toEqual({ id: null, tab: 'introduction' })
  })
  it.each([3001, null, undefined, ['3001', '3002'], { id: 1 }])('no id that is %j', (id) => {
    expect(enrolmentTargetInput.safeParse({ kind: 'course', id }).success).toBe(false)
    expect(detailInput.parse({ id }).id).toBe(null)
  })
  it('an id of digits or a word, a course or a plan', () => {
    expect(enrolmentTargetInput.parse({ kind: 'plan', id: '9223372036854775807' })).toEqual({ kind: 'plan', id: '9223372036854775807' })
    expect(enrolmentTargetInput.safeParse({ kind: 'exam', id: '1' }).success).toBe(false)
  })
  it('a tab of the two, else the first', () => {
    expect(detailInput.parse({ id: '3001', tab: 'catalogue', title: 'x' })).toEqual({ id: '3001', tab: 'catalogue' })
    expect(detailInput.parse({ id: '3001', tab: 'reviews' }).tab).toBe('introduction')
  })
})
