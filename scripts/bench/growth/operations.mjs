// Everything a learner does, as the web asks the training API for it. Each scene is one learner's; what is asked under one name is one operation.
import { encipherPassword } from '../../../training-api/rules/passwords.ts'
import { beganPlan, openExam, tenantId } from './templates.mjs'

const list = { languageType: 1, total: 0 }
const library = { ...list, current: 1, size: 8 }
const key = 'pigxpigxpigxpigx'
const bankTenant = 143
const bankSubject = 1430701

async function login({ visit, actor }) {
  const client = { authorization: `Basic ${btoa('train:train')}`, 'tenant-id': '1', 'content-type': 'application/x-www-form-urlencoded' }
  const token = await visit('log in, without the hash', 'POST', `/auth/oauth/token?randomStr=blockPuzzle&code=blockPuzzle&grant_type=password&tenant_flag=${actor.tenant_id}`, client,
    new URLSearchParams({ username: actor.account, password: encipherPassword('Train2026', 'aes-cbc-zero', key) }).toString())
  await visit('renew a session', 'POST', '/auth/oauth/token?grant_type=refresh_token', client, new URLSearchParams({ refresh_token: token.refresh_token }).toString())
  await visit('tenant of a domain', 'GET', '/admin/tenant/tenantExt?domain=localhost', {})
  await visit('has an account ended', 'GET', `/admin/user/selectUserTimeEndStatus?${new URLSearchParams({ username: actor.account, tenantId: actor.tenant_id })}`, { 'tenant-id': String(actor.tenant_id) })
  await visit('log out', 'DELETE', '/auth/token/logout', { authorization: `Bearer ${token.access_token}`, 'tenant-id': String(actor.tenant_id) })
}

async function home({ get }) {
  await get('home', '/train/app/haveInHand/haveInHandByUid', list)
  await get('home', '/train/app/banner/getBannerAllList', { terminalType: 1 })
  await get('home', '/train/app/floor/getFloorAllList', { terminalType: 1 })
  await get('home', '/train/app/notice/getAllNotice', {})
  await get('unread messages', '/train/messageSend/getMessageSendCount', { status: 1, acceptPlatform: 2 })
  await get('personal centre', '/train/web/getWebStudy', list)
  await get('personal centre', '/train/classIntegral/getIntegralDescription', list)
}

async function ownLists({ get }) {
  await get('my courses', '/train/web/getMyWebCourseBySort', { ...library, i: 5 })
  await get('my courses, a word', '/train/web/getMyWebCourseBySort', { ...library, i: 5, name: '安全' })
  await get('my plans', '/train/web/getMyWebPlanBySort', { ...library, i: 5 })
  await get('favourites', '/train/app/collection/getMyCollectionCourse', list)
  await get('favourites, plans', '/train/app/collection/getMyCollectionPlan', list)
}

