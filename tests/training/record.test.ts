import { sql } from 'drizzle-orm'
import { http, HttpResponse, type HttpResponseResolver } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { getExam } from '@/lib/training/exams'
import { collectRecord } from '@/lib/training/record'
import { handIn, start } from '../../training-api/tests/exam-world'
import { dataOf, learnerWithout, plans } from '../../training-api/tests/world'
import { mountPlatform, UPSTREAM } from '../support/platform'

const platform = mountPlatform()
afterEach(() => platform.server.resetHandlers())

const call = (name: string) => `${UPSTREAM}/train/examPlanApp/${name}`
type Row = { id: number; useNumber?: number; score?: number; passStatus?: number; running?: number; pendingReview?: number }
const page = (rows: Row[]) => HttpResponse.json({ code: 0, msg: null, data: { records: rows.map((row) => ({ title: `考试 ${row.id}`, examType: 1, ...row })), total: rows.length, size: 100, current: 1, pages: 1 } })
const receiptsOf = (title: string | null, publicKey = 'k') => HttpResponse.json({ code: 0, msg: null, data: { title, receipts: [], algorithm: 'Ed25519', publicKey } })
const history = (examId: number, attempts: number) => Array.from({ length: attempts }, (_, index) => ({ id: examId * 100 + index, answerId: examId * 100 + index, score: 80, passStatus: 1, answerStatus: 7, finishTime: '2026-03-05 14:38:20' }))

