import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ExamPlace } from '@/lib/domain/attempts'
import { mayPass } from '@/lib/domain/errors'
import { Learner } from '@/lib/domain/learner'
import { startAttempt } from '@/lib/training/attempts'
import { TrainingError } from '@/lib/training/errors'
import { UPSTREAM } from '../support/platform'

// What is not answered here is not there.
const server = setupServer(http.all(`${UPSTREAM}/*`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const standalone: ExamPlace = { origin: 'standalone', examId: '77', paperId: '2' }
const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
const plain = { answerId: 55, instanceId: 66, residueTime: 0, questionTwoList: [], questionThreeList: [], examAnswerUserRelationList: [],
  questionOneList: [{ questionId: 1, questionType: 1, questionContent: '<p>x</p>', score: 2, optionList: [{ optionId: 11, optionContent: 'a' }, { optionId: 12, optionContent: 'b' }] }] }

/** Opens the attempt 6 by name on a platform that begins another one, whichever is asked for; `info` is what it says of the exam. */
async function openNamed(info: () => Response, place = standalone) {
  let begun = 0
  server.use(http.all(call('info'), info), http.all(call('startAnswer'), () => {
    begun += 1
    return HttpResponse.json({ code: 0, msg: null, data: plain })
  }))
  const outcome = await startAttempt(learner, { place, intentId: 'press-000001', attemptId: '6' }).catch((error: unknown) => error)
  return { outcome, begun }
}

describe('an attempt that is named, on a platform that knows the contract only', () => {
  it.each([
    ['a gateway says that nobody is there', () => new HttpResponse('<html>bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['it fails', () => HttpResponse.json({ code: 1, msg: 'x' }, { status: 500 })], ['too much was asked', () => new HttpResponse(null, { status: 429 })], ['it cannot be reached', () => HttpResponse.error()],
    ['there is a page about maintenance', () => new HttpResponse('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('is not asked for where %s instead of whether it has ended, and may be later', async (_, info) => {
    const { outcome, begun } = await openNamed(info)
    expect(begun).toBe(0)
    expect(outcome).toBeInstanceOf(TrainingError)
    expect(mayPass((outcome as TrainingError).code) && (outcome as TrainingError).code !== 'malformed').toBe(true)
  })

  it.each([
    ['knows no such call', () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })], ['says no in words', () => HttpResponse.json({ code: 1, msg: '暂不支持', data: null })],
    ['knows no such exam', () => HttpResponse.json({ code: 0, msg: null, data: null })],
  ])('is asked for where it %s: another time it would say the same', async (_, info) => {
    expect(await openNamed(info)).toMatchObject({ begun: 1, outcome: { started: true } })
  })

  it('is asked for where its place tells of it', async () => {
    const shown = { id: 77, examinationName: '章节测验', examinationType: 1, paper: { id: 2, answerTime: 15 }, lists: [{ id: 6, answerId: 5, startTime: '2026-03-10 09:58:00' }] }
    server.use(http.get(`${UPSTREAM}/train/app/courseChapter/selectSectionTestBySectionId`, () => HttpResponse.json({ code: 0, msg: null, data: { data: shown } })))
    expect(await openNamed(() => HttpResponse.error(), { ...standalone, origin: 'section', sectionId: '73' })).toMatchObject({ begun: 1, outcome: { started: true } })
  })
})
