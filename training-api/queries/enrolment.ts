import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { contentTotals, courses } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { checkUnlock } from '../rules/courses.ts'
import type { UnlockVerdict } from '../rules/courses.ts'
import { courseRefusal, placeRefusal } from '../rules/access.ts'
import { planWindow } from '../rules/plans.ts'
import { addRecords, begin } from './beginnings.ts'
import { listChapters, listRecords } from './catalogue.ts'
import { enrolmentIs } from './enrolment-row.ts'
import { findNode, savePlanExamNode, saveSectionNode, sectionNode } from './study-node.ts'
import type { StudyNode } from './study-node.ts'
import { placeRules } from './study-place.ts'
import type { Who } from './who.ts'

export type StartVerdict =
  | { verdict: 'begun'; node: StudyNode | null }
  | { verdict: 'missing' }
  | { verdict: 'forbidden'; refusal: string | null }
  | { verdict: 'notOpen' }

/** Begins a course for a learner and returns where to start; begun before, it returns where the learner was. */
export async function startCourse(tx: Db, { tenantId, userId, courseId, now }: Who & { courseId: number; now: Date }): Promise<StartVerdict> {
  const who = { tenantId, userId }
  const [course] = await tx
    .select({ sequential: courses.sequential, forbidden: courses.forbidden, refusal: courses.accessRefusal, sectionCount: courses.sectionCount })
    .from(courses)
    .where(and(eq(courses.tenantId, tenantId), eq(courses.courseId, courseId)))
  if (course === undefined) return { verdict: 'missing' }
  if (course.forbidden || course.refusal !== null) return { verdict: 'forbidden', refusal: course.refusal }

  const begun = await begin(tx, { ...who, kind: 'course', contentId: courseId, sectionsTotal: course.sectionCount, now })
  const known = begun ? null : await findNode(tx, { ...who, kind: 'course', contentId: courseId })
  if (known !== null) return { verdict: 'begun', node: known }
  // Begun now, or before without a place to go on: the beginning it is.
  const chapters = await listChapters(tx, { tenantId, courseIds: [courseId] })
  if (begun) {
    await addRecords(tx, { ...who, chapters, planItemId: 0, sequential: course.sequential, now })
    await countJoined(tx, { tenantId, kind: 'course', contentId: courseId })
  }
  const first = chapters.flatMap((chapter) => chapter.sections)[0]
  if (first !== undefined) await saveSectionNode(tx, { ...who, kind: 'course', contentId: courseId, planItemId: null, section: first, now })
  return { verdict: 'begun', node: first === undefined ? null : sectionNode(courseId, null, first) }
}

/** Begins a plan with all of its courses, within its dates; begun before, it returns where the learner was. */
export async function startPlan(tx: Db, { tenantId, userId, planId, now }: Who & { planId: number; now: Date }): Promise<StartVerdict> {
  const who = { tenantId, userId }
  const [plan] = await tx
    .select({ sequential: plans.sequential, forbidden: plans.forbidden, startsAt: plans.startsAt, endsAt: plans.endsAt, sectionCount: plans.sectionCount })
    .from(plans)
    .where(and(eq(plans.tenantId, tenantId), eq(plans.planId, planId)))
  if (plan === undefined) return { verdict: 'missing' }
  if (plan.forbidden) return { verdict: 'forbidden', refusal: null }
  if (planWindow(plan.startsAt, plan.endsAt, now) !== 'open') return { verdict: 'notOpen' }

  const begun = await begin(tx, { ...who, kind: 'plan', contentId: planId, sectionsTotal: plan.sectionCount, now })
  const known = begun ? null : await findNode(tx, { ...who, kind: 'plan', contentId: planId })
  if (known !== null) return { verdict: 'begun', node: known }
  const items = await tx
    .select({ planItemId: planItems.planItemId, kind: planItems.kind, childId: planItems.childId, name: planItems.name, sequential: courses.sequential, forbidden: courses.forbidden, accessRefusal: courses.accessRefusal })
    .from(planItems)
    .leftJoin(courses, and(eq(planItems.kind, 'course'), eq(courses.tenantId, planItems.tenantId), eq(courses.courseId, planItems.childId)))
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planId, planId)))
    .orderBy(asc(planItems.position), asc(planItems.planItemId))
  const courseItems = items.filter(({ kind }) => kind === 'course')
  const chapters = await listChapters(tx, { tenantId, courseIds: [...new Set(courseItems.map(({ childId }) => childId))] })
  for (const { planItemId, childId, sequential } of begun ? courseItems : []) {
    const own = chapters.filter(({ courseId }) => courseId === childId)
    const sectionsTotal = own.reduce((sum, chapter) => sum + chapter.sections.length, 0)
    await begin(tx, { ...who, kind: 'course', contentId: childId, planItemId, planId, sectionsTotal, now })
    await addRecords(tx, { ...who, chapters: own, planItemId, sequential: plan.sequential || sequential === true, now })
  }
  if (begun) await countJoined(tx, { tenantId, kind: 'plan', contentId: planId })
  for (const item of items) {
    if (item.kind === 'exam') {
      await savePlanExamNode(tx, { ...who, planId, planItemId: item.planItemId, now })
      return { verdict: 'begun', node: { contentId: planId, planItemId: item.planItemId, target: { kind: 'planExam', examId: item.childId, name: item.name } } }
    }
    const first = chapters.filter(({ courseId }) => courseId === item.childId).flatMap((chapter) => chapter.sections)[0]
    // Nobody is led to what does not open.
    if (first === undefined || courseRefusal(item) !== null) continue
    await saveSectionNode(tx, { ...who, kind: 'plan', contentId: planId, planItemId: item.planItemId, section: first, now })
    return { verdict: 'begun', node: sectionNode(planId, item.planItemId, first) }
  }
  return { verdict: 'begun', node: null }
}

