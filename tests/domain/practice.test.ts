import { describe, expect, it } from 'vitest'
import { bookQuery, daysUntilDue, isDueToday } from '@/lib/domain/mistakes'
import { bookInput } from '@/lib/domain/mistakes-input'
import { checkDraw, offeredCounts, resultOf, type PracticeQuestion } from '@/lib/domain/practice'
import { clockOf } from '@/lib/domain/practice-clock'
import { countInput, drawInput, practiceResultInput } from '@/lib/domain/practice-input'
import { isRightAnswer, lettersOf, sheetGroups } from '@/lib/domain/questions'
import { practiceOf, routes } from '@/lib/routes'

const queryOf = (href: string) => Object.fromEntries(new URL(href, 'http://x').searchParams)

it.each([
  ['2026-03-04T08:00:00+08:00', 1], ['2026-03-04T00:00:00+08:00', 1], ['2026-03-03T23:59:59+08:00', 0], ['2026-03-05T08:00:00+08:00', 2], ['2026-03-11T23:00:00+08:00', 8],
  ['2026-03-03T16:00:00Z', 1], ['2026-03-02T23:00:00+08:00', 0], [null, 0],
])('a question due at %s is to be reviewed in %i days by the dates in Asia/Shanghai, whatever the hour', (dueAt, days) => {
  for (const now of ['2026-03-03T00:00:00+08:00', '2026-03-03T08:00:00+08:00', '2026-03-03T21:00:00+08:00']) expect([daysUntilDue(dueAt, Date.parse(now)), isDueToday(dueAt, Date.parse(now))]).toEqual([days, days === 0])
})

