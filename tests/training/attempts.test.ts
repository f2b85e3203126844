import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import type { ExamPlace, OpenedAttempt, Save } from '@/lib/domain/attempts'
import type { Learner } from '@/lib/domain/learner'
import { getPlanExam } from '@/lib/training/exams'
import { getPlayer } from '@/lib/training/player'
import { handIn, lookAtAttempt, reportAbsence, saveAnswers, startAttempt, takeOverAttempt } from '@/lib/training/attempts'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const place = (examId: string, paperId: string): ExamPlace => ({ origin: 'standalone', examId, paperId })
const [theory, contest, quick] = [place('8001', '8200'), place('8002', '828002'), place('8003', '828003')] as const
let presses = 0
const intentId = () => `press-${String((presses += 1)).padStart(6, '0')}`

async function open(who: Learner, where: ExamPlace, attemptId: string | null = null): Promise<OpenedAttempt> {
  const outcome = await startAttempt(who, { place: where, intentId: intentId(), attemptId })
  if (!outcome.started) throw new Error(outcome.words)
  return outcome.attempt
}
const keyOf = ({ place: where, ref, standing }: OpenedAttempt) => ({ place: where, ref, epoch: standing.epoch })
const saveOf = (attempt: OpenedAttempt, index: number, options: number[], seq: number): Save => {
  const question = attempt.questions[index]!
  return { opId: `operation-${attempt.ref.attemptId}-${seq}`, seq, questionId: question.id, optionIds: options.map((at) => question.options[at]!.id) }
}
const answer = (path: string, reply: Parameters<typeof http.all>[1], once = true) => platform.server.use(http.all(`${UPSTREAM}/train/examPlanApp/${path}`, reply, { once }))

describe('opening a paper', () => {
  it('gives the questions in the order of the sheet, the clock of the server, and no key', async () => {
    const attempt = await open(await platform.learner('learner031', 82), theory)
    expect(attempt).toMatchObject({ title: '低压电工理论考试', answers: {}, standing: { status: 'running', epoch: 1, seq: 0, handIn: null }, extraTimeFactor: 1 })
    expect(attempt.questions.map(({ kind }) => kind)).toEqual([...Array<string>(15).fill('single'), ...Array<string>(10).fill('multiple'), ...Array<string>(5).fill('judgement')])
    expect(attempt.standing.clock.deadline! - attempt.standing.clock.serverNow).toBe(45 * 60_000)
    expect([...new Set(attempt.questions.flatMap((question) => Object.keys(question)))].sort()).toEqual(['content', 'id', 'kind', 'options', 'score'])
    expect([...new Set(attempt.questions.flatMap(({ options }) => options.flatMap((option) => Object.keys(option))))].sort()).toEqual(['content', 'id'])
  })

  it('goes on with the attempt that runs, with its answers, less time and a new epoch', async () => {
    const who = await platform.learner('learner032', 82)
    const first = await open(who, theory)
    await saveAnswers(who, { ...keyOf(first), saves: [saveOf(first, 0, [1], 1)] })
    platform.api().clock.advance({ minutes: 5 })
    const again = await open(who, theory, first.ref.attemptId)
    expect(again.ref).toEqual(first.ref)
    expect(again.answers).toEqual({ [first.questions[0]!.id]: [first.questions[0]!.options[1]!.id] })
    expect(again.answerSeqs).toEqual({ [first.questions[0]!.id]: 1 })
    await saveAnswers(who, { ...keyOf(again), saves: [{ ...saveOf(first, 0, [], 2), opId: 'operation-back-2' }] })
    expect(await takeOverAttempt(who, { ...keyOf(again), intentId: intentId() })).toMatchObject({ answers: {}, answerSeqs: { [first.questions[0]!.id]: 2 } })
    expect(again.standing.clock.deadline! - again.standing.clock.serverNow).toBe(40 * 60_000)
    expect(again.standing.epoch).toBe(2)
    expect(again.standing.seq).toBe(1)
  })

  it('by the same press begins one attempt only', async () => {
    const who = await platform.learner('learner033', 82)
    const press = intentId()
    const both = await Promise.all([1, 2].map(() => startAttempt(who, { place: theory, intentId: press, attemptId: null })))
    const [opened] = both
    if (opened?.started) expect(await lookAtAttempt(who, { ...keyOf(opened.attempt), intentId: press })).toMatchObject({ openedEpoch: opened.attempt.standing.epoch })
    const [one, other] = both.map((outcome) => outcome.started && outcome.attempt.ref.attemptId)
    expect(one).toBe(other)
  })

  it('before its time is refused in the platform\'s words', async () => {
    expect(await startAttempt(await platform.learner('liming', 82), { place: place('8004', '828004'), intentId: intentId(), attemptId: null })).toMatchObject({ started: false, why: 'refused', words: '考试未开始或考试已结束' })
  })

  it.each([['simulation', '8006', '828006'], ['practical', '8007', '828007']])('of a %s exam happens elsewhere, and is not even asked for', async (_, examId, paperId) => {
    let isAsked = false
    platform.server.use(http.get(`${UPSTREAM}/train/examPlanApp/startAnswer`, () => {
      isAsked = true
    }))
    expect(await startAttempt(await platform.learner('liming', 82), { place: place(examId, paperId), intentId: intentId(), attemptId: null })).toMatchObject({ started: false, why: 'notHere' })
    expect(isAsked).toBe(false)
  })

  it('that was handed in begins no other when only that one was asked for', async () => {
    const who = await platform.learner('learner035', 82)
    const attempt = await open(who, theory)
    await handIn(who, keyOf(attempt))
    expect(await startAttempt(who, { place: theory, intentId: intentId(), attemptId: attempt.ref.attemptId })).toMatchObject({ started: false, why: 'handedIn', ref: attempt.ref })
  })

  it('of an exam nobody knows is missing', async () => {
    await expect(open(await platform.learner('learner034', 82), place('999999', '1'))).rejects.toMatchObject({ code: 'missing' })
  })

  it('takes nothing the learner must not know yet, even when the platform sends it', async () => {
    const question = { questionId: 1, questionType: 1, questionContent: '<p>x</p>', score: 2, optionList: [{ optionId: 11, optionContent: 'a', isTrue: 1 }], trueOptionList: [11], analysis: 'because' }
    answer('startAnswer', () => HttpResponse.json({ code: 0, data: { answerId: 5, instanceId: 6, questionOneList: [question], questionTwoList: null, questionThreeList: null, residueTime: 0, examAnswerUserRelationList: null } }))
    const { questions } = await open(await platform.learner('liming', 82), theory)
    expect(JSON.stringify(questions)).not.toMatch(/isTrue|trueOption|because/)
  })
})

