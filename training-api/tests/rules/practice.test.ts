import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { probesFor, progressOf, shuffled } from '../../rules/practice.ts'
import { endOfDay, forgotten, gradedFrom, grades, intervals, leavingStreak, mayLeave, review, streakAfter } from '../../rules/review.ts'
import type { Grade, Scheduled } from '../../rules/review.ts'

const now = new Date('2026-03-10T10:00:00+08:00')
const later = (moment: Date, days: number) => new Date(moment.getTime() + days * 86_400_000)

describe('draws', () => {
  test('a shuffle holds the same things', () => {
    fc.assert(fc.property(fc.array(fc.integer()), (items) => {
      expect(shuffled(items).toSorted()).toEqual(items.toSorted())
    }))
  })

  test('places are drawn by the size of the sets', () => {
    const sets = [{ setNumber: 1, questionCount: 900 }, { setNumber: 2, questionCount: 0 }, { setNumber: 3, questionCount: 100 }]
    const probes = probesFor(sets, 10_000)
    const share = probes.filter(({ setNumber }) => setNumber === 3).length / probes.length
    expect(share).toBeGreaterThan(0.07)
    expect(share).toBeLessThan(0.13)
    expect(probes.some(({ setNumber }) => setNumber === 2)).toBe(false)
    for (const { key } of probes) expect(key >= 0 && key < 1).toBe(true)
    expect(probesFor([], 5)).toEqual([])
  })

  test.each([[0, [], 0, 0], [30, [true, false], 2, 1 / 30], [2, [true, true], 2, 1]] as const)('of %i with answers %j', (drawn, rights, actualNumber, accuracyRate) => {
    expect(progressOf(drawn, rights.map((right) => ({ right })))).toMatchObject({ shouldNumber: drawn, actualNumber, accuracyRate })
  })
})

