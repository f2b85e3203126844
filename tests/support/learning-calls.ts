import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import type { LibraryView } from '@/lib/domain/library'
import type { NewNotePlace } from '@/lib/domain/notes'
import type { StudyPlace } from '@/lib/domain/study'
import { handInSimulation } from '@/lib/training/exam-simulations'
import { listCourseChapters, listPlanCourseChapters, listPlanItems, getSection } from '@/lib/training/catalogue'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { checkCourseAccess, listMyCourses } from '@/lib/training/courses'
import { findPackage } from '@/lib/training/courseware'
import { getSavedNode, saveNode, startLearning, unlockSection } from '@/lib/training/enrolment'
import { getExam, getPlanExam, getSectionExam, listExams } from '@/lib/training/exams'
import { addFavourite, listFavourites, removeFavourite } from '@/lib/training/favourites'
import { listBanners, listFloors, listInProgress } from '@/lib/training/home'
import { getLearningSummary, listLevels } from '@/lib/training/learner'
import { getLedger } from '@/lib/training/ledger'
import { listCourseLibrary, listPlanLibrary, listTagGroups } from '@/lib/training/library'
import { addNote, deleteNote, editNote, listNotes } from '@/lib/training/notes'
import { listMyPlans } from '@/lib/training/plans'
import { reportPlanExam } from '@/lib/training/plan-exams'
import { getPosition, savePosition } from '@/lib/training/positions'
import { getContentRanking, getRanking } from '@/lib/training/rankings'
import { addReview, getRatings, listReviews } from '@/lib/training/reviews'
import { reportFraction } from '@/lib/training/section-scores'
import { beat, endVisit, openVisit } from '@/lib/training/study'
import { call, orRefused, type CallTable, type Given } from './calls'

const course: EnrolmentTarget = { kind: 'course', id: '3001' }
const plan: EnrolmentTarget = { kind: 'plan', id: '5001' }
const list = { state: 'all', name: '', page: 1, size: 8 } as const
const library: LibraryView = { name: '', sort: 'latest', tags: [null, null, null, null, null], page: 1, size: 8 }
const notePlace: NewNotePlace = { kind: 'course', ownerId: '3001', chapterId: '3101', sectionId: '3201', resourceId: '7001', noteKind: 'video' }
const inCourse: StudyPlace = { courseId: '3001', planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }
const liming = ({ learner }: Given) => learner('liming')

/** The same section inside the plan. */
async function inPlan(given: Given): Promise<StudyPlace> {
  const items = await listPlanItems(await liming(given), { planId: plan.id })
  const item = items.find(({ targetId }) => targetId === course.id)
  return { ...inCourse, planId: plan.id, itemId: item?.id ?? null }
}

/** A simulation exam is taken: its result comes in the way the simulation sends it, and is handed in. */
export async function simulated(given: Given, account: string): Promise<unknown> {
  const who = await given.learner(account)
  const { items } = await listExams(who, { status: 'available', kind: 'simulation', title: '倒闸操作仿真考试', page: 1, size: 10 })
  const exam = await getExam(who, { examId: items[0]?.id ?? '', kind: 'simulation' })
  const launch = exam?.simulation
  if (!exam || !launch) throw new Error('The demo world has no simulation exam')
  await given.report({ testRequestId: launch.requestId, userId: who.id, ticket: launch.ticket, totalScore: 88, objectList: [] })
  return handInSimulation(who, { place: { origin: 'standalone', examId: exam.id, paperId: exam.paperId }, requestId: launch.requestId, kind: 'course' })
}

