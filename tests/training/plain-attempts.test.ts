import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ExamPlace, OpenedAttempt, Save } from '@/lib/domain/attempts'
import { Learner } from '@/lib/domain/learner'
import { handIn, lookAtAttempt, saveAnswers, startAttempt } from '@/lib/training/attempts'
import { UPSTREAM } from '../support/platform'

// What is not answered here is not there.
const server = setupServer(http.all(`${UPSTREAM}/*`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const place = (examId: string, paperId: string): ExamPlace => ({ origin: 'standalone', examId, paperId })
const keyOf = ({ place: where, ref, standing }: OpenedAttempt) => ({ place: where, ref, epoch: standing.epoch })
const answer = (path: string, reply: Parameters<typeof http.all>[1], once = true) => server.use(http.all(`${UPSTREAM}/train/examPlanApp/${path}`, reply, { once }))

async function open(who: Learner, where: ExamPlace): Promise<OpenedAttempt> {
  const outcome = await startAttempt(who, { place: where, intentId: 'press-000001', attemptId: null })
  if (!outcome.started) throw new Error(outcome.words)
  return outcome.attempt
}

describe('a platform without any of the extensions', () => {
  const plain = { answerId: 5, instanceId: 6, residueTime: 300_000, questionTwoList: [], questionThreeList: [], examAnswerUserRelationList: [{ questionId: 1, resultIds: '12&11' }],
    questionOneList: [{ questionId: 1, questionType: 1, questionContent: '<p>x</p>', score: 2, optionList: [{ optionId: 11, optionContent: 'a' }, { optionId: 12, optionContent: 'b' }] }] }
  const start = async (more: Record<string, unknown> = {}) => {
    answer('startAnswer', () => HttpResponse.json({ code: 0, msg: null, data: { ...plain, ...more } }))
    answer('info', () => HttpResponse.json({ code: 0, msg: null, data: { title: '旧平台考试', examType: 1, answerTime: 45, totalQuestionNum: 1, paperId: 2 } }))
    return open(learner, place('77', '2'))
  }
  const save: Save = { opId: 'operation-1', seq: 1, questionId: '1', optionIds: ['12', '11'] }

  it('is read with our own clock and without epochs', async () => {
    answer('updateInstanceInfo', () => HttpResponse.json({ code: 0, msg: null, data: { switchScreenType: '3', switchScreenTime: '60', switchTime: 60 } }))
    const attempt = await start()
    expect(attempt).toMatchObject({ title: '旧平台考试', answers: { 1: ['12', '11'] }, standing: { epoch: null, seq: 0, switches: { rule: 'time', exhausted: 'time' } } })
    expect(attempt.standing.clock.deadline! - attempt.standing.clock.serverNow).toBeGreaterThan(39 * 60_000)
    expect(attempt.standing.clock.deadline! - attempt.standing.clock.serverNow).toBeLessThanOrEqual(40 * 60_000)
  })

  it('is asked for screen switches of an exam by itself only', async () => {
    const asked: unknown[] = []
    answer('updateInstanceInfo', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ code: 0, msg: null, data: { switchScreenType: '2', switchScreenNumber: 3, switchNumber: 1 } })
    }, false)
    const { standing: _standing, ...attempt } = await start()
    for (const of of [{ origin: 'standalone' }, { origin: 'section', sectionId: '73' }, { origin: 'planExam', itemId: '71' }] as const) {
      asked.length = 0
      const { status, switches } = await lookAtAttempt(learner, { ...attempt, place: { ...attempt.place, ...of }, epoch: null })
      expect([status, switches?.rule ?? null, asked.length], of.origin).toEqual(of.origin === 'standalone' ? ['running', 'count', 1] : ['running', null, 0])
    }
  })

  it('may mean something of its own by the names of our additions', async () => {
    const odd = await start({ status: 1, handIn: 1, deadline: 1_795_446_000_000, serverNow: true, lateUntil: {}, epoch: [], seq: 'x', extraTimeFactor: {}, answerFileKey: 'k' })
    expect(odd).toMatchObject({ extraTimeFactor: 1, standing: { epoch: null, seq: 0, status: 'running', handIn: null } })
    expect(odd.standing.clock.deadline! - odd.standing.clock.serverNow).toBeGreaterThan(39 * 60_000)
  })

  const info = (reply: () => Response, once = true) => answer('info', reply, once)
  const minutesLeft = ({ standing: { clock } }: OpenedAttempt) => clock.deadline && Math.round((clock.deadline - clock.serverNow) / 60_000)

  it.each([
    ['knows no such exam', () => HttpResponse.json({ code: 0, msg: null, data: null })], ['fails', () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 })], ['cannot be reached', () => HttpResponse.error()],
    ['tells no time', () => HttpResponse.json({ code: 0, msg: null, data: { title: '考试', examType: 1, answerTime: null, paperId: 2 } })],
  ])('that tells nobody how long an exam takes, and %s, ends no paper', async (_, reply) => {
    answer('startAnswer', () => HttpResponse.json({ code: 0, msg: null, data: plain }))
    info(reply)
    const attempt = await open(learner, place('77', '2'))
    expect(attempt.standing).toMatchObject({ status: 'running', clock: { deadline: null, lateUntil: null } })
  })

  it.each([
    ['no time of an exam but its window has that end', null, '2096-03-10 18:00:00', () => Date.parse('2096-03-10T18:00:00+08:00')],
    // It has just let the learner go on: what has passed was no end.
    ['no time of an exam but a window that is over ends no paper', null, '2026-03-10 18:00:00', () => null],
    ['how long an exam takes means that, whenever its window ends', 45, '2026-03-10 18:00:00', () => Date.now() + 40 * 60_000],
  ])('that tells %s', async (_, answerTime, endTime, end) => {
    answer('startAnswer', () => HttpResponse.json({ code: 0, msg: null, data: plain }))
    info(() => HttpResponse.json({ code: 0, msg: null, data: { title: '考试', examType: 1, paperId: 2, endTime, answerTime } }))
    const { deadline } = (await open(learner, place('77', '2'))).standing.clock
    const expected = end()
    if (expected === null) expect(deadline).toBeNull()
    // The clock went on while it was asked for.
    else expect(Math.abs(deadline! - expected)).toBeLessThan(60_000)
  })

  it.each([
    ['runs', { startTime: '2026-03-10 09:58:00' }, true], ['may run', { startTime: '2026-03-10 09:58:00', score: 0 }, true],
    ['has ended', { startTime: '2026-03-10 09:58:00', finishTime: '2026-03-10 10:20:00', score: 80 }, false],
    ['waits for its review', { startTime: '2026-03-10 09:58:00', finishTime: '2026-03-10 10:20:00', score: -1 }, false],
  ])('whose named attempt %s is asked for a paper where that cannot begin another', async (_, more, opens) => {
    let asked = 0
    answer('startAnswer', () => {
      asked += 1
      return HttpResponse.json({ code: 0, msg: null, data: plain })
    }, false)
    info(() => HttpResponse.json({ code: 0, msg: null, data: { title: '考试', examType: 1, answerTime: 45, paperId: 2, useRecord: [{ id: 6, answerId: 5, score: null, ...more }] } }), false)
    const asks = { place: place('77', '2'), intentId: 'press-000001' }
    const outcome = await startAttempt(learner, { ...asks, attemptId: '6' })
    expect([outcome.started, asked]).toEqual([opens, opens ? 1 : 0])
    if (!opens) expect(outcome).toEqual({ started: false, why: 'handedIn', words: '', ref: { attemptId: '6', answerId: '5' } })
    // One that tells its time knows which paper is meant, and takes late answers to it.
    info(() => HttpResponse.json({ code: 0, msg: null, data: { title: '考试', examType: 1, answerTime: 45, paperId: 2, serverNow: '2026-03-10T10:20:30+08:00', useRecord: [{ id: 6, answerId: 5, score: null, ...more }] } }), true)
    expect((await startAttempt(learner, { ...asks, attemptId: '6' })).started).toBe(true)
    // Opened anew it may begin one.
    expect((await startAttempt(learner, { ...asks, attemptId: null })).started).toBe(true)
  })

  const ofPlaces = [
    ['a section', 'train/app/courseChapter/selectSectionTestBySectionId', { origin: 'section', sectionId: '73' }], ['a plan', 'train/content/getPlanExaminationByContentid', { origin: 'planExam', itemId: '71' }],
  ] as const
  it.each(ofPlaces)('tells the time of an exam of %s also where the player has it from', async (_, call, more) => {
    const shown = { id: 77, examinationName: '章节测验', examinationType: 1, paper: { id: 2, answerTime: 15 }, lists: null }
    server.use(http.get(`${UPSTREAM}/${call}`, () => HttpResponse.json({ code: 0, msg: null, data: { data: shown } })))
    answer('startAnswer', () => HttpResponse.json({ code: 0, msg: null, data: plain }))
    info(() => HttpResponse.error())
    const attempt = await open(learner, { examId: '77', paperId: '2', ...more })
    expect([attempt.title, minutesLeft(attempt)]).toEqual(['章节测验', 10])
  })

  it('is saved to one answer at a time, in order, with ids joined by ampersands', async () => {
    const attempt = await start()
    const sent: unknown[] = []
    answer('updateAnswerResult', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ code: 0, msg: null, data: null })
    }, false)
    const outcome = await saveAnswers(learner, { ...keyOf(attempt), saves: [save, { ...save, opId: 'operation-2', seq: 2, optionIds: [] }] })
    expect(outcome).toMatchObject({ verdict: 'taken', outcomes: [{ opId: 'operation-1', outcome: 'saved' }, { opId: 'operation-2', outcome: 'saved' }] })
    expect(sent).toMatchObject([{ questionId: '1', answer: '11&12', answerId: '5', instanceId: '6', examPlanId: '77' }, { answer: '' }])
  })

  it('hears with each answer the start that it was told, or that it has on record; of an exam in a course none', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T10:00:00+08:00') })
    try {
      let asked: string | null = null
      answer('startAnswer', ({ request }) => {
        asked = new URL(request.url).searchParams.get('startTimeString')
        return HttpResponse.json({ code: 0, msg: null, data: { ...plain, instanceId: 26, answerId: 25 } })
      })
      info(() => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, answerTime: 45, paperId: 2, useRecord: [{ id: 16, answerId: 15, startTime: '2026-03-10 09:58:00', answerStatus: 4 }] } }), false)
      const attempt = await open(learner, place('77', '2'))
      const told: unknown[] = []
      answer('updateAnswerResult', async ({ request }) => {
        told.push(((await request.json()) as { startTimeString?: string }).startTimeString)
        return HttpResponse.json({ code: 0, msg: null, data: null })
      }, false)
      vi.setSystemTime(Date.parse('2026-03-10T10:20:00+08:00'))
      await saveAnswers(learner, { ...keyOf(attempt), saves: [save, { ...save, opId: 'operation-2', seq: 2 }] })
      // Gone on with: the start stays the first one.
      answer('startAnswer', () => HttpResponse.json({ code: 0, msg: null, data: { ...plain, instanceId: 26, answerId: 25 } }))
      await open(learner, place('77', '2'))
      await saveAnswers(learner, { ...keyOf(attempt), saves: [save] })
      // Another attempt, which another web has begun.
      await saveAnswers(learner, { ...keyOf(attempt), ref: { attemptId: '16', answerId: '15' }, saves: [save] })
      await saveAnswers(learner, { ...keyOf(attempt), place: { ...attempt.place, origin: 'section', sectionId: '73' }, saves: [save] })
      expect([asked, ...told]).toEqual([...Array(4).fill('2026-03-10 10:00:00'), '2026-03-10 09:58:00', undefined])
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told of the first answers while many go slowly, one by one', async () => {
    const attempt = await start()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      answer('updateAnswerResult', () => {
        vi.setSystemTime(Date.now() + 2_000)
        return HttpResponse.json({ code: 0, msg: null, data: null })
      }, false)
      const saves = Array.from({ length: 40 }, (_, index) => ({ ...save, opId: `operation-${index}`, seq: index + 1 }))
      const { verdict, outcomes } = await saveAnswers(learner, { ...keyOf(attempt), saves })
      expect([verdict, outcomes.map(({ opId }) => opId)]).toEqual(['taken', ['operation-0', 'operation-1', 'operation-2']])
    } finally {
      vi.useRealTimers()
    }
  })

  it('that fails in the middle has what it acknowledged, and no more', async () => {
    const attempt = await start()
    let calls = 0
    answer('updateAnswerResult', () => ((calls += 1) === 1 ? HttpResponse.json({ code: 0, msg: null, data: null }) : HttpResponse.error()), false)
    expect(await saveAnswers(learner, { ...keyOf(attempt), saves: [save, { ...save, opId: 'operation-2', seq: 2 }] })).toMatchObject({ verdict: 'cut', outcomes: [{ opId: 'operation-1' }] })
  })

  it('behind a gateway that lets no more through may take answer and paper later, and is not asked for more meanwhile', async () => {
    const attempt = await start()
    const asked: string[] = []
    server.use(http.all(`${UPSTREAM}/*`, ({ request }) => {
      asked.push(new URL(request.url).pathname.split('/').at(-1)!)
      return new HttpResponse(null, { status: 429 })
    }))
    await expect(saveAnswers(learner, { ...keyOf(attempt), saves: [save] })).rejects.toMatchObject({ code: 'failed', status: 429 })
    await expect(handIn(learner, keyOf(attempt))).rejects.toMatchObject({ code: 'failed', status: 429 })
    expect(asked).toEqual(['updateAnswerResult', 'submitPaper'])
  })

  const failing = async ({ request }: { request: Request }) => (((await request.json()) as { answer: string }).answer === '' ? HttpResponse.json({ code: 1, msg: 'NullPointerException' }, { status: 500 }) : HttpResponse.json({ code: 0, msg: null, data: null }))
  const failed: Save = { ...save, opId: 'operation-0', seq: 1, optionIds: [] }

  it('that fails on one answer has the others, and that one is turned down', async () => {
    const attempt = await start()
    answer('updateAnswerResult', failing, false)
    const outcome = await saveAnswers(learner, { ...keyOf(attempt), saves: [failed, { ...save, seq: 2 }] })
    expect(outcome).toMatchObject({ verdict: 'taken', outcomes: [{ opId: 'operation-1', outcome: 'saved' }, { opId: 'operation-0', outcome: 'unclear', words: null }] })
  })

  it.each([
    ['knows the exam turns that answer down', () => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, answerTime: 45, paperId: 2 } }), true],
    ['fails on the exam as well is in trouble, and may take it later', () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 }), false],
  ])('that fails on the only answer and %s', async (_, reply, isItself) => {
    const attempt = await start()
    answer('updateAnswerResult', failing, false)
    info(reply)
    const done = saveAnswers(learner, { ...keyOf(attempt), saves: [failed] })
    if (isItself) expect(await done).toMatchObject({ verdict: 'taken', outcomes: [{ opId: 'operation-0', outcome: 'unclear' }] })
    else await expect(done).rejects.toMatchObject({ code: 'failed' })
  })

  it('that fails on every answer is not asked for each of many', async () => {
    const attempt = await start()
    let calls = 0
    answer('updateAnswerResult', () => {
      calls += 1
      return HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 })
    }, false)
    info(() => HttpResponse.error())
    await expect(saveAnswers(learner, { ...keyOf(attempt), saves: Array.from({ length: 40 }, (_, index) => ({ ...failed, opId: `operation-${index}`, seq: index + 1 })) })).rejects.toMatchObject({ code: 'failed' })
    expect(calls).toBe(3)
  })

  it('that turns an answer down without a reason may take it later; one that names the answer’s own fault never will', async () => {
    const attempt = await start()
    answer('updateAnswerResult', () => HttpResponse.json({ code: 1, msg: '系统繁忙', data: null }))
    expect(await saveAnswers(learner, { ...keyOf(attempt), saves: [save] })).toMatchObject({ verdict: 'taken', outcomes: [{ opId: 'operation-1', outcome: 'unclear', words: '系统繁忙' }] })
    answer('updateAnswerResult', () => HttpResponse.json({ code: 1, msg: '选项不属于该题目', data: { reason: 'notAnOption' } }))
    expect(await saveAnswers(learner, { ...keyOf(attempt), saves: [save] })).toMatchObject({ verdict: 'taken', outcomes: [{ outcome: 'refused' }] })
  })

  it('that says another window writes is believed, and ends no paper', async () => {
    const attempt = await start()
    answer('updateAnswerResult', () => HttpResponse.json({ code: 1, msg: '该试卷已在其他窗口打开', data: { reason: 'epoch' } }))
    expect(await saveAnswers(learner, { ...keyOf(attempt), saves: [save] })).toMatchObject({ verdict: 'elsewhere', outcomes: [] })
  })

  it('that has the paper already says so in words, and that is understood', async () => {
    const attempt = await start()
    answer('updateAnswerResult', () => HttpResponse.json({ code: 1, msg: '试卷已提交', data: null }))
    expect(await saveAnswers(learner, { ...keyOf(attempt), saves: [save] })).toMatchObject({ verdict: 'closed', outcomes: [] })
    answer('submitPaper', () => HttpResponse.json({ code: 1, msg: '试卷已提交', data: null }))
    answer('info', () => HttpResponse.error())
    expect(await handIn(learner, keyOf(attempt))).toMatchObject({ repeated: true })
  })

  it.each([
    ['waits for the hand-in', { answerStatus: 4 }, false], ['waits for it though it has an end', { answerStatus: 4, endTime: '2026-03-10 10:00:00' }, false],
    ['waits for the upload after it', { answerStatus: 5 }, true], ['is with its reviewer', { answerStatus: 6, score: -1 }, true], ['is finished', { answerStatus: 7, finishTime: '2026-03-10 10:00:00' }, true],
    ['has a score and says no more', { score: 40 }, true], ['has an end and says no more', { endTime: '2026-03-10 10:00:00' }, true], ['has a score of 0, as one that was only begun, and says no more', {}, false],
  ])('that did not answer a hand-in has the paper or has it not, by its record: it %s', async (_, more, isHandedIn) => {
    const attempt = await start()
    answer('submitPaper', () => HttpResponse.error())
    info(() => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, answerTime: 45, paperId: 2, useRecord: [{ id: 6, answerId: 5, score: 0, passStatus: 0, ...more }] } }))
    const done = handIn(learner, keyOf(attempt))
    if (isHandedIn) expect(await done).toMatchObject({ repeated: true })
    else await expect(done).rejects.toMatchObject({ code: 'failed' })
  })

  it.each([['has it', 7, true], ['has it not', 4, false]])('that turns a hand-in down in words of its own has the paper or has it not, by its record: it %s', async (_, answerStatus, isHandedIn) => {
    const attempt = await start()
    answer('submitPaper', () => HttpResponse.json({ code: 1, msg: '请勿重复提交', data: null }))
    info(() => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, answerTime: 45, paperId: 2, useRecord: [{ id: 6, answerId: 5, score: 0, passStatus: 0, answerStatus }] } }))
    const done = handIn(learner, keyOf(attempt))
    if (isHandedIn) expect(await done).toMatchObject({ repeated: true })
    else await expect(done).rejects.toMatchObject({ code: 'rejected', message: '请勿重复提交' })
  })

  it.each(ofPlaces)('is asked at its place of an exam of %s that is known nowhere else: whether it has a paper, is well, and which attempt has ended', async (_, call, more) => {
    const which = { ...keyOf(await start()), place: { ...place('77', '2'), ...more } }
    const shown = { id: 77, examinationType: 1, paper: { id: 2, answerTime: 15 }, lists: [{ id: 6, answerId: 5, score: 80, passStatus: 1, finishTime: '2026-03-10 10:00:00' }] }
    info(() => HttpResponse.json({ code: 0, msg: null, data: null }), false)
    server.use(http.get(`${UPSTREAM}/${call}`, () => HttpResponse.json({ code: 0, msg: null, data: { data: shown } })), http.post(`${UPSTREAM}/train/examPlanApp/:submit`, () => HttpResponse.json({ code: 1, msg: '请勿重复提交', data: null })))
    expect(await handIn(learner, which)).toMatchObject({ repeated: true, handIn: { at: Date.parse('2026-03-10T10:00:00+08:00') } })
    answer('updateAnswerResult', failing)
    expect(await saveAnswers(learner, { ...which, saves: [failed] })).toMatchObject({ verdict: 'taken', outcomes: [{ opId: 'operation-0', outcome: 'unclear' }] })
    info(() => HttpResponse.json({ code: 0, msg: null, data: { title: '考试', examType: 1, answerTime: 45, paperId: 2 } }), false)
    expect(await startAttempt(learner, { place: which.place, intentId: 'press-000001', attemptId: '6' })).toMatchObject({ started: false, why: 'handedIn', ref: { attemptId: '6', answerId: '5' } })
  })

  it('that did not answer a hand-in is asked for its record first', async () => {
    const attempt = await start()
    answer('submitPaper', () => HttpResponse.error())
    answer('info', () => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, answerTime: 45, paperId: 2, passScore: 60, useRecord: [{ id: 6, answerId: 5, score: 80, passStatus: 1, finishTime: '2026-03-10 10:00:00' }] } }))
    expect(await handIn(learner, keyOf(attempt))).toMatchObject({ repeated: true, handIn: { at: Date.parse('2026-03-10T10:00:00+08:00') } })
  })
})
