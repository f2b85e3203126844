import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completionRule, countSections, findSection, lockOf, missingMinutes, previousSection, sectionsOf, shownKind, withLocks, withoutResources, withPlanLocks, withUnlocked,
  type Chapter, type LockRule, type PlanItem, type Resource, type Section, type SectionState, type StudyKind,
} from '@/lib/domain/catalogue'

const resource = (kind: StudyKind): Resource => ({ kind, url: '/api/files/train/file/x', id: '7001', captions: [] })
const section = (id: string, given: Partial<Section> = {}): Section => ({
  id, chapterId: 'c', name: `小节${id}`, kind: 'study', minutes: 20, requiredPercent: null, learnedMinutes: 0, state: 'notStarted', locked: false,
  sectionRecordId: `9${id}`, resource: resource('video'), simulation: null, ...given,
})
const chapter = (id: string, sections: Section[], locked = false): Chapter => ({ id, name: `章${id}`, locked, sections: sections.map((one) => ({ ...one, chapterId: id })) })
const begun: LockRule = { state: 'inProgress', result: 'unfinished', sequential: true }
const notBegun: LockRule = { state: 'notStarted', result: 'unfinished', sequential: true }
const locksOf = (chapters: Chapter[]) => chapters.map((one) => one.sections.map(({ locked }) => locked))

describe('locks', () => {
  it('leave what is marked locked locked, and the first section of the first chapter open', () => {
    const chapters = [chapter('1', [section('a', { locked: true }), section('b')]), chapter('2', [section('c', { locked: true })])]
    expect(locksOf(withLocks(chapters, begun))).toEqual([[false, false], [true]])
  })

  it.each([
    [notBegun, true],
    [{ ...notBegun, sequential: false }, false],
    [{ ...notBegun, state: 'inProgress' }, false],
    [{ ...notBegun, state: 'unknown' }, false],
    [{ ...notBegun, result: 'passed' }, false],
    [{ ...notBegun, result: 'failed' }, false],
  ] as [LockRule, boolean][])('of everything but the first section with %o: %s', (rule, locked) => {
    const chapters = [chapter('1', [section('a'), section('b')]), chapter('2', [section('c')])]
    expect(locksOf(withLocks(chapters, rule))).toEqual([[false, locked], [locked]])
  })

  it('open the first section also when the first chapter is empty', () => {
    const chapters = [chapter('1', [], true), chapter('2', [section('a', { locked: true }), section('b')])]
    expect(locksOf(withLocks(chapters, notBegun))).toEqual([[], [false, true]])
  })

  it('close a chapter when none of its sections is open, whatever its own mark says', () => {
    const chapters = [chapter('1', [section('a')], true), chapter('2', [section('b', { locked: true }), section('c')], true), chapter('3', [section('d', { locked: true })], false), chapter('4', [], true)]
    expect(withLocks(chapters, begun).map(({ locked }) => locked)).toEqual([false, false, true, true])
  })

  it('never change anything but locks', () => {
    const chapters = [chapter('1', [section('a', { state: 'passed' }), section('b', { learnedMinutes: 4 })])]
    const without = (list: Chapter[]) => list.map((one) => ({ ...one, locked: null, sections: one.sections.map((each) => ({ ...each, locked: null })) }))
    expect(without(withLocks(chapters, notBegun))).toEqual(without(chapters))
  })

  it('of a plan open the first section of each course, and before the beginning of the plan only its very first', () => {
    const item = (id: string, chapters: Chapter[], kind: PlanItem['kind'] = 'course'): PlanItem => ({ id, planId: 'p', targetId: id, name: id, kind, state: 'notStarted', chapters })
    const items = [item('exam', [], 'exam'), item('1', [chapter('1', [section('a', { locked: true }), section('b', { locked: true })])]), item('2', [chapter('2', [section('c', { locked: true }), section('d')])])]
    expect(withPlanLocks(items, begun).flatMap(({ chapters }) => locksOf(chapters))).toEqual([[false, true], [false, false]])
    expect(withPlanLocks(items, notBegun).flatMap(({ chapters }) => locksOf(chapters))).toEqual([[false, true], [true, true]])
    const exams = (list: PlanItem[], rule: LockRule) => withPlanLocks(list, rule).filter(({ kind }) => kind === 'exam').map(({ locked }) => locked ?? false)
    expect([exams(items, notBegun), exams(items.toReversed(), notBegun), exams(items.toReversed(), begun)]).toEqual([[false], [true], [false]])
  })
})

