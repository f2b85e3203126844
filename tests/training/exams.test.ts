import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { decidedStatus, startVerdict, statusOf } from '@/lib/domain/exams'
import { Learner } from '@/lib/domain/learner'
import { mistakeTargetInput } from '@/lib/domain/mistakes-input'
import { addMistake, countBook, getMistake, removeMistake } from '@/lib/training/mistakes'
import { getExam, getSectionExam } from '@/lib/training/exams'
import { getPractical, getResult, listAnswers } from '@/lib/training/exam-results'
import { handInSimulation } from '@/lib/training/exam-simulations'
import { checkReceipt } from '@/lib/training/receipts'
import { UPSTREAM } from '../support/platform'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const ok = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })
const get = (path: string, data: unknown) => http.get(`${UPSTREAM}/${path}`, () => ok(data))
const attempt = { origin: 'standalone' as const, examId: '8001', paperId: '8200', attemptId: '88102', answerId: '89102', isSimulation: false }

describe('the contract’s examples', () => {
  it('E13: a score of -1 waits for review, whatever its pass status', async () => {
    const outcomes: unknown[] = []
    for (const told of [{ passStatus: 1, totalScore: 92 }, { passStatus: 0, totalScore: '40' }, { passStatus: 0, totalScore: -1 }, { passStatus: 1, totalScore: null }]) {
      server.use(get('train/examPlan/questionGroupActualInfo', told))
      const found = (await getPractical(learner, { groupId: '1', paperId: null, attemptId: '2', detailId: '3' }))!
      outcomes.push([found.outcome, found.score])
    }
    expect(outcomes).toEqual([['passed', 92], ['failed', 40], ['pendingReview', -1], ['passed', null]])
  })

  it('E4: unlimited, two attempts, newest first', async () => {
    server.use(get('train/examPlanApp/info', {
      title: '低压电工理论考试', examType: 1, subjectName: '低压电工', companyName: '东岭电力', totalScore: null, passScore: '60', totalQuestionNum: 30, answerTime: 45, answerRuleType: 1, answerNumber: null, useNumber: 2,
      matters: '<p onclick="x()">考试期间</p><script>1</script>', paperId: 8200, startTime: '2026-03-01 00:00:00', endTime: '2026-04-30 23:59:59', cannotanswer: 1,
      useRecord: [{ id: 88102, answerId: 89102, score: 58, passStatus: 0, answerStatus: 7, finishTime: '2026-03-05 14:38:20' }, { id: 88101, answerId: 89101, score: -1, passStatus: 0, answerStatus: 6, finishTime: '2026-03-03 10:31:44' }],
    }))
    const exam = await getExam(learner, { examId: '8001', kind: null })
    expect(exam).toMatchObject({ id: '8001', totalScore: 100, passScore: 60, attemptsAllowed: null, status: 'available', matters: '<p>考试期间</p>', startsAt: '2026-03-01T00:00:00+08:00' })
    expect(exam!.attempts.map(({ number, outcome, state }) => [number, outcome, state])).toEqual([[2, 'failed', 'finished'], [1, 'pendingReview', 'pendingReview']])
    server.use(get('train/examPlanApp/info', null))
    expect(await getExam(learner, { examId: '1', kind: 'practical' })).toBeNull()
  })

  it.each([[1, null, null, undefined], [1, 3, null, undefined], [2, 3, 3, undefined], [2, null, null, true], [null, null, null, true]])('E4: attempts by rule %j and number %j', async (answerRuleType, answerNumber, attemptsAllowed, isLimitUntold) => {
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 1, paperId: 2, answerRuleType, answerNumber, useNumber: 5 }))
    const exam = (await getExam(learner, { examId: '8001', kind: 'theory' }))!
    expect([exam.attemptsAllowed, exam.isLimitUntold, startVerdict(exam)]).toEqual([attemptsAllowed, isLimitUntold, attemptsAllowed === null ? { can: 'start' } : { can: 'not', why: 'used' }])
  })

  it('E4: a practical exam is found also where nobody knows that it is one', async () => {
    const scopes: (string | null)[] = []
    server.use(http.get(`${UPSTREAM}/train/examPlanApp/info`, ({ request }) => {
      const scope = new URL(request.url).searchParams.get('examType')
      scopes.push(scope)
      return ok(scope === '4' ? { title: '实操考试', examType: 3, paperId: 2 } : null)
    }))
    expect(await getExam(learner, { examId: '8007', kind: null })).toMatchObject({ id: '8007', kind: 'practical' })
    expect(await getExam(learner, { examId: '8007', kind: 'theory' })).toBeNull()
    expect(scopes).toEqual(['3', '4', '3'])
  })

  it('an attempt that is handed in and not graded yet, or in a way that nobody knows, is neither passed nor failed by that', async () => {
    const ended = { answerId: 5, finishTime: '2026-03-05 14:38:20' }
    const useRecord = [{ ...ended, id: 1, score: null, passStatus: 0 }, { ...ended, id: 2, score: null, passStatus: null }, { ...ended, id: 3, score: 0, passStatus: 0 }, { ...ended, id: 4, score: null, passStatus: 1 }, { ...ended, id: 5, score: 80, passStatus: 9 }, { ...ended, id: 6, score: null, passStatus: 9 }]
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 1, paperId: 2, passScore: 60, useRecord }))
    const exam = await getExam(learner, { examId: '8001', kind: null })
    expect(exam!.attempts.map(({ id, outcome }) => [id, outcome])).toEqual([['1', null], ['2', null], ['3', 'failed'], ['4', 'passed'], ['5', 'passed'], ['6', null]])
  })

  it('an attempt that waits for its hand-in goes on, whatever score it is given meanwhile', async () => {
    const row = { id: 6, answerId: 5, score: 0, passStatus: 0, answerStatus: 4 }
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 1, paperId: 2, passScore: 60, answerRuleType: 2, answerNumber: 1, useNumber: 1, useRecord: [row, { ...row, id: 7, endTime: '2026-03-05 14:38:20' }] }))
    const exam = (await getExam(learner, { examId: '8001', kind: null }))!
    expect(exam.attempts).toMatchObject([{ state: 'running', score: null, outcome: null }, { state: 'pendingSubmit' }])
    expect(startVerdict(exam)).toMatchObject({ can: 'continue', attempt: { id: '6' } })
  })

  it('C7: with one data more or one fewer', async () => {
    const exam = { id: 8101, examinationName: '章节测验', examinationType: 1, sumTopic: 10, sumNum: 1, maxNum: 3, limitType: 1, limitEnd: 1, adopt: 2, maxScore: 50, paper: { id: 8201, answerTime: 15 }, lists: null }
    for (const data of [{ data: exam }, exam]) {
      server.use(get('train/app/courseChapter/selectSectionTestBySectionId', data))
      expect(await getSectionExam(learner, { kind: 'course', sectionId: '3206', itemId: null })).toMatchObject({ id: '8101', attemptsAllowed: 3, bestScore: 50, state: 'inProgress', isExhausted: false, attempts: [] })
    }
  })

  it('E3: own and right answers, shares and the place in the book', async () => {
    server.use(get('train/examPlanApp/answerDetail', [{
      questionId: 1101, questionType: 2, questionContent: '<p>停电</p>', score: 4, optionList: [{ optionId: 11011, optionContent: '停电' }, { optionId: 11012, optionContent: '验电' }], userOptionList: [11011], trueOptionList: '11011&11012',
      trueFlag: 0, isErrorFlag: 1, errorId: 77001, analysis: null, trueStr: '63.5%', statisticsEntityList: [{ historyOptionLetter: 'A', currentOptionPercentage: 92, historyOptionPercentage: '88.4' }],
    }]))
    expect(await listAnswers(learner, attempt)).toMatchObject([{ id: '1101', kind: 'multiple', chosenIds: ['11011'], correctIds: ['11011', '11012'], isRight: false, isWithheld: false, inBook: true, mistakeId: '77001', accuracyPercent: 63.5, shares: [{ letter: 'A', herePercent: 92, everPercent: 88.4 }] }])
  })

  it('E3: a question of a paper being answered comes without its answers', async () => {
    const question = { questionId: 1101, questionType: 3, questionContent: '<p>停电</p>', score: 2, optionList: [{ optionId: 1, optionContent: '对' }], userOptionList: [], trueOptionList: [], isErrorFlag: 0, errorId: null, analysis: '', trueStr: null, statisticsEntityList: [] }
    server.use(get('train/examPlanApp/answerDetail', [{ ...question, beingAnswered: 1 }, { ...question, questionId: 2, beingAnswered: { of: 'another platform' } }]))
    expect(await listAnswers(learner, attempt)).toMatchObject([{ id: '1101', isWithheld: true, chosenIds: [], correctIds: [], isRight: false, analysis: null }, { id: '2', isWithheld: false }])
  })
})

