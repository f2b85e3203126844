import { createHash, createPublicKey, verify } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { answerText, type ExamPlace } from '@/lib/domain/attempts'
import { receiptFormulas, type ReceiptBook } from '@/lib/domain/receipts'
import { handIn, saveAnswers, startAttempt } from '@/lib/training/attempts'
import { checkReceipt, getReceipts } from '@/lib/training/receipts'
import { collectRecord } from '@/lib/training/record'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const place: ExamPlace = { origin: 'standalone', examId: '8001', paperId: '8200' }
const sha256 = (...parts: (string | number)[]) => createHash('sha256').update(parts.join('|')).digest('hex')

/** A paper handed in with one answer, and a change of it. */
async function handedIn(account: string) {
  const who = await platform.learner(account, 82)
  const start = await startAttempt(who, { place, intentId: `press-${account}`, attemptId: null })
  if (!start.started) throw new Error(start.words)
  const { ref, standing, questions } = start.attempt
  const question = questions.find(({ kind }) => kind === 'multiple')!
  const [first, second] = question.options
  const saves = [[first!.id], [first!.id, second!.id]].map((optionIds, index) => ({ opId: `operation-${account}-${index}`, seq: index + 1, questionId: question.id, optionIds }))
  await saveAnswers(who, { place, ref, epoch: standing.epoch, saves })
  await handIn(who, { place, ref, epoch: standing.epoch })
  return { who, ref, saves }
}

it('a file of receipts shows by itself which answer each is of, that none is missing, and who signed them', async () => {
  const { who, ref, saves } = await handedIn('learner081')
  const file = JSON.parse(JSON.stringify(await getReceipts(who, ref))) as ReceiptBook
  const { tenantId, publicKey } = file
  const isSigned = ({ hash, signature }: { hash: string; signature: string }) => verify(null, Buffer.from(hash), createPublicKey(publicKey), Buffer.from(signature, 'base64url'))
  expect(file).toMatchObject({ tenantId: '82', attemptId: ref.attemptId, formulas: receiptFormulas })
  expect(file.receipts).toHaveLength(2)
  let before = '0'.repeat(64)
  for (const [index, receipt] of file.receipts.entries()) {
    const { opId, attemptId, link, questionId, answerHash, time, previousHash, hash } = receipt
    expect(answerHash).toBe(sha256(opId!, questionId, answerText(saves[index]!.optionIds)))
    expect([previousHash, hash]).toEqual([before, sha256('receipt', tenantId, attemptId, link, questionId, answerHash, time, previousHash)])
    expect(isSigned(receipt)).toBe(true)
    before = hash
  }
  const { time, by, answeredCount, questionCount, head, hash } = file.handIn!
  expect([head, hash]).toEqual([before, sha256('handIn', tenantId, ref.attemptId, time, by, answeredCount, questionCount, head ?? '')])
  expect(isSigned(file.handIn!)).toBe(true)
})

it('the study record has the same book, and whoever checks a receipt gets nothing that tells its answer', async () => {
  const { who, ref } = await handedIn('learner082')
  const book = (await getReceipts(who, ref))!
  const { exams } = await collectRecord(who, { title: '', domain: 'localhost' }, new Date())
  expect(exams.find(({ id }) => id === place.examId)!.attempts.find(({ id }) => id === ref.attemptId)!.receipts).toEqual(book)
  const checked = await checkReceipt(platform.visitor(82), { code: book.receipts[0]!.code })
  expect(checked).toMatchObject({ kind: 'answer', isValid: true })
  expect(JSON.stringify(checked)).not.toContain(book.receipts[0]!.opId)
})

it('a platform that tells no operations has its receipts given all the same', async () => {
  const receipt = { code: 'AB-1', link: 1, questionId: 9, answerHash: 'a', time: 't', previousHash: 'p', hash: 'h', signature: 's' }
  platform.server.use(http.get(`${UPSTREAM}/train/examPlanApp/answerReceipts`, () => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', handIn: null, receipts: [receipt], algorithm: 'Ed25519', publicKey: 'k' } })))
  const book = await getReceipts(await platform.learner('learner081', 82), { attemptId: '7', answerId: '8' })
  expect(book).toMatchObject({ handIn: null, receipts: [{ code: 'AB-1', attemptId: '7', opId: null, questionId: '9', late: false }] })
})
