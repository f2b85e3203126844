// What is measured of the web: each case is a request as a browser sends it, made anew for every learner and every time.
import { randomBytes, randomUUID } from 'node:crypto'

const course = '3001'
const section = { courseId: course, planId: null, itemId: null, chapterId: '3101', sectionId: '3201' }
const bankSubject = { subjectId: '1430701', subjectName: '低压电工' }
/** An exam that may be sat without end. Some save answers in it and others only open it: who opens a paper writes it from then on. */
const exam = { origin: 'standalone', examId: '8001', paperId: '8200' }

const page = (path, more = {}) => ({ method: 'GET', path: () => path, accept: 'text/html', by: 'liming', ...more })
/** What is only whole when one request follows the other: its figure is that of all of them. */
const inTurn = (requests, more) => ({ requests, by: 'learners', ...more })
/** The page as a browser's router asks for it that shows the personal centre already: what following a link costs. Within the frame that all learners' pages have. */
const within = (path, group = '(learner)') => {
  const names = path.slice(1).split('?')[0].split('/')
  const kept = (segment, child, mark) => [segment, { children: child }, null, null, mark]
  const asked = names.reduceRight((child, name) => [name, { children: child }, null, 'refetch', 0], ['__PAGE__', {}, null, null, 0])
  const tree = kept('', kept(['tenant', 'localhost', 'd', null], kept(['locale', 'zh', 'd', null], kept(group, asked, 0), 16), 16), 16)
  return page(path, { accept: '*/*', headers: { rsc: '1', 'next-router-state-tree': encodeURIComponent(JSON.stringify(tree)), 'next-url': '/localhost/zh/MyStudy' }, control: 'control-within', atMost: 1.8 })
}
const look = (path, more = {}) => page(path, { accept: 'application/json', ...more })
const door = (path, body, more = {}) => ({ method: 'POST', path: () => path, body, by: 'learners', ...more })
const start = (learner, place) => ({ learnerId: learner.id, place, intentId: randomUUID(), attemptId: null })

/** A refusal is a 200 too. */
const openExam = door('/api/attempts/start', (learner) => start(learner, exam), { by: 'openers', expected: '"started":true' })

/** A paper of everybody's own, open and with the right to write. */
async function openPaper(learner, send) {
  const { attempt } = await send(learner, 'POST', '/api/attempts/start', start(learner, exam))
  learner.paper = { ref: attempt.ref, epoch: attempt.standing.epoch, seq: attempt.standing.seq, questions: attempt.questions }
}

function nextSave(learner) {
  const { paper } = learner
  paper.seq += 1
  const question = paper.questions[paper.seq % paper.questions.length]
  return { learnerId: learner.id, place: exam, ref: paper.ref, epoch: paper.epoch, saves: [{ opId: randomUUID(), seq: paper.seq, questionId: question.id, optionIds: [question.options[paper.seq % 2].id] }] }
}

async function proveSaved(learner, send) {
  const { outcomes } = await send(learner, 'POST', '/api/attempts/answers', nextSave(learner))
  if (outcomes[0]?.outcome !== 'saved') throw new Error(`answers were not saved: ${JSON.stringify(outcomes)}`)
}

function newVisit(learner) {
  learner.visit = { visitId: randomBytes(16).toString('hex'), place: section, kind: 'study' }
  learner.beats = 0
  return { ...learner.visit, name: '用电安全概述', enrol: false }
}
const endOfVisit = (learner) => ({ ...learner.visit, minutes: 1 })

const openVisit = (learner, send) => send(learner, 'POST', '/api/study/start', { ...newVisit(learner), enrol: true })

async function minutesOf(learner, send) {
  const { items } = await send(learner, 'GET', `/api/study/player?kind=course&id=${course}`)
  return items.flatMap(({ chapters }) => chapters).flatMap(({ sections }) => sections).find(({ id }) => id === section.sectionId).learnedMinutes
}

async function proveCounted(learner, send) {
  await openVisit(learner, send)
  const before = await minutesOf(learner, send)
  await send(learner, 'POST', '/api/study/end', endOfVisit(learner))
  if ((await minutesOf(learner, send)) <= before) throw new Error('a visit that ended was not counted')
}

const goalsOfDoor = { control: 'control-door', atMost: 1.5, atMostAlone: 1.5 }