it('a result names its practical part, and what looks otherwise by these names counts as absent', async () => {
  const result = { userScore: 86, passScore: 60, endTime: null, totalTime: 0, accuracy: 0 }
  server.use(get('train/examPlanApp/result', { ...result, examType: 3, questionGroupActualId: 7, examAnswerActualDetailId: '9' }))
  expect(await getResult(learner, attempt)).toMatchObject({ kind: 'practical', practical: { groupId: '7', detailId: '9' } })
  server.use(get('train/examPlanApp/result', { ...result, examType: {}, questionGroupActualId: { id: 7 }, examAnswerActualDetailId: [] }))
  expect(await getResult(learner, attempt)).toMatchObject({ score: 86, kind: null, practical: null })
})

it.each([
  [{ accuracy: 0, examType: 3 }, null], [{ accuracy: '0%' }, null], [{ accuracy: 0, examType: 1 }, 0], [{ accuracy: 0.7 }, 0.7], [{ accuracy: 0, userScore: 12 }, 0], [{ accuracy: null, userScore: 12 }, null], [{ userScore: 12 }, null],
])('E2: an accuracy that nobody has counted is none: %j', async (more, accuracy) => {
  server.use(get('train/examPlanApp/result', { userScore: -1, passScore: 60, endTime: null, totalTime: 0, ...more }))
  expect(await getResult(learner, attempt)).toMatchObject({ accuracy })
})

