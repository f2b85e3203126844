import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerText, chosenAfter, exhaustedBy, onPaper, placeKey, switchesLeft, type PaperQuestion } from '@/lib/domain/attempts'
import { attemptAbsence } from '@/lib/domain/attempts-input'
import { saveStateOf, type SaveFacts, type SaveState } from '@/lib/domain/attempts-save'
import type { SafeHtml } from '@/lib/domain/rich-text'
import { attemptToGoOnWith, examNameOf, examPlaceOf, isLedTo, routes } from '@/lib/routes'

const question = (kind: PaperQuestion['kind']): PaperQuestion => ({ id: 'q', kind, score: 2, content: '' as SafeHtml, options: ['1', '2', '3'].map((id) => ({ id, content: '' as SafeHtml })) })

describe('choosing', () => {
  it.each([
    ['single', [], '2', ['2']], ['single', ['1'], '2', ['2']], ['judgement', ['2'], '1', ['1']],
    ['multiple', [], '2', ['2']], ['multiple', ['3'], '1', ['1', '3']], ['multiple', ['1', '3'], '3', ['1']], ['multiple', ['1'], '1', []],
    ['single', ['1'], '9', ['1']], ['multiple', ['1'], '9', ['1']],
    ['multiple', ['9'], '2', ['2']], ['multiple', ['2', '9'], '2', []],
  ] as const)('of %s with %j and %s gives %j', (kind, before, option, after) => {
    expect(chosenAfter(question(kind), before, option)).toEqual(after)
  })

  it('shows what is an option of the paper, and no question as answered whose options were all replaced', () => {
    const paper = [question('single'), { ...question('multiple'), id: 'r' }]
    expect(onPaper(paper, { q: ['9'], r: ['1', '8'], gone: ['1'] })).toEqual({ r: ['1'] })
  })

  it('gives the same text for the same set, whatever the order', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.nat(100_000).map(String)), (ids) => {
      expect(answerText([...ids].reverse())).toBe(answerText(ids))
    }))
  })
})

describe('limits of screen switches', () => {
  const standing = (rule: 'none' | 'count' | 'time' | 'both', countUsed: number, secondsUsed: number) => ({ rule, countAllowed: 3, countUsed, secondsAllowed: 60, secondsUsed })
  it.each([
    ['none', 9, 999, null], ['count', 2, 999, null], ['count', 3, 0, 'count'], ['time', 9, 59, null], ['time', 0, 60, 'time'],
    ['both', 2, 59, null], ['both', 3, 0, 'either'], ['both', 0, 60, 'either'],
  ] as const)('of type %s with %d times and %d seconds: %s', (rule, count, seconds, exhausted) => {
    expect(exhaustedBy(standing(rule, count, seconds))).toBe(exhausted)
  })
  it('that are 0 are not used up before something was used', () => {
    for (const rule of ['count', 'time', 'both'] as const) {
      expect(exhaustedBy({ rule, countAllowed: 0, countUsed: 0, secondsAllowed: 0, secondsUsed: 0 })).toBeNull()
      expect(exhaustedBy({ rule, countAllowed: 0, countUsed: 1, secondsAllowed: 0, secondsUsed: 5 })).toBe(rule === 'both' ? 'either' : rule)
    }
  })
  it('say what is left, where they apply', () => {
    expect(switchesLeft({ ...standing('both', 1, 70), exhausted: 'either' })).toEqual({ count: 2, seconds: 0 })
    expect(switchesLeft({ ...standing('count', 1, 70), exhausted: null })).toEqual({ count: 2, seconds: null })
    expect(switchesLeft({ ...standing('none', 1, 70), exhausted: null })).toEqual({ count: null, seconds: null })
  })
})

