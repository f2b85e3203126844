import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { exams, handIn, questionsOf, save, start } from './exam-world.ts'
import type { WireStart } from './exam-world.ts'
import { expectRepeatable } from './repeats.ts'
import type { Writes } from './repeats.ts'
import { startTestApi } from './support.ts'
import type { Reply, TestApi, TestLearner } from './support.ts'
import { courses, dataOf, electrical, learnerWithout, plans } from './world.ts'
import type { WirePage } from './world.ts'

// What a learner sends may arrive twice, late, and after what was sent later: section 2.2 of the reliability rules.
// REPEAT_RUNS=200 REPEAT_SEED=… makes the long run.

let api: TestApi
let number = 100
beforeAll(async () => {
  api = await startTestApi({ seed: true })
}, 300_000)
afterAll(() => api.close())

const crowd = () => api.loginAs(`learner${(number = 100 + ((number - 99) % 190))}`, 82)
const operation = () => randomUUID().replaceAll('-', '')
const rows = async (query: ReturnType<typeof sql>) => (await api.db.execute(query)).rows

/** A learner who has just begun 低压电工作业安全 for the first time, everything unlocked. */
async function beginner(): Promise<TestLearner> {
  const learner = await learnerWithout(api, courses.electrical)
  dataOf(await learner.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.electrical, fruitType: 1 }))
  await api.db.update(sectionRecords).set({ locked: false }).where(and(eq(sectionRecords.tenantId, 82), eq(sectionRecords.learnerId, learner.userId)))
  return learner
}

const notePlace = { chapterId: 3101, sectionId: electrical.video, coursePlanId: courses.electrical, coursePlanType: 1, type: 2, planContentId: '', resourceId: 7001 }
const notesOf = async (who: TestLearner) => dataOf(await who.post<{ id: number; noteContent: string; createTime: string; moment: number | null }[]>('/train/app/note/selectNoteByUserId', notePlace))
const addNote = (who: TestLearner, noteContent: string, moment: number, opId = operation()) => () => who.post('/train/app/note', { ...notePlace, noteContent, moment, opId })

const notes: Writes = {
  name: 'a note is added once and stays as it was last changed, or deleted',
  async wishes(who) {
    const before = await notesOf(who)
    const add = addNote(who, '停电、验电、接地', 12)
    dataOf(await add())
    const [made] = (await notesOf(who)).filter(({ id }) => !before.some((one) => one.id === id))
    const edit = (noteContent: string, opId = operation()) => () => who.put('/train/app/note', { ...notePlace, id: made?.id, noteContent, opId })
    // Twice the same words at the same place are two notes when they are two wishes.
    return [add, edit('先停电'), edit('先停电，再验电'), addNote(who, '安全距离', 30), addNote(who, '安全距离', 31), () => who.get('/train/app/note/updateNoteDelFlagById', { id: made?.id })]
  },
  state: (who) => rows(sql`select text, moment, created_at, deleted_at is null as kept from notes where tenant_id = 82 and learner_id = ${who.userId} order by created_at, moment`),
}

const visitPlace = { curriculumId: courses.electrical, chapterId: 3101, sectionId: electrical.video, contentType: 1 }
const visits: Writes = {
  name: 'a visit has one beginning and one end, and its minutes count once',
  minutes: 7,
  async wishes(who) {
    const marker = (visitKey: string, startOrEnd: 1 | 2, sumHours = 0) => () => who.post('/train/startAndEnd/startAndEndClassHours', { ...visitPlace, startOrEnd, sumHours, visitKey })
    const beat = (visitKey: string, seq: number) => () => who.post('/train/web/studyHeartbeat', { ...visitPlace, seq, state: 'active', activeSeconds: 240, visitKey })
    const [first, second] = [operation(), operation()]
    return [marker(first, 1), beat(first, 1), marker(first, 2, 9), marker(second, 1), beat(second, 1), marker(second, 2, 5)]
  },
  state: async (who) => ({
    visits: await rows(sql`select started_at, ended_at, counted_seconds, reported_minutes, added_minutes from study_visits where tenant_id = 82 and learner_id = ${who.userId} and visit_key is not null order by started_at`),
    ledger: await rows(sql`select from_at, to_at, counted_seconds, not_counted_seconds, reason from study_ledger where tenant_id = 82 and learner_id = ${who.userId} order by from_at, counted_seconds`),
    minutes: await rows(sql`select learned_minutes, state from section_records where tenant_id = 82 and learner_id = ${who.userId} and section_id = ${electrical.video} and plan_item_id = 0`),
    points: await rows(sql`select sum(points) as points, count(*) as entries from points_ledger where tenant_id = 82 and learner_id = ${who.userId} and awarded_at > '2026-03-10'`),
  }),
  // A heartbeat says of a repetition that nothing was added.
  told: ({ status, code }) => ({ status, code }),
}

