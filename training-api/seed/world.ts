import { credentials, learners } from '../db/schema/learners.ts'
import { examExclusions } from '../db/schema/exams.ts'
import { markers } from '../db/schema/tenants.ts'
import { hashPassword } from '../rules/passwords.ts'
import { bulkCourse } from './bulk-courses.ts'
import { calendarOf } from './calendar.ts'
import type { Calendar } from './calendar.ts'
import { mainCourses } from './courses/main-tenant.ts'
import { buildingCourses, energyCourses, schoolCourses } from './courses/other-tenants.ts'
import type { CourseOutline } from './courses/outline.ts'
import { makeCourse, makeCourses, makePlans, makeResources, makeTags, makeTemplate } from './courses.ts'
import type { CourseSettings } from './courses.ts'
import { makeCrowdLearner } from './crowd.ts'
import type { Pool } from './crowd.ts'
import { availableExams, expiredExams, failedExams, namedExams, otherExams, passedExams } from './exam-records.ts'
import type { ExamRecord } from './exam-records.ts'
import { makeExam } from './exams.ts'
import { LearnerBook } from './learner-book.ts'
import { messageRecords, otherMessages } from './message-records.ts'
import { emptyTenant, need } from './model.ts'
import type { Exam, Template, TenantWorld } from './model.ts'
import { makeEverydayLearner, makeSafetyOfficer, makeVeteran } from './named-learners.ts'
import type { ExamGroups } from './named-learners.ts'
import { mainNotices, otherNotices } from './notice-records.ts'
import { makeClasses, makeMessages, makeNotices, makePaths, makeTenant } from './organisation.ts'
import { makeLearner, namedLearners } from './people.ts'
import type { Learner } from './people.ts'
import { mainPlans, otherPlans } from './plan-records.ts'
import { makeExerciseCentre, makeQuestions } from './question-bank.ts'
import type { PracticeSize } from './question-bank.ts'
import { Rows } from './rows.ts'
import { tenantRecords } from './tenant-records.ts'
import { Totals } from './totals.ts'

/** The password of every learner. */
export const demoPassword = 'Train2026'

/** How large the world is besides the fixed part. */
export type WorldSize = { extraLearners: number; extraCourses: number }

/** What is told after every stretch of rows; `learners` counts those of the whole world. */
export type WorldProgress = (done: { step: string; learners: number; rows: number }) => void

type Making = { now: Date; size: WorldSize; write: (rows: Rows, what: 'everything' | 'fullStatements') => Promise<void>; onProgress?: WorldProgress | undefined }

const learnersPerStretch = 250
/** Learners of tenant 82 who stand above 李明 by hours, and how many courses they have passed. */
const leaders = new Map([[107, 45], [3, 41], [18, 40], [41, 39], [56, 38], [72, 37], [95, 36], [133, 35], [160, 34], [188, 33], [214, 32], [251, 31]])

/** Makes the whole world, row by row, and hands the rows over in stretches: memory stays the same at any size. */
export async function makeWorld({ now, size, write, onProgress }: Making): Promise<number> {
  const rows = new Rows()
  const calendar = calendarOf(now)
  let learnerCount = 0
  const tell = (step: string) => onProgress?.({ step, learners: learnerCount, rows: rows.total })
  const stretch = async (step: string, added: number) => {
    learnerCount += added
    await write(rows, 'fullStatements')
    tell(step)
  }
  for (const record of tenantRecords) {
    const world = emptyTenant(record.tenantId, { calendar, rows, totals: new Totals(record.tenantId, rows) })
    const workplace = makeTenant(world, record)
    // The tenant first: a fill that was interrupted leaves a database that is not empty, and is not filled again.
    await write(rows, 'everything')
    const phc = await hashPassword(demoPassword, Buffer.from(`trainhall-${record.tenantId}-demo-world`.padEnd(16).slice(0, 16)))
    const making: TenantMaking = { world, workplace, phc, stretch }
    if (record.tenantId === 82) await makeMainTenant(making, size)
    else await makeOtherTenant(making, record.companies[0]?.name ?? record.name)
    world.totals.finish()
    await stretch(`tenant ${record.tenantId}`, 0)
  }
  rows.put(markers, { tenantId: 0, name: 'world', value: { made: now.toISOString(), extraLearners: size.extraLearners, extraCourses: size.extraCourses }, updatedAt: now })
  await write(rows, 'everything')
  tell('done')
  return rows.total
}

type TenantMaking = {
  world: TenantWorld
  workplace: ReturnType<typeof makeTenant>
  phc: string
  stretch: (step: string, added: number) => Promise<void>
}

function putLearner({ world, phc }: TenantMaking, learner: Learner): void {
  world.rows.put(learners, learner)
  world.rows.put(credentials, { tenantId: world.tenantId, learnerId: learner.learnerId, phc, changedAt: learner.createdAt })
}

function putNamedLearners(making: TenantMaking): void {
  const { world, workplace } = making
  for (const { department, ...learner } of namedLearners) {
    if (learner.tenantId === world.tenantId) putLearner(making, { ...learner, ...need(workplace.names, department), createdAt: world.calendar.daysAgo(learner.account === 'wangfang' ? 2 : 900) })
  }
}

