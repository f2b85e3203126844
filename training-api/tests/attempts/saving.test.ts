import { createHash, verify } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { attemptOpenings, attempts } from '../../db/schema/attempts.ts'
import { exams as examTable } from '../../db/schema/exams.ts'
import { addFormerReceiptKey } from '../../queries/receipt-keys.ts'
import { newSigningKey, signHash } from '../../rules/receipts.ts'
import { clock, exams, handIn, questionsOf, save, saveReply, start } from '../exam-world.ts'
import type { WireClock, WireHandIn, WireReceipt, WireStart } from '../exam-world.ts'
import { watchStatements } from '../statements.ts'
import { startTestApi, testMoment } from '../support.ts'
import type { TestApi, TestLearner } from '../support.ts'
import { dataOf, expectRefusal, expectStatus, hostileValues } from '../world.ts'

let api: TestApi
let learner: TestLearner
let other: TestLearner
let number = 100

beforeAll(async () => {
  api = await startTestApi({ seed: true })
  other = await api.loginAs('learner290', 82)
}, 300_000)
afterAll(() => api.close())
// Everybody begins afresh: each test has a learner of its own.
beforeEach(async () => {
  api.clock.set(testMoment)
  learner = await api.loginAs(`learner${(number += 1)}`, 82)
})

const batch = (who: TestLearner, body: Record<string, unknown>) => who.post<{ results: { opId: string; status: string; reason?: string; receipt?: WireReceipt }[] } & WireClock>('/train/examPlanApp/updateAnswerResults', body)
const savedOf = async (who: TestLearner, examPlanId: number) => new Map((await start(who, examPlanId)).examAnswerUserRelationList.map(({ questionId, resultIds }) => [questionId, resultIds]))

