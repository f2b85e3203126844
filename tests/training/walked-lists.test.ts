import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { listMyCourses } from '@/lib/training/courses'
import { getMessage, listMessages, markAllMessagesRead } from '@/lib/training/messages'
import { drawQuestions } from '@/lib/training/practice'
import { collectRecord } from '@/lib/training/record'
import { mountPlatform, UPSTREAM } from '../support/platform'

// Lists of a platform that sends all it has as every page, whatever is asked for.

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

/** Rows with the ids from 1 on, at an address, with what more makes one of them; gives how often it was asked for. */
function answerAll(path: string, count: number, more: (id: number) => object, total = count) {
  const asked = { times: 0 }
  const records = Array.from({ length: count }, (_, at) => ({ id: at + 1, ...more(at + 1) }))
  platform.server.use(http.get(`${UPSTREAM}/${path}`, () => {
    asked.times += 1
    return HttpResponse.json({ code: 0, msg: null, data: { records, total, size: 100, current: 1 } })
  }))
  return asked
}

const PICTURE = 'x'.repeat(1_000_000)

/** The same page by page, as it is asked for; gives which pages of which size were. */
function answerLarge(path: string, count: number, more: (id: number) => object, total = count) {
  const asked: string[] = []
  platform.server.use(http.get(`${UPSTREAM}/${path}`, ({ request }) => {
    const [current, size] = ['current', 'size'].map((name) => Number(new URL(request.url).searchParams.get(name)))
    asked.push(`${current} ${size}`)
    const records = Array.from({ length: count }, (_, at) => at + 1).slice((current! - 1) * size!, current! * size!).map((id) => ({ id, ...more(id) }))
    return HttpResponse.json({ code: 0, msg: null, data: { records, total, size, current } })
  }))
  return asked
}

describe('a record', () => {
  const recordOf = async () => collectRecord(await platform.learner('wangfang', 82), { title: '', domain: 'localhost' }, new Date())
  const attempts = () => platform.server.use(http.get(`${UPSTREAM}/train/examPlanApp/info`, ({ request }) => {
    const id = new URL(request.url).searchParams.get('examPlanId')
    return HttpResponse.json({ code: 0, msg: null, data: { id, title: 'x', examType: 1, paperId: 2, useRecord: id === '1500' ? [{ id: 7, answerId: 7, score: 80, passStatus: 1, answerStatus: 7, finishTime: '2026-03-05 14:38:20' }] : [] } })
  }))

  it('has what stands behind the rows that are shown as one page', async () => {
    attempts()
    answerAll('train/examPlanApp/queryPage', 1_500, (id) => ({ title: '考试', examType: 1, useNumber: id === 1_500 ? 1 : 0 }))
    expect((await recordOf()).exams.map(({ id }) => id)).toEqual(['1500'])
  })

  it('has every course once, also where the platform says that there are more than it sends', async () => {
    const asked = answerAll('train/web/getMyWebCourseBySort', 2, () => ({ title: '课程' }), 250)
    expect((await recordOf()).courses.map(({ id }) => id)).toEqual(['1', '2'])
    expect(asked.times).toBe(2)
  })
})

