import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCalls } from '../../tests/support/fuzz/calls.ts'
import { exams, questionsOf, start } from './exam-world.ts'
import type { WireStart } from './exam-world.ts'
import { changedTables, rowsOfLearner } from './owned-rows.ts'
import { startTestApi } from './support.ts'
import type { TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical } from './world.ts'

// Every call that changes a thing of a learner's by its name: nobody else changes it so, whoever it belongs to does.

let api: TestApi
let liming: TestLearner
let strangers: TestLearner[]
beforeAll(async () => {
  api = await startTestApi({ seed: true })
  liming = await api.loginAs('liming', 82)
  strangers = [await api.loginAs('learner160', 82), await api.loginAs('liming', 101)]
  // The stranger stands where liming does, so that nothing but the name is in the way.
  dataOf(await strangers[0]!.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
  const both = sql`tenant_id = 82 and learner_id in (${liming.userId}, ${strangers[0]!.userId})`
  await api.db.execute(sql`update section_records set locked = section_id = ${electrical.scorm2004} where ${both}`)
  await api.db.execute(sql`update section_records set state = 'passed' where ${both} and section_id = ${electrical.scorm12}`)
}, 300_000)
afterAll(() => api.close())

type Fields = Record<string, unknown>
/** The id of the newest of liming's rows of a kind. */
async function own(table: string, id: string, where = 'true'): Promise<number> {
  const { rows } = await api.db.execute(sql.raw(`select ${id} as id from ${table} where tenant_id = 82 and learner_id = ${liming.userId} and ${where} order by 1 desc limit 1`))
  const [found] = rows as { id: number }[]
  if (!found) throw new Error(`liming has nothing in ${table}`)
  return Number(found.id)
}

let opened: WireStart | undefined
/** A paper that liming is answering. */
const paper = async () => (opened ??= await start(liming, exams.theory))
/** The same as whoever writes on it now. */
async function writing(): Promise<{ answerId: number; epoch: number }> {
  const { answerId } = await paper()
  return { answerId, epoch: dataOf(await liming.post<{ epoch: number }>('/train/examPlanApp/takeOverAnswer', { answerId })).epoch }
}
const answerOf = (one: WireStart) => {
  const [question] = questionsOf(one)
  return { questionId: question!.questionId, answer: String(question!.optionList[0]!.optionId) }
}
const visit = { curriculumId: courses.electrical, sectionId: electrical.video, contentType: 1 }
async function openVisit(visitKey: string): Promise<Fields> {
  dataOf(await liming.post('/train/startAndEnd/startAndEndClassHours', { ...visit, chapterId: 3101, startOrEnd: 1, visitKey }))
  api.clock.advance({ minutes: 2 })
  return { ...visit, visitKey }
}
async function upload(): Promise<number> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } }).png().toBuffer())], 'a.png', { type: 'image/png' }))
  return dataOf(await liming.post<{ fileId: number }>('/admin/user/avatar/upload', form)).fileId
}
/** A paper that is handed in, with a question of it that liming got wrong. */
async function wrongOne(): Promise<Fields> {
  const { rows } = await api.db.execute(sql`select question_id as "questionId", attempt_id as "instanceId" from mistakes where tenant_id = 82 and learner_id = ${liming.userId} and source = 'theory' and attempt_id is not null and removed_at is null order by 1 limit 1`)
  return rows[0] as Fields
}
/** A paper that is to be handed in, for each of the calls that do. */
async function toHandIn(examId: number): Promise<Fields> {
  const { instanceId, answerId } = await start(liming, examId)
  return { instanceId, answerId, examPlanType: 1 }
}

