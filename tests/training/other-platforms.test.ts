import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { mistakeTargetInput } from '@/lib/domain/mistakes-input'
import { listCertificates } from '@/lib/training/certificates'
import { getCourse } from '@/lib/training/course-detail'
import { listExams } from '@/lib/training/exams'
import { addMistake, listBook, removeMistake } from '@/lib/training/mistakes'
import { getMessage, markAllMessagesRead } from '@/lib/training/messages'
import { listNotices } from '@/lib/training/notices'
import { countMyPlans, listMyPlans } from '@/lib/training/plans'
import { drawQuestions, listCategoryRows } from '@/lib/training/practice'
import { listReviews } from '@/lib/training/reviews'
import { findTenant } from '@/lib/training/tenants'
import { UPSTREAM } from '../support/platform'
// What other platforms of the family may answer by the contract (1.6, 8), and ours never does.

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const answer = (path: string, body: (query: URLSearchParams) => object) => server.use(http.get(`${UPSTREAM}/${path}`, ({ request }) => HttpResponse.json(body(new URL(request.url).searchParams))))
const ok = (more: object) => ({ code: 0, msg: null, ...more })

describe('a page', () => {
  const reviews = 'train/comment/getAppCommentList'
  const ask = () => listReviews(learner, { kind: 'course', id: '1', page: 1 })
  const records = [{ id: 1, userName: '甲', commentNum: 5, commentContent: '好' }]

  it.each([
    ['beside the code', { records, total: 7, size: 5, current: 1 }], ['beside the code and empty data', { data: null, records, total: 7, size: 5, current: 1 }],
    ['below data', { data: { records, total: 7, size: 5, current: 1 } }], ['one level further down', { data: { data: { records, total: 7, size: 5, current: 1 } } }],
  ])('may stand %s', async (_, more) => {
    answer(reviews, () => ok(more))
    expect(await ask()).toMatchObject({ items: [{ learnerName: '甲' }], total: 7, page: 1, size: 5 })
  })

  it.each([{ data: null }, {}, { data: { data: null } }, { data: { records: null } }])('is empty where there is none: %j', async (more) => {
    answer(reviews, () => ok(more))
    answer('train/web/getMyWebPlanBySort', () => ok(more))
    expect(await ask()).toMatchObject({ items: [], total: 0, page: 1, size: 5 })
    expect(await listMyPlans(learner, { state: 'all', name: '', page: 1, size: 8 })).toMatchObject({ items: [], total: 0 })
  })

  it('that is no page is an error still, and one thing that is not there is missing still', async () => {
    answer(reviews, () => ok({ data: 'x' }))
    await expect(ask()).rejects.toMatchObject({ code: 'malformed' })
    answer('train/app/course/1', () => ok({ data: null, timestamp: 5 }))
    expect(await getCourse(learner, { courseId: '1' })).toBeNull()
  })

  it.each([[{ pages: 3 }, 11], [{ pages: '3', total: 0 }, 11], [{ pages: 3, total: 12 }, 12], [{ pages: 1 }, 1], [{ pages: 0 }, 1]])('of a platform that counts pages goes on after the first: %j', async (counted, total) => {
    answer(reviews, () => ok({ data: { records, size: 5, current: 1, ...counted } }))
    expect((await ask()).total).toBe(total)
  })
})