describe('a message', () => {
  const messages = (count: number, total?: number) => answerAll('train/messageSend/web/page', count, (id) => ({ messageSendUserId: id, messageSendTitle: `第${id}条`, sendUser: '甲', status: 1 }), total)
  const shown = { state: 'all', page: 1, size: 10 } as const

  it('is found behind the rows that are shown as one page', async () => {
    messages(1_500)
    const learner = await platform.learner('liming', 82)
    expect(await getMessage(learner, '1500', shown)).toMatchObject({ title: '第1500条' })
    expect((await listMessages(learner, shown)).items).toHaveLength(1_000)
  })

  it('that is not there is not looked for on pages that bring nothing new', async () => {
    const asked = messages(60, 5_000)
    expect(await getMessage(await platform.learner('liming', 82), '999', shown)).toBeNull()
    expect(asked.times).toBe(3)
  })

  it('that is older than what is looked through is not called missing', async () => {
    platform.server.use(http.get(`${UPSTREAM}/train/messageSend/web/page`, ({ request }) => {
      const [current, size] = ['current', 'size'].map((name) => Number(new URL(request.url).searchParams.get(name)))
      const records = Array.from({ length: size! }, (_, at) => ({ messageSendUserId: (current! - 1) * size! + at + 1, messageSendTitle: '消息', sendUser: '甲', status: 1 }))
      return HttpResponse.json({ code: 0, msg: null, data: { records, total: 1_100, size, current } })
    }))
    const learner = await platform.learner('liming', 82)
    expect(await getMessage(learner, '1000', shown)).toMatchObject({ id: '1000' })
    expect(await getMessage(learner, '1001', shown)).toBe('notReached')
  })

  it.each([['the last of as many as are looked through, all of them counted, is missing', 1_000, null], ['the same where nobody counts them may be behind them', 0, 'notReached']])('%s', async (_what, total, found) => {
    platform.server.use(http.get(`${UPSTREAM}/train/messageSend/web/page`, ({ request }) => {
      const [current, size] = ['current', 'size'].map((name) => Number(new URL(request.url).searchParams.get(name)))
      const records = current! > 20 ? [] : Array.from({ length: size! }, (_each, at) => ({ messageSendUserId: (current! - 1) * size! + at + 1, messageSendTitle: '消息', sendUser: '甲', status: 1 }))
      return HttpResponse.json({ code: 0, msg: null, data: { records, total, size, current } })
    }))
    expect(await getMessage(await platform.learner('liming', 82), '9999', shown)).toBe(found)
  })

  it('is looked for in smaller pages where larger ones are too large to come', async () => {
    const asked = answerLarge('train/messageSend/web/page', 60, (id) => ({ messageSendUserId: id, messageSendTitle: `第${id}条`, sendUser: '甲', status: 1, messageSendContent: PICTURE }))
    expect(await getMessage(await platform.learner('liming', 82), '25', shown)).toMatchObject({ title: '第25条' })
    expect(asked).toEqual(['1 10', '1 50', '1 10', '2 10', '3 10'])
  })

  it('is marked as read behind them too', async () => {
    messages(1_200)
    const marked = new Set<string | null>()
    platform.server.use(
      http.post(`${UPSTREAM}/train/web/markAllMessagesRead`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })),
      http.get(`${UPSTREAM}/train/messageSend/updateMessageUserStatus`, ({ request }) => {
        marked.add(new URL(request.url).searchParams.get('id'))
        return HttpResponse.json({ code: 0, msg: null, data: null })
      }),
    )
    await markAllMessagesRead(await platform.learner('liming', 82))
    expect(marked.size).toBe(1_200)
  })
})

const wrongQuestion = (id: number) => ({
  errorType: 3, questionType: 1, questionContent: '题', questionId: id + 10_000, userId: 9, userOptionList: ['2'], trueOptionList: '1', optionList: [{ optionId: 1, optionContent: '甲' }, { optionId: 2, optionContent: '乙' }],
})
const drawOf = async (mistakeId: string) => drawQuestions(await platform.learner('liming', 82), { from: 'book', source: 'practice', subjectId: null, kind: null, isDue: false, mistakeId, count: 1 })
const withoutDraws = () => platform.server.use(http.get(`${UPSTREAM}/train/practiceCenter/mistakeDraw`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))

it.each([['behind the rows that are shown as one page', 1_500, 1_500, '1500', ['1500'], 1], ['on no page, and pages bring nothing new', 60, 5_000, '999', [], 2]])('a wrong question is looked for %s', async (_, count, total, mistakeId, found, times) => {
  const asked = answerAll('train/examPlanApp/findError', count, wrongQuestion, total)
  withoutDraws()
  const { questions } = await drawOf(mistakeId)
  expect([questions.map((question) => question.mistakeId), asked.times]).toEqual([found, times])
})

it.each([['', 30], [', also where the platform counts none', 0]])('a wrong question is looked for in smaller pages where larger ones are too large to come%s', async (_, total) => {
  const asked = answerLarge('train/examPlanApp/findError', 30, (id) => ({ ...wrongQuestion(id), questionContent: PICTURE }), total)
  withoutDraws()
  expect((await drawOf('25')).questions.map((question) => question.mistakeId)).toEqual(['25'])
  expect(asked).toEqual(['1 100', '1 10', '2 10', '3 10'])
})

it('a wrong question behind all that are looked through is not called missing', async () => {
  answerLarge('train/examPlanApp/findError', 2_100, wrongQuestion)
  withoutDraws()
  expect((await drawOf('2000')).questions).toHaveLength(1)
  await expect(drawOf('2001')).rejects.toMatchObject({ code: 'failed' })
})

it('a list that is shown ends with the rows of one page', async () => {
  answerAll('train/web/getMyWebCourseBySort', 1_500, () => ({ title: '课程' }))
  expect(await listMyCourses(await platform.learner('liming', 82), { state: 'all', name: '', page: 1, size: 8 })).toMatchObject({ total: 1_500, items: { length: 1_000 } })
})
