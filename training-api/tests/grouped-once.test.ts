import { expect, test } from 'vitest'
import type { Db } from '../db/client.ts'
import type { AttemptOfExam } from '../queries/attempts.ts'
import { meetChapters } from '../queries/catalogue.ts'
import type { Launch, PlainChapter } from '../queries/catalogue.ts'
import { reviewAttempt } from '../queries/exam-results.ts'
import { listLearningPaths } from '../queries/learning-paths.ts'
import { listPostMaps } from '../queries/post-maps.ts'

const who = { tenantId: 82, userId: 1 }
const numbers = Array.from({ length: 300 }, (_, at) => at + 1)

/** A database that answers one query after another with these rows, and with none from then on. */
function answering(...answers: object[][]): Db {
  const chain = (rows: object[]): object => new Proxy({}, { get: (_, name) => (name === 'then' ? (done: (rows: object[]) => void) => done(rows) : () => chain(rows)) })
  const written = { execute: async () => ({ rows: answers.shift() ?? [] }) }
  return { select: () => chain(answers.shift() ?? []), _: { session: { prepareQuery: () => written } } } as unknown as Db
}

/** Rows that count how often the field is read by which they are found. */
function counted<T extends object>(rows: T[], field: keyof T) {
  const reads = { count: 0 }
  return { reads, rows: rows.map((row) => Object.defineProperty({ ...row }, field, { enumerable: true, get: () => ((reads.count += 1), row[field]) })) }
}

test('nodes and courses of learning paths', async () => {
  const paths = numbers.map((pathId) => ({ pathId, name: `${pathId}`, introduction: '' }))
  const nodes = counted(numbers.map((id) => ({ pathId: id, nodeId: id, name: `${id}` })), 'pathId')
  const links = counted(numbers.map((id) => ({ pathId: id, nodeId: id, courseId: id })), 'pathId')
  const found = await listLearningPaths(answering(paths, nodes.rows, links.rows), who)
  expect(found.map(({ nodes: [node] }) => node?.courseIds)).toEqual(numbers.map((id) => [id]))
  expect(nodes.reads.count + links.reads.count).toBeLessThanOrEqual(numbers.length * 10)
})

test('skills and courses of post maps', async () => {
  const maps = numbers.map((postMapId) => ({ postMapId, name: '', introduction: '', joinCount: 0, pathName: null }))
  const skills = counted(numbers.map((id) => ({ postMapId: id, skillId: id, name: '' })), 'postMapId')
  const links = counted(numbers.map((id) => ({ postMapId: id, skillId: id, courseId: id })), 'postMapId')
  const joined = counted(numbers.slice(1).map((postMapId) => ({ postMapId })), 'postMapId')
  const found = await listPostMaps(answering(maps, skills.rows, links.rows, joined.rows), who)
  expect(found.map(({ skills: [skill] }) => skill?.courseIds)).toEqual(numbers.map((id) => [id]))
  expect(new Set(found.map(({ state }) => state)).size).toBe(2)
  expect(skills.reads.count + links.reads.count + joined.reads.count).toBeLessThanOrEqual(numbers.length * 10)
})

test('answers and statistics of the questions of an attempt', async () => {
  const paper = numbers.map((questionId) => ({ questionId, kind: 'single', content: '', analysis: null, subjectId: null, score: 1, options: [[1, '', true]] }))
  const answers = counted(numbers.map((questionId) => ({ questionId, optionIds: '1', correct: questionId > 1 })), 'questionId')
  const held = counted(numbers.map((questionId) => ({ questionId, mistakeId: questionId + 5 })), 'questionId')
  const asked = counted(numbers.flatMap((questionId) => [0, 9].map((examId) => ({ examId, questionId, answers: 10 + examId, correctAnswers: 4 }))), 'questionId')
  const chosen = counted(numbers.flatMap((questionId) => [0, 9].map((examId) => ({ examId, questionId, optionId: 1, choices: examId + 1 }))), 'questionId')
  const attempt = { attempt: { attemptId: 1, learnerId: 1, paperId: 1, simulationResultId: null }, exam: { tenantId: 82, examId: 9, kind: 'theory', simulationId: null } } as unknown as AttemptOfExam
  const found = await reviewAttempt(answering(paper, answers.rows, held.rows, asked.rows, chosen.rows), attempt)
  expect(found).toHaveLength(numbers.length)
  expect(found[0]).toMatchObject({ correct: false, mistakeId: 6, userIds: [1], history: { answers: 10, correct: 4 }, shares: [{ optionId: 1, chosen: 10, of: 19, chosenEver: 1, ofEver: 10 }] })
  expect(found[1]!.correct).toBe(true)
  expect([answers, held, asked, chosen].reduce((sum, { reads }) => sum + reads.count, 0)).toBeLessThanOrEqual(numbers.length * 20)
})

test('launches of a catalogue', () => {
  const plain = [{ id: 1, courseId: 1, name: '', sections: numbers.map((id) => ({ id, chapterId: 1, startsLocked: false })) }] as unknown as PlainChapter[]
  const launches = counted(numbers.map((id): Launch => ({ sectionId: id, planItemId: 0, requestId: id + 7 })), 'sectionId')
  const [chapter] = meetChapters(plain, { records: [], launches: launches.rows, sequential: false, state: 'inProgress' })
  expect(chapter!.sections.map(({ requestId }) => requestId)).toEqual(numbers.map((id) => id + 7))
  expect(launches.reads.count).toBeLessThanOrEqual(numbers.length * 3)
})