describe('what the screen says of the answers', () => {
  const facts: SaveFacts = { writing: 'here', pending: 0, isKept: true, isFailing: false, isRefused: false, isOnline: true }
  it.each<[Partial<SaveFacts>, SaveState]>([
    [{}, 'saved'],
    [{ pending: 1 }, 'device'],
    [{ pending: 1, isKept: false }, 'saving'],
    [{ pending: 1, isFailing: true }, 'offline'],
    [{ pending: 1, isOnline: false }, 'offline'],
    [{ isOnline: false }, 'offline'],
    [{ pending: 1, isFailing: true, isKept: false }, 'unsaved'],
    [{ pending: 1, isFailing: true, isRefused: true }, 'refused'],
    [{ pending: 1, isRefused: true }, 'refused'],
    [{ pending: 1, isRefused: true, isKept: false }, 'unsaved'],
    [{ pending: 1, isRefused: true, isOnline: false }, 'offline'],
    [{ pending: 1, isOnline: false, isKept: false }, 'offlineUnkept'],
    [{ writing: 'elsewhere', pending: 2 }, 'elsewhere'],
  ])('with %j is %s', (given, state) => {
    expect(saveStateOf({ ...facts, ...given })).toBe(state)
  })
  it('is never better than it is', () => {
    const any = fc.record<SaveFacts>({ writing: fc.constantFrom('here', 'elsewhere', 'closed'), pending: fc.nat(3), isKept: fc.boolean(), isFailing: fc.boolean(), isRefused: fc.boolean(), isOnline: fc.boolean() })
    fc.assert(fc.property(any, (given) => {
      const state = saveStateOf(given)
      if (state === 'saved') expect(given.pending).toBe(0)
      if (state === 'device' || state === 'refused' || state === 'offline') expect(given.isKept).toBe(true)
    }))
  })
})

describe('the address of exam taking', () => {
  it('says its exam and is read again as the same', () => {
    const places = [
      { origin: 'standalone' as const, examId: '8001', paperId: '8200' },
      { origin: 'planExam' as const, examId: '8051', paperId: '828051', itemId: '71', ownerId: '5001', planExamId: '8051' },
      { origin: 'section' as const, examId: '8101', paperId: '8201', sectionId: '3206', ownerId: '3001', chapterId: '3103' },
      { origin: 'section' as const, examId: '8101', paperId: '8201', sectionId: '3206', itemId: '72', ownerId: '5001', chapterId: '3103' },
    ]
    for (const place of places) {
      const query = Object.fromEntries(new URL(routes.examTaking(place, { minutes: 45, name: '考试' }), 'http://x').searchParams)
      const read = examPlaceOf(query)!
      expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))).toEqual(place)
      expect(placeKey(read)).toBe(placeKey(place))
      expect(examNameOf(query)).toBe('考试')
    }
    expect(new Set(places.map(placeKey)).size).toBe(places.length)
  })

  it.each([
    [{}], [{ examPlanId: '1' }], [{ examPlanId: '1', paperId: '../2' }], [{ examPlanId: ['1', '2'], paperId: '3' }], [{ examPlanId: '<x>', paperId: '3' }],
  ])('that is %j names none', (query) => {
    expect(examPlaceOf(query)).toBeNull()
  })

  it('says the attempt that is gone on with, where there is one', () => {
    const queryOf = (attemptId: string | null) => Object.fromEntries(new URL(routes.examTaking({ origin: 'standalone', examId: '8001', paperId: '8200' }, { attemptId }), 'http://x').searchParams)
    expect(attemptToGoOnWith(queryOf('88102'))).toBe('88102')
    for (const query of [queryOf(null), { instanceId: '../1' }, { instanceId: ['1', '2'] }]) expect(attemptToGoOnWith(query)).toBeNull()
  })

  it('says where one was only led to it', () => {
    expect([{}, { led: '1' }, { led: '' }, { led: ['0', '1'] }].map(isLedTo)).toEqual([false, true, true, true])
    expect(isLedTo(Object.fromEntries(new URL(routes.examTaking({ origin: 'standalone', examId: '1', paperId: '2' }), 'http://x').searchParams))).toBe(false)
  })

  it('never says who takes it', () => {
    expect(examPlaceOf({ examPlanId: '1', paperId: '2', examType: '3', userId: '99' })).not.toHaveProperty('userId')
    expect(routes.examTaking({ origin: 'standalone', examId: '1', paperId: '2' })).not.toContain('userId')
  })
})

describe('an absence', () => {
  const absence = { learnerId: '9', place: { origin: 'standalone', examId: '1', paperId: '2' }, ref: { attemptId: '3', answerId: '4' }, epoch: null, eventId: 'absence-0001', cause: 'hidden' }

  it.each([[0, 0], [61, 61], [86_400, 86_400], [86_401, 86_400], [3 * 86_400, 86_400]])('of %i seconds is told as %i', (seconds, told) => {
    expect(attemptAbsence.parse({ ...absence, seconds })).toMatchObject({ seconds: told })
  })

  it.each([-1, 1.5, '61', null, Infinity])('of %j is none', (seconds) => {
    expect(attemptAbsence.safeParse({ ...absence, seconds }).success).toBe(false)
  })
})