describe('saving', () => {
  it('acknowledges each change, and the same change again', async () => {
    const who = await platform.learner('learner036', 82)
    const attempt = await open(who, theory)
    const saves = [saveOf(attempt, 0, [2], 1), saveOf(attempt, 15, [1, 0], 2)]
    const once = await saveAnswers(who, { ...keyOf(attempt), saves })
    expect(once).toMatchObject({ verdict: 'taken', outcomes: [{ outcome: 'saved' }, { outcome: 'saved' }], standing: { status: 'running', seq: 2 } })
    expect((await saveAnswers(who, { ...keyOf(attempt), saves })).outcomes.map(({ outcome }) => outcome)).toEqual(['saved', 'saved'])
    expect((await open(who, theory)).answers).toEqual({ [saves[0]!.questionId]: saves[0]!.optionIds, [saves[1]!.questionId]: [...saves[1]!.optionIds].sort((a, b) => Number(a) - Number(b)) })
  })

  it('takes an answer back', async () => {
    const who = await platform.learner('learner037', 82)
    const attempt = await open(who, theory)
    await saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt, 0, [0], 1)] })
    await saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt, 0, [], 2)] })
    expect(Object.values((await open(who, theory)).answers).flat()).toEqual([])
  })

  it('from an older opening changes nothing', async () => {
    const who = await platform.learner('learner038', 82)
    const first = await open(who, theory)
    const second = await open(who, theory)
    expect(await saveAnswers(who, { ...keyOf(first), saves: [saveOf(first, 0, [0], 1)] })).toMatchObject({ verdict: 'elsewhere', outcomes: [] })
    const { standing } = await takeOverAttempt(who, { ...keyOf(first), intentId: intentId() })
    expect(standing.epoch).toBeGreaterThan(second.standing.epoch!)
    expect(await saveAnswers(who, { ...keyOf(first), epoch: standing.epoch, saves: [saveOf(first, 0, [0], 1)] })).toMatchObject({ verdict: 'taken' })
    expect(await saveAnswers(who, { ...keyOf(second), saves: [saveOf(second, 1, [0], 2)] })).toMatchObject({ verdict: 'elsewhere' })
  })

  it('after the hand-in is closed', async () => {
    const who = await platform.learner('learner039', 82)
    const attempt = await open(who, theory)
    await handIn(who, keyOf(attempt))
    expect(await saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt, 0, [0], 1)] })).toMatchObject({ verdict: 'closed', outcomes: [] })
  })

  it('refuses what is not on the paper, what is no option and too many options, and takes the rest', async () => {
    const who = await platform.learner('learner040', 82)
    const attempt = await open(who, theory)
    const good = saveOf(attempt, 1, [0], 4)
    const saves: Save[] = [
      { ...saveOf(attempt, 0, [0], 1), questionId: '999999' },
      { ...saveOf(attempt, 0, [0], 2), optionIds: ['999999'] },
      saveOf(attempt, 2, [0, 1], 3),
      good,
    ]
    const { outcomes } = await saveAnswers(who, { ...keyOf(attempt), saves })
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused', 'saved'])
    expect(outcomes.slice(0, 3).every(({ words }) => words)).toBe(true)
    expect((await open(who, theory)).answers).toEqual({ [good.questionId]: good.optionIds })
  })

  it('under an id that was used for another answer loses nothing: it is to be sent again', async () => {
    const who = await platform.learner('learner066', 82)
    const attempt = await open(who, theory)
    const first = saveOf(attempt, 0, [0], 1)
    await saveAnswers(who, { ...keyOf(attempt), saves: [first] })
    const { outcomes } = await saveAnswers(who, { ...keyOf(attempt), saves: [{ ...saveOf(attempt, 0, [1], 2), opId: first.opId }] })
    expect(outcomes).toMatchObject([{ opId: first.opId, outcome: 'unclear' }])
  })

  it('refused as a whole without a reason keeps each answer to be sent again, in the platform\'s words', async () => {
    const who = await platform.learner('learner067', 82)
    const attempt = await open(who, theory)
    const saves = [saveOf(attempt, 0, [0], 1), saveOf(attempt, 1, [0], 2)]
    answer('updateAnswerResults', () => HttpResponse.json({ code: 1, msg: '系统繁忙', data: null }))
    const { verdict, outcomes } = await saveAnswers(who, { ...keyOf(attempt), saves })
    expect([verdict, outcomes]).toEqual(['taken', saves.map(({ opId }) => ({ opId, outcome: 'unclear', words: '系统繁忙' }))])
    expect(await saveAnswers(who, { ...keyOf(attempt), saves })).toMatchObject({ outcomes: [{ outcome: 'saved' }, { outcome: 'saved' }] })
  })

  it('into somebody else\'s attempt is missing', async () => {
    const attempt = await open(await platform.learner('learner041', 82), theory)
    await expect(saveAnswers(await platform.learner('learner042', 82), { ...keyOf(attempt), saves: [saveOf(attempt, 0, [0], 1)] })).rejects.toMatchObject({ code: 'missing' })
  })

  it('is late but taken within a minute after the time is over, and then no more', async () => {
    const who = await platform.learner('learner043', 82)
    const attempt = await open(who, quick)
    platform.api().clock.advance({ seconds: 90 })
    expect(await saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt, 0, [0], 1)] })).toMatchObject({ verdict: 'taken', outcomes: [{ outcome: 'saved' }] })
    platform.api().clock.advance({ seconds: 60 })
    expect(await saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt, 1, [0], 2)] })).toMatchObject({ verdict: 'closed', outcomes: [] })
  })
})