describe('how many of my plans there are by each filter', () => {
  const view = { state: 'all', name: '', page: 1, size: 8 } as const
  const held: Record<string, number> = { 5: 9, 1: 8, 2: 1, 3: 0, 4: 2 }
  async function counted(size: number, more: (count: number, size: number) => object) {
    answer('train/web/getMyWebPlanBySort', (query) => {
      const [count, each] = [held[query.get('i') ?? '']!, Number(query.get('size'))]
      return ok({ data: { records: Array.from({ length: Math.min(count, each) }, (_, at) => ({ id: at + 1 })), ...more(count, each) } })
    })
    return countMyPlans(learner, view, await listMyPlans(learner, { ...view, size }))
  }

  it('is said by the total, else by the pages of one', async () => {
    const others = { learning: 8, completed: 1, failed: 0, expired: 2 }
    expect(await counted(8, (total) => ({ total }))).toEqual({ all: 9, ...others })
    const pages = (count: number, size: number) => ({ pages: Math.ceil(count / size) })
    expect(await counted(9, pages)).toEqual({ all: 9, ...others })
    // How many are on the last of two pages is not known.
    expect(await counted(8, pages)).toEqual(others)
  })

  it('is left out where a platform counts neither, and a page is full', async () => {
    expect(await counted(8, () => ({}))).toEqual({ failed: 0 })
    expect(await counted(16, () => ({ total: 0, pages: 0 }))).toEqual({ all: 9, failed: 0 })
  })
})

describe('drawn questions', () => {
  const question = [{ questionId: 5, questionType: 1, questionContent: '题', optionList: [{ optionId: 1, optionContent: '甲' }], trueOptionList: [1] }]
  const draw = async () => (await drawQuestions(learner, { from: 'subject', subjectId: '1', subjectName: 'x', count: 30, labels: [] })).questions.map(({ id }) => id)

  it.each([
    ['below data', { data: { question } }], ['as a bare list', { data: question }], ['one level further down', { data: { data: { question } } }], ['as a list one level further down', { data: { data: question } }],
    ['beside the code', { question }], ['beside the code and empty data', { data: null, question }],
  ])('may stand %s', async (_, more) => {
    answer('train/practiceCenter/subjectRandomQuestion', () => ok(more))
    expect(await draw()).toEqual(['5'])
  })

  it('may be numbers where texts are meant', async () => {
    answer('train/practiceCenter/subjectRandomQuestion', () => ok({ data: [{ ...question[0], questionContent: 12, optionList: [{ optionId: 1, optionContent: 380 }, { optionId: 2, optionContent: 0 }], analysis: 5 }] }))
    const { questions } = await drawQuestions(learner, { from: 'subject', subjectId: '1', subjectName: 'x', count: 30, labels: [] })
    expect(questions).toMatchObject([{ content: '12', options: [{ content: '380' }, { content: '0' }], analysis: '5' }])
  })

  it('that are not there are no exercise without questions', async () => {
    answer('train/practiceCenter/subjectRandomQuestion', () => ok({ data: { list: question } }))
    await expect(draw()).rejects.toMatchObject({ code: 'malformed' })
    answer('train/practiceCenter/subjectRandomQuestion', () => ok({ data: null }))
    expect(await draw()).toEqual([])
  })
})

it.each([100, undefined])('a message is found behind the platform’s own limit of a page, which it says: %s', async (size) => {
  const all = Array.from({ length: 250 }, (_, at) => ({ messageSendUserId: at + 1, messageSendTitle: `第${at + 1}条`, sendUser: '甲', status: 2 }))
  answer('train/messageSend/web/page', (query) => {
    const first = (Number(query.get('current')) - 1) * 100
    return ok({ data: { records: all.slice(first, first + 100), total: 250, size, current: query.get('current') } })
  })
  const shown = { state: 'all', page: 1, size: 10 } as const
  expect(await getMessage(learner, '240', shown)).toMatchObject({ title: '第240条' })
  expect(await getMessage(learner, '251', shown)).toBeNull()
})