async function countJoined(tx: Db, { tenantId, kind, contentId }: { tenantId: number; kind: 'course' | 'plan'; contentId: number }): Promise<void> {
  await tx
    .insert(contentTotals)
    .values({ tenantId, contentKind: kind, contentId, joinCount: 1 })
    .onConflictDoUpdate({
      target: [contentTotals.tenantId, contentTotals.contentKind, contentTotals.contentId],
      set: { joinCount: sql`${contentTotals.joinCount} + 1` },
    })
}

export type UnlockAnswer = UnlockVerdict | { verdict: 'foreign' } | { verdict: 'closed'; refusal: string }

/** Unlocks the section of a record when the one before it is passed; `foreign`: the record is another learner's, `closed`: nobody may study there now. */
export async function unlockSection(tx: Db, { tenantId, userId, recordId, now }: Who & { recordId: number; now: Date }): Promise<UnlockAnswer> {
  const [record] = await tx
    .select()
    .from(sectionRecords)
    .where(and(eq(sectionRecords.tenantId, tenantId), eq(sectionRecords.recordId, recordId)))
    .for('update')
  if (record === undefined) return { verdict: 'missing' }
  if (record.learnerId !== userId) return { verdict: 'foreign' }
  const [enrolment] = await tx
    .select({ state: enrolments.state, sequential: courses.sequential, ...placeRules })
    .from(enrolments)
    .innerJoin(courses, and(eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
    .leftJoin(planItems, and(eq(planItems.tenantId, enrolments.tenantId), eq(planItems.planItemId, enrolments.planItemId)))
    .leftJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .where(enrolmentIs({ tenantId, userId }, 'course', record.courseId, record.planItemId))
  if (enrolment === undefined) return { verdict: 'missing' }
  const refusal = placeRefusal(enrolment, now)
  if (refusal !== null) return { verdict: 'closed', refusal }
  const courseIds = [record.courseId]
  const chapters = await listChapters(tx, { tenantId, courseIds })
  const records = new Map((await listRecords(tx, { tenantId, userId, courseIds, planItemIds: [record.planItemId] })).map((one) => [one.sectionId, one]))
  const facts = chapters.map((chapter) =>
    chapter.sections.map(({ id }) => ({ id, state: records.get(id)?.state ?? ('notStarted' as const), locked: records.get(id)?.locked ?? true })),
  )
  const answer = checkUnlock(facts, record.sectionId, { sequential: enrolment.sequential, state: enrolment.state })
  if (answer.verdict === 'allowed') {
    await tx
      .update(sectionRecords)
      .set({ locked: false, updatedAt: now })
      .where(and(eq(sectionRecords.tenantId, tenantId), eq(sectionRecords.recordId, recordId)))
  }
  return answer
}