const person = ({ learnerId, name, workNumber }: Learner) => ({ learnerId, name, workNumber: workNumber ?? '' })
const idOf = (world: TenantWorld, number: number) => world.at(world.tenantId === 82 ? 820_010 + number : number + 10)

function makeCrowd(making: TenantMaking, count: number): Learner[] {
  const { world, workplace } = making
  return Array.from({ length: count }, (_, index) => {
    const learner = makeLearner(workplace, index + 1, idOf(world, index + 1), world.calendar.daysAgo(300 + ((index * 7) % 500)))
    const known = world.tenantId === 82 && index + 1 === 107 ? { ...learner, name: '孙伟', sex: 'male' as const } : learner
    putLearner(making, known)
    return known
  })
}

async function makeMainTenant(making: TenantMaking, size: WorldSize): Promise<void> {
  const { world, stretch } = making
  const { calendar } = world
  makeQuestions(world, {})
  makeResources(world)
  makeTags(world)
  const templates = makeTemplates(world, calendar)
  const settings: CourseSettings = {
    3001: { locked: true, template: templates.months }, 3002: { sequential: true }, 3003: { template: templates.permanent }, 3005: { forbidden: true },
    3006: { refusal: '本课程仅限高处作业班学员学习' }, 3007: { locked: true }, 3011: { locked: true }, 3014: { sequential: true },
    3027: { sequential: true }, 3034: { locked: true }, 3036: { locked: true }, 3041: { template: templates.horizontal }, 3045: { sequential: true }, 3047: { template: templates.until },
  }
  makeCourses(world, mainCourses, '东岭电力', settings)
  makePlans(world, mainPlans, '东岭电力', { 5005: templates.horizontal })
  const list = (records: readonly ExamRecord[], first: number) => records.map((record, index) => makeExam(world, first + index, record))
  const groups: ExamGroups = { named: list(namedExams, 8001), available: list(availableExams, 8011), passed: list(passedExams, 8031), failed: list(failedExams, 8036), expired: list(expiredExams, 8041) }
  // 王芳 has nothing at all.
  for (const exam of groups.named.slice(0, 6)) world.rows.put(examExclusions, { tenantId: 82, learnerId: 820_002, examId: exam.id })
  makeNotices(world, mainNotices)
  await stretch('courses, plans and exams', 0)

  putNamedLearners(making)
  const crowd = makeCrowd(making, 290)
  const crowdIds = crowd.map(({ learnerId }) => learnerId)
  makeClasses(world, [[820_001, 820_003], [820_001, 820_003, 820_004]], crowdIds)
  makePaths(world, crowdIds, (map) => 1 + (map < 4 ? 1 : 0))
  makeMessages(world, messageRecords, { own: 820_001, everybody: [820_003, 820_004, ...crowdIds], unread: 5 })
  makeEverydayLearner(world, groups)
  makeVeteran(world, groups)
  makeSafetyOfficer(world)
  const pool = poolOf(world, [groups.passed[2], groups.expired[0], groups.expired[1]])
  await stretch('learners known by name', 4)
  for (const [index, learner] of crowd.entries()) {
    const passes = leaders.get(index + 1)
    makeCrowdLearner(world, person(learner), pool, passes === undefined ? 'usual' : 'leader', passes)
    if ((index + 1) % learnersPerStretch === 0 || index + 1 === crowd.length) await stretch('learners', (index % learnersPerStretch) + 1)
  }
  await makeBulk(making, size, pool)
}

async function makeBulk(making: TenantMaking, { extraLearners, extraCourses }: WorldSize, pool: Pool): Promise<void> {
  const { world, workplace, stretch } = making
  const courses = [...pool.courses]
  for (let number = 1; number <= extraCourses; number += 1) {
    courses.push(makeCourse(world, bulkCourse(number), {
      company: '东岭电力', rules: {}, courseId: 30_000_000 + number, chapterId: (at) => 31_000_000 + number * 10 + at, sectionId: (at) => 32_000_000 + number * 10 + at,
      examNumber: 33_000_000 + number, paperNumber: 8101, fixed: {}, releasedAt: world.calendar.daysAgo(10 + (number % 900)),
    }))
    if (number % learnersPerStretch === 0) await stretch('courses', 0)
  }
  for (let number = 291; number <= 290 + extraLearners; number += 1) {
    const learner = makeLearner(workplace, number, 8_200_000_000 + number, world.calendar.daysAgo(30 + (number % 800)))
    putLearner(making, learner)
    makeCrowdLearner(world, person(learner), { ...pool, courses }, 'bulk')
    if (number % learnersPerStretch === 0) await stretch('learners', learnersPerStretch)
  }
}

function poolOf(world: TenantWorld, pastExams: readonly (Exam | undefined)[]): Pool {
  return {
    courses: [...world.courses.values()].filter(({ open }) => open),
    // Short plans come soon after the first, since most people take those.
    plans: [...world.plans.values()].filter(({ forbidden, startsAt }) => !forbidden && (startsAt === null || startsAt < world.calendar.now))
      .toSorted((a, b) => (a.id % 1000 === 1 ? 0 : a.sectionCount) - (b.id % 1000 === 1 ? 0 : b.sectionCount)),
    pastExams: pastExams.filter((exam) => exam !== undefined),
  }
}