describe('messages with long texts, of which a reply holds some hundred', () => {
  const all = Array.from({ length: 250 }, (_, at) => ({ messageSendUserId: at + 1, messageSendTitle: `第${at + 1}条`, sendUser: '甲', status: at < 120 ? 1 : 2 }))
  const asked: string[] = []
  /** The platform with so many unread messages as `all` says, and with those that are marked meanwhile. */
  function answerMessages(isCounted = true) {
    asked.length = 0
    const read = new Set<string>()
    answer('train/messageSend/web/page', (query) => {
      const [page, size, state] = [Number(query.get('current')), Number(query.get('size')), query.get('status')]
      if (size > 100) return { code: 1, msg: 'too much' }
      asked.push(`${state} ${page} ${size}`)
      const fitting = all.filter(({ messageSendUserId, status }) => state === '3' || status === 1 && !read.has(String(messageSendUserId)))
      return ok({ data: { records: fitting.slice((page - 1) * size, page * size), size, current: page, ...(isCounted ? { total: fitting.length } : {}) } })
    })
    answer('train/messageSend/updateMessageUserStatus', (query) => ok({ data: read.add(query.get('id') ?? '') && null }))
    return read
  }

  it('are looked for on the page that was shown, then from the newest on in small pages', async () => {
    answerMessages()
    expect(await getMessage(learner, '240', { state: 'all', page: 24, size: 10 })).toMatchObject({ title: '第240条' })
    expect(asked).toEqual(['3 24 10'])
    answerMessages()
    expect(await getMessage(learner, '130', { state: 'unread', page: 1, size: 10 })).toMatchObject({ title: '第130条' })
    expect(asked).toEqual(['1 1 10', '3 1 50', '3 2 50', '3 3 50'])
    answerMessages()
    expect(await getMessage(learner, '999', { state: 'all', page: 1, size: 10 })).toBeNull()
    expect(asked.length).toBe(7)
  })

  it('are found also behind the first page of a platform that does not count', async () => {
    answerMessages(false)
    expect(await getMessage(learner, '240', { state: 'all', page: 1, size: 10 })).toMatchObject({ title: '第240条' })
  })

  it('are not looked for without an end where there are ever more of them', async () => {
    let pages = 0
    answer('train/messageSend/web/page', (query) => ok({ data: { records: Array.from({ length: Number(query.get('size')) }, (_each, at) => ({ ...all[0], messageSendUserId: `${pages}-${at}` })), total: 1_000_000, current: (pages += 1) } }))
    expect(await getMessage(learner, '999', { state: 'all', page: 1, size: 10 })).toBe('notReached')
    expect(pages).toBe(21)
  })

  it('are marked one by one, small page by small page', async () => {
    const read = answerMessages()
    server.use(http.post(`${UPSTREAM}/train/web/markAllMessagesRead`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
    await markAllMessagesRead(learner)
    expect(read.size).toBe(120)
    expect(asked).toEqual(['1 1 50', '1 1 50', '1 1 50', '1 1 50'])
  })

  it('are marked once, also where they stay in the list of the unread', async () => {
    answerMessages()
    answer('train/messageSend/updateMessageUserStatus', () => ok({ data: null }))
    server.use(http.post(`${UPSTREAM}/train/web/markAllMessagesRead`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
    await markAllMessagesRead(learner)
    expect(asked).toEqual(['1 1 50', '1 1 50'])
  })
})

describe('a tenant', () => {
  const told = (more: object) => answer('admin/tenant/tenantExt', () => ok({ data: { tenantId: 82, webTitle: '平台', webLogoUrl: null, ...more } }))

  it.each([{ themeColor: ['#fff'] }, { caseNumber: { id: 1 } }, { domain: ['a.example'] }, { settings: 'x' }, { settings: ['x'] }])('is known also where an addition of ours is something else there: %j', async (more) => {
    told(more)
    expect(await findTenant('a.example')).toMatchObject({ title: '平台', domain: 'a.example', colour: null, filingNumber: null })
  })

  it.each([{ tenantId: null, webTitle: null, webLogoUrl: null }, { tenantId: '', webTitle: '', themeColor: '#fff' }, { webTitle: null }, {}, null])('is none where its form is filled with nothing: %j', async (data) => {
    answer('admin/tenant/tenantExt', () => ok({ data }))
    expect(await findTenant('a.example')).toBeNull()
  })

  it.each([{ tenantId: null, webTitle: '平台' }, { tenantId: 82, webTitle: null }])('is known by its id or by its name: %j', async (data) => {
    answer('admin/tenant/tenantExt', () => ok({ data }))
    expect(await findTenant('a.example')).toMatchObject({ id: '82', title: data.webTitle ?? '' })
  })

  it.each([{ id: {}, records: 'many', banners: 7 }, [], 'x', 7])('is not what says neither which tenant it is nor its name: %j', async (data) => {
    answer('admin/tenant/tenantExt', () => ok({ data }))
    await expect(findTenant('a.example')).rejects.toMatchObject({ code: 'malformed' })
  })

  it('has an activation code that fits a code to be photographed, or none', async () => {
    for (const [activationCode = '', kept] of [['x'.repeat(500), 'x'.repeat(500)], ['x'.repeat(501), ''], ['ABC\ud800', '']]) {
      told({ settings: { activationCode, downloadPage: 'rs' } })
      expect((await findTenant('a.example'))!.settings).toMatchObject({ activationCode: kept, downloadPage: 'rs' })
    }
  })

  it('has another first domain by our word for it only', async () => {
    told({ domain: 'gateway.internal' })
    expect((await findTenant('a.example'))!.domain).toBe('a.example')
    told({ domain: 'gateway.internal', settings: { domain: 'gateway.internal', firstDomain: 'First.example' } })
    const tenant = (await findTenant('a.example'))!
    expect(tenant.domain).toBe('first.example')
    expect(tenant.settings).not.toHaveProperty('firstDomain')
    told({ settings: { firstDomain: 'https://x/' } })
    expect((await findTenant('a.example'))!.domain).toBe('a.example')
  })
})

describe('what has no time', () => {
  const times = ['2026-03-01 08:00:00', null, '2026-03-03 08:00:00', '', '2026-03-02 08:00:00']

  it('comes last among notices, and the others are the newest first all the same', async () => {
    answer('train/app/notice/getAllNotice', () => ok({ data: times.map((createTime, at) => ({ id: at + 1, noticeTitle: 'x', noticeTypeId: 1, releaseStatus: 1, showPosition: 3, createTime })) }))
    expect((await listNotices({ tenantId: '82', locale: 'zh' })).map(({ id }) => id)).toEqual(['3', '5', '1', '2', '4'])
  })

  it('comes last among the certificates of a year too', async () => {
    answer('train/app/plan/getMyClassCertificate', () => ok({ data: [{ yearTime: 2026, appClassCertificateDtoList: times.map((obtainTime, at) => ({ id: at + 1, name: 'x', obtainTime })) }] }))
    expect((await listCertificates(learner))[0]!.certificates.map(({ id }) => id)).toEqual(['3', '5', '1', '2', '4'])
  })
})

describe('a wrong question', () => {
  const wrong = (id: number, more: object = {}) => ({ id, errorType: 3, questionType: 1, questionContent: `第${id}题`, questionId: id + 1_000, userId: 9, userOptionList: ['2'], trueOptionList: '1', optionList: [{ optionId: 1, optionContent: '甲' }, { optionId: 2, optionContent: '乙' }], ...more })

  it.each([['the newest', 1], ['an older one', 77], ['one far behind', 215], ['one that is not there', 999]])('is practised by itself also where it must be looked for in the book: %s', async (_, id) => {
    answer('train/examPlanApp/findError', (query) => {
      const [page, size] = [Number(query.get('current')), Math.min(50, Number(query.get('size')))]
      return ok({ data: { records: Array.from({ length: 215 }, (_each, at) => wrong(at + 1)).slice((page - 1) * size, page * size), total: 215, size, current: page } })
    })
    server.use(http.get(`${UPSTREAM}/train/practiceCenter/mistakeDraw`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
    const { questions } = await drawQuestions(learner, { from: 'book', source: 'practice', subjectId: null, kind: null, isDue: false, mistakeId: String(id), count: 1 })
    expect(questions.map(({ mistakeId, correctIds }) => [mistakeId, correctIds])).toEqual(id === 999 ? [] : [[String(id), ['1']]])
  })

  it.each([
    [{ planItemId: 5104, planId: 5001 }, { planId: '5001', itemId: '5104' }], [{ planItemId: null, planId: null }, { planId: null, itemId: null }], [{}, { planId: null, itemId: null }],
  ])('says at which place of which plan its exam stands, where the platform does: %j', async (more, expected) => {
    answer('train/examPlanApp/findError', () => ok({ data: { records: [wrong(7, { errorType: 1, origin: { kind: 'exam', id: 8005, name: '考核', ...more } })], total: 1 } }))
    const { items } = await listBook(learner, { source: 'theory', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 })
    expect(items[0]!.origin).toEqual({ kind: 'exam', id: '8005', name: '考核', sectionId: null, sectionName: null, ...expected })
  })

  it('of practice that is taken out and put back keeps what the learner had chosen', async () => {
    const told: object[] = []
    answer('train/examPlanApp/findError', () => ok({ data: { records: [wrong(7, { questionType: 2, userOptionList: [2, 1] })], total: 1 } }))
    for (const call of ['removeError', 'joinError']) server.use(http.post(`${UPSTREAM}/train/examPlanApp/${call}`, async ({ request }) => (told.push((await request.json()) as object), HttpResponse.json(ok({ data: { id: 7 } })))))
    const [mistake] = (await listBook(learner, { source: 'practice', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 })).items
    // As the list of the book sends it.
    const target = mistakeTargetInput.parse({ ...mistake, mistakeId: mistake!.id })
    await removeMistake(learner, target)
    await addMistake(learner, target)
    expect(told).toMatchObject([{ errorType: 3, id: '7' }, { errorType: 3, questionId: '1007', resultIds: '1&2', isTrueFlag: 0 }])
  })
})

describe('a platform in trouble that says so in words', () => {
  const busy = () => ({ code: 1, msg: '系统繁忙' })
  const book = (subjectId: string | null) => listBook(learner, { source: 'theory', subjectId, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 })

  it.each([null, '7'])('has no empty wrong-question book: subject %s', async (subjectId) => {
    answer('train/examPlanApp/findError', busy)
    await expect(book(subjectId)).rejects.toMatchObject({ code: 'rejected' })
  })

  it('has no subject that is not there, where that is what it says', async () => {
    server.use(http.get(`${UPSTREAM}/train/examPlanApp/findError`, () => HttpResponse.json({ code: 1, msg: null }, { status: 404 })))
    expect(await book('7')).toMatchObject({ items: [], total: 0 })
    await expect(book(null)).rejects.toMatchObject({ code: 'missing' })
  })

  it('has no exercise centre without categories, and none that ends early; what a wrong path meets is no trouble', async () => {
    answer('train/subjectClassify/selectAllSubjectClassifyByClassifyId', busy)
    await expect(listCategoryRows(learner, [])).rejects.toMatchObject({ code: 'rejected' })
    answer('train/subjectClassify/selectAllSubjectClassifyByClassifyId', (query) => (query.get('classifyId') === '0' ? ok({ data: [{ id: 3, title: '电工' }] }) : busy()))
    await expect(listCategoryRows(learner, ['3'])).rejects.toMatchObject({ code: 'rejected' })
    expect(await listCategoryRows(learner, ['4'])).toMatchObject([{ chosenId: null, categories: [{ id: '3' }] }])
  })
})

it('an exam in my list that was not tried has not failed, where 0 stands for nothing as well', async () => {
  answer('train/examPlanApp/queryPage', () => ok({ data: { records: [[null, 0], [0, 0], [null, 1]].map(([score, passStatus], at) => ({ id: at + 1, title: 'x', examType: 1, score, passStatus })), total: 3 } }))
  expect((await listExams(learner, { status: 'available', kind: 'all', title: '', page: 1, size: 10 })).items.map(({ outcome }) => outcome)).toEqual([null, 'failed', 'passed'])
})
