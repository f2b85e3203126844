import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { given, prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { chapters, courses, sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { exams, examStandings } from '../db/schema/exams.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { courseState, progressPercent, sectionsDoneNow } from '../rules/courses.ts'
import type { EnrolmentState } from '../rules/courses.ts'
import { planState } from '../rules/plans.ts'
import type { SectionState } from '../rules/study.ts'
import { enrolmentIs, isExamOfItem, isGivenEnrolment, isStandingAtItem } from './enrolment-row.ts'
import { statusNow } from './exam-status.ts'
import type { Who } from './who.ts'

/** A course or plan that is found to be passed, since when, and the template of its certificate. */
export type Passed = { kind: 'course' | 'plan'; contentId: number; title: string; templateId: number | null; at: Date }

type CoursePlace = Who & { courseId: number; planItemId: number }

type Studied = CoursePlace & { planId: number | null; addMinutes: number }

const moreMinutes = sql`${enrolments.learnedMinutes} + ${given('addMinutes')}`
const minutesAdded = prepared((db) => db.update(enrolments).set({ learnedMinutes: moreMinutes }).where(isGivenEnrolment).prepare('enrolment_minutes_added'))
const enrolmentTouched = prepared((db) =>
  db
    .update(enrolments)
    .set({ learnedMinutes: moreMinutes, touchedAt: sql`greatest(${enrolments.touchedAt}, ${given('now')})` })
    .where(isGivenEnrolment)
    .returning({ state: enrolments.state, counted: enrolments.sectionsTotal, done: enrolments.sectionsDone })
    .prepare('enrolment_touched'),
)

/** Adds learned minutes, if there are any, to the enrolment in a course and in the plan it is studied in. */
export async function addLearnedMinutes(tx: Db, { tenantId, userId, courseId, planItemId, planId, addMinutes }: Studied): Promise<void> {
  if (addMinutes === 0) return
  // Sent along together, as below: the course's row is held before the plan's.
  await Promise.all([
    minutesAdded(tx).execute({ tenantId, userId, kind: 'course', contentId: courseId, planItemId, addMinutes }),
    planId !== null && minutesAdded(tx).execute({ tenantId, userId, kind: 'plan', contentId: planId, planItemId: 0, addMinutes }),
  ])
}

/**
 * Notes that something was done in a course, and in the plan it is studied in, just now, with the minutes that it has brought: each row is
 * written once. Tells whether one of them, not passed yet, has more or fewer sections than when it was last counted, or all of them done.
 */
export async function touch(tx: Db, { tenantId, userId, courseId, planItemId, planId, ...place }: Studied & { now: Date; courseSections: number; planSections: number | null }): Promise<boolean> {
  const { addMinutes, now } = place
  const note = async (which: { kind: 'course' | 'plan'; contentId: number; planItemId: number }, present: number | null) => {
    const [noted] = await enrolmentTouched(tx).execute({ tenantId, userId, ...which, addMinutes, now })
    return noted !== undefined && noted.state !== 'passed' && (noted.counted !== present || noted.done >= noted.counted)
  }
  const noted = await Promise.all([
    note({ kind: 'course', contentId: courseId, planItemId }, place.courseSections),
    planId !== null && note({ kind: 'plan', contentId: planId, planItemId: 0 }, place.planSections),
  ])
  return noted.includes(true)
}

/** Brings a course's state and progress in line with its sections; returns the course when it is passed just now. */
export async function settleCourse(tx: Db, place: CoursePlace & { now: Date }): Promise<Passed | null> {
  const { tenantId, userId, courseId, planItemId, now } = place
  const [enrolment] = await tx.select().from(enrolments).where(enrolmentIs(place, 'course', courseId, planItemId)).for('update')
  if (enrolment === undefined || enrolment.state === 'passed') return null
  // Of the sections that the course has now: some may have come or gone since it was begun.
  const counts = await tx
    .select({
      state: sql<SectionState>`coalesce(${sectionRecords.state}, 'notStarted')`.as('counted_state'),
      count: sql<number>`count(*)`.mapWith(Number),
      last: sql<Date | null>`max(${sectionRecords.passedAt})`.mapWith(sectionRecords.passedAt),
    })
    .from(sections)
    // As in the catalogue: a section whose chapter is not the course's cannot be studied.
    .innerJoin(chapters, and(eq(chapters.tenantId, sections.tenantId), eq(chapters.chapterId, sections.chapterId), eq(chapters.courseId, sections.courseId)))
    .leftJoin(
      sectionRecords,
      and(
        eq(sectionRecords.tenantId, sections.tenantId),
        eq(sectionRecords.learnerId, userId),
        eq(sectionRecords.planItemId, planItemId),
        eq(sectionRecords.sectionId, sections.sectionId),
      ),
    )
    .where(and(eq(sections.tenantId, tenantId), eq(sections.courseId, courseId)))
    .groupBy(sql`counted_state`)
  const states = counts.flatMap(({ state, count }): SectionState[] => Array.from({ length: count }, () => state))
  const state = courseState(true, states)
  const done = states.filter((one) => one === 'passed').length
  const at = state === 'passed' ? latest(now, counts.map(({ last }) => last)) : now
  await write(tx, enrolmentIs(place, 'course', courseId, planItemId), { enrolment, state, done, total: states.length, at, now })
  if (state !== 'passed') return null
  const [course] = await tx
    .select({ title: courses.title, templateId: courses.certificateTemplateId })
    .from(courses)
    .where(and(eq(courses.tenantId, tenantId), eq(courses.courseId, courseId)))
  return course === undefined ? null : { kind: 'course', contentId: courseId, ...course, at }
}

/** When an exam that is an item of a plan was first passed there: of the day of the hand-in, as all that follows from it. */
const examPassedAt = sql<Date | null>`(select min(${attempts.submittedAt}) from ${attempts} where ${and(
  eq(attempts.tenantId, examStandings.tenantId),
  eq(attempts.learnerId, examStandings.learnerId),
  eq(attempts.examId, examStandings.examId),
  eq(attempts.placeId, examStandings.placeId),
  eq(attempts.passed, true),
)})`.mapWith(attempts.submittedAt)

/** Brings a plan's state and progress in line with its items; returns the plan when it is passed just now. */
export async function settlePlan(tx: Db, place: Who & { planId: number; now: Date }): Promise<Passed | null> {
  const { tenantId, userId, planId, now } = place
  const [enrolment] = await tx.select().from(enrolments).where(enrolmentIs(place, 'plan', planId)).for('update')
  if (enrolment === undefined || enrolment.state === 'passed') return null
  const items = await tx
    .select({
      kind: planItems.kind,
      courseState: enrolments.state,
      coursePassedAt: enrolments.finishedAt,
      sectionsDone: enrolments.sectionsDone,
      courseSections: courses.sectionCount,
      examStatus: statusNow,
      examPassedAt,
      sectionCount: plans.sectionCount,
    })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .leftJoin(courses, and(eq(planItems.kind, 'course'), eq(courses.tenantId, planItems.tenantId), eq(courses.courseId, planItems.childId)))
    .leftJoin(
      enrolments,
      and(
        eq(enrolments.tenantId, planItems.tenantId),
        eq(enrolments.learnerId, userId),
        eq(enrolments.contentKind, 'course'),
        eq(enrolments.contentId, planItems.childId),
        eq(enrolments.planItemId, planItems.planItemId),
      ),
    )
    .leftJoin(exams, isExamOfItem)
    .leftJoin(examStandings, isStandingAtItem(userId))
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planId, planId)))
  // A course without sections is passed by nobody: nothing waits for it, unless the plan has nothing else.
  const studied = items.filter(({ kind, courseSections }) => kind === 'exam' || (courseSections ?? 0) > 0)
  const states = (studied.length > 0 ? studied : items).map(({ kind, courseState: course, examStatus }): EnrolmentState => (kind === 'course' ? (course ?? 'notStarted') : examItemState(examStatus)))
  const state = planState(true, states)
  const done = items.reduce((sum, item) => sum + doneIn(item), 0)
  const at = state === 'passed' ? latest(now, items.map((item) => (item.kind === 'course' ? item.coursePassedAt : item.examPassedAt))) : now
  await write(tx, enrolmentIs(place, 'plan', planId), { enrolment, state, done, total: items[0]?.sectionCount ?? enrolment.sectionsTotal, at, now })
  if (state !== 'passed') return null
  const [plan] = await tx
    .select({ title: plans.title, templateId: plans.certificateTemplateId })
    .from(plans)
    .where(and(eq(plans.tenantId, tenantId), eq(plans.planId, planId)))
  return plan === undefined ? null : { kind: 'plan', contentId: planId, ...plan, at }
}