describe('saving', () => {
  test('keeps, changes and takes back; what was sent twice is one receipt', async () => {
    const paper = await start(learner, exams.theory)
    const [one, two] = paper.questionTwoList
    if (!one || !two) throw new Error('no questions')
    const [a, b] = one.optionList.map(({ optionId }) => optionId)
    const saved = await save(learner, paper, one.questionId, `${b}&${a}`, { opId: 'operation-1', seq: 1, epoch: 1 })
    expect(saved).toMatchObject({ outcome: 'saved', seq: 1, receipt: { link: 1, opId: 'operation-1', previousHash: '0'.repeat(64) } })
    expect(saved.receipt?.answerHash).toBe(createHash('sha256').update(`operation-1|${one.questionId}|${a}&${b}`).digest('hex'))
    const again = await save(learner, paper, one.questionId, `${b}&${a}`, { opId: 'operation-1', seq: 1, epoch: 1 })
    expect(again.receipt).toEqual(saved.receipt)
    expect(await save(learner, paper, one.questionId, String(a), { opId: 'operation-0', seq: 0, epoch: 1 })).toMatchObject({ outcome: 'superseded' })
    await save(learner, paper, two.questionId, String(two.optionList[0]?.optionId), { opId: 'operation-2', seq: 2, epoch: 1 })
    const cleared = await save(learner, paper, two.questionId, '', { opId: 'operation-3', seq: 3, epoch: 1 })
    expect(cleared.receipt).toMatchObject({ link: 3 })
    expect(await savedOf(learner, exams.theory)).toEqual(new Map([[one.questionId, `${a}&${b}`]]))
    expect(await start(learner, exams.theory)).toMatchObject({ takenBackList: [{ questionId: two.questionId, seq: 3 }] })
  })

  test('an id that was used for another answer saves nothing, and says so', async () => {
    const paper = await start(learner, exams.theory)
    const [one, two] = paper.questionOneList
    if (!one || !two) throw new Error('no questions')
    const [a, b] = one.optionList.map(({ optionId }) => String(optionId))
    await save(learner, paper, one.questionId, a ?? '', { opId: 'operation-1', seq: 1, epoch: 1 })
    const reused = await saveReply(learner, { answerId: paper.answerId, questionId: one.questionId, answer: b, opId: 'operation-1', seq: 2, epoch: 1 })
    expectRefusal(reused, '操作编号已用于另一项操作')
    expect(reused.data).toMatchObject({ reason: 'operationReused' })
    const answers = [{ opId: 'operation-2', seq: 3, questionId: one.questionId, answer: b }, { opId: 'operation-2', seq: 4, questionId: two.questionId, answer: two.optionList[0]?.optionId }]
    const reply = dataOf(await batch(learner, { instanceId: paper.instanceId, answerId: paper.answerId, epoch: 1, answers }))
    expect(reply.results.map(({ status, reason }) => reason ?? status)).toEqual(['saved', 'operationReused'])
    expect(await savedOf(learner, exams.theory)).toEqual(new Map([[one.questionId, b]]))
  })

  test('of one writer: an older epoch is told, and changes nothing', async () => {
    const first = await start(learner, exams.theory)
    const second = await start(learner, exams.theory)
    const question = first.questionOneList[0]
    const [x, y] = question?.optionList.map(({ optionId }) => String(optionId)) ?? []
    await save(learner, second, question?.questionId ?? 0, x ?? '', { opId: 'writer-two-1', seq: 1, epoch: second.epoch })
    const stale = await saveReply(learner, { answerId: first.answerId, questionId: question?.questionId, answer: y, opId: 'writer-one-9', seq: 9, epoch: first.epoch })
    expectRefusal(stale, '该试卷已在其他窗口打开')
    expect(stale.data).toMatchObject({ reason: 'epoch', epoch: second.epoch })
    const taken = dataOf(await learner.post<WireStart>('/train/examPlanApp/takeOverAnswer', { instanceId: first.instanceId, answerId: first.answerId }))
    expect(taken).toMatchObject({ epoch: second.epoch + 1, seq: 1, examAnswerUserRelationList: [{ questionId: question?.questionId, resultIds: x }] })
    expect(await save(learner, first, question?.questionId ?? 0, y ?? '', { opId: 'writer-one-9', seq: 9, epoch: taken.epoch })).toMatchObject({ outcome: 'saved' })
    expect(await clock(learner, first.instanceId)).toMatchObject({ epoch: taken.epoch, seq: 9, status: 'running' })
  })

  test('of one writer: without an epoch only where the writer opened the paper without an intent', async () => {
    const plain = await start(learner, exams.theory)
    const question = plain.questionOneList[0]
    const [x, y] = question?.optionList.map(({ optionId }) => String(optionId)) ?? []
    await save(learner, plain, question?.questionId ?? 0, x ?? '')
    const opened = await start(learner, exams.theory, { intentId: 'opened-by-intent' })
    const stale = await saveReply(learner, { answerId: plain.answerId, questionId: question?.questionId, answer: y })
    expectRefusal(stale, '该试卷已在其他窗口打开')
    expect(stale.data).toMatchObject({ reason: 'epoch', epoch: opened.epoch })
    await save(learner, opened, question?.questionId ?? 0, x ?? '', { opId: 'with-an-epoch', seq: opened.seq + 1, epoch: opened.epoch })
    await learner.post('/train/examPlanApp/takeOverAnswer', { instanceId: plain.instanceId, answerId: plain.answerId, intentId: 'taken-by-intent' })
    expectRefusal(await saveReply(learner, { answerId: plain.answerId, questionId: question?.questionId, answer: y }), '该试卷已在其他窗口打开')
    await start(learner, exams.theory)
    expect(await save(learner, plain, question?.questionId ?? 0, y ?? '')).toMatchObject({ outcome: 'saved' })
  })

  test('of one writer: who sends an epoch is known for as long as the paper takes answers, however long that is', async () => {
    const [paper, short] = [await start(learner, exams.theory, { intentId: 'opened-for-days' }), await start(learner, exams.quick, { intentId: 'opened-for-a-minute' })]
    await handIn(learner, short)
    await api.db.update(attempts).set({ deadlineAt: new Date(testMoment.getTime() + 7 * 86_400_000) }).where(and(eq(attempts.tenantId, 82), eq(attempts.attemptId, paper.instanceId)))
    api.clock.advance({ hours: 72 })
    await api.runJob('sweepOpenings')
    const kept = await api.db.select({ intentId: attemptOpenings.intentId }).from(attemptOpenings).where(and(eq(attemptOpenings.tenantId, 82), eq(attemptOpenings.learnerId, learner.userId)))
    expect(kept).toEqual([{ intentId: 'opened-for-days' }])
    // The login is over by then.
    learner = await api.loginAs(`learner${number}`, 82)
    expectRefusal(await saveReply(learner, { answerId: paper.answerId, questionId: questionsOf(paper)[0]?.questionId, answer: '' }), '该试卷已在其他窗口打开')
  })

  test('many at once, each with its own answer', async () => {
    const paper = await start(learner, exams.theory)
    const [one, two] = paper.questionOneList
    const change = (seq: number, questionId: number | undefined, answer: unknown) => ({ opId: `queued-${seq}-op`, seq, questionId, answer })
    const reply = dataOf(
      await batch(learner, {
        instanceId: paper.instanceId, answerId: paper.answerId, epoch: 1,
        answers: [
          change(1, one?.questionId, one?.optionList[0]?.optionId), change(2, one?.questionId, one?.optionList[1]?.optionId), change(0, one?.questionId, one?.optionList[2]?.optionId), change(3, two?.questionId, two?.optionList[2]?.optionId),
          change(4, two?.questionId, one?.optionList[0]?.optionId), change(5, 999_999, '1'), change(6, two?.questionId, `${two?.optionList[0]?.optionId}&${two?.optionList[1]?.optionId}`),
        ],
      }),
    )
    expect(reply.results.map(({ status, reason }) => reason ?? status)).toEqual(['saved', 'saved', 'superseded', 'saved', 'notAnOption', 'notOnPaper', 'tooManyOptions'])
    expect(reply.results.slice(0, 4).map(({ receipt }) => receipt?.link)).toEqual([1, 2, undefined, 3])
    expect(await savedOf(learner, exams.theory)).toEqual(new Map([[one?.questionId, String(one?.optionList[1]?.optionId)], [two?.questionId, String(two?.optionList[2]?.optionId)]]))
  })

  test('of changes that overtake each other the newest stays, however they are written together', async () => {
    const paper = await start(learner, exams.theory)
    const [one, two] = paper.questionOneList
    if (!one || !two) throw new Error('no questions')
    const change = (seq: number, questionId: number, answer: number | undefined) => save(learner, paper, questionId, String(answer), { opId: `overtaking-${seq}`, seq, epoch: 1 })
    // While the first is written the others wait for the next batch.
    await Promise.all([change(1, two.questionId, two.optionList[0]?.optionId), change(3, one.questionId, one.optionList[1]?.optionId), change(2, one.questionId, one.optionList[0]?.optionId)])
    expect((await savedOf(learner, exams.theory)).get(one.questionId)).toBe(String(one.optionList[1]?.optionId))
  })

  test('ends after so many changes of one attempt, with what is stored', async () => {
    const paper = await start(learner, exams.theory)
    const [one] = paper.questionOneList
    if (!one) throw new Error('no question')
    const [a, b, c] = one.optionList.map(({ optionId }) => String(optionId))
    await api.db.update(attempts).set({ receiptCount: 19_998 }).where(and(eq(attempts.tenantId, 82), eq(attempts.attemptId, paper.instanceId)))
    const send = (answers: (string | undefined)[]) => batch(learner, { instanceId: paper.instanceId, answerId: paper.answerId, epoch: 1, answers: answers.map((answer, at) => ({ opId: `operation-${at}`, seq: at + 1, questionId: one.questionId, answer })) })
    const { results } = dataOf(await send([a, b, c]))
    expect(results.map(({ status, reason }) => reason ?? status)).toEqual(['saved', 'saved', 'tooManyChanges'])
    // What was answered before is known still, and the paper can be handed in.
    expect(dataOf(await send([a, b])).results.map(({ receipt }) => receipt)).toEqual(results.slice(0, 2).map(({ receipt }) => receipt))
    expect(await savedOf(learner, exams.theory)).toEqual(new Map([[one.questionId, b]]))
    expect((await handIn(learner, paper)).handIn).toMatchObject({ answeredCount: 1, head: results[1]?.receipt?.hash })
  })

  test('refuses what does not fit, and nothing changes', async () => {
    const paper = await start(learner, exams.theory)
    const [single, judgement] = [paper.questionOneList[0], paper.questionThreeList[0]]
    if (!single || !judgement) throw new Error('no questions')
    const attempt = { answerId: paper.answerId }
    const options = single.optionList.map(({ optionId }) => optionId)
    expectRefusal(await saveReply(learner, { ...attempt, questionId: 5001, answer: '50011' }), '题目不在试卷中')
    expectRefusal(await saveReply(learner, { ...attempt, questionId: single.questionId, answer: judgement.optionList[0]?.optionId }), '选项不属于该题目')
    expectRefusal(await saveReply(learner, { ...attempt, questionId: single.questionId, answer: options.slice(0, 2).join('&') }), '该题目只能选择一个选项')
    expectRefusal(await saveReply(learner, { ...attempt, questionId: judgement.questionId, answer: judgement.optionList.map(({ optionId }) => optionId).join('&') }), '该题目只能选择一个选项')
    expectStatus(await saveReply(other, { ...attempt, questionId: single.questionId, answer: options[0] }), 404)
    expectStatus(await saveReply(learner, { answerId: paper.answerId + 1, questionId: single.questionId, answer: options[0] }), 404)
    expectStatus(await saveReply(learner, { ...attempt, instanceId: paper.instanceId + 1, questionId: single.questionId, answer: options[0] }), 404)
    for (const answer of ['1;2', 'A', `${options[0]},${options[1]}`, '1&&2', -1, 1.5, {}, true]) expectStatus(await saveReply(learner, { ...attempt, questionId: single.questionId, answer }), 400)
    for (const value of hostileValues.filter((one) => ![0, '-1', -1, '', null].includes(one as string))) {
      expect([200, 400, 404]).toContain((await saveReply(learner, { answerId: value, questionId: single.questionId, answer: options[0] })).status)
      expect([200, 400, 404]).toContain((await saveReply(learner, { ...attempt, questionId: value, answer: options[0] })).status)
    }
    for (const opId of ['short', 'x'.repeat(65), "'; drop"]) expectStatus(await saveReply(learner, { ...attempt, questionId: single.questionId, answer: options[0], opId }), 400)
    expect(await savedOf(learner, exams.theory)).toEqual(new Map())
    expect(await clock(learner, paper.instanceId)).toMatchObject({ seq: 0 })
  })
})