const position: Writes = {
  name: 'a position is the newest by its number',
  wishes: async (who) => [1, 2, 3].map((seq) => () => who.post('/train/web/saveStudyPosition', { sectionId: electrical.video, resourceId: 7001, position: seq * 10, seq: 1_800_000_000_000 + seq })),
  state: (who) => rows(sql`select position, seq from study_positions where tenant_id = 82 and learner_id = ${who.userId} and section_id = ${electrical.video}`),
  told: ({ status, code }) => ({ status, code }),
}

const reviews: Writes = {
  name: 'a review is given once, and given again it is told the same',
  async wishes(who) {
    await api.db.execute(sql`update enrolments set state = 'passed' where tenant_id = 82 and learner_id = ${who.userId} and content_id = ${courses.electrical}`)
    return [() => who.post('/train/comment/saveComment', { contentId: courses.electrical, commentType: 1, commentNum: 4, topYn: 1, commentId: -1, commentContent: '讲得很清楚' })]
  },
  state: async (who) => ({
    own: await rows(sql`select stars, text from reviews where tenant_id = 82 and learner_id = ${who.userId} and content_id = ${courses.electrical}`),
    counted: await rows(sql`select t.stars_4 - count(r.*) as difference from content_totals t join reviews r using (tenant_id, content_kind, content_id) where t.tenant_id = 82 and t.content_kind = 'course' and t.content_id = ${courses.electrical} and r.stars = 4 group by t.stars_4`),
  }),
}

const favourites: Writes = {
  name: 'a course is collected or not, as was wished last',
  async wishes(who) {
    const put = (contentId: number, opId = operation()) => () => who.post('/train/app/collection/insertCollection', { curriculumId: contentId, collectionType: 1, opId })
    const take = (contentId: number, opId = operation()) => () => who.delete('/train/app/collection/deleteCollection', { curriculumId: contentId, collectionType: 1, opId })
    return [put(courses.crane), put(courses.welding), take(courses.crane), put(courses.crane), take(courses.welding)]
  },
  state: (who) => rows(sql`select content_id from favourites where tenant_id = 82 and learner_id = ${who.userId} and content_kind = 'course' and content_id = any(array[${courses.crane}, ${courses.welding}]::bigint[]) order by content_id`),
}

const messages: Writes = {
  name: 'a message is read when it was read first',
  async wishes(who) {
    const found = dataOf(await who.get<WirePage<{ messageSendUserId: number }>>('/train/messageSend/web/page', { current: 1, size: 3, status: 3 })).records
    return [...found.slice(0, 2).map(({ messageSendUserId: id }) => () => who.get('/train/messageSend/updateMessageUserStatus', { id, status: 2 })), () => who.post('/train/web/markAllMessagesRead', {})]
  },
  state: async (who) => dataOf(await who.get<number>('/train/messageSend/getMessageSendCount', { status: 1 })),
}

const postMap: Writes = {
  name: 'a post map is joined once',
  async wishes(who) {
    const found = dataOf(await who.get<{ id: number }[]>('/train/app/postMap/getPostMap', { completeState: 0 }))
    return found.slice(0, 2).map(({ id }) => () => who.post('/train/postUser/joinPost', { postId: id }))
  },
  state: () => rows(sql`select p.join_count - count(m.*) as difference from post_maps p left join post_map_members m using (tenant_id, post_map_id) where p.tenant_id = 82 group by p.post_map_id, p.join_count order by p.post_map_id`)
    .then((found) => found.map((row) => row.difference)),
}

const opened = (paper: WireStart) => ({ instanceId: paper.instanceId, answerId: paper.answerId, epoch: paper.epoch })
const begin = (who: TestLearner, intentId = operation()) => () => who.get<WireStart>('/train/examPlanApp/startAnswer', { examPlanId: exams.theory, intentId })

const startExam: Writes = {
  name: 'an exam is begun once for each press',
  wishes: async (who) => [begin(who), begin(who), begin(who)],
  state: (who) => rows(sql`select epoch, status from attempts where tenant_id = 82 and learner_id = ${who.userId} and exam_id = ${exams.theory} and started_at >= '2026-03-10' order by started_at`),
  told: ({ status, code, data }) => ({ status, code, data: opened(data as WireStart) }),
}