describe('without a pass mark or a pass status there is no verdict', () => {
  it.each([[{ passScore: null }, null], [{}, null], [{ passScore: '' }, null], [{ passScore: null, passStatus: 0 }, 'failed'], [{ passScore: null, passStatus: '1' }, 'passed'], [{ passScore: 0 }, 'passed'], [{ passScore: 60 }, 'failed']])('E2, E12: 40 points with %j', async (more, outcome) => {
    for (const path of ['train/examPlanApp/result', 'train/plan/planeExaminationByVr']) server.use(get(path, { userScore: 40, totalTime: 0, ...more }))
    for (const isSimulation of [false, true]) expect(await getResult(learner, { ...attempt, isSimulation })).toMatchObject({ score: 40, outcome })
  })

  it('E2: a pass status of 0 without a score is none', async () => {
    server.use(get('train/examPlanApp/result', { userScore: null, passScore: 60, passStatus: 0 }))
    expect(await getResult(learner, attempt)).toMatchObject({ score: null, outcome: null })
  })

  it('E4: the exam stays open to who has tried it', async () => {
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 1, paperId: 2, passScore: null, answerRuleType: 1, useRecord: [{ id: 1, answerId: 2, score: 40, finishTime: '2026-03-05 10:01:00' }] }))
    const exam = (await getExam(learner, { examId: '8001', kind: 'theory' }))!
    expect([exam.attempts[0]!.outcome, decidedStatus(exam, Date.parse('2026-03-06T00:00:00Z'))]).toEqual([null, null])
  })

  it.each([
    ['that began now may be under way, and takes nobody out of the last one', {}, {}, { status: null, can: 'continue' }],
    ['of which the platform says that it has failed', { cannotanswer: 3 }, {}, { status: 'failed', can: 'not' }],
    ['that began longer ago than it takes has failed', {}, { startTime: '2026-03-05 10:00:00' }, { status: 'failed', can: 'not' }],
    ['that is said to have ended has failed', {}, { answerStatus: 7 }, { status: 'failed', can: 'not' }], ['without a start has failed', {}, { startTime: null }, { status: 'failed', can: 'not' }],
    ['of an exam that has more of them leaves those', { answerNumber: 3 }, {}, { status: null, can: 'start' }],
  ])('E4: a paper with a score of 0 %s', async (_, more, moreOfIt, { status, can }) => {
    const startTime = new Date(Date.now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ')
    server.use(get('train/examPlanApp/info', { title: 'x', examType: 1, paperId: 2, passScore: 60, answerTime: 45, answerNumber: 1, useNumber: 1, useRecord: [{ id: 1, answerId: 2, score: 0, passStatus: 0, startTime, ...moreOfIt }], ...more }))
    const exam = (await getExam(learner, { examId: '8001', kind: 'theory' }))!
    const decided = statusOf(exam, null, Date.now())
    expect([decided, startVerdict({ ...exam, status: decided }).can]).toEqual([status, can])
  })

  it('E13: a practical exam that is not passed has failed (spec 2 §2.5), unless it waits for its review', async () => {
    for (const [told, outcome] of [[{ passStatus: 1, totalScore: null }, 'passed'], [{ totalScore: 86 }, 'failed'], [{ passStatus: 0, totalScore: null }, 'failed'], [{ passStatus: 0, totalScore: -1 }, 'pendingReview']] as const) {
      server.use(get('train/examPlan/questionGroupActualInfo', told))
      expect(await getPractical(learner, { groupId: '1', paperId: null, attemptId: '2', detailId: '3' })).toMatchObject({ outcome })
    }
  })
})