describe('reviews', () => {
  test('three right in a row, and a wrong one begins anew', () => {
    fc.assert(fc.property(fc.array(fc.boolean(), { maxLength: 20 }), (answers) => {
      const streak = answers.reduce(streakAfter, 0)
      const tail = answers.length - 1 - answers.lastIndexOf(false)
      expect(streak).toBe(tail)
      expect(mayLeave(streak)).toBe(answers.slice(-leavingStreak).length === leavingStreak && answers.slice(-leavingStreak).every(Boolean))
    }))
  })

  test('what was reviewed is due on a later day, sooner the worse it was known, and every server says the same', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ grade: fc.constantFrom<Grade>(1, 2, 3, 4), days: fc.integer({ min: 0, max: 400 }) }), { minLength: 1, maxLength: 12 }), (history) => {
        let state: Scheduled | null = null
        let moment = now
        for (const { grade, days } of history) {
          const next = review(state?.card ?? null, state?.dueAt ?? null, grade, moment)
          expect(next).toEqual(review(state?.card ?? null, state?.dueAt ?? null, grade, moment))
          expect(next.dueAt > endOfDay(moment) || next.dueAt >= later(moment, 1)).toBe(true)
          const due = intervals(state?.card ?? null, state?.dueAt ?? null, moment)
          expect(due.map((one) => one.grade)).toEqual(grades)
          expect(due.map((one) => one.dueAt.getTime())).toEqual(due.map((one) => one.dueAt.getTime()).toSorted((a, b) => a - b))
          state = next
          moment = later(moment, days)
        }
      }),
      { numRuns: 60 },
    )
  })

  test('the learner’s own grade takes the place of that day’s answer, however often it is changed, and is a review of its own later', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ grade: fc.constantFrom<Grade>(1, 2, 3, 4), days: fc.integer({ min: 1, max: 200 }) }), { maxLength: 6 }), fc.constantFrom<Grade>(1, 3), fc.constantFrom<Grade>(1, 2, 3, 4), (history, answered, grade) => {
        let state: Scheduled | null = null
        let moment = now
        for (const one of history) {
          state = review(state?.card ?? null, state?.dueAt ?? null, one.grade, moment)
          moment = later(moment, one.days)
        }
        const due = (card: Scheduled | null, by: Grade) => {
          const from = gradedFrom({ card: card?.card ?? null, dueAt: card?.dueAt ?? null }, moment)
          return review(from.card, from.dueAt, by, moment)
        }
        const alone = review(state?.card ?? null, state?.dueAt ?? null, grade, moment).dueAt
        const given = review(state?.card ?? null, state?.dueAt ?? null, answered, moment)
        expect(due(given, grade).dueAt).toEqual(alone)
        expect(due(due(given, 1), grade).dueAt).toEqual(alone)
        moment = later(moment, 1)
        expect(due(given, grade).dueAt).toEqual(review(given.card, given.dueAt, grade, moment).dueAt)
      }),
      { numRuns: 60 },
    )
  })

  test('what was answered wrong in an exam is forgotten, and the learner’s own grade is a review after it', () => {
    expect(forgotten(null, null, now)).toBeNull()
    const known = review(review(null, null, 3, later(now, -40)).card, null, 4, later(now, -30))
    const card = forgotten(known.card, known.dueAt, now)!
    expect(card).toMatchObject({ lapses: 1, grade: 1 })
    expect(gradedFrom({ card, dueAt: now }, now)).toEqual({ card, dueAt: now, at: now })
    expect(review(card, now, 3, later(now, 1)).dueAt).toEqual(review(review(known.card, known.dueAt, 1, now).card, now, 3, later(now, 1)).dueAt)
  })

  test.each([['23:59:50', '00:00:20', true], ['23:30:00', '00:29:59', true], ['23:30:00', '00:30:00', false]])('an answer at %s that is graded at %s of the next day is due as its buttons said: %j', (answered, pressed, promised) => {
    const known = review(null, null, 3, later(now, -40))
    const [at, then] = [new Date(`2026-03-10T${answered}+08:00`), new Date(`2026-03-11T${pressed}+08:00`)]
    const given = review(known.card, known.dueAt, 3, at)
    const said = gradedFrom(given, at)
    const from = gradedFrom(given, then)
    const due = grades.map((grade) => ({ grade, dueAt: review(from.card, from.dueAt, grade, from.at).dueAt }))
    expect(due).toEqual(promised ? intervals(said.card, said.dueAt, said.at) : intervals(given.card, given.dueAt, then))
  })

  test.each([
    ['2026-03-11T07:00:00+08:00', '2026-03-11T09:00:00+08:00', 0],
    ['2026-03-10T23:30:00+08:00', '2026-03-11T00:30:00+08:00', 1],
    ['2026-03-10T22:00:00+08:00', '2026-03-13T07:00:00+08:00', 3],
  ])('reviews of %s and %s lie %i days of Asia/Shanghai apart', (first, second, days) => {
    const before = review(null, null, 3, new Date(first))
    // As many days apart, at an hour that has the same date in UTC.
    const plain = review(null, null, 3, new Date('2026-03-10T12:00:00+08:00'))
    const expected = review(plain.card, plain.dueAt, 3, later(new Date('2026-03-10T12:00:00+08:00'), days))
    const { card, dueAt } = review(before.card, before.dueAt, 3, new Date(second))
    expect([card.stability, card.scheduledDays]).toEqual([expected.card.stability, expected.card.scheduledDays])
    expect(dueAt).toEqual(later(new Date(second), card.scheduledDays))
  })

  test('a clock that went back breaks nothing', () => {
    const first = review(null, null, 3, now)
    expect(review(first.card, first.dueAt, 3, later(now, -3)).dueAt > later(now, -3)).toBe(true)
  })

  test.each([['2026-03-10T00:00:00+08:00', '2026-03-10T23:59:59.999+08:00'], ['2026-03-10T23:59:59+08:00', '2026-03-10T23:59:59.999+08:00'], ['2026-03-11T07:59:59+08:00', '2026-03-11T23:59:59.999+08:00']])('the day of %s ends at %s', (moment, end) => {
    expect(endOfDay(new Date(moment))).toEqual(new Date(end))
  })
})
