import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { collectRecord } from '@/lib/training/record'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
type Row = { id: number; useNumber?: number; score?: number; passStatus?: number; running?: number; pendingReview?: number }
const page = (rows: Row[]) => HttpResponse.json({ code: 0, msg: null, data: { records: rows.map((row) => ({ title: `考试 ${row.id}`, examType: 1, ...row })), total: rows.length, size: 100, current: 1, pages: 1 } })
const receiptsOf = (title: string | null, publicKey = 'k') => HttpResponse.json({ code: 0, msg: null, data: { title, receipts: [], algorithm: 'Ed25519', publicKey } })
const history = (examId: number, attempts: number) => Array.from({ length: attempts }, (_, index) => ({ id: examId * 100 + index, answerId: examId * 100 + index, score: 80, passStatus: 1, answerStatus: 7, finishTime: '2026-03-05 14:38:20' }))

/** The record of somebody whose exams that can be taken are these, each tried so often. */
async function recordOf(rows: Row[], attempts: number, key = 'k', more: object = {}) {
  const asked: string[] = []
  const [now, most] = [{ receipts: 0 }, { receipts: 0 }]
  platform.server.use(
    http.get(call('queryPage'), ({ request }) => page(new URL(request.url).searchParams.get('queryType') === '1' ? rows : [])),
    http.get(call('info'), ({ request }) => {
      const examId = new URL(request.url).searchParams.get('examPlanId')!
      asked.push(examId)
      return HttpResponse.json({ code: 0, msg: null, data: { id: examId, title: 'x', examType: 1, paperId: 2, useRecord: history(Number(examId), attempts).map((attempt) => ({ ...attempt, ...more })) } })
    }),
    http.get(call('answerReceipts'), async ({ request }) => {
      now.receipts += 1
      most.receipts = Math.max(most.receipts, now.receipts)
      await new Promise((done) => setImmediate(done))
      now.receipts -= 1
      return receiptsOf(new URL(request.url).searchParams.get('instanceId'), key)
    }),
  )
  const { exams, receiptsLeftOut } = await collectRecord(await platform.learner('wangfang', 82), { title: '', domain: 'localhost' }, new Date())
  return { exams, asked, mostAtOnce: most.receipts, receiptsLeftOut }
}

describe('the exams of a record', () => {
  it('are asked for where they were tried, or where the list does not say', async () => {
    const { exams, asked } = await recordOf([{ id: 1, useNumber: 0 }, { id: 2, useNumber: 3 }, { id: 3 }], 1)
    expect(asked).toEqual(['2', '3'])
    expect(exams.map(({ id }) => id)).toEqual(['2', '3'])
  })

  it('are asked for too where a number of attempts that is never filled says otherwise than the rest of the row', async () => {
    const never = { useNumber: 0 }
    const { exams } = await recordOf([{ id: 1, ...never, score: 55 }, { id: 2, ...never, passStatus: 1 }, { id: 3, ...never, running: 1 }, { id: 4, ...never, pendingReview: 1 }, { id: 5, ...never, score: -1 }, { id: 6, ...never, passStatus: 0 }], 1)
    expect(exams.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
  })

  it('come with the receipts of every attempt, a few at a time', async () => {
    const { exams, mostAtOnce } = await recordOf([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }], 5)
    expect(exams.flatMap(({ attempts }) => attempts.map(({ id, receipts }) => [id, receipts?.title]))).toEqual([1, 2, 3, 4].flatMap((examId) => [0, 1, 2, 3, 4].map((index) => [`${examId * 100 + index}`, `${examId * 100 + index}`])))
    expect(mostAtOnce).toBeGreaterThan(1)
    expect(mostAtOnce).toBeLessThanOrEqual(6)
  })

  it('come without the receipts of an attempt that may still take late answers, which asking would end', async () => {
    const { exams } = await recordOf([{ id: 1 }], 1, 'k', { score: null, passStatus: null })
    expect(exams[0]!.attempts).toMatchObject([{ state: 'finished', receipts: null }])
  })

  it('come without the receipts for which there is no room, and say so', async () => {
    const few = await recordOf([{ id: 1 }], 2, 'k'.repeat(9_000_000))
    expect([few.exams[0]!.attempts.map(({ receipts }) => receipts !== null), few.receiptsLeftOut]).toEqual([[true, true], undefined])
    const many = await recordOf([{ id: 1 }], 3, 'k'.repeat(9_000_000))
    expect([many.exams[0]!.attempts.filter(({ receipts }) => receipts === null).length, many.receiptsLeftOut]).toEqual([1, true])
  })

  it('cannot be had where the rest alone is too large', async () => {
    let id = 0
    platform.server.use(http.get(call('queryPage'), () => HttpResponse.json({ code: 0, msg: null, data: { records: [{ id: (id += 1), examType: 1, useNumber: 0, title: 'x'.repeat(7_000_000) }], total: 1, size: 100, current: 1, pages: 1 } })))
    await expect(collectRecord(await platform.learner('wangfang', 82), { title: '', domain: 'localhost' }, new Date())).rejects.toMatchObject({ code: 'failed' })
  })
})

it.each([['refuses', { code: 1, msg: '章节不能为空' }, 200], ['does not know', { code: 1, msg: null }, 404], ['fails on', { code: 1, msg: null }, 500]])('a record comes without notes where the platform %s a question for all of a course', async (_, body, status) => {
  platform.server.use(http.post(`${UPSTREAM}/train/app/note/selectNoteByUserId`, () => HttpResponse.json(body, { status })))
  const { courses, plans } = await collectRecord(await platform.learner('liming', 82), { title: '', domain: 'localhost' }, new Date())
  expect(courses.length).toBeGreaterThan(0)
  expect(new Set([...courses, ...plans].map(({ notes }) => notes))).toEqual(new Set([null]))
})