it('results are asked for in the learner’s language', async () => {
  const asked: (string | null)[] = []
  const note = (path: string) => http.get(`${UPSTREAM}/${path}`, ({ request }) => (asked.push(new URL(request.url).searchParams.get('languageType')), ok(null)))
  server.use(note('train/examPlanApp/result'), note('train/plan/planeExaminationByVr'))
  const reader = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'ja', token: 't' })
  expect([await getResult(reader, attempt), await getResult(reader, { ...attempt, isSimulation: true })]).toEqual([null, null])
  expect(asked).toEqual(['3', '3'])
})

describe('back from a simulation', () => {
  const place = { origin: 'standalone' as const, examId: '8006', paperId: '828006' }
  const asked: string[] = []
  const platform = (scores: unknown[], records: unknown[], examType = 2) => [
    get('train/examPlan/simulationExamResult/77/9', scores),
    get('train/examPlanApp/info', { title: 'x', examType, paperId: 828006, useRecord: records }),
    http.post(`${UPSTREAM}/train/examPlanApp/deleteVrRequestId`, () => (asked.push('delete'), ok(true))),
    http.get(`${UPSTREAM}/train/examPlanApp/startAnswer`, () => (asked.push('start'), ok({ answerId: 5, instanceId: 6 }))),
    http.post(`${UPSTREAM}/train/examPlanApp/submitPaper`, async ({ request }) => {
      const { totalScore, ...rest } = await request.json() as Record<string, unknown>
      asked.push(`submit ${String(totalScore)}`)
      expect(Object.keys(rest).sort()).toEqual(['answerId', 'endTimeString', 'examPlanId', 'examPlanType', 'examType', 'instanceId', 'paperId', 'userId'])
      return ok({ integral: ['获得 10 积分'], certificate: 1 })
    }),
  ]

  it('deletes the request, starts and submits the newest result, in this order', async () => {
    asked.length = 0
    server.use(...platform([{ totalScore: 40, finishTime: '2026-03-05 10:00:00' }, { totalScore: 90, finishTime: '2026-03-06 10:00:00' }], [{ id: 1, answerId: 2, score: 40, finishTime: '2026-03-05 10:01:00' }]))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toMatchObject({ handedIn: true, attemptId: '6', score: 90, report: { messages: [{ points: 10 }] } })
    expect(asked).toEqual(['delete', 'start', 'submit 90'])
  })

  it.each([['the platform says that it counted', 75, 75], ['it was handed in with, where the platform says no other', '', 90]])('tells the score %s', async (_, userScore, score) => {
    server.use(http.post(`${UPSTREAM}/train/examPlanApp/submitPaper`, () => ok({ integral: [], certificate: 1, userScore })), ...platform([{ totalScore: 90, finishTime: '2026-03-06 10:00:00' }], []))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toMatchObject({ handedIn: true, score })
  })

  it.each([['refuses', { code: 1, msg: '不存在' }, 200], ['has no such call', { code: 1, msg: null }, 404], ['fails', { code: 1, msg: null }, 500]])('loses no result where the platform %s when the request is to be deleted', async (_, body, status) => {
    asked.length = 0
    server.use(http.post(`${UPSTREAM}/train/examPlanApp/deleteVrRequestId`, () => HttpResponse.json(body, { status })), ...platform([{ totalScore: 90, finishTime: '2026-03-06 10:00:00' }], []))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toMatchObject({ handedIn: true, score: 90 })
    expect(asked).toEqual(['start', 'submit 90'])
  })

  it.each([['theory', 1], ['practical', 3]])('hands in nothing to an exam that is %s, whose paper may be under way', async (_, examType) => {
    asked.length = 0
    server.use(...platform([{ totalScore: 90, finishTime: '2026-03-06 10:00:00' }], [], examType))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toEqual({ handedIn: false })
    expect(asked).toEqual([])
  })

  it('hands in nothing to an exam that is gone', async () => {
    asked.length = 0
    server.use(get('train/examPlanApp/info', null), ...platform([{ totalScore: 90, finishTime: '2026-03-06 10:00:00' }], []))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toEqual({ handedIn: false })
    expect(asked).toEqual([])
  })

  it('begins nothing where the session is over', async () => {
    asked.length = 0
    server.use(...platform([{ totalScore: 90, finishTime: '2026-03-06 10:00:00' }], []))
    server.use(http.post(`${UPSTREAM}/train/examPlanApp/deleteVrRequestId`, () => HttpResponse.json({ code: 1, msg: '用户凭证已过期' }, { status: 401 })))
    await expect(handInSimulation(learner, { place, requestId: '77', kind: 'course' })).rejects.toMatchObject({ code: 'expired' })
    expect(asked).toEqual([])
  })

  it('hands in the one more than there are records, where the platform tells no times', async () => {
    const record = { id: 1, answerId: 2, score: 40, finishTime: '2026-03-05 10:01:00' }
    asked.length = 0
    server.use(...platform([{ totalScore: 90 }, { totalScore: 40 }], [record]))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toMatchObject({ handedIn: true, score: 90 })
    server.resetHandlers()
    server.use(...platform([{ totalScore: 40 }], [record]))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toEqual({ handedIn: false })
    expect(asked).toEqual(['delete', 'start', 'submit 90'])
  })

  it.each([['has handed in', 40, []], ['has only begun, as far as anybody can tell', 0, ['delete', 'start', 'submit 40']]] as const)('knows by its start what the last record without an end %s', async (_, score, calls) => {
    asked.length = 0
    server.use(...platform([{ totalScore: 40, finishTime: '2026-03-05 10:00:00' }], [{ id: 1, answerId: 2, score, startTime: '2026-03-05 10:01:00' }]))
    await handInSimulation(learner, { place, requestId: '77', kind: 'course' })
    expect(asked).toEqual(calls)
  })

  it.each([[{ score: 80, passStatus: 1 }, 80, []], [{ score: 80, passStatus: 1 }, 85, ['delete', 'start', 'submit 85']], [{ score: 0, startTime: '2026-03-05 10:01:00' }, 0, []]])('knows by its score what a record without an end stands for: of %j and %i points', async (record, totalScore, calls) => {
    asked.length = 0
    server.use(...platform([{ totalScore, finishTime: '2026-03-06 10:00:00' }], [{ id: 1, answerId: 2, ...record }]))
    await handInSimulation(learner, { place, requestId: '77', kind: 'course' })
    expect(asked).toEqual(calls)
  })

  it('does nothing without a result newer than the last record', async () => {
    asked.length = 0
    server.use(...platform([{ totalScore: 40, finishTime: '2026-03-05 10:00:00' }], [{ id: 1, answerId: 2, score: 40, finishTime: '2026-03-05 10:01:00' }]))
    expect(await handInSimulation(learner, { place, requestId: '77', kind: 'course' })).toEqual({ handedIn: false })
    expect(asked).toEqual([])
  })
})