const answers: Writes = {
  name: 'an answer is saved once, absences count once, and a paper is handed in once',
  async wishes(who) {
    const paper = await start(who, exams.theory)
    const [one, other] = questionsOf(paper)
    const change = (questionId: number | undefined, answer: number | undefined, seq: number, opId = operation()) => () =>
      who.post('/train/examPlanApp/updateAnswerResult', { answerId: paper.answerId, questionId, answer: String(answer ?? ''), opId, seq, epoch: paper.epoch })
    const eventId = operation()
    return [
      change(one?.questionId, one?.optionList[0]?.optionId, 1),
      change(other?.questionId, other?.optionList[1]?.optionId, 2),
      change(one?.questionId, one?.optionList[1]?.optionId, 3),
      () => who.post('/train/examPlanApp/updateInstanceInfo', { instanceId: paper.instanceId, switchTime: 4, eventId, reason: 'hidden' }),
      change(one?.questionId, undefined, 4),
      () => who.post('/train/examPlanApp/submitPaper', { instanceId: paper.instanceId, answerId: paper.answerId, examPlanType: 1 }),
    ]
  },
  state: async (who) => ({
    attempts: await rows(sql`select status, score, submitted_at, switch_count, switch_seconds, receipt_count, last_seq from attempts where tenant_id = 82 and learner_id = ${who.userId} and exam_id = ${exams.theory} and started_at >= '2026-03-10' order by started_at`),
    answers: await rows(sql`select x.question_id, x.option_ids, x.seq from attempt_answers x join attempts a using (tenant_id, attempt_id) where a.tenant_id = 82 and a.learner_id = ${who.userId} and a.exam_id = ${exams.theory} and a.started_at >= '2026-03-10' order by x.question_id, x.seq`),
  }),
  told: ({ status, code, data }) => {
    const { outcome, receipt, userScore, integral } = data as { outcome?: string; receipt?: { link: number }; userScore?: number; integral?: string[] }
    return { status, code, outcome, link: receipt?.link, userScore, integral }
  },
}

type Held = { id: number; questionId: number; instanceId: number | null; answerId: number | null }
const book: Writes = {
  name: 'a question is in the book or not, as was wished last, and graded once for each press',
  async wishes(who) {
    const paper = await start(who, exams.theory)
    const [question] = questionsOf(paper)
    await save(who, paper, question?.questionId ?? 0, String(question?.optionList[0]?.optionId))
    await handIn(who, paper)
    const name = { errorType: 1, questionId: question?.questionId, instanceId: paper.instanceId, answerId: paper.answerId }
    const join = (opId = operation()) => () => who.post('/train/examPlanApp/joinError', { ...name, opId })
    const remove = (opId = operation()) => () => who.post('/train/examPlanApp/removeError', { ...name, opId })
    dataOf(await join()())
    const held = dataOf(await who.get<WirePage<Held>>('/train/examPlanApp/findError', { errorType: 1, size: 50 })).records.find(({ questionId }) => questionId === question?.questionId)
    const grade = (given: number, opId = operation()) => () => who.post('/train/examPlanApp/gradeError', { id: held?.id, grade: given, opId })
    return [remove(), join(), grade(1), grade(4), remove(), join()]
  },
  state: async (who) => ({
    book: await rows(sql`select m.removed_at is null as held, m.streak, m.due_at, m.card->>'grade' as grade from mistakes m where m.tenant_id = 82 and m.learner_id = ${who.userId} and m.wrong_at >= '2026-03-10' order by m.question_id`),
    counted: (await rows(sql`select t.value - (select count(*) from mistakes m where m.tenant_id = 82 and m.learner_id = ${who.userId} and m.removed_at is null) as difference from learner_totals t where t.tenant_id = 82 and t.metric = 'mistakes' and t.scope = 'tenant' and t.learner_id = ${who.userId}`)),
  }),
  told: ({ status, code }) => ({ status, code }),
}

const practice: Writes = {
  name: 'an answer in practice is judged once',
  async wishes(who) {
    const [subject] = dataOf(await who.get<{ id: number; questionAllCount: number }[]>('/train/practiceCenter/subjectQuestionCountByClassifyId', { classifyId: 0, languageType: 1 })).filter(({ questionAllCount }) => questionAllCount > 2)
    if (subject === undefined) return [begin(who)]
    const { drawId, question } = dataOf(await who.get<{ drawId: number; question: { questionId: number; optionList: { optionId: number }[] }[] }>('/train/practiceCenter/subjectRandomQuestion', { subjectId: subject.id, randomCount: 3 }))
    return question.slice(0, 3).map(({ questionId, optionList }, at) => () => who.post('/train/practiceCenter/savePracticeDraw', { drawId, elapsedSeconds: 10 * (at + 1), currentIndex: at, answers: [{ questionId, resultIds: String(optionList[0]?.optionId) }] }))
  },
  state: (who) => rows(sql`select answered_count from practice_sessions where tenant_id = 82 and learner_id = ${who.userId}`),
  told: ({ status, code }) => ({ status, code }),
}

