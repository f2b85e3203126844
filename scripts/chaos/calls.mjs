// How a learner writes: to the training API itself, or through the web's doors as its pages do. And what is really there, read from the API.
import { randomUUID } from 'node:crypto'
import { Cut, logIn, parsed, Refused, sent } from '../../training-api/tests/answer-kill-stage.ts'
import { askDoor, cutBy } from './web.mjs'
import { subject } from './world.mjs'

const course = 3001
const [chapter, section, resource] = [3101, 3201, 7001]
/** Where a place is kept: in a document. */
const [readSection, readResource] = [3202, 7002]
const drawn = 10

/** An id for a wish. */
export const freshId = () => randomUUID().replaceAll('-', '')

async function send(url, init) {
  // That nothing came at all is judged as well, where the cause leaves the server up.
  const { status, text } = await sent(url, init).catch((error) => {
    throw cutBy(error, 0, error.message)
  })
  // A server that is away or full says so with a status: nothing happened, or nobody knows.
  if (status >= 500 || status === 429) throw cutBy(new Cut(`${status} ${text.slice(0, 120)}`), status, text)
  return { status, reply: parsed(text) }
}

/** Whoever calls the training API: `get` and `post` give the data of a reply. */
export async function platformOf(apiUrl, account) {
  const { userId, token } = await logIn(apiUrl, account)
  const headers = { authorization: `Bearer ${token}`, 'tenant-id': '82', 'content-type': 'application/json' }
  async function call(method, path, fields = {}) {
    const inQuery = method === 'GET' || method === 'DELETE'
    const query = inQuery ? `?${new URLSearchParams(fields)}` : ''
    const { status, reply } = await send(`${apiUrl}/${path}${query}`, { method, headers, ...(inQuery ? {} : { body: JSON.stringify(fields) }) })
    if (reply.code !== 0) throw new Refused(`${path}: ${status} ${reply.msg}`, reply.data?.reason)
    return reply.data
  }
  return { userId, account, token, get: (path, fields) => call('GET', path, fields), post: (path, fields) => call('POST', path, fields), put: (path, fields) => call('PUT', path, fields), delete: (path, fields) => call('DELETE', path, fields) }
}

const notePlace = { coursePlanId: course, coursePlanType: 1, chapterId: chapter, sectionId: section, resourceId: resource, type: 2 }
const visitPlace = { curriculumId: course, chapterId: chapter, sectionId: section, contentType: 1 }

/** One second of a visit. */
const sendBeat = (platform, { visitId, seq }) => platform.post('train/web/studyHeartbeat', { ...visitPlace, visitKey: visitId, seq, activeSeconds: 1, state: 'active' })

/** A draw that is kept; of one that is not nobody was told anything. */
function drawOf(drawId, questions) {
  if (drawId === null || questions.length === 0) throw new Cut('a draw without a name or without questions')
  return { id: String(drawId), questions }
}

/** A learner's writes by the contract. */
export function directWrites(platform) {
  return {
    addNote: ({ text, opId }) => platform.post('train/app/note', { ...notePlace, noteContent: text, opId }),
    editNote: ({ id, text, opId }) => platform.put('train/app/note', { ...notePlace, id, noteContent: text, opId }),
    deleteNote: ({ id }) => platform.get('train/app/note/updateNoteDelFlagById', { id }),
    collect: ({ id, on, opId }) => (on ? platform.post('train/app/collection/insertCollection', { curriculumId: id, collectionType: 1, opId }) : platform.delete('train/app/collection/deleteCollection', { curriculumId: id, collectionType: 1, opId })),
    book: ({ mistake, on, opId }) => platform.post(`train/examPlanApp/${on ? 'joinError' : 'removeError'}`, { errorType: 1, questionId: mistake.questionId, instanceId: mistake.instanceId, answerId: mistake.answerId, opId }),
    read: ({ id }) => platform.get('train/messageSend/updateMessageUserStatus', { id, status: 2 }),
    review: ({ id, stars, text }) => platform.post('train/comment/saveComment', { contentId: id, commentType: 1, commentNum: stars, topYn: 1, commentId: -1, commentContent: text }),
    startVisit: ({ visitId }) => platform.post('train/startAndEnd/startAndEndClassHours', { ...visitPlace, startOrEnd: 1, visitKey: visitId }),
    endVisit: ({ visitId }) => platform.post('train/startAndEnd/startAndEndClassHours', { ...visitPlace, startOrEnd: 2, sumHours: 1, visitKey: visitId }),
    beat: ({ visitId, seq }) => sendBeat(platform, { visitId, seq }),
    readAll: () => platform.post('train/web/markAllMessagesRead'),
    position: (place) => platform.post('train/web/saveStudyPosition', { sectionId: readSection, resourceId: readResource, ...place }),
    async draw() {
      const { drawId, question } = await platform.get('train/practiceCenter/subjectRandomQuestion', { subjectId: subject.id, subjectName: subject.name, randomCount: drawn })
      return drawOf(drawId, question.map(({ questionId, optionList }) => ({ id: String(questionId), optionIds: optionList.map(({ optionId }) => String(optionId)) })))
    },
    judge: ({ drawId, questionId, optionId }) => platform.post('train/practiceCenter/savePracticeDraw', { drawId, answers: [{ questionId, resultIds: optionId }], elapsedSeconds: 1, currentIndex: 0, ended: 0 }),
    grade: ({ mistakeId, code, opId }) => platform.post('train/examPlanApp/gradeError', { id: mistakeId, grade: code, opId }),
    begin: ({ id }) => platform.post('train/studtyFruit/saveStudtyFruit', { curriculumId: id, fruitType: 1 }),
    join: ({ id }) => platform.post('train/postUser/joinPost', { postId: id }),
  }
}