type Write = [name: string, table: string, fields: () => Fields | Promise<Fields>]
// In this order: a question on a paper that is being answered leaves the book of mistakes, and practice, alone.
const writes: Write[] = [
  ['PUT /train/app/note', 'notes', async () => ({ id: await own('notes', 'note_id', 'deleted_at is null'), noteContent: 'another text' })],
  ['GET /train/app/note/updateNoteDelFlagById', 'notes', async () => ({ id: await own('notes', 'note_id', 'deleted_at is null') })],
  ['GET /train/messageSend/updateMessageUserStatus', 'message_recipients', async () => ({ id: await own('message_recipients', 'recipient_id', 'read_at is null'), status: 2 })],
  ['POST /train/examPlanApp/gradeError', 'mistakes', async () => ({ id: await own('mistakes', 'mistake_id', 'removed_at is null'), grade: 3 })],
  ['POST /train/examPlanApp/removeError', 'mistakes', async () => ({ id: await own('mistakes', 'mistake_id', 'removed_at is null') })],
  ['POST /train/examPlanApp/joinError', 'mistakes', async () => {
    const wrong = await wrongOne()
    await api.db.execute(sql`delete from mistakes where tenant_id = 82 and learner_id = ${liming.userId} and question_id = ${wrong.questionId}`)
    return { ...wrong, errorType: 1 }
  }],
  ['POST /train/practiceCenter/savePracticeDraw', 'practice_sessions', async () => {
    const { drawId } = dataOf(await liming.get<{ drawId: number }>('/train/practiceCenter/mistakeDraw', { randomCount: 3 }))
    return { drawId, elapsedSeconds: 60, currentIndex: 1, answers: [] }
  }],
  ['GET /train/app/courseChapter/updateClassRecordSectionKnityn', 'section_records', async () => ({ classRecordId: await own('section_records', 'record_id', `section_id = ${electrical.scorm2004} and plan_item_id = 0 and locked`) })],
  ['POST /train/startAndEnd/startAndEndClassHours', 'study_visits', async () => ({ ...(await openVisit('visit-to-end')), startOrEnd: 2, sumHours: 1 })],
  ['POST /train/web/studyHeartbeat', 'study_visits', async () => ({ ...(await openVisit('visit-to-beat')), visitId: await own('study_visits', 'visit_id', `visit_key = 'visit-to-beat'`), seq: 1, activeSeconds: 30, state: 'active' })],
  ['POST /train/examPlanApp/deleteVrRequestId', 'simulation_requests', async () => {
    dataOf(await liming.get('/train/app/courseChapter/selectSectionDetailById', { sectionId: electrical.simulation, chapterId: 3102, contentState: 1, curriculumId: courses.electrical }))
    return { testRequestId: await own('simulation_requests', 'request_id', 'used_at is null') }
  }],
  ['GET /train/examPlanApp/startAnswer', 'attempts', async () => {
    await start(strangers[0]!, exams.theory)
    return { examPlanId: exams.theory, instanceId: (await paper()).instanceId, intentId: 'another-window' }
  }],
  ['POST /train/examPlanApp/takeOverAnswer', 'attempts', async () => ({ answerId: (await paper()).answerId, instanceId: (await paper()).instanceId, intentId: 'another-device' })],
  ['POST /train/examPlanApp/updateAnswerResult', 'attempt_answers', async () => ({ ...(await writing()), ...answerOf(await paper()) })],
  ['POST /train/examPlanApp/updateAnswerResults', 'answer_receipts', async () => ({ ...(await writing()), answers: [{ ...answerOf(await paper()), opId: 'operation-1', seq: 7 }] })],
  ['POST /train/examPlanApp/updateInstanceInfo', 'screen_switches', async () => ({ instanceId: (await paper()).instanceId, switchTime: 5, eventId: 'absence-1' })],
  ['POST /train/examPlanApp/submitPaper', 'attempts', () => toHandIn(exams.theory)],
  ['POST /train/examPlanApp/submitPaperAndPlanExam', 'attempts', () => toHandIn(exams.contest)],
  ['POST /train/examPlanApp/submitPaperAndPlanSection', 'attempts', () => toHandIn(exams.quick)],
  ['POST /train/examPlanApp/submitPaperAndCourseSection', 'attempts', () => toHandIn(exams.quick)],
  ['POST /train/examPlanApp/handInAnswerFile', 'answer_files', async () => {
    const { instanceId, answerId } = await paper()
    api.clock.advance({ minutes: 10 })
    const { questionId, answer } = answerOf(await paper())
    const content = JSON.stringify({ answers: [{ questionId: String(questionId), optionIds: [answer], opId: 'operation-2', seq: 9, answerHash: null }] })
    return { answerFile: JSON.stringify({ format: 'trainhall-answer-file', version: 2, attempt: { attemptId: String(instanceId), answerId: String(answerId) }, learner: { id: String(liming.userId) }, madeAt: api.clock.now().toISOString(), hash: null, content }) }
  }],
  ['POST /admin/user/app/userInfo/update', 'learners', async () => ({ avatar: await upload() })],
]

