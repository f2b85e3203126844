import { practicalDetails } from '../db/schema/attempts.ts'
import { favourites } from '../db/schema/favourites.ts'
import { notes } from '../db/schema/notes.ts'
import { postMapMembers } from '../db/schema/post-maps.ts'
import { studyPositions } from '../db/schema/study.ts'
import { dayMs } from '../rules/china-time.ts'
import { minutesAfter } from './calendar.ts'
import { assignExam } from './exams.ts'
import { LearnerBook } from './learner-book.ts'
import type { CourseOutcome, Period, PlanOutcome } from './learner-book.ts'
import type { Exam, TenantWorld } from './model.ts'
import { need } from './model.ts'
import { noteRecords } from './opinion-records.ts'
import { postMapRecords } from './organisation-records.ts'
import { practicalReview, practicalShare } from './practical-score.ts'

const liming = { learnerId: 820_001, name: '李明', workNumber: 'A0001' }
const zhaoqiang = { learnerId: 820_003, name: '赵强', workNumber: 'A0003' }
const chenjing = { learnerId: 820_004, name: '陈静', workNumber: 'A0004' }

/** The exams of a tenant by what the demo world says of them. */
export type ExamGroups = { named: readonly Exam[]; available: readonly Exam[]; passed: readonly Exam[]; failed: readonly Exam[]; expired: readonly Exam[] }

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** 李明, the everyday learner: something of every kind. */
export function makeEverydayLearner(world: TenantWorld, groups: ExamGroups): void {
  const { calendar } = world
  const book = new LearnerBook(world, liming, { withVisits: true })
  const [theory, , , , assessment, , jointing] = groups.named as readonly [Exam, Exam, Exam, Exam, Exam, Exam, Exam]
  // The two earlier attempts come first, because their ids are fixed.
  book.sit(theory, { at: calendar.daysAgo(6, '10:00'), wanted: { single: 5, multiple: 6, judgement: 5 }, usedMinutes: 31.73 })
  book.sit(theory, { at: calendar.daysAgo(4, '14:00'), wanted: { single: 1, multiple: 6, judgement: 5 }, usedMinutes: 38.33 })

  for (const [courseId, outcome, period] of limingCourses(world)) book.takeCourse(need(world.courses, courseId), outcome, period)
  for (const [planId, outcome, period] of limingPlans(world)) book.takePlan(need(world.plans, planId), outcome, period)
  sitExams(book, groups, assessment, jointing)

  for (const [at, [simulation, unscored]] of ([[6003, [0, 2, 4, 7]], [6004, [1, 2, 5, 7]], [6005, [0, 2, 3, 5]]] as const).entries()) {
    const section = [...world.courses.values()].flatMap(({ sections }) => sections).find((one) => one.simulation?.id === simulation) ?? null
    book.simulate(need(world.simulations, simulation), unscored, calendar.daysAgo(60 - at * 9, '15:10'), { section })
  }
  const practised = (['welding', 'fire', 'firstAid'] as const).flatMap((key) => need(world.subjects, key).questions.filter((_, index) => index % 4 === 1))
  for (const [index, question] of practised.entries()) book.mistake(question, calendar.daysAgo(20 - (index % 12), `19:${String(10 + index)}`))
  book.keepMistakes(12, calendar.daysAgo(2, '20:00'))
  book.carryOver(120, calendar.daysAgo(400))
  book.close()

  collect(world, liming.learnerId, [3001, 3003, 3007, 3009, 3011, 3015, 3025, 3026, 3044], [5001, 5002, 5005, 5006])
  joinMaps(world, liming.learnerId)
  takeNotes(world)
}