it('a platform without extensions is quietly taken as it is', async () => {
  const nothing = (path: string) => http.get(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 1, msg: 'no' }, { status: 404 }))
  server.use(nothing('train/examPlanApp/errorCounts'), nothing('train/web/checkAnswerReceipt'))
  expect(await countBook(learner)).toBeNull()
  expect(await checkReceipt({ tenantId: '82', locale: 'zh' }, { code: 'abcd' })).toBeNull()
})

it.each([
  [{ source: 'practice' }, { errorType: 3, id: '77' }],
  [{ source: 'theory', attemptId: '6', answerId: '5' }, { errorType: 1, questionType: 1, questionContent: 'x', userId: '9', instanceId: '6', answerId: '5', questionId: '1' }],
] as const)('W5 names a question of practice by its id alone, and one of an exam by its attempt: %j', async (which, said) => {
  let body: unknown
  server.use(http.post(`${UPSTREAM}/train/examPlanApp/removeError`, async ({ request }) => ((body = await request.json()), ok(true))))
  expect(await removeMistake(learner, { ...which, questionId: '1', kind: 'single', content: 'x', mistakeId: '77' })).toEqual({ inBook: false, mistakeId: null })
  expect(body).toEqual(said)
})

it('what is asked of an attempt, and of a mistake of an exam, says no more than it must', async () => {
  const asked: string[][] = []
  const note = (path: string) => http.get(`${UPSTREAM}/train/examPlanApp/${path}`, ({ request }) => (asked.push([...new URL(request.url).searchParams.keys()].filter((name) => name !== 'languageType').sort()), ok(null)))
  server.use(note('result'), note('answerDetail'), note('examErrorDetail'))
  const inPlan = { ...attempt, origin: 'section' as const, sectionId: '3206', itemId: '5101' }
  await Promise.all([getResult(learner, inPlan), listAnswers(learner, inPlan)])
  await getMistake(learner, { source: 'theory', mistakeId: '77', questionId: '1', attemptId: '6', answerId: '5' })
  const ofAttempt = ['answerId', 'examPlanId', 'examType', 'instanceId', 'otherContentId', 'paperId', 'type', 'userId']
  expect(asked).toEqual([ofAttempt, ofAttempt, ['answerId', 'examErrorId', 'instanceId', 'questionId', 'userId']])
})

it.each([['joinError', addMistake, 'practice'], ['joinError', addMistake, 'theory'], ['removeError', removeMistake, 'theory']] as const)('%s says a question, however long, with the platform’s own addresses of its pictures', async (call, act, source) => {
  let body: unknown
  server.use(http.post(`${UPSTREAM}/train/examPlanApp/${call}`, async ({ request }) => ((body = await request.json()), ok({ id: 77 }))))
  const words = '停电'.repeat(20_000)
  await act(learner, mistakeTargetInput.parse({ source, questionId: '1', kind: 'single', content: `<p>${words}<img src="/api/files/train/file/doc/a.png" alt=""></p>` }))
  expect(body).toMatchObject({ questionContent: `<p>${words}<img src="/train/file/doc/a.png" alt=""></p>` })
})