/** These name nothing of a learner's: a place in the tenant's content, where each writes what is their own, or nothing at all. */
const others = [
  'POST /admin/user/avatar/upload', 'POST /train/studtyFruit/saveStudtyFruit', 'POST /train/studtyFruit/saveStudtyFruitByType', 'POST /train/app/plan/updateUserSection', 'POST /train/app/collection/insertCollection', 'PUT /train/app/collection/insertCollection', 'DELETE /train/app/collection/deleteCollection',
  'POST /train/app/note', 'POST /train/app/note/selectNoteByUserId', 'POST /train/web/markAllMessagesRead', 'POST /train/postUser/joinPost', 'POST /train/comment/saveComment', 'POST /train/web/saveStudyPosition', 'POST /train/startAndEnd/startAndEndPlanClassHoursStudy',
  'POST /train/classHourses/updateClassHoursByType', 'POST /train/classHourses/updatePlanClassHoursByType', 'POST /train/classHourses/updatePlanClassHoursTest',
]

const ask = (who: TestLearner, name: string, fields: Fields) => {
  const [method, path] = name.split(' ') as [string, string]
  return method === 'GET' ? who.get(path, fields) : method === 'PUT' ? who.put(path, fields) : who.post(path, fields)
}

describe('a thing of a learner’s, by its name', () => {
  test.each(writes)('is not changed by another learner with %s, and by its own is', async (name, table, given) => {
    const fields = await given()
    const before = await rowsOfLearner(api, liming)
    for (const stranger of strangers) expect((await ask(stranger, name, fields)).status).toBeLessThan(500)
    expect(changedTables(before, await rowsOfLearner(api, liming))).toEqual([])
    dataOf(await ask(liming, name, fields))
    expect(changedTables(before, await rowsOfLearner(api, liming))).toContain(table)
  })

  test('is what every call is about that changes something and is not left out here by name', () => {
    const changing = listCalls(api).filter(({ who, method, name }) => who === 'learner' && (method !== 'GET' || writes.some(([one]) => one === name)))
    expect(changing.map(({ name }) => name).toSorted()).toEqual([...writes.map(([name]) => name), ...others].toSorted())
  })
})

test('a picture that somebody sent becomes nobody else’s', async () => {
  const avatar = await upload()
  for (const stranger of strangers) {
    const before = await rowsOfLearner(api, stranger)
    expect((await stranger.post('/admin/user/app/userInfo/update', { avatar })).code).toBe(1)
    expect(changedTables(before, await rowsOfLearner(api, stranger))).toEqual([])
  }
})

test.each([['phone', '13755550199'], ['email', 'other@mail.example'], ['password', 'Train2099']])('nobody changes another’s %s, whomever the call names', async (field, value) => {
  const stranger = await api.loginAs('learner161', 82)
  const before = await rowsOfLearner(api, liming)
  expect((await stranger.post('/admin/user/app/userInfo/update', { userId: liming.userId, username: 'liming', [field]: value })).status).toBe(403)
  expect((await stranger.post('/admin/user/app/userInfo/update', { username: 'liming', account: 'liming', learnerId: liming.userId, id: liming.userId, [field]: value })).status).toBe(200)
  expect(changedTables(before, await rowsOfLearner(api, liming))).toEqual([])
  await liming.post('/admin/user/app/userInfo/update', { userId: liming.userId, username: 'liming', [field]: `${value}1` })
  expect(changedTables(before, await rowsOfLearner(api, liming))).toContain(field === 'password' ? 'credentials' : 'learners')
})
