import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { answerFileOf, leftIn, type AnswerFile } from '@/lib/domain/answer-file'
import type { ExamPlace, OpenedAttempt } from '@/lib/domain/attempts'
import { answered, chosen, newJournal, pendingSaves, type Journal } from '@/lib/domain/attempts-journal'
import type { Learner } from '@/lib/domain/learner'
import { handInAnswerFile, listAnswerFiles } from '@/lib/training/answer-files'
import { handIn, saveAnswers, startAttempt } from '@/lib/training/attempts'
import { answerFiles } from '../../training-api/db/schema/answer-files'
import { attemptAnswers, attempts } from '../../training-api/db/schema/attempts'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const place: ExamPlace = { origin: 'standalone', examId: '8003', paperId: '828003' }
let presses = 0

async function open(who: Learner): Promise<OpenedAttempt> {
  const outcome = await startAttempt(who, { place, intentId: `answer-file-${(presses += 1)}`, attemptId: null })
  if (!outcome.started) throw new Error(outcome.words)
  return outcome.attempt
}

/** A paper with three answers: the first was saved, the second too but nobody heard of it, the third never left the device. */
async function cutOff(account: string): Promise<{ who: Learner; attempt: OpenedAttempt; journal: Journal; madeAt: number }> {
  const who = await platform.learner(account, 82)
  const attempt = await open(who)
  const journal = attempt.questions.slice(0, 3).reduce((so, { id, options }, at) => chosen(so, id, [options[1]!.id], `operation-${attempt.ref.attemptId}-${at}`), newJournal({}, 0))
  const saves = pendingSaves(journal)
  const { outcomes } = await saveAnswers(who, { place, ref: attempt.ref, epoch: attempt.standing.epoch, saves: saves.slice(0, 2) })
  return { who, attempt, journal: answered(journal, saves, outcomes.slice(0, 1)), madeAt: attempt.standing.clock.deadline! + 60_000 }
}

async function fileOf({ who, attempt, journal, madeAt }: Awaited<ReturnType<typeof cutOff>>, change: Partial<OpenedAttempt> = {}): Promise<AnswerFile> {
  return answerFileOf(leftIn({ ...attempt, ...change }, journal)!, { id: who.id, name: '学员', account: who.username }, madeAt)
}
const bring = (who: Learner, file: unknown) => handInAnswerFile(who, { file: typeof file === 'string' ? file : JSON.stringify(file) })
const refused = (message: string) => expect.objectContaining({ code: 'rejected', message })
const unreadable = refused('答案文件无法识别，请确认没有改动过')
const rows = async () => ({ answers: await platform.api().db.select().from(attemptAnswers), attempts: await platform.api().db.select().from(attempts) })