/** The record of somebody whose exams that can be taken are these, each tried so often. */
async function recordOf(rows: Row[], attempts: number, key = 'k', more: object = {}, moreOfExam: object = {}) {
  const asked: string[] = []
  const [now, most] = [{ receipts: 0 }, { receipts: 0 }]
  platform.server.use(
    http.get(call('queryPage'), ({ request }) => page(new URL(request.url).searchParams.get('queryType') === '1' ? rows : [])),
    http.get(call('info'), ({ request }) => {
      const examId = new URL(request.url).searchParams.get('examPlanId')!
      asked.push(examId)
      return HttpResponse.json({ code: 0, msg: null, data: { id: examId, title: 'x', examType: 1, paperId: 2, ...moreOfExam, useRecord: history(Number(examId), attempts).map((attempt) => ({ ...attempt, ...more })) } })
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

  it('do not say how long last answers may come, which is over when it is read', async () => {
    const now = new Date().toISOString()
    const late = { score: null, passStatus: null, finishTime: now }
    platform.server.use(http.get(call('info'), () => HttpResponse.json({ code: 0, msg: null, data: { id: 1, title: 'x', examType: 1, paperId: 2, serverNow: now, useRecord: history(1, 1).map((attempt) => ({ ...attempt, ...late })) } }), { once: true }))
    expect((await getExam(await platform.learner('wangfang', 82), { examId: '1', kind: 'theory' }))!.attempts[0]!.lateMs).toBeGreaterThan(0)
    const { exams } = await recordOf([{ id: 1 }], 1, 'k', late, { serverNow: now })
    expect(Object.keys(exams[0]!.attempts[0]!)).not.toContain('lateMs')
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

it.each([
  ['refuses', { code: 1, msg: '章节不能为空' }, 200], ['does not know', { code: 1, msg: null }, 404], ['fails on', { code: 1, msg: null }, 500], ['answers with what nobody can read', { code: 0, msg: null, data: 'x' }, 200],
])('a record comes without notes where the platform %s a question for all of a course', async (_, body, status) => {
  platform.server.use(http.post(`${UPSTREAM}/train/app/note/selectNoteByUserId`, () => HttpResponse.json(body, { status })))
  const { courses, plans } = await collectRecord(await platform.learner('liming', 82), { title: '', domain: 'localhost' }, new Date())
  expect(courses.length).toBeGreaterThan(0)
  expect(new Set([...courses, ...plans].map(({ notes }) => notes))).toEqual(new Set([null]))
})

describe('the exams of courses and plans in a record', () => {
  const train = (name: string) => `${UPSTREAM}/train/${name}`
  const said = (data: unknown) => HttpResponse.json({ code: 0, msg: null, data })
  const no = (status: number) => HttpResponse.json({ code: 1, msg: status === 200 ? '计划已过期' : null }, { status })
  const [simulation, exam, begun, untouched] = [2, 3, 2, 0]
  const sections = [{ id: 11, contentType: exam, adopt: begun }, { id: 12, contentType: exam, adopt: untouched }, { id: 13, contentType: 1, adopt: begun }]
  const course = (more: object) => ({ id: 21, childrenId: 1, contentType: 1, adopt: begun, ...more })
  const withChapters = course({ muluList: [{ nodeId: 5, nodeName: 'x', list: sections }] })
  const items = [withChapters, { id: 22, childrenId: 9, contentType: 2, adopt: begun }, { id: 23, childrenId: 8, contentType: 2, adopt: untouched }]
  const calls = {
    courses: 'web/getMyWebCourseBySort', plans: 'web/getMyWebPlanBySort', chapters: 'app/courseChapter/selectChapterSectionByCourseId', items: 'app/plan/getPlanCatalogueById',
    ofItem: 'app/plan/getCourseCatalogueById', ofSection: 'app/courseChapter/selectSectionTestBySectionId', ofPlan: 'content/getPlanExaminationByContentid',
  }
  const told = (id: number, of: object[]) => ({ id, examinationName: `考试 ${id}`, examinationType: 1, lists: of })

  /** The record of somebody with a course, and a plan in which it stands as well and that has an exam of its own. */
  async function recordOf(spoilt: Partial<Record<keyof typeof calls, HttpResponseResolver>> = {}) {
    const asked: string[] = []
    const one = (card: object) => () => said({ records: [card], total: 1, size: 100, current: 1 })
    const answers: Record<keyof typeof calls, HttpResponseResolver> = {
      courses: one({ id: 1, courseName: '课程' }), plans: one({ id: 2, planName: '计划' }),
      chapters: () => said([{ id: 5, chapterName: 'x', chapterSectionList: sections }]), items: () => said(items), ofItem: () => said([{ nodeId: 5, nodeName: 'x', list: sections }]),
      ofSection: () => said({ data: told(81, history(81, 2)) }), ofPlan: () => said(told(82, history(82, 1))), ...spoilt,
    }
    const names = Object.keys(calls) as (keyof typeof calls)[]
    platform.server.use(
      ...names.map((name) => http.all(train(calls[name]), (info) => {
        const { searchParams } = new URL(info.request.url)
        if (['ofItem', 'ofSection', 'ofPlan'].includes(name)) asked.push([name, searchParams.get('sectionId'), searchParams.get('contentId') ?? searchParams.get('id')].filter(Boolean).join(' '))
        return answers[name](info)
      })),
      http.get(call('answerReceipts'), ({ request }) => (asked.push(`receipts ${new URL(request.url).searchParams.get('instanceId')}`), receiptsOf(null))),
    )
    const { exams, examsMissing } = await collectRecord(await platform.learner('wangfang', 82), { title: '', domain: 'localhost' }, new Date())
    return { exams: exams.map(({ id, of, attempts }) => [id, of?.kind, attempts.map((attempt) => [attempt.id, attempt.receipts !== null])]), asked, examsMissing }
  }
  const [ofCourse, ofPlan] = [['81', 'course', [['8100', true], ['8101', true]]], ['82', 'plan', [['8200', true]]]]

  it('are those that were touched, each attempt once, with their receipts', async () => {
    expect(await recordOf()).toEqual({
      exams: [ofCourse, ofPlan], asked: ['ofSection 11', 'ofSection 11 21', 'ofPlan 22', 'receipts 8100', 'receipts 8101', 'receipts 8200'], examsMissing: undefined,
    })
  })

  it.each<[string, () => Response, true | undefined]>([
    ['has none', () => said(null), undefined], ['is refused', () => no(200), undefined], ['is not known', () => no(404), undefined], ['is no exam', () => said({ data: {} }), undefined], ['is forbidden', () => no(403), true],
  ])('are those of simulation sections with a paper too; of one whose paper %s nothing is missing but what nobody may see', async (_what, answer, examsMissing) => {
    const simulated = [{ id: 14, contentType: simulation, adopt: begun }, { id: 15, contentType: simulation, adopt: begun }, { id: 16, contentType: simulation, adopt: untouched }]
    const found = await recordOf({
      chapters: () => said([{ id: 5, chapterName: 'x', chapterSectionList: simulated }]), items: () => said([]),
      ofSection: ({ request }) => (new URL(request.url).searchParams.get('sectionId') === '14' ? said({ data: { ...told(83, history(83, 1)), examinationType: 2 } }) : answer()),
    })
    expect(found).toEqual({ exams: [['83', 'course', [['8300', true]]]], asked: ['ofSection 14', 'ofSection 15', 'receipts 8300'], examsMissing })
  })

  it.each([
    ['their chapters', {}],
    ['the sections of their chapters', { muluList: [{ nodeId: 5, nodeName: 'x', list: null }] }],
  ])('are found in a plan whose courses are listed without %s', async (_what, listed) => {
    const found = await recordOf({ chapters: () => said([]), items: () => said([course(listed)]) })
    expect(found.exams).toEqual([['81', 'plan', ofCourse[2]]])
    expect(found.asked).toContain('ofItem 21')
  })

  it('are asked for one by one in a plan that does not say which of its exams were touched', async () => {
    const found = await recordOf({ chapters: () => said([]), items: () => said([{ id: 22, childrenId: 9, contentType: 2 }, { id: 23, childrenId: 8, contentType: 2, adopt: null }, { id: 24, childrenId: 7, contentType: 2, adopt: untouched }]) })
    expect(found).toMatchObject({ exams: [ofPlan], examsMissing: undefined })
    expect(found.asked.filter((call) => call.startsWith('ofPlan'))).toEqual(['ofPlan 22', 'ofPlan 23'])
  })

  it('come without the receipts of an attempt that may still take late answers, and of one that runs', async () => {
    const open = { id: 7, answerId: 7, finishTime: null, score: null, answerStatus: null, startTime: '2026-03-05 14:00:00' }
    const late = { ...history(82, 1)[0], score: null, passStatus: null }
    const { exams, asked } = await recordOf({ ofSection: () => said({ data: told(81, [open]) }), ofPlan: () => said(told(82, [late])) })
    expect(exams).toEqual([['81', 'course', [['7', false]]], ['82', 'plan', [['8200', false]]]])
    expect(asked.filter((one) => one.startsWith('receipts'))).toEqual([])
  })

  it.each([
    ['the exam of a plan', { ofPlan: () => no(200) }, [ofCourse]],
    ['the exams of sections', { ofSection: () => no(403) }, [ofPlan]],
    ['what is in a course', { chapters: () => no(500) }, [['81', 'plan', ofCourse[2]], ofPlan]],
    ['what is in a plan', { items: () => no(404) }, [ofCourse]],
    ['in words that can be read what is in a course', { chapters: () => said('x') }, [['81', 'plan', ofCourse[2]], ofPlan]],
    ['in words that can be read the exams of sections', { ofSection: () => HttpResponse.html('<p>gateway') }, [ofPlan]],
    ['what is in a course of a plan', { chapters: () => said([]), items: () => said([course({})]), ofItem: () => no(500) }, []],
  ])('are what the platform tells, and the record says so, where it does not tell %s', async (_what, spoilt, exams) => {
    expect(await recordOf(spoilt)).toMatchObject({ exams, examsMissing: true })
  })

  it('are not left out for want of time: then there is no record', async () => {
    await expect(recordOf({ ofPlan: () => HttpResponse.error() })).rejects.toMatchObject({ code: 'failed' })
  })

  it('are there also after the plan has ended', async () => {
    const api = platform.api()
    const who = await learnerWithout(api, plans.onboarding)
    dataOf(await who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.onboarding, fruitType: 2 }))
    const { rows } = await api.db.execute<{ item: string; exam: string }>(sql`select plan_item_id as item, child_id as exam from plan_items where tenant_id = 82 and plan_id = ${plans.onboarding} and kind = 'exam' order by position`)
    const { item, exam: examId } = rows[0]!
    const { number } = (await handIn(who, await start(who, Number(examId), { otherContentId: item, contentId: item }))).handIn
    await api.db.execute(sql`update plans set ends_at = ${api.clock.now().toISOString()} where tenant_id = 82 and plan_id = ${plans.onboarding}`)
    const learner = new Learner({ id: String(who.userId), tenantId: '82', username: 'x', locale: 'zh', token: who.token })
    const { exams, examsMissing } = await collectRecord(learner, { title: '', domain: 'localhost' }, new Date())
    const within = exams.filter(({ of }) => of?.id === String(plans.onboarding))
    expect([within.map(({ id, attempts }) => [id, attempts.map(({ receipts }) => receipts?.handIn?.number)]), examsMissing]).toEqual([[[String(examId), [number]]], undefined])
  })
})