describe('unlocking', () => {
  const chapters = withLocks([
    chapter('1', [section('a', { state: 'passed' }), section('b', { state: 'inProgress', locked: true })]),
    chapter('2', [section('c', { locked: true }), section('d', { locked: true, sectionRecordId: null })]),
  ], begun)
  const at = (id: string) => findSection(chapters, id)!.section

  it('is not needed for an open section', () => expect(lockOf(chapters, at('a'))).toEqual({ verdict: 'open' }))
  it('is possible when the section before is passed', () => expect(lockOf(chapters, at('b'))).toEqual({ verdict: 'unlockable', sectionRecordId: '9b' }))
  it('waits for the last section of the chapter before', () => expect(lockOf(chapters, at('c'))).toEqual({ verdict: 'waiting', opener: at('b') }))
  it.each(['notStarted', 'inProgress', 'failed', 'unknown'] as SectionState[])('waits while the section before is %s', (state) => {
    const list = withLocks([chapter('1', [section('a', { state }), section('b', { locked: true })])], begun)
    expect(lockOf(list, sectionsOf(list)[1]!).verdict).toBe('waiting')
  })
  it('is worked out for all sections by one look through the catalogue', () => {
    let looks = 0
    const counted = Array.from({ length: 50 }, (_, at): Chapter => {
      const { sections, ...rest } = chapter(`${at}`, [section(`${at}`, { locked: true })])
      return { ...rest, get sections() { return (looks += 1, sections) } }
    })
    const list = sectionsOf(counted)
    looks = 0
    expect(list.map((one) => lockOf(counted, one).verdict)).toEqual(['notBegun', ...Array.from({ length: 49 }, () => 'waiting')])
    expect(looks).toBe(50)
  })
  it('goes by the first of two sections with one id', () => {
    const list = [chapter('1', [section('a'), section('b', { locked: true }), section('c'), section('b', { locked: true })])]
    expect(previousSection(list, 'b')?.id).toBe('a')
  })
  it('needs a record of the learner', () => {
    const list = withLocks([chapter('1', [section('a', { state: 'passed' }), section('b', { locked: true, sectionRecordId: null })])], begun)
    expect(lockOf(list, sectionsOf(list)[1]!)).toEqual({ verdict: 'waiting', opener: sectionsOf(list)[0] })
  })
  it('shows at once, in its chapter too', () => {
    const after = withUnlocked(withLocks([chapter('1', [section('a', { state: 'passed' })]), chapter('2', [section('b', { locked: true }), section('c', { locked: true })])], begun), 'b')
    expect(locksOf(after)).toEqual([[false], [false, true]])
    expect(after[1]!.locked).toBe(false)
  })
})

const states: SectionState[] = ['notStarted', 'inProgress', 'passed', 'failed', 'unknown']
const anyRule = fc.record({ state: fc.constantFrom('notStarted', 'inProgress', 'passed', 'failed', 'unknown'), result: fc.constantFrom('unfinished', 'passed', 'failed', 'unknown'), sequential: fc.boolean() }) as fc.Arbitrary<LockRule>
const anyChapters = fc.array(fc.array(fc.record({ state: fc.constantFrom(...states), locked: fc.boolean(), hasRecord: fc.boolean() }), { maxLength: 5 }), { maxLength: 5 }).map((list) => {
  let next = 0
  return list.map((sections, index) => chapter(`ch${index}`, sections.map(({ hasRecord, ...given }) => section(`s${next++}`, { ...given, sectionRecordId: hasRecord ? `9${next}` : null }))))
})

describe('for every catalogue', () => {
  it('the first section is open and a section locks only by its own mark or by the beginning', () => {
    fc.assert(fc.property(anyChapters, anyRule, (chapters, rule) => {
      const locked = withLocks(chapters, rule)
      const [first, ...rest] = sectionsOf(locked)
      if (first) expect(first.locked).toBe(false)
      const before = sectionsOf(chapters)
      rest.forEach((one, index) => expect(one.locked).toBe(before[index + 1]!.locked || (rule.sequential && rule.state === 'notStarted' && rule.result === 'unfinished')))
    }))
  })

  it('applying the locks twice changes nothing more', () => {
    fc.assert(fc.property(anyChapters, anyRule, (chapters, rule) => {
      const once = withLocks(chapters, rule)
      expect(withLocks(once, rule)).toEqual(once)
    }))
  })

  it('a locked section can be unlocked exactly when the one before it is passed and it has a record', () => {
    fc.assert(fc.property(anyChapters, anyRule, (chapters, rule) => {
      const locked = withLocks(chapters, rule)
      for (const one of sectionsOf(locked)) {
        const before = previousSection(locked, one.id)
        expect(lockOf(locked, one).verdict === 'unlockable').toBe(one.locked && before?.state === 'passed' && one.sectionRecordId !== null)
      }
    }))
  })

  it('what waits names an opener that stands before it and is its neighbour', () => {
    fc.assert(fc.property(anyChapters, anyRule, (chapters, rule) => {
      const locked = withLocks(chapters, rule)
      sectionsOf(locked).forEach((one, index, all) => {
        const lock = lockOf(locked, one)
        if (lock.verdict === 'waiting') expect(lock.opener).toBe(all[index - 1])
      })
    }))
  })

  it('unlocking one section opens it and no other', () => {
    fc.assert(fc.property(anyChapters, anyRule, (chapters, rule) => {
      const locked = withLocks(chapters, rule)
      const target = sectionsOf(locked).find((one) => one.locked)
      if (!target) return
      const changed = sectionsOf(withUnlocked(locked, target.id)).filter((one, index) => one.locked !== sectionsOf(locked)[index]!.locked)
      expect(changed.map(({ id }) => id)).toEqual([target.id])
    }))
  })

  it('counts are between none and all', () => {
    fc.assert(fc.property(anyChapters, (chapters) => {
      const { passed, total } = countSections(chapters)
      expect(passed).toBeGreaterThanOrEqual(0)
      expect(passed).toBeLessThanOrEqual(total)
      expect(total).toBe(sectionsOf(chapters).length)
    }))
  })
})

