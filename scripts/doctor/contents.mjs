// What the details of a course and a plan and the player read.
import { sectionsOf } from '@/lib/domain/catalogue'
import { contentMetrics } from '@/lib/domain/rankings'
import { getSection, listCourseChapters, listPlanCourseChapters, listPlanItems } from '@/lib/training/catalogue'
import { getCourse, getPlan } from '@/lib/training/course-detail'
import { checkCourseAccess } from '@/lib/training/courses'
import { findPackage } from '@/lib/training/courseware'
import { getSavedNode } from '@/lib/training/enrolment'
import { listSimulationScores } from '@/lib/training/exam-simulations'
import { getPlanExam, getSectionExam } from '@/lib/training/exams'
import { getLedger } from '@/lib/training/ledger'
import { listNotes } from '@/lib/training/notes'
import { getPlayer } from '@/lib/training/player'
import { getPosition } from '@/lib/training/positions'
import { getContentRanking } from '@/lib/training/rankings'
import { getRatings, listReviews } from '@/lib/training/reviews'
import { attempts } from './attempts.mjs'

/** Tries a course and a plan of the learner's own. */
export async function examineContents(report, who, { courseId, planId }) {
  if (courseId) await examineCourse(report, who, courseId)
  else report.note('this account has no course: details of courses are not tried')
  if (planId) await examinePlan(report, who, planId)
  else report.note('this account has no plan: details of plans are not tried')
}

async function examineCourse(report, who, courseId) {
  const on = attempts(report)
  await on('whether a course may be opened (L5)', () => checkCourseAccess(who, { id: courseId }))
  await on('course detail (C1)', () => getCourse(who, { courseId }))
  const chapters = await on('course catalogue (C5)', () => listCourseChapters(who, { courseId }))
  await examineAround(report, who, { kind: 'course', id: courseId })
  if (chapters) await examineSections(report, who, { kind: 'course', ownerId: courseId, itemId: null }, chapters)
}

async function examinePlan(report, who, planId) {
  const on = attempts(report)
  await on('plan detail (C2)', () => getPlan(who, { planId }))
  const items = await on('plan catalogue (C3)', () => listPlanItems(who, { planId }))
  await examineAround(report, who, { kind: 'plan', id: planId })
  if (items) await examineItems(report, who, planId, items)
}

async function examineItems(report, who, planId, items) {
  const on = attempts(report)
  const exam = items.find(({ kind }) => kind === 'exam')
  if (exam) await on('exam of a plan (C8)', () => getPlanExam(who, { itemId: exam.id }))
  else report.note('this plan has no exam: that of a plan (C8) is not tried')
  const course = items.find(({ kind }) => kind === 'course')
  if (!course) return report.note('this plan has no course: courses inside plans are not tried')
  const chapters = await on('chapters of a course in a plan (C4)', () => listPlanCourseChapters(who, { planId, itemId: course.id, courseId: course.targetId }))
  if (chapters) await examineSections(report, who, { kind: 'plan', ownerId: planId, itemId: course.id }, chapters)
}

/** What is read of a course as of a plan. */
async function examineAround(report, who, target) {
  const on = attempts(report)
  const { kind, id } = target
  await on(`what the player shows of a ${kind}`, () => getPlayer(who, target))
  await on(`where a ${kind} was left (C9)`, () => getSavedNode(who, target))
  for (const metric of contentMetrics) await on(`ranking of a ${kind} by ${metric} (D6, D7)`, () => getContentRanking(who, { scope: kind, id, metric }))
  await on(`reviews of a ${kind} (V1)`, () => listReviews(who, { kind, id, page: 1 }))
  await on(`ratings of a ${kind} (V2)`, () => getRatings(who, { kind, id }))
  await on(`study time of a ${kind} by section (X10, an extension)`, () => getLedger(who, target), { saysOffered: true })
}

/** What is read of sections; `place` is the course, or the plan with its item. */
async function examineSections(report, who, place, chapters) {
  const on = attempts(report)
  const { kind, itemId } = place
  const sections = sectionsOf(chapters)
  // Begun, open and with an address, a section is given without anything coming of it.
  const studied = sections.filter((one) => one.kind === 'study' && one.sectionRecordId && !one.locked && one.resource?.id && one.resource.url)
  if (studied[0]) await examineSection(report, who, place, studied[0])
  else report.note(`in this ${kind} no section is begun and open: a section (C6), where it was left (X5) and its notes (N1) are not tried`)
  const courseware = studied.find(({ resource }) => resource.kind === 'courseware')
  if (courseware) await on(`courseware package in a ${kind} (X14, an extension)`, () => findPackage(who, courseware), { mayRefuse: true })
  const exam = sections.find((one) => one.kind === 'exam')
  if (exam) await on(`exam of a section in a ${kind} (C7)`, () => getSectionExam(who, { kind, sectionId: exam.id, itemId }))
  else report.note(`in this ${kind} no section is an exam: that of a section (C7) is not tried`)
  const requestId = sections.find(({ simulation }) => simulation?.requestId)?.simulation.requestId
  if (requestId) await on(`results of a simulation in a ${kind} (R6)`, () => listSimulationScores(who, { requestId }))
}

async function examineSection(report, who, place, { id: sectionId, chapterId, resource }) {
  const on = attempts(report)
  const { kind, ownerId, itemId } = place
  const noteKind = ['video', 'document'].includes(resource.kind) ? resource.kind : 'other'
  await on(`a section of a ${kind} (C6)`, () => getSection(who, { ...place, chapterId, sectionId }), { mayRefuse: true })
  await on(`where a section of a ${kind} was left (X5, an extension)`, () => getPosition(who, { sectionId, resourceId: resource.id }))
  await on(`notes at a section of a ${kind} (N1)`, () => listNotes(who, { kind, ownerId, itemId: itemId ?? undefined, chapterId, sectionId, resourceId: resource.id, noteKind }))
}