describe('receipts', () => {
  test('are read in pages, and told all together', async () => {
    const paper = await start(learner, exams.theory)
    const [one] = paper.questionOneList
    if (!one) throw new Error('no question')
    const changes = Array.from({ length: 401 }, (_, at) => ({ opId: `change-${at}`, seq: at + 1, questionId: one.questionId, answer: one.optionList[at % 2]?.optionId }))
    for (const from of [0, 200, 400]) dataOf(await batch(learner, { instanceId: paper.instanceId, answerId: paper.answerId, epoch: 1, answers: changes.slice(from, from + 200) }))
    await handIn(learner, paper)
    const { answer, sent } = await watchStatements(api, () => learner.get<{ receipts: WireReceipt[] }>('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }))
    expect(dataOf(answer).receipts.map(({ link, opId }) => [link, opId])).toEqual(changes.map(({ opId }, at) => [at + 1, opId]))
    expect(sent.filter((text) => text.includes('from "answer_receipts"'))).toHaveLength(3)

    // Two papers' at a time, whoever asks: a third is begun when one of them is through.
    const ask = () => learner.get<{ receipts: WireReceipt[] }>('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId })
    const askTogether = () => Promise.all([ask(), ask(), ask(), ask()])
    // A server's connections are opened before: that takes longer than some pages.
    await askTogether()
    const crowd = await watchStatements(api, askTogether)
    expect(new Set(crowd.answer.map((one) => dataOf(one).receipts.length))).toEqual(new Set([401]))
    const pages = crowd.sent.filter((text) => text.includes('from "answer_receipts"')).map((text) => [0, 200, 400].find((last) => text.includes(`,${last},200]`) || text.includes(`,"${last}",`)))
    expect([pages.length, pages.filter((_, at) => at < pages.indexOf(400)).filter((last) => last === 0).length]).toEqual([12, 2])
  })

  test('form a chain anybody can check, and are told when the paper is handed in', async () => {
    const paper = await start(learner, exams.theory)
    for (const [at, { questionId, optionList }] of questionsOf(paper).slice(0, 5).entries()) await save(learner, paper, questionId, String(optionList[0]?.optionId), { opId: `receipt-${at}-x`, seq: at + 1 })
    expectRefusal(await learner.get('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }), '试卷未提交')
    const report = await handIn(learner, paper)
    const all = dataOf(await learner.get<{ receipts: WireReceipt[]; publicKey: string; handIn: { number: string; head: string; hash: string; signature: string } }>('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }))
    let previous = '0'.repeat(64)
    for (const one of all.receipts) {
      expect(one.previousHash).toBe(previous)
      expect(createHash('sha256').update(['receipt', 82, one.instanceId, one.link, one.questionId, one.answerHash, one.time, one.previousHash].join('|')).digest('hex')).toBe(one.hash)
      expect(verify(null, Buffer.from(one.hash), all.publicKey, Buffer.from(one.signature, 'base64url'))).toBe(true)
      previous = one.hash
    }
    expect(all.handIn).toMatchObject({ number: report.handIn.number, head: previous })
    expectStatus(await other.get('/train/examPlanApp/answerReceipts', { instanceId: paper.instanceId }), 404)

    const check = async (query: Record<string, unknown>, tenant = 82) => dataOf(await api.visitor(tenant).get<Record<string, unknown> | null>('/train/web/checkAnswerReceipt', query))
    const third = all.receipts[2]
    const checked = await check({ code: third?.code.toLowerCase(), signature: third?.signature })
    expect(checked).toMatchObject({ kind: 'answer', valid: true, hash: third?.hash, handedIn: true, title: '低压电工理论考试' })
    expect(checked).not.toHaveProperty('opId')
    expect(await check({ code: third?.code, signature: all.receipts[1]?.signature })).toMatchObject({ valid: false })
    expect(await check({ code: report.handIn.number })).toMatchObject({ kind: 'handIn', valid: true, answeredCount: 5, by: 'learner' })
    for (const code of [`${third?.code.slice(0, -1)}Z`, 'nonsense', `${third?.code.slice(0, -4)}0000`, '../../etc']) expect(await check({ code })).toBeNull()
    expect(await check({ code: third?.code }, 101)).toBeNull()

    // A tenant that came from another platform brings along what receipts were signed with there.
    const former = newSigningKey()
    const signature = signHash(former, third?.hash ?? '')
    expect(await check({ code: third?.code, signature })).toMatchObject({ valid: false })
    await addFormerReceiptKey(api.db, { tenantId: 82, publicKey: former.publicKey, now: api.clock.now() })
    expect(await check({ code: third?.code, signature })).toMatchObject({ valid: true })
    expect(await check({ code: third?.code, signature: third?.signature })).toMatchObject({ valid: true })
  })

  test('stay good when the exam is given more questions afterwards, and when it is there no more', async () => {
    const paper = await start(learner, exams.quick)
    const [one] = questionsOf(paper)
    const { receipt } = await save(learner, paper, one!.questionId, String(one!.optionList[0]!.optionId))
    const { handIn: given } = await handIn(learner, paper)
    const ofExam = and(eq(examTable.tenantId, 82), eq(examTable.examId, exams.quick))
    const check = async (code: string, signature?: string) => dataOf(await api.visitor(82).get<WireHandIn | null>('/train/web/checkAnswerReceipt', { code, signature }))
    const told = async () => {
      const named = { instanceId: paper.instanceId }
      const [result, book, again] = await Promise.all([
        learner.get<{ handIn: WireHandIn; questionCount: number }>('/train/examPlanApp/result', named), learner.get<{ handIn: WireHandIn }>('/train/examPlanApp/answerReceipts', named), handIn(learner, paper),
      ])
      expect(dataOf(result).questionCount).toBe(given.questionCount)
      return [dataOf(result).handIn, dataOf(book).handIn, again.handIn, (await clock(learner, paper.instanceId)).handIn]
    }
    const asGiven = { valid: true, number: given.number, questionCount: given.questionCount }

    const [kept] = await api.db.update(examTable).set({ questionCount: given.questionCount + 1 }).where(ofExam).returning()
    try {
      for (const handedIn of await told()) expect(handedIn).toEqual(given)
      expect(await check(given.number, given.signature)).toMatchObject({ ...asGiven, title: kept!.title })

      await api.db.delete(examTable).where(ofExam)
      expect(await check(given.number, given.signature)).toMatchObject({ ...asGiven, title: '' })
      expect(await check(receipt!.code, receipt!.signature)).toMatchObject({ kind: 'answer', valid: true })

      // Graded by a version that kept no number of questions: the exam's own is the best that is known.
      await api.db.update(attempts).set({ questionCount: null }).where(eq(attempts.attemptId, paper.instanceId))
      expect(await check(given.number)).toBeNull()
      expect(await check(receipt!.code)).toMatchObject({ valid: true, handedIn: true })
    } finally {
      await api.db.delete(examTable).where(ofExam)
      await api.db.insert(examTable).values({ ...kept!, questionCount: given.questionCount })
    }
    expect(await check(given.number)).toMatchObject(asGiven)
  })
})
