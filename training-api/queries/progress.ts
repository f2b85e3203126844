import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { given, prepared } from '../db/prepared.ts'
import { courses, resources, sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { examStandings } from '../db/schema/exams.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import type { Award } from '../rules/points.ts'
import { sectionState } from '../rules/study.ts'
import { grantCertificate } from './certificate-grants.ts'
import type { GrantedCertificate } from './certificate-grants.ts'
import { enrolmentIs, isGivenRecord, isPlanOf, isStandingAtItem } from './enrolment-row.ts'
import { addLearnedMinutes, settleCourse, settlePlan, touch } from './enrolment-state.ts'
import type { Passed } from './enrolment-state.ts'
import { takeMovedRecords } from './moved-records.ts'
import { givePoints } from './points.ts'
import type { Earned } from './points.ts'
import { addToTotals, scopesOf } from './rankings.ts'
import type { RankingScope, TotalChange } from './rankings.ts'
import { studiedColumns } from './studied-section.ts'
import type { StudiedSection } from './studied-section.ts'
import type { Who } from './who.ts'

/** What a report tells the learner: points and certificates that are new. */
export type Outcome = { awards: Award[]; certificates: GrantedCertificate[] }

/** An outcome, and what is still to be added to the learner's totals (`conclude`). */
export type Pending = Outcome & { totals: TotalChange[] }

/** The outcome of a report that changed nothing worth telling. */
export const nothingNew: Pending = { awards: [], certificates: [], totals: [] }

/** Several outcomes as one. */
export function together(outcomes: readonly Pending[]): Pending {
  return { awards: outcomes.flatMap(({ awards }) => awards), certificates: outcomes.flatMap(({ certificates }) => certificates), totals: outcomes.flatMap(({ totals }) => totals) }
}

/** Adds to the learner's totals all that a transaction has come to, as the last that it does. */
export async function conclude(tx: Db, { tenantId, userId }: Who, { totals, ...outcome }: Pending): Promise<Outcome> {
  await addToTotals(tx, { tenantId, userId, changes: totals })
  return outcome
}

/** What has just happened to a section. */
export type SectionChange = {
  opened?: boolean
  /** A visit of it has properly ended. */
  ended?: boolean
  addMinutes?: number
  /** Score of courseware or a simulation, 0 to 100. */
  fraction?: number
  /** How its exam stands after a hand-in or a review. */
  exam?: { passed: boolean; failed: boolean; bestScore: number | null }
}

const recordHeld = prepared((db) => db.select().from(sectionRecords).where(isGivenRecord).for('update').prepare('record_held'))
const sectionStudied = prepared((db) =>
  db
    .select(studiedColumns)
    .from(sections)
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .leftJoin(resources, and(eq(resources.tenantId, sections.tenantId), eq(resources.resourceId, sections.resourceId)))
    .where(and(eq(sections.tenantId, given('tenantId')), eq(sections.sectionId, given('sectionId'))))
    .prepare('section_studied'),
)
const recordChanged = prepared((db) =>
  db
    .update(sectionRecords)
    .set({
      state: given('state'),
      score: given('score'),
      learnedMinutes: given('learnedMinutes'),
      openedAt: given('openedAt'),
      endedAt: given('endedAt'),
      passedAt: given('passedAt'),
      updatedAt: sql`greatest(${sectionRecords.updatedAt}, ${given('now')})`,
    })
    .where(isGivenRecord)
    .prepare('record_changed'),
)

/**
 * Applies a change to a learner's section and everything that follows from it: state, progress of course and plan,
 * learned time, points, certificate and rankings. Null when the learner has not begun the course there. `known` is the section where
 * this transaction has read it before.
 */
export async function changeSection(
  tx: Db,
  { tenantId, userId, sectionId, planItemId, change, known, now }: Who & { sectionId: number; planItemId: number; change: SectionChange; known?: StudiedSection | undefined; now: Date },
): Promise<Pending | null> {
  const [[record], [section], plan] = await Promise.all([
    recordHeld(tx).execute({ tenantId, userId, planItemId, sectionId }),
    known === undefined ? sectionStudied(tx).execute({ tenantId, sectionId }) : [known],
    planItemId === 0 ? null : planOf(tx, { tenantId, userId, planItemId }),
  ])
  if (record === undefined || section === undefined) return null
  const { courseId, moved } = record.courseId === section.courseId ? { courseId: record.courseId, moved: [] } : await followMoved(tx, { tenantId, userId, sectionId, planItemId, from: record.courseId, to: section.courseId })

  const addMinutes = change.addMinutes ?? 0
  const score = best(record.score, change.fraction ?? change.exam?.bestScore ?? null)
  const opened = record.openedAt !== null || change.opened === true
  const ended = record.endedAt !== null || change.ended === true
  const state = sectionState({
    kind: section.kind === 'study' ? (section.resourceKind ?? 'document') : section.kind,
    durationMinutes: section.studyMinutes,
    requiredPercent: section.requiredPercent,
    learnedMinutes: record.learnedMinutes + addMinutes,
    opened,
    ended,
    bestFraction: score,
    exam: change.exam ?? null,
    before: record.state,
  })
  const planId = plan?.planId ?? null
  const isNew = state !== record.state
  const studied = { tenantId, userId, courseId, planItemId, planId, addMinutes }
  const after = {
    state,
    score,
    learnedMinutes: record.learnedMinutes + addMinutes,
    openedAt: record.openedAt ?? (opened ? now : null),
    endedAt: record.endedAt ?? (ended ? now : null),
    passedAt: record.passedAt ?? (state === 'passed' ? now : null),
  }
  const changes = (Object.keys(after) as (keyof typeof after)[]).some((key) => after[key] !== record[key])
  // Sent along together and done in this order, in which everybody holds them; the record is held already. A state that is new touches what is settled below.
  const [, isToSettle, scopes] = await Promise.all([
    changes && recordChanged(tx).execute({ tenantId, userId, planItemId, sectionId, ...after, now }),
    isNew ? addLearnedMinutes(tx, studied).then(() => true) : touch(tx, { ...studied, now, courseSections: section.courseSections, planSections: plan?.sectionCount ?? null }),
    addMinutes === 0 ? undefined : scopesOf(tx, studied),
  ])

  const earned: Earned[] = []
  const passed: Passed[] = []
  if (isToSettle) {
    if (isNew && state === 'passed') earned.push({ cause: 'section', id: sectionId, courseId, planId })
    if (isNew && change.exam?.passed === true && section.examId !== null) earned.push({ cause: 'exam', id: section.examId, courseId, planId })
    const course = await settleCourse(tx, { tenantId, userId, courseId, planItemId, now })
    if (course !== null) {
      earned.push({ cause: 'course', id: courseId, courseId, planId, at: course.at })
      if (planItemId === 0) passed.push(course)
    }
    if (planId !== null) {
      const whole = await settlePlan(tx, { tenantId, userId, planId, now })
      if (whole !== null) {
        earned.push({ cause: 'plan', id: planId, planId, at: whole.at })
        passed.push(whole)
      }
    }
  }
  const outcome = await reward(tx, { ...studied, earned, passed, scopes, now })
  return { ...outcome, totals: [...moved, ...outcome.totals] }
}

/**
 * The course to which the record of a section that was moved belongs: the new one where it is begun, and then with all that was reached;
 * else the one in which it was begun, since nobody has begun a course by what was taken to it.
 */
async function followMoved(
  tx: Db,
  { tenantId, userId, sectionId, planItemId, from, to }: Who & { sectionId: number; planItemId: number; from: number; to: number },
): Promise<{ courseId: number; moved: TotalChange[] }> {
  const who = { tenantId, userId }
  const begun = await tx.select({ contentId: enrolments.contentId }).from(enrolments).where(and(enrolmentIs(who, 'course', to, planItemId), ne(enrolments.state, 'notStarted')))
  if (begun.length === 0) return { courseId: from, moved: [] }
  return { courseId: to, moved: await takeMovedRecords(tx, { ...who, courseId: to, sectionIds: [sectionId], planItemIds: [planItemId] }) }
}

/**
 * What follows for a plan when one of its own exams (a plan item) was handed in or reviewed; the standing is written
 * before. Null when the item is no exam of the tenant or the learner has not begun the plan.
 */
export async function changePlanExam(
  tx: Db,
  { tenantId, userId, planId, planItemId, now }: Who & { planId: number; planItemId: number; now: Date },
): Promise<Pending | null> {
  const [item] = await tx
    .select({ examId: planItems.childId, status: examStandings.status })
    .from(planItems)
    .innerJoin(enrolments, and(isPlanOf(userId), ne(enrolments.state, 'notStarted')))
    .leftJoin(examStandings, isStandingAtItem(userId))
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planId, planId), eq(planItems.planItemId, planItemId), eq(planItems.kind, 'exam')))
  if (item === undefined) return null
  return changePlan(tx, { tenantId, userId, planId, earned: item.status === 'passed' ? [{ cause: 'exam', id: item.examId, planId }] : [], now })
}