describe('an answer file', () => {
  it('is closed with the tenant’s key, kept for the examiner with what had arrived, and changes no result', async () => {
    const cut = await cutOff('learner051')
    const file = await fileOf(cut)
    expect(file.content).toBeUndefined()
    expect(JSON.stringify(file)).not.toContain('operation-')
    platform.api().clock.advance({ minutes: 3 })
    await platform.api().runJob('handInOverdue')
    const before = await rows()
    const { filed } = await bring(cut.who, file)
    expect(filed).toMatchObject({ attemptId: cut.attempt.ref.attemptId, late: 1, arrived: 1, unfit: 0 })
    expect(await rows()).toEqual(before)
    const again = await bring(cut.who, file)
    expect(again.filed).toEqual(filed)
    // Closed anew it is another text with the same content.
    expect((await bring(cut.who, await fileOf(cut))).filed).toEqual(filed)
    expect(await listAnswerFiles(cut.who, { examId: '8003' })).toEqual([filed])
    expect(await listAnswerFiles(await platform.learner('learner052', 82), { examId: '8003' })).toEqual([])
    const [kept] = await platform.api().db.select().from(answerFiles)
    expect(kept).toMatchObject({ sealed: true, original: JSON.stringify(file), answers: [{ outcome: 'arrived' }, { outcome: 'late' }] })
  })

  it('is taken unclosed where there was no key', async () => {
    const cut = await cutOff('learner053')
    platform.api().clock.advance({ minutes: 3 })
    const file = await fileOf(cut, { fileKey: null })
    expect(file.sealed).toBeUndefined()
    expect((await bring(cut.who, file)).filed).toMatchObject({ late: 1, arrived: 1 })
  })

  it('is not taken with a moment no database knows', async () => {
    const cut = await cutOff('learner059')
    platform.api().clock.advance({ minutes: 3 })
    const file = await fileOf(cut, { fileKey: null })
    for (const madeAt of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+08:00', '9999-12-31T23:59:59-08:00']) await expect(bring(cut.who, { ...file, madeAt })).rejects.toEqual(unreadable)
  })

  it('is not taken while the exam takes answers, nor from somebody else, nor for another attempt', async () => {
    const cut = await cutOff('learner054')
    const file = await fileOf(cut)
    await expect(bring(cut.who, file)).rejects.toEqual(refused('考试仍在接收答案，请回到考试页面继续'))
    platform.api().clock.advance({ seconds: 90 })
    await expect(bring(cut.who, file)).rejects.toEqual(refused('考试仍在接收答案，请回到考试页面继续'))
    platform.api().clock.advance({ minutes: 3 })
    await expect(bring(await platform.learner('learner055', 82), file)).rejects.toEqual(refused('答案文件不属于您的考试'))
    await expect(bring(await platform.learner('liming', 101), file)).rejects.toEqual(unreadable)
    const other = await open(cut.who)
    await handIn(cut.who, { place, ref: other.ref, epoch: other.standing.epoch })
    await expect(bring(cut.who, { ...file, attempt: other.ref })).rejects.toEqual(unreadable)
  })

  it('that was changed in any way is not taken, and nothing breaks', async () => {
    const cut = await cutOff('learner056')
    platform.api().clock.advance({ minutes: 3 })
    const [closed, plain] = [await fileOf(cut), await fileOf(cut, { fileKey: null })]
    const texts = [closed, plain].map((file) => JSON.stringify(file))
    const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_{}[]":, '
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 1), fc.nat(), fc.nat(), async (which, at, letter) => {
        const text = texts[which]!
        const place = at % text.length
        const changed = text.slice(0, place) + digits[letter % digits.length]! + text.slice(place + 1)
        const outcome = await bring(cut.who, changed).then(({ filed }) => filed, (error: unknown) => (error as { code: string }).code)
        // Title, name and moments are said beside the content and are nobody's proof.
        if (typeof outcome === 'string') expect(['rejected', 'invalid']).toContain(outcome)
        else expect(outcome).toMatchObject({ late: 1, arrived: 1, unfit: 0 })
      }),
      { numRuns: 60, seed: 20_260_310 },
    )
    const forged = { answers: (JSON.parse(plain.content!) as { answers: { optionIds: string[] }[] }).answers.map((one) => ({ ...one, optionIds: ['1'] })) }
    await expect(bring(cut.who, { ...plain, content: JSON.stringify(forged) })).rejects.toEqual(unreadable)
    await expect(bring(cut.who, { ...plain, content: JSON.stringify(forged), hash: null })).rejects.toEqual(unreadable)
    for (const text of ['', '{}', 'null', '[]', '"x"', '{"format":"trainhall-answer-file","version":2}']) await expect(bring(cut.who, text)).rejects.toEqual(unreadable)
  })

  it('is kept at most twenty times for one attempt', async () => {
    const cut = await cutOff('learner057')
    platform.api().clock.advance({ minutes: 3 })
    const one = async (at: number) => bring(cut.who, await answerFileOf({ attempt: cut.attempt, journal: chosen(cut.journal, cut.attempt.questions[3]!.id, [cut.attempt.questions[3]!.options[0]!.id], `another-${at}`) }, { id: cut.who.id, name: '学员', account: cut.who.username }, cut.madeAt))
    for (let at = 0; at < 20; at += 1) expect((await one(at)).filed).not.toBeNull()
    await expect(one(20)).rejects.toEqual(refused('这份试卷的答案文件已达上限，请联系考试组织单位'))
  })

  it('has no place on a platform that knows no such call', async () => {
    platform.server.use(http.all(`${UPSTREAM}/train/examPlanApp/*`, () => HttpResponse.json({ code: 1, msg: '请求的内容不存在', data: null }, { status: 404 })))
    const who = await platform.learner('learner058', 82)
    expect(await bring(who, '{}')).toEqual({ filed: null })
    expect(await listAnswerFiles(who, { examId: '8003' })).toBeNull()
  })
})