/**
 * The cases by name; one with `requests` is several in turn, and its figures are those of all of them together. `control` is what a case
 * is compared with, `atMost` how many times its processor time it may take in all, `atMostAlone` how many times the web's own (doors have
 * different work done behind them), `atMostMs` how many milliseconds in all (a tenth of Moodle's page, a twentieth of its autosave); `by`
 * says who asks, `expected` what the answer to be measured has in it, `proof` looks afterwards whether what was measured did what it is named for.
 */
export const cases = {
  'control-cached': page('/login/control', { by: 'nobody' }),
  'control-dynamic': page('/Home/control'),
  'control-door': look('/api/control/door'),
  'cached-page': page('/login', { by: 'nobody', control: 'control-cached', atMost: 1.3 }),
  home: page('/Home', { control: 'control-dynamic', atMost: 1.8, atMostMs: 5 }),
  'my-courses': page('/myCurriculum', { control: 'control-dynamic', atMost: 1.8 }),
  'course-detail': page(`/CurriculumDetil?id=${course}`, { control: 'control-dynamic', atMost: 1.8, atMostMs: 6.3 }),
  'course-catalogue': page(`/CurriculumDetil?id=${course}&tab=catalogue`, { control: 'control-dynamic', atMost: 1.8, atMostMs: 6.3 }),
  'player-start': page(`/StudyDetil?courseId=${course}&chapterId=3101&sectionId=3201`, { control: 'control-dynamic', atMost: 1.8 }),
  'exam-list': page('/myTestPapers', { control: 'control-dynamic', atMost: 1.8 }),
  'exam-page': page(`/ToTestIng?examPlanId=${exam.examId}&paperId=${exam.paperId}&examType=3`, { control: 'control-dynamic', atMost: 1.8, atMostMs: 4.9 }),
  'exam-opened': inTurn([page(`/ToTestIng?examPlanId=${exam.examId}&paperId=${exam.paperId}&examType=3`), openExam], { by: 'openers', control: 'control-dynamic', atMost: 1.8, atMostMs: 4.9 }),
  'library-search': page(`/Curriculum?name=${encodeURIComponent('安全')}`, { control: 'control-dynamic', atMost: 1.8 }),
  'control-within': { ...within('/Home/control', '(control)'), control: undefined, atMost: undefined },
  'home-within': { ...within('/Home'), atMostMs: 5 },
  'my-courses-within': within('/myCurriculum'),
  'course-detail-within': { ...within(`/CurriculumDetil?id=${course}`), atMostMs: 6.3 },
  'exam-list-within': within('/myTestPapers'),
  'library-search-within': within(`/Curriculum?name=${encodeURIComponent('安全')}`),
  door: look('/api/messages/unread', goalsOfDoor),
  ranking: look(`/api/rankings/content?scope=course&id=${course}&metric=hours`, goalsOfDoor),
  'study-beat': door('/api/study/beat', (learner) => ({ ...learner.visit, seq: (learner.beats += 1), state: 'active', activeSeconds: 1 }), { prepare: openVisit, ...goalsOfDoor }),
  'study-report': inTurn([door('/api/study/start', newVisit), door('/api/study/end', endOfVisit)], { prepare: openVisit, proof: proveCounted, control: 'control-door', atMost: 1.5 * 2, atMostAlone: 1.5 * 2 }),
  'exam-start': { ...openExam, ...goalsOfDoor },
  'answer-save': door('/api/attempts/answers', nextSave, { prepare: openPaper, proof: proveSaved, ...goalsOfDoor, atMostMs: 0.7 }),
  'practice-draw': door('/api/practice/draw', () => ({ from: 'subject', ...bankSubject, count: 20, labels: [] }), { by: 'bank', ...goalsOfDoor }),
}

/** What Chromium and Firefox read over https. */
const codings = 'gzip, deflate, br, zstd'

/** A case as one request of a learner's: what goes over the wire. */
export function requestOf(one, learner, host) {
  const body = one.body?.(learner)
  return {
    method: one.method, path: one.path(learner), ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      host, 'accept-encoding': codings, 'accept-language': 'zh-CN', ...one.headers, ...(one.accept ? { accept: one.accept } : {}), ...(learner ? { cookie: learner.cookie } : {}),
      ...(body === undefined ? {} : { origin: `http://${host}`, 'content-type': 'application/json' }),
    },
  }
}