const enrolment: Writes = {
  name: 'a course and a plan are begun once',
  wishes: async (who) => [
    () => who.post('/train/studtyFruit/saveStudtyFruit', { curriculumId: courses.forklift, fruitType: 1 }),
    () => who.post('/train/studtyFruit/saveStudtyFruitByType', { curriculumId: plans.safetyMonth, fruitType: 2 }),
  ],
  state: async (who) => ({
    enrolled: await rows(sql`select content_kind, content_id, plan_item_id, count(*) as times from enrolments where tenant_id = 82 and learner_id = ${who.userId} and content_id = any(array[${courses.forklift}, ${plans.safetyMonth}]::bigint[]) group by 1, 2, 3 order by 1, 2, 3`),
    joined: (await rows(sql`select t.join_count - (select count(*) from enrolments e where e.tenant_id = 82 and e.content_kind = 'course' and e.content_id = ${courses.forklift} and e.plan_item_id = 0) as difference from content_totals t where t.tenant_id = 82 and t.content_kind = 'course' and t.content_id = ${courses.forklift}`)),
  }),
}

const picture = (shade: number) => sharp({ create: { width: 40, height: 40, channels: 3, background: { r: shade, g: 90, b: 120 } } }).png().toBuffer()
const avatar: Writes = {
  name: 'the same picture is one file',
  async wishes(who) {
    const send = (content: Buffer) => () => {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(content)], 'me.png'))
      return who.post('/admin/user/avatar/upload', form)
    }
    return [send(await picture(40))]
  },
  state: (who) => rows(sql`select content_hash, size_bytes from uploads where tenant_id = 82 and learner_id = ${who.userId}`),
}

let phone = 13_700_010_000
const codeOf = async (to: string) => (dataOf(await api.visitor(82).get<{ phone: string; code: string }[]>('/demo/outbox'))).find((sent) => sent.phone === to)?.code ?? ''
const fields = (to: string, more: object = {}) => ({ phone: to, tenantId: 82, ...more })
const newPassword = (password: string) => ({ password, confirmPassword: password })
const phones = new Map<number, string>()

const registration: Writes = {
  name: 'a code is sent once, somebody registers once and sets a new password once',
  minutes: 0,
  async wishes(who) {
    const to = String((phone += 1))
    phones.set(who.userId, to)
    const call = (path: string, more: object = {}): Promise<Reply<unknown>> => api.visitor(82).post(path, fields(to, more))
    const known = { register: '', reset: '' }
    return [
      async () => {
        const reply = await call('/admin/app/user/v1/sendCodeByRegister')
        known.register ||= await codeOf(to)
        return reply
      },
      () => call('/admin/user/registerUserInfoWeb', { code: known.register, userRealName: '新来学员', ...newPassword('Train2026') }),
      async () => {
        if (known.reset === '') api.clock.advance({ minutes: 2 })
        const reply = await call('/admin/app/user/v1/sendCodeByNewPassWord')
        known.reset ||= await codeOf(to)
        return reply
      },
      () => call('/admin/app/user/v1/checkSendCodeByNewPassWord', { code: known.reset }),
      () => call('/admin/user/resetPasswordByCodeNoTenantId', newPassword('NewPass1')),
    ]
  },
  state: async (who) => ({
    codes: await rows(sql`select purpose, used_at, verified_at, count(*) as times from verification_codes where phone = ${phones.get(who.userId)} group by 1, 2, 3 order by 1`),
    sent: await rows(sql`select purpose, count(*) as times from outbox where phone = ${phones.get(who.userId)} group by 1 order by 1`),
    accounts: await rows(sql`select name, (select count(*) from message_recipients r where r.tenant_id = 82 and r.learner_id = l.learner_id) as welcomes from learners l where tenant_id = 82 and phone = ${phones.get(who.userId)}`),
  }),
  // A second code within a minute is refused by the contract; everything else may change its answer once it was overtaken.
  told: () => null,
}

describe('however often and however late it is repeated', () => {
  test.each([notes, reviews, favourites, messages, postMap, startExam, answers, book, practice, enrolment, avatar, registration, visits, position].map((writes) => [writes.name, writes] as const))('%s', async (_name, writes) => {
    await expectRepeatable(api, [notes, visits, position, reviews].includes(writes) ? beginner : crowd, writes)
  }, 120_000)
})
