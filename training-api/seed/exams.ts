import { examAssignments, exams, paperQuestions, papers, practicalGroups } from '../db/schema/exams.ts'
import type { SubjectKey, Title } from './courses/outline.ts'
import type { ExamRecord } from './exam-records.ts'
import type { Exam, Paper, Question, TenantWorld } from './model.ts'
import { need } from './model.ts'

const kinds = ['single', 'multiple', 'judgement'] as const

type PaperPlan = {
  id: number
  title: string
  subjects: readonly SubjectKey[]
  counts: readonly [number, number, number]
  scores: readonly [number, number, number]
  practical?: ExamRecord['practical']
}

/** Questions of one kind from several subjects in turn, so that every subject has its share. */
function draw(world: TenantWorld, { id, subjects, counts }: PaperPlan, kind: Question['kind'], at: number): Question[] {
  const piles = subjects.map((key) => world.random('paper', id, key, kind).shuffle(need(world.subjects, key).questions.filter((question) => question.kind === kind)))
  const drawn: Question[] = []
  const count = counts[at] ?? 0
  for (let turn = 0; drawn.length < count; turn += 1) {
    if (piles.every((pile) => pile.length === 0)) throw new Error(`Paper ${id} asks for more ${kind} questions than there are.`)
    const question = piles[turn % piles.length]?.shift()
    if (question) drawn.push(question)
  }
  return drawn
}

function makePaper(world: TenantWorld, plan: PaperPlan): Paper {
  const { tenantId, rows } = world
  const questions = kinds.flatMap((kind, at) => draw(world, plan, kind, at).map((question) => ({ question, score: plan.scores[at] ?? 0 })))
  const groups = plan.practical ? [{ groupId: world.at(9001 + (plan.id % 1000)), ...plan.practical }] : []
  const totalScore = [...questions, ...groups].reduce((sum, { score }) => sum + score, 0) || 100
  rows.put(papers, {
    tenantId, paperId: plan.id, title: plan.title, subjectId: need(world.subjects, plan.subjects[0] as SubjectKey).id,
    totalScore, questionCount: questions.length, practicalGroupCount: groups.length,
  })
  rows.put(paperQuestions, ...questions.map(({ question, score }, at) => ({ tenantId, paperId: plan.id, questionId: question.id, position: at + 1, score })))
  rows.put(practicalGroups, ...groups.map(({ groupId, title, requirement, score }, at) => ({ tenantId, paperId: plan.id, groupId, position: at + 1, title, requirement, score })))
  return { id: plan.id, totalScore, questions, practicalGroups: groups }
}

const paperIdOf = (examNumber: number) => (examNumber === 8001 ? 8200 : examNumber >= 8101 && examNumber < 8200 ? examNumber + 100 : 820_000 + examNumber)

/** A stand-alone exam as it is written down. */
export function makeExam(world: TenantWorld, number: number, record: ExamRecord): Exam {
  const { tenantId, calendar, rows } = world
  const [title, titleEn, titleJa] = record.title
  const examId = world.at(number)
  const paper = makePaper(world, { ...record, id: world.at(paperIdOf(number)), title })
  const [startsInDays, endsInDays] = record.window
  const [startsAt, endsAt] = [calendar.startOfDay(startsInDays), calendar.endOfDay(endsInDays)]
  rows.put(exams, {
    tenantId, examId, title, titleEn, titleJa, kind: record.kind, origin: 'standalone', forEverybody: record.forEverybody ?? false,
    subjectId: need(world.subjects, record.subjects[0] as SubjectKey).id, subjectName: record.subjectName, companyName: record.company,
    paperId: paper.id, simulationId: record.simulation === undefined ? null : world.at(record.simulation),
    startsAt, endsAt, answerMinutes: record.minutes, attemptsAllowed: record.attempts,
    passScore: record.pass, totalScore: paper.totalScore, questionCount: paper.questions.length, matters: record.matters,
    switchRule: record.switchRule?.kind ?? 'none', switchCountAllowed: record.switchRule?.count ?? 0, switchSecondsAllowed: record.switchRule?.seconds ?? 0,
  })
  const exam: Exam = {
    id: examId, title, kind: record.kind, paper, attemptsAllowed: record.attempts, passScore: record.pass, answerMinutes: record.minutes, startsAt, endsAt,
    simulation: record.simulation === undefined ? null : need(world.simulations, world.at(record.simulation)),
  }
  world.exams.set(examId, exam)
  return exam
}

/** The exam of a section or of a plan: ten questions of one subject, 15 minutes, pass 60. */
export function makeInnerExam(
  world: TenantWorld,
  { number, paperNumber, origin, title, subject, attempts, company }: {
    number: number
    /** Another exam's paper, when the world has more exams than papers. */
    paperNumber?: number
    origin: 'section' | 'planExam'
    title: Title
    subject: SubjectKey
    attempts: number
    company: string
  },
): Exam {
  const { tenantId, calendar, rows } = world
  const shared = paperNumber === undefined ? undefined : need(world.exams, world.at(paperNumber)).paper
  const paper = shared ?? makePaper(world, { id: world.at(paperIdOf(number)), title: title[0], subjects: [subject], counts: [4, 3, 3], scores: [10, 10, 10] })
  const examId = world.at(number)
  const [startsAt, endsAt] = [calendar.startOfDay(-1500), calendar.endOfDay(3650)]
  rows.put(exams, {
    tenantId, examId, title: title[0], titleEn: title[1], titleJa: title[2], kind: 'theory', origin, subjectId: need(world.subjects, subject).id,
    subjectName: need(world.subjects, subject).title[0], companyName: company, paperId: paper.id, startsAt, endsAt,
    answerMinutes: 15, attemptsAllowed: attempts, passScore: 60, totalScore: paper.totalScore, questionCount: paper.questions.length,
    matters: '<p>本测验共 10 题，60 分合格。未通过可在剩余次数内重新作答。</p>',
  })
  const exam: Exam = { id: examId, title: title[0], kind: 'theory', paper, simulation: null, attemptsAllowed: attempts, passScore: 60, answerMinutes: 15, startsAt, endsAt }
  world.exams.set(examId, exam)
  return exam
}

/** Gives a learner an exam that is not for everybody. */
export function assignExam(world: TenantWorld, learnerId: number, exam: Exam, assignedAt: Date): void {
  world.rows.put(examAssignments, { tenantId: world.tenantId, learnerId, examId: exam.id, assignedAt })
}
