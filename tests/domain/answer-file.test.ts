import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answerFileIn, answerFileOf, leftAnswers, leftIn } from '@/lib/domain/answer-file'
import type { OpenedAttempt } from '@/lib/domain/attempts'
import { answered, chosen, newJournal, pendingSaves } from '@/lib/domain/attempts-journal'
import type { SafeHtml } from '@/lib/domain/rich-text'

const html = (text: string) => text as SafeHtml
const question = (id: string, kind: 'single' | 'multiple', options: string[]) => ({ id, kind, score: 2, content: html(id), options: options.map((option) => ({ id: option, content: html(option) })) })
const attempt: OpenedAttempt = {
  place: { origin: 'standalone', examId: '8001', paperId: '8200' }, ref: { attemptId: '5', answerId: '6' }, title: '低压电工理论考试', answers: {}, extraTimeFactor: 1,
  questions: [question('70', 'single', ['1', '2', '3']), question('71', 'multiple', ['9', '10', '11']), question('72', 'single', ['4', '5'])],
  standing: { status: 'running', clock: { serverNow: 0, deadline: Date.parse('2026-03-10T02:45:00Z'), lateUntil: null }, epoch: 1, seq: 0, switches: null, handIn: null },
}
const learner = { id: '1', name: '李明', account: 'liming' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const given = chosen(chosen(chosen(newJournal({}, 0), '71', ['11', '9'], 'operation-1'), '70', ['2'], 'operation-2'), '72', ['5'], 'operation-3')
const journal = answered(given, pendingSaves(given), [{ opId: 'operation-3', outcome: 'saved', words: null }])

describe('the file of answers that did not arrive', () => {
  it('is there only when something was not acknowledged', () => {
    expect(leftIn(attempt, newJournal({ 70: ['2'] }, 4))).toBeNull()
    expect(leftIn(attempt, journal)).toEqual({ attempt, journal })
  })

  it('names the questions in the order of the paper, with letters, and not what was acknowledged', () => {
    expect(leftAnswers({ attempt, journal })).toEqual([
      { number: 1, letters: 'B', questionId: '70', optionIds: ['2'], opId: 'operation-2', seq: 2 },
      { number: 2, letters: 'AC', questionId: '71', optionIds: ['9', '11'], opId: 'operation-1', seq: 1 },
    ])
  })

  it('hashes each answer as its receipt would, and the whole', async () => {
    const { hash, ...file } = await answerFileOf({ attempt, journal }, learner, Date.parse('2026-03-10T02:50:00Z'))
    expect(file).toMatchObject({ exam: '低压电工理论考试', learner, attempt: { attemptId: '5', answerId: '6' }, deadline: '2026-03-10T02:45:00.000Z', madeAt: '2026-03-10T02:50:00.000Z' })
    const { answers } = JSON.parse(file.content!) as { answers: { answerHash: string }[] }
    expect(answers.map(({ answerHash }) => answerHash)).toEqual([sha256('operation-2|70|2'), sha256('operation-1|71|9&11')])
    expect(file.count).toBe(2)
    expect(hash).toBe(sha256(file.content!))
  })

  it('says what it is without being opened, and nothing else does', async () => {
    const file = JSON.stringify(await answerFileOf({ attempt, journal }, learner, Date.parse('2026-03-10T02:50:00Z')))
    expect(answerFileIn(file)).toEqual({ exam: '低压电工理论考试', learner, attempt: { attemptId: '5', answerId: '6' }, madeAt: '2026-03-10T02:50:00.000Z', count: 2 })
    for (const other of ['', '{', 'null', '[]', '{}', '{"format":"trainhall-answer-file"}', file.replace('"madeAt":"2026', '"madeAt":"x')]) expect(answerFileIn(other)).toBeNull()
  })
})