describe('looking around', () => {
  const chapters = [chapter('1', [section('a'), section('b')]), chapter('2', []), chapter('3', [section('c')])]
  it('goes over the ends of chapters', () => {
    expect(previousSection(chapters, 'c')?.id).toBe('b')
  })
  it('ends before the first and at ids that are not there', () => {
    expect([previousSection(chapters, 'a'), previousSection(chapters, 'x'), findSection(chapters, 'x')]).toEqual([null, null, null])
  })
  it('finds a section with its chapter', () => expect(findSection(chapters, 'c')?.chapter.id).toBe('3'))
})

describe('the catalogue as a list', () => {
  it('says what everything is and keeps addresses and tickets back', () => {
    const simulation = section('b', { kind: 'simulation', resource: null, simulation: { available: true, id: '6001', requestId: '66001', ticket: 'secret' } })
    const bare = withoutResources([chapter('1', [section('a', { resource: { ...resource('video'), captions: [{ locale: 'zh', url: '/zh.vtt' }] } }), simulation])])
    expect(JSON.stringify(bare)).not.toMatch(/api\/files|zh\.vtt|secret|66001/)
    expect(sectionsOf(bare).map(shownKind)).toEqual(['video', 'simulation'])
  })
})

describe('what completes a section', () => {
  it.each([
    ['a video with a rule', section('a', { requiredPercent: 80 }), { by: 'minutes', requiredPercent: 80, requiredMinutes: 16 }],
    ['a document with a rule that ends within a minute', section('a', { resource: resource('document'), minutes: 15, requiredPercent: 50 }), { by: 'minutes', requiredPercent: 50, requiredMinutes: 8 }],
    ['a video without a rule', section('a'), { by: 'opening' }],
    ['courseware, whatever its percent says', section('a', { resource: resource('courseware'), requiredPercent: 80 }), { by: 'score', passScore: 60 }],
    ['a simulation', section('a', { kind: 'simulation', resource: null }), { by: 'score', passScore: 60 }],
    ['an exam', section('a', { kind: 'exam', resource: null }), { by: 'exam' }],
    ['something unknown', section('a', { kind: 'unknown', resource: null }), null],
    ['something unknown, with a video', section('a', { kind: 'unknown' }), null],
    ['something unknown, whose minutes are told', section('a', { kind: 'unknown', requiredPercent: 80 }), { by: 'minutes', requiredPercent: 80, requiredMinutes: 16 }],
    ['something to study of which nothing more is told', section('a', { resource: null }), { by: 'opening' }],
    ['content of a kind that is not known', section('a', { resource: resource('unknown') }), null],
    ['content of a kind that is not known, whose minutes are told', section('a', { resource: resource('unknown'), requiredPercent: 80 }), { by: 'minutes', requiredPercent: 80, requiredMinutes: 16 }],
  ])('%s', (_name, given, rule) => expect(completionRule(given)).toEqual(rule))

  it.each([
    ['half of a required video', section('a', { requiredPercent: 80, learnedMinutes: 8 }), 8],
    ['nearly all of it', section('a', { requiredPercent: 80, learnedMinutes: 15.5 }), 1],
    ['the minutes, but not yet the end of the visit', section('a', { requiredPercent: 80, learnedMinutes: 16 }), 1],
    ['nothing of a document without a rule', section('a', { resource: resource('document'), minutes: 30 }), 30],
    ['content of a kind that is not known', section('a', { resource: resource('unknown'), minutes: 30 }), 30],
    ['a simulation', section('a', { kind: 'simulation', minutes: 25, learnedMinutes: 25 }), 25],
    ['what is passed', section('a', { state: 'passed' }), 0],
    ['an exam without attempts left', section('a', { kind: 'exam', resource: null, state: 'failed' }), 0],
    ['what has no length', section('a', { minutes: 0 }), 0],
  ])('still takes minutes: %s', (_name, given, minutes) => expect(missingMinutes(given)).toBe(minutes))

  it.each([
    ['study', 'video', 'video'], ['study', 'document', 'document'], ['study', 'courseware', 'courseware'], ['study', 'unknown', 'study'],
    ['simulation', 'unknown', 'simulation'], ['exam', 'unknown', 'exam'], ['unknown', 'video', 'video'],
  ] as const)('a %s section with %s is shown as %s', (kind, study, shown) => expect(shownKind(section('a', { kind, resource: resource(study) }))).toBe(shown))
})