describe('leaving the page', () => {
  it('is counted by the platform, each absence once, and says what is used up', async () => {
    const who = await platform.learner('learner044', 82)
    const attempt = await open(who, contest)
    expect(attempt.standing.switches).toMatchObject({ rule: 'both', countAllowed: 3, countUsed: 0, secondsAllowed: 60, secondsUsed: 0, exhausted: null })
    const away = (eventId: string, cause: 'hidden' | 'screenOff', seconds: number) => reportAbsence(who, { ...keyOf(attempt), eventId, cause, seconds })
    platform.api().clock.advance({ seconds: 12 })
    expect(await away('absence-1', 'hidden', 12)).toMatchObject({ counted: true, switches: { countUsed: 1, secondsUsed: 12, exhausted: null } })
    expect(await away('absence-1', 'hidden', 12)).toMatchObject({ switches: { countUsed: 1, secondsUsed: 12 } })
    platform.api().clock.advance({ seconds: 300 })
    expect(await away('absence-2', 'screenOff', 300)).toMatchObject({ counted: false, switches: { countUsed: 1, secondsUsed: 12 } })
    platform.api().clock.advance({ seconds: 50 })
    expect(await away('absence-3', 'hidden', 50)).toMatchObject({ counted: true, switches: { countUsed: 2, exhausted: 'either' } })
  })
})