async function courseDetail({ get, actor: { course_id: id } }) {
  const name = 'course detail, all calls'
  await get(name, `/train/app/course/${id}`, list)
  await get(name, '/train/course/getClearFlagByCourseId', { id })
  await get(name, '/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: id })
  await get(name, '/train/app/courseChapter/selectCourseHoursSortByCourseId', { integralState: 1, curriculumId: id })
  await get(name, '/train/app/courseChapter/selectCommentNumberList', { curriculumId: id, commentType: 1 })
  await get(name, '/train/comment/getAppCommentList', { contentId: id, commentType: 1, current: 1, size: 5 })
}

async function planDetail({ get, actor: { plan_id: id } }) {
  const name = 'plan detail, all calls'
  await get(name, '/train/webplan/getWebPlanById', { ...list, planId: id })
  const items = await get(name, '/train/app/plan/getPlanCatalogueById', { planId: id })
  await get(name, '/train/app/courseChapter/selectCourseHoursSortByCourseId', { integralState: 2, curriculumId: id })
  await get(name, '/train/app/courseChapter/selectCommentNumberList', { curriculumId: id, commentType: 2 })
  await get(name, '/train/comment/getAppCommentList', { contentId: id, commentType: 2, current: 1, size: 5 })
  await get('where a learner stopped', '/train/app/plan/getPlanStudtyStateById', { curriculumId: id, fruitType: 2 })
  const course = items.find(({ contentType }) => Number(contentType) === 1)
  if (course) await get('one course of a plan', '/train/app/plan/getCourseCatalogueById', { planId: id, contentId: course.id, courseId: course.childrenId })
}

async function reviews({ get, post, actor: { passed_id: id, tenant_id: tenant, learner_id: learner }, prepare }) {
  const asked = { contentId: id, commentType: 1, size: 5 }
  const { total } = await get('reviews, first page', '/train/comment/getAppCommentList', { ...asked, current: 1 })
  const last = Math.max(1, Math.ceil(total / 5))
  await get('reviews, page in the middle', '/train/comment/getAppCommentList', { ...asked, current: Math.ceil(last / 2) })
  await get('reviews, last page', '/train/comment/getAppCommentList', { ...asked, current: last })
  // A kept world has it from the run before.
  await prepare(`with gone as (delete from reviews where tenant_id = $1 and content_kind = 'course' and content_id = $2 and learner_id = $3 returning *)
    update content_totals set stars_5 = stars_5 - 1 where tenant_id = $1 and content_kind = 'course' and content_id = $2 and exists (select 1 from gone)`, [tenant, id, learner])
  await post('write a review', '/train/comment/saveComment', { contentId: id, commentType: 1, commentNum: 5, commentContent: '讲得很清楚' })
}

async function study({ get, post, actor: { course_id: course, section_id: section, chapter_id: chapter, resource_id: resource }, tick }) {
  const name = 'player start, all calls'
  await get(name, `/train/app/course/${course}`, list)
  await get(name, '/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: course })
  await get(name, '/train/course/getClearFlagByCourseId', { id: course })
  await get(name, '/train/app/courseChapter/selectSectionDetailById', { sectionId: section, chapterId: chapter, contentState: 1, curriculumId: course })
  await get(name, '/train/web/getStudyPosition', { sectionId: section, resourceId: resource })
  const place = { sectionId: section, chapterId: chapter, curriculumId: course, contentType: 1, visitKey: crypto.randomUUID() }
  await post('study report: begin', '/train/app/plan/updateUserSection', { curriculumId: course, nodeId: section, parentId: chapter, nodeState: 1 })
  await post('study report: begin', '/train/startAndEnd/startAndEndClassHours', { ...place, startOrEnd: 1 })
  tick(60)
  await post('study report: heartbeat', '/train/web/studyHeartbeat', { ...place, seq: 1, activeSeconds: 30, state: 'active' })
  await post('keep a position', '/train/web/saveStudyPosition', { sectionId: section, resourceId: resource, position: 30, seq: Date.now() })
  tick(60)
  await post('study report: end', '/train/startAndEnd/startAndEndClassHours', { ...place, startOrEnd: 2, sumHours: 2 })
  await get('study ledger', '/train/web/getStudyLedger', { curriculumId: course, fruitType: 1 })
}

async function studyInPlan({ post, tick, actor: { open_plan_id: plan, plan_item_id: item, plan_section_id: section, plan_chapter_id: chapter } }) {
  const place = { sectionId: section, chapterId: chapter, curriculumId: plan, contentId: item, contentType: 1, visitKey: crypto.randomUUID() }
  await post('study report in a plan: begin', '/train/app/plan/updateUserSection', { curriculumId: plan, contentId: item, nodeId: section, parentId: chapter, nodeState: 1 })
  await post('study report in a plan: begin', '/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...place, startOrEnd: 1 })
  tick(60)
  await post('study report in a plan: heartbeat', '/train/web/studyHeartbeat', { ...place, seq: 1, activeSeconds: 30, state: 'active' })
  tick(60)
  await post('study report in a plan: end', '/train/startAndEnd/startAndEndPlanClassHoursStudy', { ...place, startOrEnd: 2, sumHours: 2 })
}

async function examOfPlan({ get, post, prepare, tick, actor: { tenant_id: tenant, learner_id: learner, open_plan_id: plan, exam_item_id: item, plan_exam_id: examPlanId } }) {
  // Such an exam may be sat a few times only, and a paper that is open would be gone on with.
  await prepare(`update attempts set status = 'finished', sealed = true where tenant_id = $1 and learner_id = $2 and status = 'running'`, [tenant, learner])
  await prepare('update exam_standings set attempts_used = 0 where tenant_id = $1 and learner_id = $2 and exam_id = $3', [tenant, learner, examPlanId])
  const paper = await get('exam start in a plan', '/train/examPlanApp/startAnswer', { examPlanId, otherContentId: item, intentId: crypto.randomUUID() })
  const where = { answerId: paper.answerId, instanceId: paper.instanceId }
  const [question] = [...paper.questionOneList, ...paper.questionTwoList, ...paper.questionThreeList]
  tick(3)
  await post('one answer in a plan', '/train/examPlanApp/updateAnswerResults', { ...where, epoch: paper.epoch, answers: [{ opId: crypto.randomUUID(), seq: 1, questionId: question.questionId, answer: String(question.optionList[0].optionId) }] })
  const { userScore } = await post('hand-in in a plan', '/train/examPlanApp/submitPaperAndPlanExam', { ...where, examPlanId })
  await post('report of a plan’s exam', '/train/classHourses/updatePlanClassHoursTest', { curriculumId: plan, contentId: item, sectionId: examPlanId, contentType: 2, fraction: userScore })
}

const notTaken = 30_000_140
async function enrol({ post, del, actor: { tenant_id: tenant, learner_id: learner }, prepare }) {
  await prepare(`delete from section_records where tenant_id = $1 and learner_id = $2 and course_id = $3`, [tenant, learner, notTaken])
  await prepare(`delete from enrolments where tenant_id = $1 and learner_id = $2 and content_id = $3`, [tenant, learner, notTaken])
  await prepare(`delete from section_records where tenant_id = $1 and learner_id = $2 and plan_item_id in (select plan_item_id from plan_items where tenant_id = $1 and plan_id = $3)`, [tenant, learner, beganPlan])
  await prepare(`delete from enrolments where tenant_id = $1 and learner_id = $2 and (plan_id = $3 or (content_kind = 'plan' and content_id = $3))`, [tenant, learner, beganPlan])
  await post('begin a course', '/train/studtyFruit/saveStudtyFruit', { curriculumId: notTaken, fruitType: 1 })
  await post('begin a plan', '/train/studtyFruit/saveStudtyFruitByType', { curriculumId: beganPlan, fruitType: 2 })
  await post('collect a course', '/train/app/collection/insertCollection', { curriculumId: notTaken, collectionType: 1, opId: crypto.randomUUID() })
  await del('let a course go', '/train/app/collection/deleteCollection', { curriculumId: notTaken, collectionType: 1, opId: crypto.randomUUID() })
}

async function libraries({ get }) {
  const path = '/train/web/getWebCourseBySort'
  await get('library', path, { ...library, typeSort: 1 })
  await get('library, latest', path, { ...library, typeSort: 4 })
  await get('library, by stars', path, { ...library, typeSort: 2 })
  await get('library, by participants, page 9', path, { ...library, typeSort: 3, current: 9 })
  await get('library search, words', path, { ...library, typeSort: 1, name: '安全' })
  const groups = await get('library tags', '/train/web/getTagList', { ...list, curriculumType: 1 })
  await get('library search, tags', path, { ...library, typeSort: 1, tag1ValueIds: groups[0]?.children[0]?.id })
  await get('plan library', '/train/web/getWebPlanBySort', { ...library, typeSort: 1 })
}

async function rankings({ get, actor }) {
  await get('ranking: hours', '/train/app/courseChapter/selectCourseHoursSortByCourseIdOfMy', {})
  await get('ranking: points', '/train/app/plan/getAllClassIntegralSortOfMy', {})
  await get('ranking: certificates', '/train/app/plan/getClassCertificateBySortOfMy', {})
  await get('ranking: wrong questions', '/train/examPlan/examInstanceSort', {})
  await get('ranking: hours of a course', '/train/app/courseChapter/selectCourseHoursSortByCourseId', { integralState: 1, curriculumId: actor.course_id })
  await get('ranking: points of a course', '/train/app/plan/getClassIntegralSort', { integralState: 1, curriculumId: actor.course_id })
}

async function classes({ get, actor }) {
  await get('my classes', '/train/gradeApp', {})
  await get('ranking: hours of a class', '/train/app/courseChapter/selectCourseHoursSortByCourseId', { integralState: 3, curriculumId: actor.class_id })
}

async function examList({ get }) {
  await get('exam list', '/train/examPlanApp/queryPage', { ...list, queryType: 1, current: 1, size: 10 })
  for (const queryType of [2, 3, 5]) await get('exam list, the other tabs', '/train/examPlanApp/queryPage', { ...list, queryType, current: 1, size: 1 })
}

async function exam({ get, post, visit, tick, prepare, actor: { tenant_id: tenant, learner_id: learner } }) {
  // Whoever stopped in the middle of a run has a paper open in a kept world.
  await prepare(`update attempts set status = 'finished', sealed = true where tenant_id = $1 and learner_id = $2 and status = 'running'`, [tenant, learner])
  await get('exam before it is taken', '/train/examPlanApp/info', { ...list, examPlanId: openExam })
  const paper = await get('exam start', '/train/examPlanApp/startAnswer', { examPlanId: openExam, intentId: crypto.randomUUID() })
  const where = { answerId: paper.answerId, instanceId: paper.instanceId }
  const questions = [...paper.questionOneList, ...paper.questionTwoList, ...paper.questionThreeList]
  for (const [at, question] of questions.slice(0, 5).entries()) {
    tick(3)
    await post('five answer saves', '/train/examPlanApp/updateAnswerResults', { ...where, epoch: paper.epoch, answers: [{ opId: crypto.randomUUID(), seq: at + 1, questionId: question.questionId, answer: String(question.optionList[at % 2].optionId) }] })
  }
  const intentId = crypto.randomUUID()
  const { epoch } = await post('another device takes over', '/train/examPlanApp/takeOverAnswer', { ...where, intentId })
  await post('one answer, by itself', '/train/examPlanApp/updateAnswerResult', { ...where, epoch, opId: crypto.randomUUID(), seq: 100, questionId: questions[0].questionId, answer: String(questions[0].optionList[0].optionId) })
  await get('exam clock', '/train/examPlanApp/answerClock', { ...where, intentId })
  await post('screen switch', '/train/examPlanApp/updateInstanceInfo', { instanceId: where.instanceId, switchTime: 2, eventId: crypto.randomUUID() })
  await post('hand-in', '/train/examPlanApp/submitPaper', { ...where, examPlanId: openExam })
  await get('result of a hand-in', '/train/examPlanApp/result', { ...list, ...where, examPlanId: openExam })
  const { receipts: [{ code, signature }] } = await get('receipts', '/train/examPlanApp/answerReceipts', where)
  await visit('receipt check', 'GET', `/train/web/checkAnswerReceipt?${new URLSearchParams({ code, signature })}`, { 'tenant-id': String(tenant) })
}

async function results({ get, actor }) {
  const which = { ...list, examPlanId: actor.exam_id, instanceId: actor.attempt_id, answerId: actor.answer_id }
  await get('result with its place', '/train/examPlanApp/result', which)
  await get('answers reviewed', '/train/examPlanApp/answerDetail', which)
}

async function mistakes({ get, post, actor }) {
  const errorType = { theory: 1, simulation: 2, practice: 3 }[actor.source]
  await get('mistake book', '/train/subjectClassify/getSubjectListExamErrorBySubjectId', { ...list, errorType })
  await get('mistake book', '/train/examPlanApp/findError', { ...list, errorType, sort: 1, current: 1, size: 10 })
  await get('mistake book', '/train/examPlanApp/errorCounts', {})
  await get('one mistake', '/train/examPlanApp/examErrorDetail', { ...list, examErrorId: actor.mistake_id })
  await get('draw from the book', '/train/practiceCenter/mistakeDraw', { ...list, errorType, randomCount: 20 })
  await post('grade a mistake', '/train/examPlanApp/gradeError', { id: actor.mistake_id, grade: 3, opId: crypto.randomUUID() })
}

async function practice({ get, post }) {
  const { labelTreeList: groups } = await get('practice: subject', `/train/subject/${bankSubject}`, list)
  await get('practice: subjects', '/train/practiceCenter/subjectQuestionCountByClassifyId', { ...list, classifyId: 0 })
  await get('practice: categories', '/train/subjectClassify/selectAllSubjectClassifyByClassifyId', { ...list, classifyId: 0 })
  await get('practice: count', '/train/practiceCenter/subjectRandomQuestionCount', { subjectId: bankSubject })
  const draw = await get('practice draw', '/train/practiceCenter/subjectRandomQuestion', { ...list, subjectId: bankSubject, randomCount: 20 })
  await get('practice draw, tags', '/train/practiceCenter/subjectRandomQuestion', { ...list, subjectId: bankSubject, randomCount: 20, tagOneId: groups[0]?.id, tagOneValueId: groups[0]?.children[0]?.id })
  const [first] = draw.question
  await post('practice answer', '/train/practiceCenter/savePracticeDraw', { ...list, drawId: draw.drawId, answers: [{ questionId: first.questionId, resultIds: String(first.optionList[0].optionId) }], elapsedSeconds: 9, currentIndex: 1 })
  await get('practice draw, gone on with', '/train/practiceCenter/practiceDraw', { ...list, drawId: draw.drawId })
  const mistake = { errorType: 3, questionId: first.questionId, questionType: first.questionType, questionContent: first.questionContent }
  const { id } = await post('a question into the book', '/train/examPlanApp/joinError', { ...mistake, isTrueFlag: 0, resultIds: '', opId: crypto.randomUUID() })
  await post('a question out of the book', '/train/examPlanApp/removeError', { errorType: 3, id, opId: crypto.randomUUID() })
}

async function notices({ get, post, actor }) {
  const found = await get('notices', '/train/app/notice/getAllNotice', { noticeTypeId: 1 })
  await post('open a notice', '/train/app/notice/updateNoticeReadNumber', { id: found[0].id })
  await get('messages', '/train/messageSend/web/page', { status: 3, acceptPlatform: 2, current: 1, size: 10, total: 0 })
  await get('read a message', '/train/messageSend/updateMessageUserStatus', { id: actor.recipient_id, status: 1, acceptPlatform: 2 })
  await get('read a message', '/train/messageSend/updateMessageUserStatus', { id: actor.recipient_id, status: 2, acceptPlatform: 2 })
  await post('read all messages', '/train/web/markAllMessagesRead', { acceptPlatform: 2 })
}

async function notes({ get, post, put, actor }) {
  const place = { coursePlanId: actor.course_id, coursePlanType: 1, chapterId: actor.chapter_id, sectionId: actor.section_id, resourceId: actor.resource_id, type: 1 }
  await post('write a note', '/train/app/note', { ...place, noteContent: '停电、验电、接地', moment: 12, opId: crypto.randomUUID() })
  const [note] = await post('notes', '/train/app/note/selectNoteByUserId', place)
  await put('edit a note', '/train/app/note', { id: note.id, noteContent: '先停电', opId: crypto.randomUUID() })
  await get('delete a note', '/train/app/note/updateNoteDelFlagById', { id: note.id })
}

async function organisation({ get, post, visit, actor }) {
  const [path] = await get('learning paths', '/train/app/studyPath/getAllStudyPath', {})
  const { studyPathNodeList: [node] } = await get('one learning path', '/train/app/studyPath/selectStudyPathById', { id: path.id })
  await get('courses of a node', '/train/app/studyPath/selectCourseListByPathIdAndNodeId', { ...list, studyPathId: path.id, studyPathNodeId: node.id })
  const [map] = await get('post maps', '/train/app/postMap/getPostMap', { completeState: -1 })
  const { skillCourseList: [skill] } = await get('one post map', '/train/app/postMap/selectPostMapDetailById', { id: map.id })
  await get('courses of a skill', '/train/app/postMap/selectCourseListByPostMapSkillId', { ...list, postMapId: map.id, postMapSkillId: skill.postMapSkillId })
  await post('join a post map', '/train/postUser/joinPost', { postId: map.id })
  await get('account', `/admin/user/app/userInfo/${actor.learner_id}`, {})
  await visit('is a phone taken', 'POST', '/admin/user/checkUserPhone', { 'tenant-id': String(actor.tenant_id), 'content-type': 'application/json' }, JSON.stringify({ phone: '13999990000', tenantId: actor.tenant_id }))
}

async function certificates({ get, visit, actor }) {
  await get('certificates', '/train/app/plan/getMyClassCertificate', {})
  await visit('certificate check', 'GET', `/train/web/getCertificateByCheckCode?checkCode=${actor.check_code}`, { 'tenant-id': String(actor.tenant_id) })
}

/** What is done, by whom: only learners who have what it takes. */
export const scenes = [
  { run: login, needs: [] }, { run: home, needs: [] }, { run: ownLists, needs: ['course_id'] }, { run: courseDetail, needs: ['course_id'] }, { run: planDetail, needs: ['plan_id'] },
  { run: libraries, needs: [] }, { run: study, needs: ['course_id'] }, { run: studyInPlan, needs: ['open_plan_id'] }, { run: enrol, needs: [] }, { run: reviews, needs: ['passed_id'] }, { run: rankings, needs: ['course_id'] },
  { run: classes, needs: ['class_id'] }, { run: examList, needs: [] }, { run: exam, needs: ['attempt_id'] }, { run: examOfPlan, needs: ['open_plan_id'] }, { run: results, needs: ['attempt_id'] }, { run: mistakes, needs: ['mistake_id'] },
  { run: practice, needs: [], tenant: bankTenant }, { run: notices, needs: ['recipient_id'] }, { run: notes, needs: ['course_id'] }, { run: organisation, needs: [] }, { run: certificates, needs: ['certificate_id'] },
].map((scene) => ({ tenant: tenantId, ...scene }))
