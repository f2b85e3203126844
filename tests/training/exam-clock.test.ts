import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockOver } from '@/lib/request/exams'
import { endOf } from '@/lib/request/session'
import { getExam, getPlanExam, getSectionExam } from '@/lib/training/exams'
import { mountPlatform, UPSTREAM } from '../support/platform'

vi.mock('next/headers', () => import('../support/request-scope'))

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const info = (data: object) => platform.server.use(http.get(`${UPSTREAM}/train/examPlanApp/info`, () => HttpResponse.json({ code: 0, msg: null, data: { title: 'x', examType: 1, paperId: 2, answerTime: 45, ...data } })))

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
