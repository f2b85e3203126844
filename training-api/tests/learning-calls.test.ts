import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../app.ts'
import { bindCourses } from '../routes/courses.ts'
import { bindEnrolment } from '../routes/enrolment.ts'
import { bindFavourites } from '../routes/favourites.ts'
import { bindHome } from '../routes/home.ts'
import { bindLearner } from '../routes/learner.ts'
import { bindMessages } from '../routes/messages.ts'
import { bindNotes } from '../routes/notes.ts'
import { bindNotices } from '../routes/notices.ts'
import { bindPlans } from '../routes/plans.ts'
import { bindRankings } from '../routes/rankings.ts'
import { bindReviews } from '../routes/reviews.ts'
import { bindSimulation } from '../routes/simulation.ts'
import { bindStudy } from '../routes/study.ts'
import { startTestApi } from './support.ts'
import type { TestApi } from './support.ts'
import { expectStatus } from './world.ts'

/** The rows of the contract for the learning side: number, method, path, who may call. */
const rows = `
H1 GET /train/app/haveInHand/haveInHandByUid B
H2 GET /train/app/banner/getBannerAllList B
H3 GET /train/app/floor/getFloorAllList B
D1 GET /train/web/getWebStudy B
D2 GET /train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy B
D3 GET /train/app/plan/getAllClassIntegralSortOfMy B
D4 GET /train/app/plan/getClassCertificateBySortOfMy B
D5 GET /train/classIntegral/getIntegralDescription B
D6 GET /train/app/courseChapter/selectCourseHoursSortByCourseId B
D7 GET /train/app/plan/getClassIntegralSort B
D8 GET /train/examPlan/examInstanceSort B
L1 GET /train/web/getMyWebPlanBySort B
L2 GET /train/web/getMyWebCourseBySort B
L3 GET /train/app/collection/getMyCollectionCourse B
L4 GET /train/app/collection/getMyCollectionPlan B
L5 GET /train/course/getClearFlagByCourseId B
L6 POST /train/app/collection/insertCollection B
L6 PUT /train/app/collection/insertCollection B
L7 DELETE /train/app/collection/deleteCollection B
X1 GET /train/web/getWebCourseBySort B
X2 GET /train/web/getWebPlanBySort B
X3 GET /train/web/getTagList B
C1 GET /train/app/course/:courseId B
C2 GET /train/webplan/getWebPlanById B
C3 GET /train/app/plan/getPlanCatalogueById B
C4 GET /train/app/plan/getCourseCatalogueById B
C5 GET /train/app/courseChapter/selectChapterSectionByCourseId B
C6 GET /train/app/courseChapter/selectSectionDetailById B
C9 GET /train/app/plan/getPlanStudtyStateById B
C10 POST /train/studtyFruit/saveStudtyFruit B
C11 POST /train/studtyFruit/saveStudtyFruitByType B
C12 GET /train/app/courseChapter/updateClassRecordSectionKnityn B
C13 POST /train/app/plan/updateUserSection B
R1 POST /train/startAndEnd/startAndEndClassHours B
R2 POST /train/startAndEnd/startAndEndPlanClassHoursStudy B
R3 POST /train/classHourses/updateClassHoursByType B
R4 POST /train/classHourses/updatePlanClassHoursTest B
R5 POST /train/classHourses/updatePlanClassHoursByType B
R6 GET /train/examPlan/simulationExamResult/:testRequestId/:userId B
R7 POST /train/examPlanApp/deleteVrRequestId B
X4 POST /train/examPlan/simulationExamResult P
X5 GET /train/web/getStudyPosition B
X6 POST /train/web/saveStudyPosition B
X9 POST /train/web/studyHeartbeat B
X10 GET /train/web/getStudyLedger B
N1 POST /train/app/note/selectNoteByUserId B
N2 POST /train/app/note B
N3 PUT /train/app/note B
N4 GET /train/app/note/updateNoteDelFlagById B
V1 GET /train/comment/getAppCommentList B
V2 GET /train/app/courseChapter/selectCommentNumberList B
V3 POST /train/comment/saveComment B
M1 GET /train/messageSend/web/page B
M2 GET /train/messageSend/updateMessageUserStatus B
M3 GET /train/messageSend/getMessageSendCount B
XM1 POST /train/web/markAllMessagesRead B
B1 GET /train/app/notice/getAllNotice P
B2 POST /train/app/notice/updateNoticeReadNumber P
`.trim().split('\n').map((line) => {
  const [number = '', method = '', path = '', auth = ''] = line.split(' ')
  return { number, method, path, auth }
})

const areas = [bindCourses, bindEnrolment, bindFavourites, bindHome, bindLearner, bindMessages, bindNotes, bindNotices, bindPlans, bindRankings, bindReviews, bindSimulation, bindStudy]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('the calls of the learning side', () => {
  test('are exactly the rows of the contract', () => {
    const bound: string[] = []
    const record = (auth: string) => (method: string | string[], path: string) => {
      for (const one of [method].flat()) bound.push(`${one} ${path} ${auth}`)
    }
    const recorder = { learner: record('B'), visitor: record('P'), hono: api.app } satisfies Record<keyof Api, unknown>
    // Binding needs no more of the context than that it is there.
    for (const bind of areas) bind(recorder as unknown as Api, { db: api.db, clock: api.clock } as unknown as Parameters<typeof bind>[1])
    expect(bound.toSorted()).toEqual(rows.map(({ method, path, auth }) => `${method} ${path} ${auth}`).toSorted())
  })

  test.each(rows.filter(({ auth }) => auth === 'B'))('$number $method $path wants a token, and one of the tenant it names', async ({ method, path }) => {
    const address = path.replace(/:\w+/g, '1')
    for (const headers of [new Headers(), new Headers({ authorization: 'Bearer nothing', 'tenant-id': '82' })]) {
      const reply = await api.fetch(address, { method, headers })
      expect(reply.status).toBe(401)
      expect(await reply.json()).toMatchObject({ code: 1, msg: '用户凭证已过期' })
    }
  })

  test('what is no call is missing', async () => {
    expectStatus(await api.visitor(82).get('/train/app/courses/1'), 404)
  })
})