function limingCourses({ calendar }: TenantWorld): (readonly [id: number, outcome: CourseOutcome, period: Period])[] {
  const days = (from: number, to: number): Period => ({ from: calendar.daysAgo(from, '19:00'), to: calendar.daysAgo(to, '20:15') })
  const passed = [3008, 3009, 3010, 3025, 3026, 3028, 3029, 3030, 3031, 3033, 3035]
  const inProgress = [[3007, { done: 2, untouched: true }], [3011, { done: 3, untouched: true }], [3034, { done: 1, untouched: true }], [3036, { done: 2, untouched: true }],
    [3012, { done: 2 }], [3024, { done: 3 }], [3032, { done: 2 }], [3041, { done: 4 }], [3047, { done: 5 }]] as const
  const notStarted = [3002, 3005, 3006, 3013, 3014, 3019, 3022, 3027, 3040, 3043, 3045]
  const november = calendar.inYear(1, 11, 2)
  return [
    // The document was left a while ago today's last hour: it is what the learner goes on with.
    [3001, { done: 1, ahead: 1 }, { from: calendar.daysAgo(3, '19:30'), to: calendar.minutesAgo(50) }],
    [3003, 'passed', { from: minutesAfter(november, -12 * 1440), to: november }],
    [3004, 'failed', days(48, 32)],
    ...passed.map((id, index) => [id, 'passed', days(330 - index * 24, 318 - index * 24)] as const),
    ...inProgress.map(([id, outcome], index) => [id, outcome, days(26 - index, 12 - index)] as const),
    [3018, 'failed', days(140, 126)],
    [3023, 'failed', days(100, 88)],
    ...notStarted.map((id, index) => [id, 'notStarted', days(16 + index, 16 + index)] as const),
  ]
}

function limingPlans({ calendar }: TenantWorld): (readonly [id: number, outcome: PlanOutcome, period: Period])[] {
  const days = (from: number, to: number): Period => ({ from: calendar.daysAgo(from, '18:30'), to: calendar.daysAgo(to, '21:00') })
  // The message that tells of its certificate is of the same day.
  const certified = calendar.daysAgo(30, '10:20')
  return [
    [5001, [{ done: 1 }, 'passed', { done: 2 }, 'notTaken', 'notTaken'], { from: calendar.daysAgo(20), to: calendar.minutesAgo(140) }],
    [5002, 'notStarted', days(5, 5)],
    [5003, 'notStarted', days(7, 7)],
    [5004, ['passed', { done: 0, untouched: true }, { done: 0, untouched: true }, 'notTaken'], days(190, 60)],
    [5005, ['passed', 'passed', 'passed', 'examPassed'], { from: minutesAfter(certified, -20 * 1440), to: certified }],
    [5006, ['passed', { done: 2 }, { done: 0, untouched: true }, 'notTaken'], days(55, 9)],
    [5007, [{ done: 3 }, { done: 0, untouched: true }, { done: 0, untouched: true }, 'notTaken'], days(42, 13)],
    [5008, ['passed', 'examPassed'], days(70, 55)],
    [5009, ['passed', 'passed', 'examPassed'], days(96, 77)],
    [5010, ['passed', 'examFailed'], days(82, 58)],
    [5011, [{ done: 2 }, { done: 1 }, 'notTaken'], days(120, 45)],
    [5012, 'notStarted', days(11, 11)],
  ]
}

function sitExams(book: LearnerBook, { available, passed, failed, expired }: ExamGroups, assessment: Exam, jointing: Exam): void {
  const { world } = book
  const { calendar } = world
  const mine = [...available, ...passed, ...failed, ...expired, jointing]
  for (const [index, exam] of mine.entries()) assignExam(world, liming.learnerId, exam, calendar.daysAgo(230 - index))
  const [induction, health, quarter, drawing, gas] = passed as readonly [Exam, Exam, Exam, Exam, Exam]
  for (const [exam, days] of [[induction, 200], [health, 93], [quarter, 91], [drawing, 64]] as const) {
    book.sit(exam, { at: calendar.daysAgo(days, '09:20'), wanted: { single: 2, multiple: 1, judgement: 1 } })
  }
  const opened = calendar.daysAgo(70, '15:30')
  const { resultId, score, finishedAt } = book.simulate(need(world.simulations, 6004), [5], opened, { exam: gas })
  book.sit(gas, { at: opened, wanted: 'pass', usedMinutes: (finishedAt.getTime() - opened.getTime()) / 60_000, given: { score, simulationResultId: resultId } })
  for (const [index, exam] of failed.entries()) book.sitUntil(exam, 'fail', { from: calendar.daysAgo(30 - index * 3, '10:00'), to: calendar.daysAgo(28 - index * 3, '11:00') })
  const missed = expired[1] as Exam
  book.sit(missed, { at: calendar.daysAgo(20, '16:00'), wanted: { single: 6, multiple: 3, judgement: 2 } })
  book.sit(assessment, { at: calendar.daysAgo(2, '15:30'), wanted: { single: 2, multiple: 1, judgement: 1 }, usedMinutes: 52, pendingReview: true })

  const jointed = book.sit(jointing, { at: calendar.daysAgo(38, '09:00'), wanted: 'pass', usedMinutes: 42, given: { score: 86 } })
  const [joint] = jointing.paper.practicalGroups as [Exam['paper']['practicalGroups'][number]]
  world.rows.put(practicalDetails, {
    tenantId: world.tenantId, attemptId: jointed.attemptId, groupId: joint.groupId, detailId: 9801,
    learnerId: liming.learnerId, score: 86, passed: true, attemptNumber: 1, startedAt: calendar.daysAgo(38, '09:00'), endedAt: calendar.daysAgo(38, '09:42'), usedMs: 2_520_000,
    reviewedAt: calendar.daysAgo(36, '16:10'), ...practicalReview(joint.title, joint.score),
  })
}

