import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Learner } from '@/lib/domain/learner'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { getAppOffer } from '@/lib/training/downloads'
import { getSavedNode, startLearning } from '@/lib/training/enrolment'
import { getPractical } from '@/lib/training/exam-results'
import { getExam, getPlanExam } from '@/lib/training/exams'
import { getLearningSummary } from '@/lib/training/learner'
import { listBook, listBookSubjects } from '@/lib/training/mistakes'
import { listMyPlans } from '@/lib/training/plans'
import { getRanking } from '@/lib/training/rankings'
import { logIn } from '@/lib/training/session'
import { UPSTREAM } from '../support/platform'
// What the contract allows in 1.5 and 1.6 beyond what ours sends: an empty text for nothing, numbers for texts, names that mean something else elsewhere.

const server = setupServer()
beforeAll(() => server.listen())
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const learner = new Learner({ id: '9', tenantId: '82', username: 'u', locale: 'zh', token: 't' })
const answer = (path: string, data: unknown) => server.use(http.all(`${UPSTREAM}/${path}`, () => HttpResponse.json({ code: 0, msg: null, data })))

describe('an empty text is nothing', () => {
  it('in place of the whole answer', async () => {
    for (const path of ['train/web/getMyWebPlanBySort', 'train/app/course/1', 'train/webplan/getWebPlanById', 'train/examPlanApp/info', 'train/app/plan/getPlanStudtyStateById', 'train/studtyFruit/saveStudtyFruit']) answer(path, '')
    expect(await listMyPlans(learner, { state: 'all', name: '', page: 1, size: 8 })).toMatchObject({ items: [], total: 0 })
    expect([await getCourse(learner, { courseId: '1' }), await getPlan(learner, { planId: '1' }), await getExam(learner, { examId: '1', kind: null })]).toEqual([null, null, null])
    expect(await getSavedNode(learner, { kind: 'course', id: '1' })).toBeNull()
    expect(await startLearning(learner, { kind: 'course', id: '1' })).toEqual({ started: true, node: null })
  })

  it('one level further down too', async () => {
    answer('train/app/plan/getPlanStudtyStateById', { data: '' })
    expect(await getSavedNode(learner, { kind: 'course', id: '1' })).toBeNull()
  })

  it('in place of a part', async () => {
    answer('train/web/getWebStudy', { sysUserDeptCompany: '', integralDescription: '', course: 3 })
    expect(await getLearningSummary(learner)).toMatchObject({ name: '', level: { id: 1, name: null }, points: 0, courses: 3 })
    answer('train/content/getPlanExaminationByContentid', { id: 5, examinationName: 'x', paper: '' })
    expect(await getPlanExam(learner, { itemId: '1' })).toMatchObject({ id: '5', paperId: '' })
    answer('train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', { integralSort: [{ userId: 9, sumHours: 2 }], myself: '' })
    expect((await getRanking(learner, { metric: 'hours' })).rows).toHaveLength(1)
    answer('train/examPlan/questionGroupActualInfo', { actualContent: 'x', examAnswerActualDetailInfo: '' })
    expect(await getPractical(learner, { groupId: '1', paperId: null, attemptId: '1', detailId: '1' })).toMatchObject({ content: 'x', videoUrl: null, reviewerName: '', reviewedAt: null })
  })
})

it('a number in place of a picture keeps nobody from logging in, nor one in place of an address an app from being told', async () => {
  server.use(http.post(`${UPSTREAM}/auth/oauth/token`, () => HttpResponse.json({ access_token: 'x', user_info: { id: 9, username: 'u', tenantId: 82, avatar: 4711, authorities: [] } })))
  expect(await logIn({ tenantId: '82', locale: 'zh' }, { account: 'u', password: 'p' })).toMatchObject({ token: 'x', avatarUrl: null })
  answer('train/version/find', { code: '1.0', downloadUrl: 5 })
  expect((await getAppOffer({ tenantId: '82', locale: 'zh' }, 'main')).android).toEqual({ code: '1.0', content: null, url: null })
})

it('a number in place of a time is none, and the rest stands', async () => {
  answer('train/web/getMyWebPlanBySort', { records: [{ id: 1, planType: 2, endTime: 5 }] })
  expect((await listMyPlans(learner, { state: 'all', name: '', page: 1, size: 8 })).items).toMatchObject([{ id: '1', endsAt: null }])
})

it('what means something of its own under the names of our additions empties no wrong-question book', async () => {
  answer('train/examPlanApp/findError', { records: [{ id: 1, questionId: 2, questionType: 1, questionContent: 'x', wrongTime: 3, dueTime: {}, streak: {}, mayLeave: true }] })
  const book = await listBook(learner, { source: 'theory', subjectId: null, kind: 'all', sort: 'newest', isDue: false, page: 1, size: 10 })
  expect(book.items).toMatchObject([{ id: '1', wrongAt: null, review: null }])
  answer('train/subjectClassify/getSubjectListExamErrorBySubjectId', [{ id: 1, title: 'x', count: {}, due: true }])
  expect(await listBookSubjects(learner, { source: 'theory' })).toEqual([{ id: '1', title: 'x', count: null, dueCount: null }])
})