/** What follows for a plan that the learner has begun when its items stand otherwise than it says; `earned` is what has led to it. */
export async function changePlan(tx: Db, { tenantId, userId, planId, earned, now }: Who & { planId: number; earned: readonly Earned[]; now: Date }): Promise<Pending> {
  const plan = await settlePlan(tx, { tenantId, userId, planId, now })
  const whole: Earned[] = plan === null ? [] : [{ cause: 'plan', id: planId, planId, at: plan.at }]
  return reward(tx, { tenantId, userId, earned: [...earned, ...whole], passed: plan === null ? [] : [plan], addMinutes: 0, courseId: null, planId, now })
}

/** What follows when a stand-alone exam is passed: its points, once. */
export async function passExam(tx: Db, { tenantId, userId, examId, now }: Who & { examId: number; now: Date }): Promise<Pending> {
  return reward(tx, { tenantId, userId, earned: [{ cause: 'exam', id: examId }], passed: [], addMinutes: 0, courseId: null, planId: null, now })
}

function best(before: number | null, now: number | null): number | null {
  return before === null || now === null ? (before ?? now) : Math.max(before, now)
}

const planOfItem = prepared((db) =>
  db
    .select({ planId: planItems.planId, sectionCount: plans.sectionCount })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .where(and(eq(planItems.tenantId, given('tenantId')), eq(planItems.planItemId, given('planItemId'))))
    .prepare('plan_of_item'),
)

