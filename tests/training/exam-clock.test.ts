import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ExamPlace } from '@/lib/domain/attempts'
import { clockOver } from '@/lib/request/exams'
import { endOf } from '@/lib/request/session'
import { startAttempt } from '@/lib/training/attempts'
import { getExam, getPlanExam, getSectionExam } from '@/lib/training/exams'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const MINUTE = 60_000
const quick: ExamPlace = { origin: 'standalone', examId: '8003', paperId: '828003' }
const wire = (ms: number) => new Date(ms + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace('T', ' ')
const info = (data: object) => platform.server.use(http.get(`${UPSTREAM}/train/examPlanApp/info`, () => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, paperId: 2, answerTime: 45, ...data } })))
const attempt = (finishedAt: number, more: object = {}) => ({ useRecord: [{ id: 6, answerId: 5, answerStatus: 7, score: null, passStatus: null, startTime: wire(finishedAt - 45 * MINUTE), finishTime: wire(finishedAt), ...more }] })

describe('the clock that decides over an exam', () => {
  it('is the platform’s, however far off ours is', async () => {
    const who = await platform.learner('learner091', 82)
    const { aheadMs } = (await getExam(who, { examId: '8001', kind: 'theory' }))!
    expect(Math.abs(Date.now() + aheadMs! - platform.api().clock.now().getTime())).toBeLessThan(5_000)
    const session = { startedAt: Date.now() / 1000 }
    expect(clockOver({ aheadMs }, session, 1_000)).toEqual({ serverNow: 1_000 + aheadMs!, aheadMs, loginEndsAt: endOf(session) + aheadMs! })
  })

  it.each([['no clock', undefined], ['what is none', 'soon']])('is ours where the platform tells %s', async (_, serverNow) => {
    info({ serverNow })
    const exam = (await getExam(await platform.learner('learner091', 82), { examId: '8001', kind: 'theory' }))!
    expect(exam.aheadMs).toBeNull()
    expect(clockOver(exam, { startedAt: 0 }, 1_000)).toMatchObject({ serverNow: 1_000, aheadMs: null })
  })

  it('comes with the window and the extra time also where the exam is a section or an item of a plan', async () => {
    const who = await platform.learner('liming', 82)
    const [section, item] = [await getSectionExam(who, { kind: 'course', sectionId: '3206', itemId: null }), await getPlanExam(who, { itemId: '5104' })]
    for (const exam of [section!, item!]) {
      expect(exam).toMatchObject({ extraTimeFactor: 1, startsAt: expect.stringContaining('+08:00') as string, endsAt: expect.stringContaining('+08:00') as string })
      expect(Math.abs(Date.now() + exam.aheadMs! - platform.api().clock.now().getTime())).toBeLessThan(5_000)
    }
    expect(await getSectionExam(await platform.learner('learner010', 82), { kind: 'course', sectionId: '3206', itemId: null })).toMatchObject({ extraTimeFactor: 1.5 })
  })

  it('is not told by a platform that knows the contract only, and what it may mean by a window there is left alone', async () => {
    const exam = { id: 8101, examinationName: 'x', examinationType: 1, sumTopic: 5, sumNum: 0, paper: { id: 8201, answerTime: 15 }, lists: [], startTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' }
    platform.server.use(http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionTestBySectionId`, () => HttpResponse.json({ code: 0, data: { data: exam } })))
    expect(await getSectionExam(await platform.learner('liming', 82), { kind: 'course', sectionId: '3206', itemId: null })).toMatchObject({ startsAt: null, endsAt: null, extraTimeFactor: 1, aheadMs: null })
  })
})

describe('the minute in which last answers come', () => {
  it('keeps an attempt whose time is over from being asked how it went, as long as it lasts', async () => {
    const who = await platform.learner('learner092', 82)
    const started = await startAttempt(who, { place: quick, intentId: 'press-of-the-minute', attemptId: null })
    if (!started.started) throw new Error(started.words)
    const newest = async () => (await getExam(who, { examId: quick.examId, kind: 'theory' }))!.attempts[0]!
    expect(await newest()).toMatchObject({ state: 'running' })
    expect((await newest()).lateMs).toBeUndefined()
    platform.api().clock.advance({ minutes: 1.5 })
    const late = await newest()
    expect(late).toMatchObject({ state: 'finished', score: null, outcome: null })
    expect(late.lateMs).toBeGreaterThan(30_000)
    expect(late.lateMs).toBeLessThanOrEqual(70_000)
    platform.api().clock.advance({ minutes: 1.5 })
    const over = await newest()
    expect([over.score, over.lateMs]).toEqual([expect.any(Number), undefined])
  })

  it('is over by the platform’s clock, and there is none where it tells none; what was scored, or waits for review, has none', async () => {
    const who = await platform.learner('learner091', 82)
    const lateOf = async (data: object) => {
      info(data)
      const { attempts } = (await getExam(who, { examId: '8001', kind: 'theory' }))!
      return attempts[0]!.lateMs !== undefined
    }
    const [now, other] = [Date.now(), Date.parse('2026-03-10T10:00:00+08:00')]
    const serverNow = new Date(other).toISOString()
    expect(await lateOf({ ...attempt(other - 20_000), serverNow })).toBe(true)
    expect(await lateOf({ ...attempt(other - 80_000), serverNow })).toBe(false)
    // A clock that is hours off would keep it shut for hours.
    expect(await lateOf({ ...attempt(other + 8 * 60 * MINUTE), serverNow })).toBe(false)
    // Nobody collects where our exam protocol is not known, nor for an exam without a paper.
    expect(await lateOf(attempt(now - 20_000))).toBe(false)
    for (const examType of [2, 3]) expect(await lateOf({ ...attempt(other - 20_000), serverNow, examType })).toBe(false)
    for (const more of [{ score: 0 }, { score: 60, passStatus: 1 }, { answerStatus: 6 }, { answerStatus: 5 }, { finishTime: null, answerStatus: null }]) expect(await lateOf({ ...attempt(other - 20_000, more), serverNow })).toBe(false)
  })
})