function collect(world: TenantWorld, learnerId: number, courseIds: readonly number[], planIds: readonly number[]): void {
  const at = (index: number) => world.calendar.daysAgo(3 + index * 4, '12:30')
  const row = (contentKind: 'course' | 'plan') => (contentId: number, index: number) => ({ tenantId: world.tenantId, learnerId, contentKind, contentId, createdAt: at(index) })
  world.rows.put(favourites, ...courseIds.map(row('course')), ...planIds.map(row('plan')))
}

function joinMaps(world: TenantWorld, learnerId: number): void {
  for (const [index, { joined }] of postMapRecords.entries()) {
    if (joined) world.rows.put(postMapMembers, { tenantId: world.tenantId, postMapId: 2101 + index, learnerId, joinedAt: world.calendar.daysAgo(150 - index * 12) })
  }
}

function takeNotes({ tenantId, rows, calendar }: TenantWorld): void {
  const learnerId = liming.learnerId
  rows.put(notes, ...noteRecords.map(({ text, kind, moment, sectionId, resourceId, taken }, index) => ({
    tenantId, noteId: 6901 + index, learnerId, contentKind: 'course' as const, contentId: 3001, chapterId: 3101, sectionId, resourceId, kind, text, moment,
    createdAt: taken(calendar), updatedAt: taken(calendar),
  })))
  rows.put(studyPositions,
    { tenantId, learnerId, sectionId: 3201, resourceId: 7001, position: 60, seq: 42, updatedAt: calendar.daysAgo(3, '19:51') },
    { tenantId, learnerId, sectionId: 3202, resourceId: 7002, position: 4, seq: 9, updatedAt: calendar.minutesAgo(50) },
  )
}

/** 赵强, the veteran: everything passed, first in every ranking. */
export function makeVeteran(world: TenantWorld, { named, available, passed, failed, expired }: ExamGroups): void {
  const { calendar } = world
  const book = new LearnerBook(world, zhaoqiang, { isBest: true })
  const certified = new Map([[3003, calendar.inYear(1, 6, 18)], [3001, calendar.inYear(1, 9, 5)], [3047, calendar.inYear(0, 3, 12)], [3026, calendar.inYear(0, 5, 8)], [3041, calendar.inYear(1, 3, 30)]])
  for (const [index, courseId] of range(3001, 3048).entries()) {
    const course = need(world.courses, courseId)
    if (!course.open) continue
    const to = certified.get(courseId) ?? calendar.daysAgo(700 - index * 13, '20:30')
    book.takeCourse(course, 'passed', { from: minutesAfter(to, -14 * 1440), to })
    // Others have all there is of a course as well.
    book.carryOver(10, calendar.daysAgo(1100), { kind: 'course', id: courseId })
  }
  for (const [index, plan] of [...world.plans.values()].entries()) {
    if (plan.forbidden || (plan.startsAt !== null && plan.startsAt > calendar.now)) continue
    const to = plan.template ? calendar.inYear(0, 1, 20) : plan.endsAt !== null && plan.endsAt < calendar.now ? minutesAfter(plan.endsAt, -2 * 1440) : calendar.daysAgo(3 + index, '21:00')
    const from = plan.startsAt !== null && plan.startsAt > minutesAfter(to, -20 * 1440) ? plan.startsAt : minutesAfter(to, -20 * 1440)
    book.takePlan(plan, plan.items.map(({ kind }) => (kind === 'course' ? 'passed' : 'examPassed')), { from, to })
    // What he had passed before counts for the course alone: others have it from the plan.
    book.carryOver(10 + plan.sectionCount * 15 + plan.items.length * 20, calendar.daysAgo(1100), { kind: 'plan', id: plan.id })
  }
  const own = [named[6] as Exam, ...available, ...passed, ...failed, ...expired]
  for (const exam of own) assignExam(world, zhaoqiang.learnerId, exam, calendar.daysAgo(240))
  const open = [...named.filter((_, index) => index !== 3), ...available, ...passed, ...failed, ...expired]
  const times = sittingTimes(world, open)
  for (const [index, exam] of open.entries()) passAnything(book, exam, index, times[index] as Date)
  for (const key of ['electrical', 'welding', 'rigging', 'heights'] as const) {
    for (const [index, question] of need(world.subjects, key).questions.entries()) if (index % 2 === 0) book.mistake(question, calendar.daysAgo(30 + index, '21:20'))
  }
  book.carryOver(5200, calendar.daysAgo(1100))
  book.close()
  collect(world, zhaoqiang.learnerId, [3001, 3047, 3015, 3046, 3044, 3020], [5005, 5006])
  for (const index of postMapRecords.keys()) world.rows.put(postMapMembers, { tenantId: world.tenantId, postMapId: 2101 + index, learnerId: zhaoqiang.learnerId, joinedAt: calendar.daysAgo(300 - index * 20) })
}