const planOfLeftItem = prepared((db) =>
  db
    .select({ planId: plans.planId, sectionCount: plans.sectionCount })
    .from(enrolments)
    .innerJoin(plans, and(eq(plans.tenantId, enrolments.tenantId), eq(plans.planId, enrolments.planId)))
    .where(and(eq(enrolments.tenantId, given('tenantId')), eq(enrolments.learnerId, given('userId')), eq(enrolments.contentKind, 'course'), eq(enrolments.planItemId, given('planItemId'))))
    .prepare('plan_of_left_item'),
)

/** The plan of an item. One that was taken out of its plan meanwhile, perhaps during a visit, is still known by the course that the learner has begun there. */
async function planOf(tx: Db, place: Who & { planItemId: number }): Promise<{ planId: number; sectionCount: number } | null> {
  const [item] = await planOfItem(tx).execute(place)
  return item ?? (await planOfLeftItem(tx).execute(place))[0] ?? null
}

async function reward(
  tx: Db,
  { tenantId, userId, earned, passed, addMinutes, courseId, planItemId, planId, now, ...known }: Who & { earned: Earned[]; passed: Passed[]; addMinutes: number; courseId: number | null; planItemId?: number; planId: number | null; scopes?: RankingScope[] | undefined; now: Date },
): Promise<Pending> {
  const awards = await givePoints(tx, { tenantId, userId, earned, now })
  const certificates: GrantedCertificate[] = []
  for (const { kind, contentId, title, templateId, at } of passed) {
    if (templateId === null) continue
    const granted = await grantCertificate(tx, { tenantId, userId, kind, contentId, title, templateId, now: at })
    if (granted !== null) certificates.push(granted)
  }
  if (awards.length === 0 && addMinutes === 0 && certificates.length === 0) return { awards, certificates, totals: [] }
  const scopes = known.scopes ?? (await scopesOf(tx, { tenantId, userId, courseId, planId }))
  // Minutes inside a plan are the plan's, so that a course's ranking, ledger and detail say the same.
  const timed = scopes.filter(({ scope }) => scope !== 'course' || planItemId === 0)
  const everywhere = scopes.filter(({ scope }) => scope === 'tenant' || scope === 'class')
  const totals = [
    ...timed.map((scope) => ({ ...scope, metric: 'minutes' as const, delta: addMinutes })),
    ...scopes.map((scope) => ({ ...scope, metric: 'points' as const, delta: pointsIn(scope.scope, awards) })),
    ...everywhere.map((scope) => ({ ...scope, metric: 'certificates' as const, delta: certificates.length })),
  ]
  return { awards, certificates, totals }
}

/** The points of a plan are the plan's: of the course in which it was passed they are no more than of its other ones. */
function pointsIn(scope: RankingScope['scope'], awards: readonly Award[]): number {
  return awards.reduce((sum, { cause, points }) => (scope === 'course' && cause === 'plan' ? sum : sum + points), 0)
}
