import { describe, expect, it } from 'vitest'
import { attemptsLeft, decidedStatus, endOfAttempts, examWindow, outcomeOf, placeIdOf, questionNumberOf, secondOf, simulationAddress, startVerdict, statusOf, withoutCrumbs, withWindow, type Attempt, type ExamStatus, type ExamDetail } from '@/lib/domain/exams'
import { decidedState, goesOnAfterEnd, playerExamVerdict, type PlayerExam } from '@/lib/domain/player-exam'
import { attemptPlaceOf, examPreparationOf, preparationOf, routes } from '@/lib/routes'

const from = '2026-03-01T00:00:00+08:00'
const to = '2026-04-01T00:00:00+08:00'
const at = (text: string) => Date.parse(text)
const running: Attempt = { id: '1', answerId: '2', number: 1, score: null, state: 'running', outcome: null, startedAt: from, finishedAt: null, practical: null }
const failed: Attempt = { ...running, id: '3', score: 20, state: 'finished', outcome: 'failed', finishedAt: from }
const exam = (more: Partial<ExamDetail> = {}) => ({ kind: 'theory' as const, status: 'available' as const, attemptsAllowed: 3, attemptsUsed: 1, attempts: [], ...more })

describe('an exam', () => {
  it.each([
    ['2026-02-28T23:59:59+08:00', 'upcoming'], [from, 'open'], ['2026-03-31T23:59:59+08:00', 'open'], [to, 'ended'],
  ])('at %s is %s', (now, window) => expect(examWindow({ startsAt: from, endsAt: to }, at(now))).toBe(window))

  it.each([
    ['2026-03-30T23:14:59+08:00', null], ['2026-03-30T23:15:01+08:00', to], ['2026-03-31T23:50:00+08:00', to], [to, null], ['2026-04-02T00:00:00+08:00', null],
  ])('whose end may cut the 45 minutes of an attempt short tells it on its last day: at %s', (now, end) => {
    expect(endOfAttempts({ endsAt: to, answerMinutes: 45 }, at(now))).toBe(end)
    expect(endOfAttempts({ endsAt: null, answerMinutes: 45 }, at(now))).toBeNull()
  })

  it('counts the attempts that are left, and none below nothing', () => {
    expect(attemptsLeft({ attemptsAllowed: null, attemptsUsed: 7 })).toBeNull()
    expect(attemptsLeft({ attemptsAllowed: 3, attemptsUsed: 5 })).toBe(0)
  })

  it.each([
    [exam(), { can: 'start' }],
    [exam({ status: null }), { can: 'start' }],
    [exam({ attemptsAllowed: null, attemptsUsed: 99 }), { can: 'start' }],
    [exam({ attemptsUsed: 3 }), { can: 'not', why: 'used' }],
    [exam({ kind: 'practical' }), { can: 'not', why: 'practical' }],
    [exam({ kind: 'practical', status: 'passed' }), { can: 'not', why: 'passed' }],
    [exam({ status: 'passed' }), { can: 'not', why: 'passed' }],
    [exam({ status: 'failed' }), { can: 'not', why: 'failed' }],
    [exam({ status: 'expired' }), { can: 'not', why: 'expired' }],
    [exam({ attemptsUsed: 3, attempts: [running] }), { can: 'continue', attempt: running }],
  ])('has its start button when all conditions hold (%#)', (given, verdict) => expect(startVerdict(given)).toEqual(verdict))

  it.each([
    ['open', { attempts: [failed] }, null], ['passed once', { attempts: [failed, { ...failed, outcome: 'passed' }] }, 'passed'], ['over', { endsAt: from }, 'expired'],
    ['passed before it was over', { endsAt: from, attempts: [{ ...failed, outcome: 'passed' }] }, 'passed'], ['out of attempts', { attemptsUsed: 3, attempts: [failed] }, 'failed'],
    ['out of attempts before it was over', { endsAt: from, attemptsUsed: 3, attempts: [failed] }, 'failed'], ['over with attempts left', { endsAt: from, attempts: [failed] }, 'expired'],
    ['waiting for its review after its end', { endsAt: from, attempts: [failed, { ...failed, outcome: 'pendingReview' }] }, null],
    ['waiting for its review', { attemptsUsed: 3, attempts: [{ ...failed, outcome: 'pendingReview' }] }, null], ['out of attempts but for one that runs', { attemptsUsed: 3, attempts: [failed, running] }, null],
  ] as const)('whose status nobody says is known by its attempts and dates: %s', (_, more, status) => {
    const facts = { startsAt: null, endsAt: to, attemptsAllowed: 3, attemptsUsed: 1, ...more }
    expect(decidedStatus({ ...facts, attempts: 'attempts' in more ? [...more.attempts] : [] }, at('2026-03-10T10:00:00+08:00'))).toBe(status)
  })

  it.each<[string, Partial<ExamDetail>, ExamStatus | null, ExamStatus | null]>([
    ['the platform before the list', { status: 'failed' }, 'available', 'failed'],
    ['the list while attempts are left, also of one that was passed', { attempts: [{ ...failed, outcome: 'passed' }] }, 'available', 'available'],
    ['the list where it says more than attempts do', { attempts: [{ ...failed, outcome: 'passed' }], endsAt: from }, 'failed', 'failed'],
    ['its end where an address calls it available', { endsAt: from }, 'available', 'expired'], ['its attempts where an address calls it available', { attemptsUsed: 3, attempts: [failed] }, 'available', 'failed'],
    ['the list where nothing is decided', { attemptsUsed: 3, attempts: [{ ...failed, outcome: 'pendingReview' }] }, 'available', 'available'],
    ['its attempts where no list says anything', { attempts: [{ ...failed, outcome: 'passed' }] }, null, 'passed'], ['nobody', {}, null, null],
  ])('has its status from %s', (_, more, told, status) => {
    expect(statusOf({ status: null, startsAt: null, endsAt: to, attemptsAllowed: 3, attemptsUsed: 1, attempts: [], ...more }, told, at('2026-03-10T10:00:00+08:00'))).toBe(status)
  })

  it('has figures without what binary sums leave over', () => {
    expect([64.1 / 100, 17.9 + 0.7, 59.99, 0.1 + 0.2, 2 / 3].map(withoutCrumbs)).toEqual([0.641, 18.6, 59.99, 0.3, 0.666666667])
  })

  it('in the player hides it when passed, failed or out of attempts by either field', () => {
    const base: PlayerExam = { id: '1', name: '', kind: 'theory', paperId: '1', questionCount: 10, answerMinutes: 15, attemptsUsed: 1, attemptsAllowed: 3, passScore: 60, totalScore: 100, bestScore: 50, state: 'inProgress', isExhausted: false, simulation: null, reportedRequestId: null, sectionId: null, switches: null, startsAt: null, endsAt: null, extraTimeFactor: 1, aheadMs: null, attempts: [] }
    expect(playerExamVerdict(base, 'inProgress').can).toBe('start')
    for (const more of [{ state: 'passed' as const }, { state: 'failed' as const }, { isExhausted: true }]) expect(playerExamVerdict({ ...base, ...more }, 'inProgress').can).toBe('not')
    for (const state of ['inProgress', 'failed', 'passed'] as const) expect(playerExamVerdict({ ...base, state, isExhausted: true }, state), state).toEqual({ can: 'not', why: 'used' })
    const mayRun = { ...failed, isUnsure: true, mayRun: true } as const
    expect([playerExamVerdict({ ...base, isExhausted: true, attempts: [mayRun] }, 'inProgress').can, playerExamVerdict({ ...base, isExhausted: true, attempts: [mayRun] }, 'failed').can, playerExamVerdict({ ...base, attempts: [mayRun] }, 'inProgress').can]).toEqual(['continue', 'not', 'start'])
    // Where a platform says it in the catalogue only; what the exam says itself is nearer.
    for (const state of ['notStarted', 'inProgress', 'unknown'] as const) for (const listed of ['passed', 'failed'] as const) expect([playerExamVerdict({ ...base, state }, listed), decidedState({ ...base, state }, listed)]).toEqual([{ can: 'not', why: listed }, listed])
    expect([decidedState({ ...base, state: 'passed' }, 'failed'), decidedState(base, 'notStarted')]).toEqual(['passed', null])
  })

  it.each<[string, Parameters<typeof goesOnAfterEnd>[0], boolean]>([
    ['while its paper runs', { kind: 'theory', attempts: [failed, { ...failed, state: 'running' }], reportedRequestId: null }, true],
    ['not when it was handed in', { kind: 'theory', attempts: [failed], reportedRequestId: null }, false],
    ['while a result of its simulation waits', { kind: 'simulation', attempts: [], reportedRequestId: '77' }, true],
    ['not when its simulation has reported nothing', { kind: 'simulation', attempts: [{ ...failed, state: 'running' }], reportedRequestId: null }, false],
    ['not where it is taken elsewhere', { kind: 'practical', attempts: [{ ...failed, state: 'running' }], reportedRequestId: null }, false],
  ])('goes on after the end of its plan %s', (_, exam, goesOn) => expect(goesOnAfterEnd(exam)).toBe(goesOn))

  it('is pending before it is passed or failed', () => {
    expect(outcomeOf(-1, true, 60)).toBe('pendingReview')
    expect([outcomeOf(60, null, 60), outcomeOf(59.5, null, 60), outcomeOf(80, false, 60), outcomeOf(null, null, 60), outcomeOf(59.99999999999999, null, 60)]).toEqual(['passed', 'failed', 'failed', null, 'passed'])
  })
})