/** Contract 4.2 to 4.9 with our extensions to them. */
export const learningCalls: CallTable = {
  sections: ['4.2', '4.3', '4.4', '4.5', '4.6', '4.7', '4.8', '4.9'],
  calls: [
    call('H1', 'GET', '/train/app/haveInHand/haveInHandByUid', async (given) => listInProgress(await liming(given))),
    call('H2', 'GET', '/train/app/banner/getBannerAllList', async (given) => listBanners(await liming(given))),
    call('H3', 'GET', '/train/app/floor/getFloorAllList', async (given) => listFloors(await liming(given))),
    call('D1', 'GET', '/train/web/getWebStudy', async (given) => getLearningSummary(await liming(given))),
    call('D2', 'GET', '/train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', async (given) => getRanking(await liming(given), { metric: 'hours' })),
    call('D3', 'GET', '/train/app/plan/getAllClassIntegralSortOfMy', async (given) => getRanking(await liming(given), { metric: 'points' })),
    call('D4', 'GET', '/train/app/plan/getClassCertificateBySortOfMy', async (given) => getRanking(await liming(given), { metric: 'certificates' })),
    call('D5', 'GET', '/train/classIntegral/getIntegralDescription', async (given) => listLevels(await liming(given))),
    call('D6', 'GET', '/train/app/courseChapter/selectCourseHoursSortByCourseId', async (given) => getContentRanking(await liming(given), { scope: 'course', id: course.id, metric: 'hours' })),
    call('D7', 'GET', '/train/app/plan/getClassIntegralSort', async (given) => getContentRanking(await liming(given), { scope: 'plan', id: plan.id, metric: 'points' })),
    call('D8', 'GET', '/train/examPlan/examInstanceSort', async (given) => getRanking(await liming(given), { metric: 'mistakes' })),
    call('L1', 'GET', '/train/web/getMyWebPlanBySort', async (given) => listMyPlans(await liming(given), list)),
    call('L2', 'GET', '/train/web/getMyWebCourseBySort', async (given) => listMyCourses(await liming(given), list)),
    call('L3', 'GET', '/train/app/collection/getMyCollectionCourse', async (given) => listFavourites(await liming(given), { kind: 'course' })),
    call('L4', 'GET', '/train/app/collection/getMyCollectionPlan', async (given) => listFavourites(await liming(given), { kind: 'plan' })),
    call('L5', 'GET', '/train/course/getClearFlagByCourseId', async (given) => checkCourseAccess(await liming(given), { id: course.id })),
    call('L6', 'POST', '/train/app/collection/insertCollection', async (given) => addFavourite(await given.learner('learner030'), course)),
    call('L7', 'DELETE', '/train/app/collection/deleteCollection', async (given) => removeFavourite(await given.learner('learner030'), course)),
    call('X1', 'GET', '/train/web/getWebCourseBySort', async (given) => listCourseLibrary(await liming(given), library)),
    call('X2', 'GET', '/train/web/getWebPlanBySort', async (given) => listPlanLibrary(await liming(given), library)),
    call('X3', 'GET', '/train/web/getTagList', async (given) => listTagGroups(await liming(given), { kind: 'course' })),
    call('C1', 'GET', '/train/app/course/:courseId', async (given) => getCourse(await liming(given), { courseId: course.id })),
    call('C2', 'GET', '/train/webplan/getWebPlanById', async (given) => getPlan(await liming(given), { planId: plan.id })),
    call('C3', 'GET', '/train/app/plan/getPlanCatalogueById', async (given) => listPlanItems(await liming(given), { planId: plan.id })),
    call('C4', 'GET', '/train/app/plan/getCourseCatalogueById', async (given) => listPlanCourseChapters(await liming(given), { planId: plan.id, itemId: (await inPlan(given)).itemId ?? '', courseId: course.id })),
    call('C5', 'GET', '/train/app/courseChapter/selectChapterSectionByCourseId', async (given) => listCourseChapters(await liming(given), { courseId: course.id })),
    call('C6', 'GET', '/train/app/courseChapter/selectSectionDetailById', async (given) => getSection(await liming(given), { kind: 'course', ownerId: course.id, chapterId: '3101', sectionId: '3201' })),
    call('C7', 'GET', '/train/app/courseChapter/selectSectionTestBySectionId', async (given) => getSectionExam(await liming(given), { kind: 'course', sectionId: '3206', itemId: null })),
    call('C8', 'GET', '/train/content/getPlanExaminationByContentid', async (given) => {
      const who = await liming(given)
      const exam = (await listPlanItems(who, { planId: plan.id })).find(({ kind }) => kind === 'exam')
      return getPlanExam(who, { itemId: exam?.id ?? '' })
    }),
    call('C9', 'GET', '/train/app/plan/getPlanStudtyStateById', async (given) => getSavedNode(await liming(given), course)),
    call('C10', 'POST', '/train/studtyFruit/saveStudtyFruit', async (given) => startLearning(await given.learner('learner031'), course)),
    call('C11', 'POST', '/train/studtyFruit/saveStudtyFruitByType', async (given) => startLearning(await given.learner('learner031'), plan)),
    call('C12', 'GET', '/train/app/courseChapter/updateClassRecordSectionKnityn', async (given) => {
      const who = await liming(given)
      const waiting = (await listCourseChapters(who, { courseId: course.id })).flatMap(({ sections }) => sections).find(({ id }) => id === '3204')
      return unlockSection(who, { sectionRecordId: waiting?.sectionRecordId ?? '' })
    }),
    call('C13', 'POST', '/train/app/plan/updateUserSection', async (given) => saveNode(await liming(given), { ownerId: course.id, id: '3202', parentId: '3101', itemId: null, name: '安全规程手册', kind: 'study', place: 'section' })),
    call('R1', 'POST', '/train/startAndEnd/startAndEndClassHours', async (given) => {
      const who = await liming(given)
      await openVisit(who, { place: inCourse, kind: 'study', name: '用电安全概述', enrol: false })
      return endVisit(who, { place: inCourse, kind: 'study', minutes: 0 })
    }),
    call('R2', 'POST', '/train/startAndEnd/startAndEndPlanClassHoursStudy', async (given) => endVisit(await liming(given), { place: await inPlan(given), kind: 'study', minutes: 0 })),
    call('R3', 'POST', '/train/classHourses/updateClassHoursByType', async (given) => reportFraction(await liming(given), { place: { ...inCourse, chapterId: '3102', sectionId: '3203' }, fraction: 40, kind: 'study' })),
    call('R4', 'POST', '/train/classHourses/updatePlanClassHoursTest', async (given) => {
      const who = await given.learner('zhaoqiang')
      const exam = (await listPlanItems(who, { planId: plan.id })).find(({ kind }) => kind === 'exam')
      return reportPlanExam(who, { planId: plan.id, itemId: exam?.id ?? '' })
    }),
    call('R5', 'POST', '/train/classHourses/updatePlanClassHoursByType', async (given) => orRefused(reportFraction(await liming(given), { place: { ...(await inPlan(given)), chapterId: '3102', sectionId: '3203' }, fraction: 40, kind: 'study' }))),
    call('R6', 'GET', '/train/examPlan/simulationExamResult/:testRequestId/:userId', (given) => simulated(given, 'learner033')),
    call('R7', 'POST', '/train/examPlanApp/deleteVrRequestId', (given) => simulated(given, 'learner034')),
    call('X5', 'GET', '/train/web/getStudyPosition', async (given) => getPosition(await liming(given), { sectionId: '3201', resourceId: '7001' })),
    call('X6', 'POST', '/train/web/saveStudyPosition', async (given) => savePosition(await liming(given), { sectionId: '3201', resourceId: '7001', position: 12, seq: Date.now() })),
    call('X9', 'POST', '/train/web/studyHeartbeat', async (given) => beat(await liming(given), { place: inCourse, kind: 'study', seq: 1, state: 'active', activeSeconds: 1 })),
    call('X14', 'GET', '/train/web/getCoursewarePackage', async (given) => {
      const section = await getSection(await liming(given), { kind: 'course', ownerId: course.id, chapterId: '3102', sectionId: '3203' })
      return section && findPackage(await liming(given), section)
    }),
    call('X10', 'GET', '/train/web/getStudyLedger', async (given) => getLedger(await liming(given), course)),
    call('N1', 'POST', '/train/app/note/selectNoteByUserId', async (given) => listNotes(await liming(given), notePlace)),
    call('N2', 'POST', '/train/app/note', async (given) => addNote(await given.learner('learner032'), { ...notePlace, text: '停电、验电、接地', moment: 190 })),
    call('N3', 'PUT', '/train/app/note', async (given) => {
      const who = await given.learner('learner032')
      const [note] = await listNotes(who, notePlace)
      return editNote(who, { ...notePlace, id: note?.id ?? '', text: '先停电', moment: null })
    }),
    call('N4', 'GET', '/train/app/note/updateNoteDelFlagById', async (given) => {
      const who = await given.learner('learner032')
      const [note] = await listNotes(who, notePlace)
      return deleteNote(who, { id: note?.id ?? '' })
    }),
    call('V1', 'GET', '/train/comment/getAppCommentList', async (given) => listReviews(await liming(given), { ...course, page: 1 })),
    call('V2', 'GET', '/train/app/courseChapter/selectCommentNumberList', async (given) => getRatings(await liming(given), course)),
    call('V3', 'POST', '/train/comment/saveComment', async (given) => orRefused(addReview(await liming(given), { ...course, stars: 5, text: '' }))),
  ],
  servedOnly: {
    'PUT /train/app/collection/insertCollection': 'L6, again, for platforms that take no POST',
    'POST /train/examPlan/simulationExamResult': 'X4, which the simulation itself sends',
    'GET /simulation/launch': 'a simulation, which stands for the external service',
    'GET /simulation': 'the same',
    'GET /simulation/': 'the same',
    'GET /simulation/:file': 'the same',
  },
}
