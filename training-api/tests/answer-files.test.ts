import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { answerFiles } from '../db/schema/answer-files.ts'
import { attempts } from '../db/schema/attempts.ts'
import { withTx } from '../db/tx.ts'
import { keepAnswerFile } from '../queries/answer-files.ts'
import { answerFileNumber, readAnswerFileNumber } from '../rules/answer-files.ts'
import { exams, sit } from './exam-world.ts'
import { onServer } from './meeting.ts'
import { startTestApi, testMoment } from './support.ts'
import { freshDataDir } from './throwaway.ts'
import { whileAnotherIsOpen } from './two-at-once.ts'

test.runIf(onServer)('of two answer files at once the second is one too many when the first was the last that may be', async () => {
  const api = await startTestApi({ seed: true })
  const learner = await api.loginAs('learner142', 82)
  const { instanceId } = await sit(api, learner, exams.quick, 0)
  const [attempt] = await api.db.select().from(attempts).where(eq(attempts.attemptId, instanceId))
  const file = (contentHash: string) => ({ contentHash, sealed: false, madeAt: testMoment, learnerId: learner.userId, attemptId: instanceId, answerId: attempt!.answerId, changes: [] })
  const keep = (contentHash: string) => withTx(api.db, (tx) => keepAnswerFile(tx, { attempt: attempt!, file: file(contentHash), original: contentHash, now: testMoment }))
  for (let n = 1; n < 20; n += 1) expect(await keep(`${n}`)).not.toBe('full')
  const second = await whileAnotherIsOpen(api, (tx) => keepAnswerFile(tx, { attempt: attempt!, file: file('20'), original: '20', now: testMoment }), () => keep('21'))
  expect(second).toBe('full')
  expect(await api.db.select().from(answerFiles).where(eq(answerFiles.attemptId, instanceId))).toHaveLength(20)
  await api.close()
})

test('a number of an answer file is read as it was told, in any case, and nothing else is one', () => {
  const hash = '0123456789abcdef'.repeat(4)
  for (const fileId of [1, 35, Number.MAX_SAFE_INTEGER]) {
    const number = answerFileNumber(fileId, hash)
    for (const typed of [number, number.toLowerCase(), ` ${number}`]) expect(readAnswerFileNumber(typed)).toEqual({ fileId, hashBeginning: hash.slice(0, 16) })
  }
  for (const typed of ['', '-', 'A', '-0123456789ABCDEF', 'A-0123456789ABCDE', 'A-0123456789ABCDEG', 'A_0123456789ABCDEF', 'A-%%%%%%%%%%%%%%%%', 'ZZZZZZZZZZZ-0123456789ABCDEF', `A-${hash}`]) expect(readAnswerFileNumber(typed)).toBeNull()
})

test('npm run answer-files tells of all files, however many there are, and shows the oldest of them', { timeout: 300_000 }, async () => {
  const folder = await freshDataDir({ seed: true, now: testMoment })
  const { db, close } = await openDatabase({ dataDir: folder, durable: false, migrate: false })
  const [one] = await db.select().from(attempts).limit(1)
  const { tenantId, attemptId, learnerId, examId } = one!
  const answer = (questionId: number, outcome: 'late' | 'arrived') => ({ questionId, optionIds: '', operationId: `operation-${questionId}`, seq: 1, outcome })
  const files = Array.from({ length: 1_001 }, (_, n) => ({
    tenantId, fileId: 5_000 + n, attemptId, learnerId, contentHash: n.toString(16).padStart(4, '0').repeat(16), sealed: true, madeAt: testMoment,
    // Three come in one moment: where a page ends, the moment alone does not tell what is next.
    receivedAt: new Date(testMoment.getTime() + 1_000 * Math.floor(n / 3)), answers: [answer(1, 'late'), answer(2, 'arrived')], original: '{}',
  }))
  await db.insert(answerFiles).values(files)
  await close()
  const run = (...args: string[]) => new Promise<string>((resolve) => {
    execFile(process.execPath, [fileURLToPath(new URL('../answer-files.ts', import.meta.url)), ...args], { env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder } }, (_, out, err) => resolve(out + err))
  })
  try {
    const numbers = files.map(({ fileId, contentHash }) => answerFileNumber(fileId, contentHash))
    const lines = (await run('--exam', String(examId))).trimEnd().split('\n')
    expect(lines.at(-1)).toContain('1001 answer files.')
    expect(lines.slice(0, -1).map((line) => line.split(' ')[0])).toEqual(numbers.toReversed())
    expect(lines[0]).toMatch(/ 1 late of 2$/)
    const shown = await run('--show', numbers[0]!.toLowerCase())
    expect(shown).toContain(`${numbers[0]}: `)
    expect(shown).toContain(`SHA-256 ${files[0]!.contentHash}`)
    expect(await run('--tenant', String(tenantId + 1_000), '--show', numbers[0]!)).toBe(`There is no answer file ${numbers[0]}.\n`)
    expect(await run('--show', 'nonsense')).toBe('There is no answer file nonsense.\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