describe('a simulation', () => {
  it('opens at the service with what the contract names', () => {
    const url = new URL(simulationAddress('http://sim.example/run', { requestId: '77', ticket: 'a.b' }, { learnerId: '9', language: 'ja' }))
    expect(Object.fromEntries(url.searchParams)).toEqual({ testRequestId: '77', userId: '9', learnType: '2', language: 'ja', planId: '-1', ticket: 'a.b' })
  })
})

describe('addresses', () => {
  it('of a result name the attempt in both forms, and carry no score', () => {
    const attempt = { origin: 'section' as const, examId: '8101', paperId: '8201', attemptId: '88001', answerId: '89001', isSimulation: true, sectionId: '3206', itemId: '55', ownerId: '5001', chapterId: '31', planExamId: null }
    const query = Object.fromEntries(new URL(routes.examResult(attempt), 'http://x').searchParams)
    expect(attemptPlaceOf(query)).toEqual(attempt)
    expect(attemptPlaceOf({ examPlanId: '8006', instanceId: '7', FzType: '1', userScore: '100', passScore: '0' })).toMatchObject({ examId: '8006', attemptId: '7', answerId: null, paperId: null, isSimulation: true, origin: 'standalone' })
    // The item of a plan comes along in either form, and on to the answers one by one.
    const first = attemptPlaceOf({ examPlanId: '8006', instanceId: '7', FzType: '1', contentId: '5105' })!
    expect([first.itemId, attemptPlaceOf(Object.fromEntries(new URL(routes.examAnswers(first), 'http://x').searchParams))?.itemId]).toEqual(['5105', '5105'])
    for (const bad of [{}, { examPlanId: '8001' }, { examPlanId: ['1', '2'], instanceId: '3' }, { examPlanId: '../x', instanceId: '3' }]) expect(attemptPlaceOf(bad)).toBeNull()
  })

  it('of a preparation carry kind, window and status, and nothing odd is believed', () => {
    const query = Object.fromEntries(new URL(examPreparationOf({ id: '8001', kind: 'practical', startsAt: '2026-03-10T09:00:00+08:00', endsAt: null }, 'expired'), 'http://x').searchParams)
    expect(preparationOf(query)).toEqual({ id: '8001', kind: 'practical', status: 'expired', startsAt: '2026-03-10T01:00:00.000Z', endsAt: null })
    expect(preparationOf({ id: '8001', examType: '9', cannotanswer: '4' })).toEqual({ id: '8001', kind: null, status: null, startsAt: null, endsAt: null })
    expect(preparationOf({ id: '<x>' })).toBeNull()
  })

  it.each<[string | string[], string | null]>([
    ['2026-03-10 09:00:00', '2026-03-10T01:00:00.000Z'], ['2026-03-10 09:00', '2026-03-10T01:00:00.000Z'], ['2026-03-10', '2026-03-09T16:00:00.000Z'], ['2026-03-10T09:00:00.000Z', '2026-03-10T09:00:00.000Z'],
    ['2026-03-10T09:00:00+09:00', '2026-03-10T00:00:00.000Z'], ['', null], ['null', null], ['undefined', null], ['2026-13-10 09:00:00', null], ['2026-03-10 25:00:00', null], ['1773104400000', null], ['2026-03-10 09:00:00<x>', null], [['2026-03-10', '2026-03-11'], null],
  ])('of a preparation with the time %j begin and end at %s', (time, moment) => {
    expect(preparationOf({ id: '8001', startTime: time, endTime: time })).toMatchObject({ startsAt: moment, endsAt: moment })
  })

  it('of a preparation have a window that stands where the platform says none with the exam', () => {
    const none = { startsAt: null, endsAt: null }
    expect([withWindow(none, { startsAt: from, endsAt: to }), withWindow({ startsAt: null, endsAt: to }, { startsAt: from, endsAt: from }), withWindow(none, none)]).toEqual([{ startsAt: from, endsAt: to }, { startsAt: null, endsAt: to }, none])
  })

  it('name the place that the calls want', () => {
    expect([placeIdOf({ origin: 'standalone', itemId: '1', sectionId: '2' }), placeIdOf({ origin: 'planExam', itemId: '1' }), placeIdOf({ origin: 'section', itemId: '1', sectionId: '2' })]).toEqual([null, '1', '2'])
  })
})

it.each([['00:12:30', 750], ['12:30', 750], ['45', 45], ['', null], ['soon', null], [null, null]])('the moment %s of a video is second %s', (text, second) => expect(secondOf(text)).toBe(second))

it.each([['7', 7], ['1', 1], [null, 1], ['', 1], ['0', 1], ['-2', 1], ['2.5', 1], ['x', 1], ['Infinity', 1]])('the answers at %j begin with question %i', (word, number) => expect(questionNumberOf(word)).toBe(number))