/** When somebody who lets nothing wait sits exams: the day after each has opened, two hours apart, and since they are assigned. */
function sittingTimes({ calendar }: TenantWorld, exams: readonly Exam[]): Date[] {
  const onDay = new Map<number, number>()
  return exams.map(({ startsAt }) => {
    const day = Math.min(Math.round((calendar.startOfDay(0).getTime() - startsAt.getTime()) / dayMs) - 1, 230)
    const before = onDay.get(day) ?? 0
    onDay.set(day, before + 1)
    return calendar.daysAgo(day, `${9 + 2 * before}:10`)
  })
}

/** Passes an exam of any kind. */
function passAnything(book: LearnerBook, exam: Exam, index: number, at: Date): void {
  const { world } = book
  if (exam.kind === 'theory' && exam.paper.practicalGroups.length === 0) {
    book.sit(exam, { at, wanted: 'pass' })
    return
  }
  if (exam.kind === 'simulation' && exam.simulation) {
    const { resultId, score } = book.simulate(exam.simulation, [], at, { exam })
    book.sit(exam, { at: minutesAfter(at, 20), wanted: 'pass', usedMinutes: 9, given: { score, simulationResultId: resultId } })
    return
  }
  const [group] = exam.paper.practicalGroups as [Exam['paper']['practicalGroups'][number]]
  const score = Math.round(group.score * practicalShare * 10) / 10
  const attempt = book.sit(exam, { at, wanted: 'pass', usedMinutes: 30, given: { score } })
  world.rows.put(practicalDetails, {
    tenantId: world.tenantId, attemptId: attempt.attemptId, groupId: group.groupId, detailId: 9900 + index, learnerId: zhaoqiang.learnerId,
    score, passed: true, attemptNumber: 1, startedAt: at, endedAt: minutesAfter(at, 30), usedMs: 1_800_000,
    reviewedAt: minutesAfter(at, 400), ...practicalReview(group.title, group.score),
  })
}

/** 陈静: no roles, some study of her own. */
export function makeSafetyOfficer(world: TenantWorld): void {
  const { calendar } = world
  const book = new LearnerBook(world, chenjing)
  for (const [index, courseId] of [3028, 3030, 3031].entries()) book.takeCourse(need(world.courses, courseId), 'passed', { from: calendar.daysAgo(90 - index * 20), to: calendar.daysAgo(80 - index * 20) })
  book.takeCourse(need(world.courses, 3032), { done: 2 }, { from: calendar.daysAgo(12), to: calendar.daysAgo(2) })
  book.takePlan(need(world.plans, 5002), [{ done: 2 }, { done: 0, untouched: true }, { done: 0, untouched: true }, 'notTaken'], { from: calendar.daysAgo(4), to: calendar.daysAgo(1) })
  book.close()
  collect(world, chenjing.learnerId, [3030, 3032], [5002])
}