describe('a draw', () => {
  it.each([[0, null, { ok: false, why: 'none' }], [12, null, { ok: true, count: 12 }], [30, null, { ok: false, why: 'unchosen' }], [49, 50, { ok: false, why: 'unchosen' }], [50, 50, { ok: true, count: 50 }], [120, 100, { ok: true, count: 100 }]])(
    'of %i with %s chosen', (available, chosen, verdict) => expect(checkDraw(available, chosen)).toEqual(verdict))

  it('offers 50 and 100 only where there are so many, and nothing below 30', () => {
    expect(offeredCounts(29)).toEqual([])
    expect(offeredCounts(60).filter(({ isOffered }) => isOffered).map(({ count }) => count)).toEqual([30, 50])
    expect(offeredCounts(100).every(({ isOffered }) => isOffered)).toBe(true)
  })

  it('stands in the address with its labels and comes back from it', () => {
    const what = { from: 'subject' as const, subjectId: '7', subjectName: '低压电工', count: 50, labels: [{ groupId: '1', labelId: '11' }, { groupId: '2', labelId: '22' }] }
    const query = queryOf(routes.practice(what, '99'))
    expect(query).toMatchObject({ subjectId: '7', randomCount: '50', tagOneId: '1', tagOneValueId: '11', tagTwoId: '2', tagTwoValueId: '22' })
    expect(practiceOf(query)).toEqual({ what, drawId: '99' })
    const book = { from: 'book' as const, source: 'theory' as const, subjectId: null, kind: 'multiple' as const, isDue: true, mistakeId: null, count: 12 }
    expect(practiceOf(queryOf(routes.practice(book)))).toEqual({ what: book, drawId: null })
    expect(practiceOf({})).toBeNull()
    expect(practiceOf({ subjectId: 'nonsense' })).toBeNull()
    expect(practiceOf({ subjectId: '7', randomCount: '100000' })).toMatchObject({ what: { count: 100 } })
  })

  it('has the numeral of a label from the place of its group, in the address and in what is counted', () => {
    const [third, fifth] = [{ groupId: '3', labelId: '31' }, { groupId: '5', labelId: '51' }]
    const what = { from: 'subject' as const, subjectId: '7', subjectName: '低压电工', count: 50, labels: [null, null, third, null, fifth] }
    const query = queryOf(routes.practice(what))
    expect(query).toEqual({ subjectId: '7', subjectName: '低压电工', randomCount: '50', tagThreeId: '3', tagThreeValueId: '31', tagFiveId: '5', tagFiveValueId: '51' })
    expect([practiceOf(query)?.what, drawInput.parse(what)]).toEqual([what, what])
    const countedOf = (labels: string) => countInput.parse({ subjectId: '7', labels }).labels
    expect([countedOf(',,3:31,,5:51'), countedOf('1:11,2:22'), countedOf('')]).toEqual([what.labels, [{ groupId: '1', labelId: '11' }, { groupId: '2', labelId: '22' }], []])
    expect([',,,,,6:61', '3:../1', '../1:1'].map((labels) => countInput.safeParse({ subjectId: '7', labels }).success)).toEqual([false, false, false])
  })

  it('is right only by exactly the right options, in any order', () => {
    expect([isRightAnswer(['2', '1'], ['1', '2']), isRightAnswer(['1'], ['1', '2']), isRightAnswer(['1', '2', '3'], ['1', '2']), isRightAnswer([], [])]).toEqual([true, false, false, false])
    expect(lettersOf([{ id: 'x' }, { id: 'y' }, { id: 'z' }], ['z', 'x'])).toBe('AC')
  })

  it('is measured over all its questions, answered or not', () => {
    const result = resultOf({ subjectName: 's', questions: Array.from({ length: 4 }, () => ({}) as PracticeQuestion) }, [{ isRight: true }, { isRight: false }], 3_725)
    expect(result).toMatchObject({ shouldCount: 4, answeredCount: 2, rightCount: 1, accuracy: 0.25 })
    expect(clockOf(result.elapsedSeconds)).toEqual({ hour: '01', min: '02', sec: '05' })
    expect(practiceResultInput.parse(queryOf(routes.practiceResult(result))).result).toMatchObject({ shouldCount: 4, answeredCount: 2, accuracy: 0.25, elapsedSeconds: 3_725 })
  })

  it('is named by its draw where the platform keeps it, else by when it ended', () => {
    const result = resultOf({ subjectName: 's', questions: [] }, [], 0)
    const endedAt = '2026-03-01T10:00:00.123Z'
    expect(practiceResultInput.parse(queryOf(routes.practiceResult(result, { id: 'd1', endedAt })))).toMatchObject({ drawId: 'd1', endedAt: null })
    expect(practiceResultInput.parse(queryOf(routes.practiceResult(result, { id: null, endedAt })))).toMatchObject({ drawId: null, endedAt })
    expect(practiceResultInput.parse(queryOf(routes.practiceResult(result)))).toMatchObject({ drawId: null, endedAt: null })
    expect(practiceResultInput.parse({ endedAt: 'yesterday' }).endedAt).toBeNull()
  })

  it('whose address lies is brought to what can be', () => {
    expect(practiceResultInput.parse({ shouldNumber: '10', actualNumber: '99', accuracyRate: '7', hour: '-1', min: 'x' }).result).toMatchObject({ answeredCount: 10, accuracy: 0, elapsedSeconds: 0 })
  })
})

describe('the book', () => {
  it('keeps what it shows in the address; simulations have no type', () => {
    const view = { source: 'practice' as const, subjectId: '3', kind: 'single' as const, sort: 'due' as const, isDue: true, page: 2, size: 20 }
    expect(bookInput.parse(Object.fromEntries(Object.entries(bookQuery(view)).map(([name, value]) => [name, value === undefined ? undefined : String(value)])))).toEqual(view)
    expect(bookInput.parse({ source: 'simulation', kind: 'single', size: '7', page: '0' })).toMatchObject({ source: 'simulation', kind: 'all', size: 10, page: 1 })
  })

  it('numbers a sheet through its kinds', () => {
    const groups = sheetGroups([{ kind: 'judgement' as const, score: 1 }, { kind: 'single' as const, score: 3 }, { kind: 'single' as const, score: 2 }])
    expect(groups.map(({ kind, score, items }) => [kind, score, items.map(({ number }) => number)])).toEqual([['single', 5, [1, 2]], ['judgement', 1, [3]]])
  })
})