/** A learner's writes through the doors of the web. */
export async function webWrites(webUrl, account, number) {
  const headers = { origin: webUrl, 'content-type': 'application/json', 'x-forwarded-for': `10.2.${number >> 8}.${number & 255}` }
  const login = await fetch(`${webUrl}/api/public/session`, { method: 'POST', headers, body: JSON.stringify({ account, password: 'Train2026', consent: true }) })
  if (!login.ok) throw new Error(`${account} cannot log in: ${login.status} ${await login.text()}`)
  headers.cookie = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ')
  async function door(method, path, fields) {
    const query = method === 'DELETE' ? `?${new URLSearchParams(fields)}` : ''
    const { status, text, reply } = await askDoor(`${webUrl}/api/${path}${query}`, { method, headers, ...(query ? {} : { body: JSON.stringify(fields) }) })
    if (status !== 200) throw new Refused(`${path}: ${status} ${JSON.stringify(reply).slice(0, 200)}`, reply?.error?.code)
    return reply
  }
  const place = { kind: 'course', ownerId: String(course), chapterId: String(chapter), sectionId: String(section), resourceId: String(resource), noteKind: 'video' }
  const visit = (visitId) => ({ visitId, kind: 'study', place: { courseId: String(course), planId: null, itemId: null, chapterId: String(chapter), sectionId: String(section) } })
  return {
    cookie: headers.cookie,
    addNote: ({ text, opId }) => door('POST', 'notes/item', { ...place, text, moment: null, operationId: opId }),
    editNote: ({ id, text, opId }) => door('PUT', 'notes/item', { ...place, id: String(id), text, moment: null, operationId: opId }),
    deleteNote: ({ id }) => door('DELETE', 'notes/item', { id }),
    collect: ({ id, on, opId }) => door(on ? 'PUT' : 'DELETE', 'favourites/item', { kind: 'course', id: String(id), operationId: opId }),
    book: ({ mistake, on, opId }) => door('PUT', 'mistakes/item', { target: { source: 'theory', questionId: String(mistake.questionId), kind: 'single', content: '', attemptId: String(mistake.instanceId), answerId: String(mistake.answerId) }, inBook: on, operationId: opId }),
    read: ({ id }) => door('POST', 'messages/read', { id: String(id) }),
    review: ({ id, stars, text }) => door('POST', 'reviews/item', { kind: 'course', id: String(id), stars, text }),
    startVisit: ({ visitId }) => door('POST', 'study/start', { ...visit(visitId), name: '用电安全概述', enrol: false }),
    endVisit: ({ visitId }) => door('POST', 'study/end', { ...visit(visitId), minutes: 1 }),
    async beat({ visitId, seq }) {
      const { answer } = await door('POST', 'study/beat', { ...visit(visitId), seq, state: 'active', activeSeconds: 1 })
      if (answer !== 'taken') throw new Refused(`study/beat: ${answer}`, answer)
    },
    readAll: () => door('POST', 'messages/read-all', {}),
    async position(place) {
      const { kept } = await door('POST', 'study/position', { sectionId: String(readSection), resourceId: String(readResource), ...place })
      if (!kept) throw new Refused('study/position: not kept', undefined)
    },
    async draw() {
      const { id, questions } = await door('POST', 'practice/draw', { from: 'subject', subjectId: String(subject.id), subjectName: subject.name, count: drawn, labels: [] })
      return drawOf(id, questions.map((question) => ({ id: question.id, optionIds: question.options.map((option) => option.id) })))
    },
    async judge({ drawId, questionId, optionId }) {
      const { answers } = await door('POST', 'practice/judge', { drawId, answers: [{ questionId, optionIds: [optionId] }], elapsedSeconds: 1, currentIndex: 0, isEnded: false })
      if (!answers.some((answer) => answer.questionId === questionId)) throw new Cut('not a word of this answer')
    },
    grade: ({ mistakeId, grade, opId }) => door('POST', 'mistakes/grade', { mistakeId: String(mistakeId), grade, operationId: opId }),
    async begin({ id }) {
      const opening = await door('POST', 'enrolment/start', { kind: 'course', id: String(id) })
      // A check of access that answers nonsense is a refusal without words (contract L5): nothing has begun, and it is asked again.
      if (!opening.allowed && opening.reason === '') throw new Cut('enrolment/start: refused without words')
      if (!opening.allowed) throw new Refused(`enrolment/start: ${opening.reason}`, undefined)
    },
    join: ({ id }) => door('POST', 'post-maps/join', { id: String(id) }),
  }
}