describe('handing in', () => {
  it('gives a number, once, and brings the same one again', async () => {
    const who = await platform.learner('learner045', 82)
    const attempt = await open(who, theory)
    const first = await handIn(who, keyOf(attempt))
    expect(first).toMatchObject({ repeated: false, handIn: { by: 'learner', answeredCount: 0 } })
    expect(first.handIn.number).toBeTruthy()
    const again = await handIn(who, keyOf(attempt))
    expect(again).toMatchObject({ repeated: true, handIn: { number: first.handIn.number } })
    expect(await lookAtAttempt(who, keyOf(attempt))).toMatchObject({ status: 'handedIn', handIn: { number: first.handIn.number } })
  })

  it('that the platform did but did not acknowledge is found, not repeated', async () => {
    const who = await platform.learner('learner046', 82)
    const attempt = await open(who, theory)
    let sent = 0
    answer('submitPaper', async ({ request }) => {
      sent += 1
      await platform.api().app.fetch(request.clone())
      return HttpResponse.error()
    }, false)
    expect(await handIn(who, keyOf(attempt))).toMatchObject({ repeated: true, handIn: { by: 'learner' } })
    expect(sent).toBe(1)
  })

  it('that did not get through is said to have failed', async () => {
    const who = await platform.learner('learner047', 82)
    const attempt = await open(who, theory)
    answer('submitPaper', () => HttpResponse.error())
    await expect(handIn(who, keyOf(attempt))).rejects.toMatchObject({ code: 'failed' })
    expect((await lookAtAttempt(who, keyOf(attempt))).status).toBe('running')
    const seen = await lookAtAttempt(who, { ...keyOf(attempt), intentId: 'nobody-opened-it' })
    expect([seen.status, seen.openedEpoch]).toEqual(['running', undefined])
  })

  it.each([
    ['standalone', {}, 'submitPaper'],
    ['planExam', { itemId: '71', planExamId: '72' }, 'submitPaperAndPlanExam'],
    ['section', { itemId: '71', sectionId: '73' }, 'submitPaperAndPlanSection'],
    ['section', { sectionId: '73' }, 'submitPaperAndCourseSection'],
  ] as const)('from a %s exam %j goes to %s', async (origin, more, call) => {
    const seen: { path: string; body: Record<string, unknown> }[] = []
    platform.server.use(http.post(`${UPSTREAM}/train/examPlanApp/:call`, async ({ request, params }) => {
      seen.push({ path: String(params.call), body: (await request.json()) as Record<string, unknown> })
      return HttpResponse.json({ code: 0, msg: null, data: null })
    }))
    const done = await handIn(await platform.learner('liming', 82), { place: { origin, examId: '1', paperId: '2', ...more }, ref: { attemptId: '3', answerId: '4' }, epoch: null })
    expect(done).toMatchObject({ repeated: false, handIn: { number: null } })
    expect(seen.map(({ path }) => path)).toEqual([call])
    expect(seen[0]!.body).toMatchObject({ examPlanId: '1', paperId: '2', instanceId: '3', answerId: '4', examPlanType: 1, examType: { standalone: 3, planExam: 2, section: 1 }[origin] })
    expect(seen[0]!.body.contentId).toBe(call === 'submitPaperAndPlanSection' ? '71' : undefined)
  })
})

describe('an exam that is an item of a plan', () => {
  it('is opened, answered and handed in at its place', async () => {
    const who = await platform.learner('liming', 82)
    const items = (await getPlayer(who, { kind: 'plan', id: '5001' }))!.items.filter(({ kind }) => kind === 'exam')
    const exams = await Promise.all(items.map(async ({ id }) => ({ id: id!, exam: (await getPlanExam(who, { itemId: id! }))! })))
    const { id, exam } = exams.find(({ exam: one }) => one.attemptsAllowed === null || one.attemptsUsed < one.attemptsAllowed)!
    const attempt = await open(who, { origin: 'planExam', examId: exam.id, paperId: exam.paperId, itemId: id, ownerId: '5001', planExamId: exam.id })
    expect(attempt.title).toBe(exam.name)
    expect(await saveAnswers(who, { ...keyOf(attempt), saves: [saveOf(attempt, 0, [0], 1)] })).toMatchObject({ verdict: 'taken' })
    expect(await handIn(who, keyOf(attempt))).toMatchObject({ repeated: false, handIn: { answeredCount: 1 } })
    expect((await getPlanExam(who, { itemId: id }))!.attemptsUsed).toBe(exam.attemptsUsed + 1)
  })
})