/** Since when a whole is passed: what is found now may be of an earlier moment than what was passed in between, as where a visit is closed late. */
function latest(now: Date, passedAt: readonly (Date | null)[]): Date {
  return passedAt.reduce<Date>((last, at) => (at !== null && at > last ? at : last), now)
}

type CountedItem = { kind: 'course' | 'exam'; courseState: EnrolmentState | null; sectionsDone: number | null; courseSections: number | null; examStatus: ExamStanding }

/** How much of an item counts as done, against the sections that courses have now: one that is passed stays whole and is counted no more, though sections come or go, and one that is not never has all of them. */
function doneIn({ kind, courseState: course, sectionsDone, courseSections, examStatus }: CountedItem): number {
  if (kind === 'exam') return examStatus === 'passed' ? 1 : 0
  return sectionsDoneNow(course ?? 'notStarted', sectionsDone ?? 0, courseSections ?? 0)
}

type ExamStanding = 'open' | 'pendingReview' | 'passed' | 'failed' | null

/** How an exam of a plan counts among the plan's items. */
export function examItemState(status: ExamStanding): SectionState {
  if (status === null) return 'notStarted'
  return status === 'passed' || status === 'failed' ? status : 'inProgress'
}

async function write(
  tx: Db,
  where: ReturnType<typeof and>,
  { enrolment, state, done, total, at, now }: { enrolment: typeof enrolments.$inferSelect; state: EnrolmentState; done: number; total: number; /** Since when it is so. */ at: Date; now: Date },
): Promise<void> {
  const decided = state === 'passed' || state === 'failed'
  await tx
    .update(enrolments)
    .set({
      state,
      sectionsDone: done,
      sectionsTotal: total,
      progressPercent: progressPercent(done, total),
      // What had failed before is passed since now.
      finishedAt: state === 'passed' ? at : decided ? (enrolment.finishedAt ?? at) : null,
      // What is graded later than it was handed in is no newer than what was studied meanwhile.
      touchedAt: enrolment.touchedAt > now ? enrolment.touchedAt : now,
    })
    .where(where)
}