/** A moment of the wire, whose times are those of Asia/Shanghai. */
const momentOf = (time) => (time === null ? null : Date.parse(`${time.replace(' ', 'T')}+08:00`))

/** What is there of a learner's writes. */
export function truthOf(platform) {
  return {
    notes: async () => (await platform.post(`train/app/note/selectNoteByUserId?${new URLSearchParams(notePlace)}`, {})).map(({ id, noteContent }) => ({ id, text: noteContent })),
    collected: async () => new Set((await platform.get('train/app/collection/getMyCollectionCourse')).map(({ id }) => Number(id))),
    book: async () => new Set((await platform.get('train/examPlanApp/findError', { errorType: 1, size: 500 })).records.map(({ questionId }) => Number(questionId))),
    /** Seconds that a beat which is sent once more counts: none where it was taken before. */
    newSeconds: async (beat) => {
      const { countedSeconds, notCountedSeconds } = await sendBeat(platform, beat)
      return countedSeconds + notCountedSeconds
    },
    position: () => platform.get('train/web/getStudyPosition', { sectionId: readSection, resourceId: readResource }),
    draw: async (drawId) => {
      const there = await platform.get('train/practiceCenter/practiceDraw', { drawId })
      return there && new Map(there.answers.map(({ questionId, resultIds }) => [String(questionId), resultIds]))
    },
    grade: async (mistakeId) => {
      const entry = await platform.get('train/examPlanApp/examErrorDetail', { examErrorId: mistakeId, errorType: 1 })
      return entry && { grade: entry.grade, dueAt: momentOf(entry.dueTime) }
    },
    begun: async () => new Set((await platform.get('train/web/getMyWebCourseBySort', { i: 1, current: 1, size: 500, total: 0 })).records.map(({ id }) => Number(id))),
    joined: async () => new Set((await platform.get('train/app/postMap/getPostMap', { completeState: -1 })).filter(({ completeState }) => completeState !== 0).map(({ id }) => Number(id))),
    unread: async () => new Set((await platform.get('train/messageSend/web/page', { status: 1, current: 1, size: 500 })).records.map(({ messageSendUserId }) => Number(messageSendUserId))),
    review: async (id) => (await platform.get('train/app/courseChapter/selectCommentNumberList', { curriculumId: id, commentType: 1 }))[0]?.mycommentContent ?? null,
    minutes: async () => (await platform.get('train/app/courseChapter/selectChapterSectionByCourseId', { courseId: course })).flatMap(({ chapterSectionList }) => chapterSectionList).find(({ id }) => Number(id) === section)?.sumHours ?? 0,
  }
}

/** Begins the course that the writes belong to. */
export const enrol = (platform) => platform.post('train/studtyFruit/saveStudtyFruit', { curriculumId: course, fruitType: 1 })

/** Brings a learner where they can write everything: the course begun, a paper handed in whose questions can be booked; gives what there is to write on. */
export async function prepare(platform) {
  await enrol(platform)
  const paper = await platform.get('train/examPlanApp/startAnswer', { examPlanId: 8001 })
  await platform.post('train/examPlanApp/submitPaper', { instanceId: paper.instanceId, answerId: paper.answerId, examPlanType: 1 })
  const [graded, ...mistakes] = paper.questionOneList.slice(0, 5).map(({ questionId }) => ({ questionId, instanceId: paper.instanceId, answerId: paper.answerId }))
  // This one stays in the book, to be graded.
  const { id } = await platform.post('train/examPlanApp/joinError', { errorType: 1, ...graded })
  const truth = truthOf(platform)
  const { records } = await platform.get('train/messageSend/web/page', { status: 3, current: 1, size: 500 })
  return { mistakes, graded: id, messages: records.map(({ messageSendUserId }) => Number(messageSendUserId)), minutes: await truth.minutes(), booked: await truth.book(), collected: await truth.collected() }
}
