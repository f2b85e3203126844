import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultOf, gradePaper, isPassed, isRight, joinOptionIds, readOptionIds } from '../../rules/grading.ts'
import type { PaperQuestion } from '../../rules/grading.ts'

describe('answers as they are sent', () => {
  test.each([['', []], ['7', [7]], ['9&7', [7, 9]], ['7&7', [7]], [' 7 & 9 ', [7, 9]], ['7,9', null], ['7&', null], ['&', null], ['a', null], ['-1', null], ['1.5', null], ['99999999999999999', null], ['9007199254740993', null]])('%j are %j', (text, ids) => {
    expect(readOptionIds(text)).toEqual(ids)
  })

  test('what is kept is read back the same, whatever the order', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 40 })), (ids) => {
      const kept = joinOptionIds(ids)
      expect(readOptionIds(kept)).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
      expect(joinOptionIds(ids.toReversed())).toBe(kept)
    }))
  })

  const question = { kind: 'single' as const, optionIds: [1, 2, 3] }
  test.each([
    [null, [1], 'notOnPaper'], [question, [4], 'notAnOption'], [question, [1, 2], 'tooManyOptions'], [question, [1], null], [question, [], null],
    [{ ...question, kind: 'judgement' as const }, [1, 2], 'tooManyOptions'], [{ ...question, kind: 'multiple' as const }, [1, 2, 3], null], [{ ...question, kind: 'multiple' as const }, [1, 4], 'notAnOption'],
  ])('%j with %j: %s', (of, ids, fault) => expect(faultOf(of, ids)).toBe(fault))
})

const paper = fc.array(
  fc.record({ kind: fc.constantFrom('single' as const, 'multiple' as const, 'judgement' as const), score: fc.integer({ min: 1, max: 10 }), right: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }) }),
  { maxLength: 20 },
).map((all) => all.map(({ kind, score, right }, at): PaperQuestion => ({ questionId: at + 1, kind, score, optionIds: [0, 1, 2, 3], rightIds: right })))

describe('grading', () => {
  test.each([[[1], [1], true], [[1, 2], [2, 1], true], [[1, 2], [1], false], [[1, 2], [1, 2, 3], false], [[1], [], false], [[1], [2], false]])('right %j, chosen %j: %s', (right, chosen, expected) => expect(isRight(right, chosen)).toBe(expected))

  test('everything right is full marks, nothing is nothing, and a wrong answer costs exactly its question', () => {
    fc.assert(fc.property(paper, fc.nat(), (questions, pick) => {
      const full = questions.reduce((sum, { score }) => sum + score, 0)
      const key = new Map(questions.map(({ questionId, rightIds }) => [questionId, rightIds]))
      expect(gradePaper(questions, key)).toMatchObject({ points: full, correctCount: questions.length, answeredCount: questions.length })
      expect(gradePaper(questions, new Map())).toMatchObject({ points: 0, correctCount: 0, answeredCount: 0, accuracy: 0 })
      const one = questions[pick % Math.max(1, questions.length)]
      if (one === undefined) return
      const spoilt = gradePaper(questions, new Map([...key, [one.questionId, [...one.rightIds, 99]]]))
      expect(spoilt.points).toBe(full - one.score)
      expect(spoilt.answers.find(({ questionId }) => questionId === one.questionId)).toMatchObject({ correct: false, score: 0 })
    }))
  })

  test('answers to other questions are worth nothing', () => {
    fc.assert(fc.property(paper, (questions) => {
      expect(gradePaper(questions, new Map([[999, [1]]])).answers).toEqual([])
    }))
  })

  test.each([[60, 60, true], [59.9, 60, false], [59.99999999999999, 60, true], [60, 60.00000000000001, true], [59.99, 60, false], [59.996, 60, false], [100, 60, true], [null, 60, null]] as const)('%s of %s: %s', (score, pass, expected) => expect(isPassed(score, pass)).toBe(expected))
})