function makeTemplates(world: TenantWorld, calendar: Calendar): Record<'permanent' | 'months' | 'until' | 'horizontal', Template> {
  const { tenantId } = world
  const issuer = '东岭电力培训中心'
  const logoUrl = `/admin/file/logo/${tenantId}.svg`
  const make = (number: number, name: string, layout: Template['layout'], validity: Template['validity'], numberPrefix: string) =>
    makeTemplate(world, {
      id: world.at(9301 + number), layout, validity, months: validity === 'months' ? 36 : null, validUntil: validity === 'until' ? calendar.endOfDay(500) : null, issuer, logoUrl, numberPrefix,
    }, name)
  return {
    permanent: make(0, '结业证书（竖版，长期有效）', 'vertical', 'permanent', 'HN'),
    months: make(1, '培训合格证（竖版，36 个月）', 'vertical', 'months', 'DY'),
    until: make(2, '专业能力证书（横版，有效期至）', 'horizontal', 'until', 'GY'),
    horizontal: make(3, '能力提升证书（横版，36 个月）', 'horizontal', 'months', 'BZ'),
  }
}

const otherOutlines: Readonly<Record<number, readonly CourseOutline[]>> = { 101: buildingCourses, 116: energyCourses, 143: schoolCourses }
const otherCrowds: Readonly<Record<number, number>> = { 101: 60, 116: 40, 143: 50 }
const practiceSizes: PracticeSize = {
  electrical: { count: 120, pattern: 'electrical' }, welding: { count: 60, pattern: 'safety' }, heights: { count: 40, pattern: 'safety' }, rigging: { count: 12, pattern: 'safety' },
}

async function makeOtherTenant(making: TenantMaking, company: string): Promise<void> {
  const { world, stretch } = making
  const { tenantId } = world
  makeQuestions(world, tenantId === 143 ? practiceSizes : {})
  if (tenantId === 143) makeExerciseCentre(world)
  makeResources(world)
  makeTags(world)
  const template = makeTemplate(world, {
    id: world.at(9301), layout: 'vertical', validity: 'permanent', months: null, validUntil: null, issuer: company, logoUrl: `/admin/file/logo/${tenantId}.svg`, numberPrefix: `T${tenantId}`,
  }, '结业证书')
  makeCourses(world, otherOutlines[tenantId] ?? [], company, { 3001: { locked: true, template }, 3002: { sequential: true } })
  makePlans(world, otherPlans[tenantId] ?? [], company, {})
  for (const [index, record] of (otherExams[tenantId] ?? []).entries()) makeExam(world, 8001 + index, record)
  makeNotices(world, otherNotices[tenantId] ?? [])
  putNamedLearners(making)
  const crowd = makeCrowd(making, otherCrowds[tenantId] ?? 0)
  const own = namedLearners.find((learner) => learner.tenantId === tenantId)
  makeMessages(world, otherMessages[tenantId] ?? [], { own: own?.learnerId ?? null, everybody: crowd.map(({ learnerId }) => learnerId), unread: 1 })
  if (own) makeOtherNamed(world, { learnerId: own.learnerId, name: own.name, workNumber: own.workNumber ?? '' })
  const pool = poolOf(world, [])
  for (const learner of crowd) makeCrowdLearner(world, person(learner), pool, 'usual')
  await stretch('learners', crowd.length + (own ? 1 : 0))
}

/** 黎明 and 孙丽: a few courses each, and for 孙丽 wrong questions of the exercise centre. */
function makeOtherNamed(world: TenantWorld, learner: { learnerId: number; name: string; workNumber: string }): void {
  const { calendar } = world
  const book = new LearnerBook(world, learner)
  const courses = [...world.courses.values()]
  const days = (from: number, to: number) => ({ from: calendar.daysAgo(from, '19:00'), to: calendar.daysAgo(to, '20:00') })
  book.takeCourse(need(world.courses, world.at(3001)), { done: 2 }, days(9, 2))
  book.takeCourse(need(world.courses, world.at(3004)), 'passed', days(60, 45))
  for (const course of courses.slice(1, 3)) book.takeCourse(course, 'notStarted', days(5, 5))
  const plan = [...world.plans.values()][0]
  if (plan) book.takePlan(plan, plan.items.map(({ kind }, index) => (kind === 'exam' ? 'notTaken' : index === 0 ? 'passed' : { done: 1 })), days(30, 3))
  if (world.tenantId === 143) {
    for (const [index, question] of need(world.subjects, 'electrical').questions.entries()) if (index % 8 === 0) book.mistake(question, calendar.daysAgo(1 + (index % 9), '20:10'))
    for (const [index, question] of need(world.subjects, 'welding').questions.entries()) if (index % 9 === 0) book.mistake(question, calendar.daysAgo(2 + (index % 9), '20:40'))
  }
  book.close()
}
