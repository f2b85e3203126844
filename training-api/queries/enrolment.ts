import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { prepared } from '../db/prepared.ts'
import { contentTotals, courses, sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { checkUnlock } from '../rules/courses.ts'
import type { UnlockVerdict } from '../rules/courses.ts'
import { planWindow } from '../rules/plans.ts'
import { listChapters, listRecords, startsLocked } from './catalogue.ts'
import type { PlainChapter, PlainSection } from './catalogue.ts'
import type { Who } from './who.ts'

/** Where a learner goes on: a section of a course, or an exam of a plan. */
export type StudyNode = {
  contentId: number
  planItemId: number | null
  target:
    | { kind: 'section'; sectionId: number; chapterId: number; name: string; sectionKind: 'study' | 'simulation' | 'exam' }
    | { kind: 'planExam'; examId: number; name: string }
}

export type StartVerdict =
  | { verdict: 'begun'; node: StudyNode | null }
  | { verdict: 'missing' }
  | { verdict: 'forbidden'; refusal: string | null }
  | { verdict: 'notOpen' }

const enrolmentIs = ({ tenantId, userId }: Who, kind: 'course' | 'plan', contentId: number, planItemId = 0) =>
  and(
    eq(enrolments.tenantId, tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, kind),
    eq(enrolments.contentId, contentId),
    eq(enrolments.planItemId, planItemId),
  )

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
  if (!begun) return { verdict: 'begun', node: await findNode(tx, { ...who, kind: 'course', contentId: courseId }) }
  const chapters = await listChapters(tx, { tenantId, courseIds: [courseId] })
  await addRecords(tx, { ...who, chapters, planItemId: 0, sequential: course.sequential, now })
  await countJoined(tx, { tenantId, kind: 'course', contentId: courseId })
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
  if (!begun) return { verdict: 'begun', node: await findNode(tx, { ...who, kind: 'plan', contentId: planId }) }
  const items = await tx
    .select({ planItemId: planItems.planItemId, kind: planItems.kind, childId: planItems.childId, name: planItems.name, sequential: courses.sequential })
    .from(planItems)
    .leftJoin(courses, and(eq(planItems.kind, 'course'), eq(courses.tenantId, planItems.tenantId), eq(courses.courseId, planItems.childId)))
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planId, planId)))
    .orderBy(asc(planItems.position), asc(planItems.planItemId))
  const courseItems = items.filter(({ kind }) => kind === 'course')
  const chapters = await listChapters(tx, { tenantId, courseIds: [...new Set(courseItems.map(({ childId }) => childId))] })
  for (const { planItemId, childId, sequential } of courseItems) {
    const own = chapters.filter(({ courseId }) => courseId === childId)
    const sectionsTotal = own.reduce((sum, chapter) => sum + chapter.sections.length, 0)
    await begin(tx, { ...who, kind: 'course', contentId: childId, planItemId, planId, sectionsTotal, now })
    await addRecords(tx, { ...who, chapters: own, planItemId, sequential: plan.sequential || sequential === true, now })
  }
  await countJoined(tx, { tenantId, kind: 'plan', contentId: planId })
  for (const item of items) {
    if (item.kind === 'exam') {
      await savePlanExamNode(tx, { ...who, planId, planItemId: item.planItemId, now })
      return { verdict: 'begun', node: { contentId: planId, planItemId: item.planItemId, target: { kind: 'planExam', examId: item.childId, name: item.name } } }
    }
    const first = chapters.filter(({ courseId }) => courseId === item.childId).flatMap((chapter) => chapter.sections)[0]
    if (first === undefined) continue
    await saveSectionNode(tx, { ...who, kind: 'plan', contentId: planId, planItemId: item.planItemId, section: first, now })
    return { verdict: 'begun', node: sectionNode(planId, item.planItemId, first) }
  }
  return { verdict: 'begun', node: null }
}

/** Marks an enrolment as begun, making it when it was not assigned; false when it was begun before. */
async function begin(
  tx: Db,
  place: Who & { kind: 'course' | 'plan'; contentId: number; planItemId?: number; planId?: number; sectionsTotal: number; now: Date },
): Promise<boolean> {
  const { tenantId, userId, kind, contentId, planItemId = 0, planId = null, sectionsTotal, now } = place
  const made = await tx
    .insert(enrolments)
    .values({
      tenantId,
      learnerId: userId,
      contentKind: kind,
      contentId,
      planItemId,
      planId,
      state: 'inProgress',
      sectionsTotal,
      assignedAt: now,
      startedAt: now,
      touchedAt: now,
    })
    .onConflictDoNothing()
    .returning({ contentId: enrolments.contentId })
  if (made.length > 0) return true
  const begun = await tx
    .update(enrolments)
    .set({ state: 'inProgress', startedAt: now, touchedAt: now })
    .where(and(enrolmentIs(place, kind, contentId, planItemId), eq(enrolments.state, 'notStarted')))
    .returning({ contentId: enrolments.contentId })
  return begun.length > 0
}

async function addRecords(
  tx: Db,
  { tenantId, userId, chapters, planItemId, sequential, now }: Who & { chapters: PlainChapter[]; planItemId: number; sequential: boolean; now: Date },
): Promise<void> {
  const all = chapters.flatMap((chapter) => chapter.sections)
  if (all.length === 0) return
  await tx
    .insert(sectionRecords)
    .values(
      all.map((section, index) => ({
        tenantId,
        learnerId: userId,
        planItemId,
        sectionId: section.id,
        courseId: section.courseId,
        recordId: newId(),
        locked: startsLocked(section, index === 0, sequential),
        updatedAt: now,
      })),
    )
    .onConflictDoNothing()
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

type SectionOf = Pick<PlainSection, 'id' | 'chapterId' | 'name' | 'kind'>

function sectionNode(contentId: number, planItemId: number | null, { id, chapterId, name, kind }: SectionOf): StudyNode {
  return { contentId, planItemId, target: { kind: 'section', sectionId: id, chapterId, name, sectionKind: kind } }
}

async function saveSectionNode(
  tx: Db,
  { kind, contentId, planItemId, section, now, ...who }: Who & { kind: 'course' | 'plan'; contentId: number; planItemId: number | null; section: SectionOf; now: Date },
): Promise<void> {
  await tx
    .update(enrolments)
    .set({ nodeKind: 'section', nodePlanItemId: planItemId, nodeChapterId: section.chapterId, nodeSectionId: section.id, touchedAt: now })
    .where(enrolmentIs(who, kind, contentId))
}

async function savePlanExamNode(tx: Db, { planId, planItemId, now, ...who }: Who & { planId: number; planItemId: number; now: Date }): Promise<void> {
  await tx
    .update(enrolments)
    .set({ nodeKind: 'planExam', nodePlanItemId: planItemId, nodeChapterId: null, nodeSectionId: null, touchedAt: now })
    .where(enrolmentIs(who, 'plan', planId))
}

/** Where the learner was in a course or plan; null when nothing is saved. */
export async function findNode(db: Db, { kind, contentId, ...who }: Who & { kind: 'course' | 'plan'; contentId: number }): Promise<StudyNode | null> {
  const [found] = await db
    .select({
      nodeKind: enrolments.nodeKind,
      planItemId: enrolments.nodePlanItemId,
      section: { id: sections.sectionId, chapterId: sections.chapterId, name: sections.name, kind: sections.kind },
      examId: planItems.childId,
      examName: planItems.name,
    })
    .from(enrolments)
    .leftJoin(sections, and(eq(sections.tenantId, enrolments.tenantId), eq(sections.sectionId, enrolments.nodeSectionId)))
    .leftJoin(planItems, and(eq(planItems.tenantId, enrolments.tenantId), eq(planItems.planItemId, enrolments.nodePlanItemId)))
    .where(enrolmentIs(who, kind, contentId))
  if (found === undefined) return null
  const { nodeKind, planItemId, section, examId, examName } = found
  if (nodeKind === 'section' && section !== null) return sectionNode(contentId, planItemId, section)
  if (nodeKind !== 'planExam' || examId === null || examName === null) return null
  return { contentId, planItemId, target: { kind: 'planExam', examId, name: examName } }
}

/** A place of study: a course on its own (plan item 0) or as an item of a plan, with the enrolment's own lock facts. */
export type StudyPlace = { courseId: number; planItemId: number; planId: number | null }

const sectionOfCourse = prepared((db) =>
  db
    .select({ courseId: sections.courseId })
    .from(sections)
    .where(and(eq(sections.tenantId, sql.placeholder('tenantId')), eq(sections.sectionId, sql.placeholder('sectionId')), eq(sections.courseId, sql.placeholder('courseId'))))
    .prepare('section_of_course'),
)

/**
 * Where a section is studied: in its course when `contentId` is the course, else in the plan `contentId`, through the
 * named plan item or the one that holds the section's course. Null when the tenant has no such place.
 */
export async function findPlace(
  db: Db,
  { tenantId, userId, kind, contentId, planItemId, sectionId }: Who & { kind: 'course' | 'plan'; contentId: number; planItemId?: number | undefined; sectionId: number },
): Promise<StudyPlace | null> {
  if (kind === 'course') {
    const [section] = await sectionOfCourse(db).execute({ tenantId, sectionId, courseId: contentId })
    return section === undefined ? null : { courseId: section.courseId, planItemId: 0, planId: null }
  }
  const found = await db
    .select({ courseId: sections.courseId, planItemId: planItems.planItemId, nodeItemId: enrolments.nodePlanItemId })
    .from(planItems)
    .innerJoin(sections, and(eq(sections.tenantId, planItems.tenantId), eq(sections.courseId, planItems.childId), eq(sections.sectionId, sectionId)))
    .leftJoin(
      enrolments,
      and(
        eq(enrolments.tenantId, planItems.tenantId),
        eq(enrolments.learnerId, userId),
        eq(enrolments.contentKind, 'plan'),
        eq(enrolments.contentId, planItems.planId),
        eq(enrolments.planItemId, 0),
      ),
    )
    .where(
      and(
        eq(planItems.tenantId, tenantId),
        eq(planItems.planId, contentId),
        eq(planItems.kind, 'course'),
        planItemId === undefined ? undefined : eq(planItems.planItemId, planItemId),
      ),
    )
    .orderBy(asc(planItems.position))
  // A course may stand in a plan twice: then the learner is where the saved node says.
  const place = found.find((one) => one.planItemId === one.nodeItemId) ?? found[0]
  return place === undefined ? null : { courseId: place.courseId, planItemId: place.planItemId, planId: contentId }
}

export type NodeVerdict = 'saved' | 'missing' | 'locked' | 'notBegun'

/** Remembers the section a learner has opened, in the course or plan. */
export async function saveNode(
  tx: Db,
  { kind, contentId, planItemId, sectionId, now, ...who }: Who & { kind: 'course' | 'plan'; contentId: number; planItemId?: number | undefined; sectionId: number; now: Date },
): Promise<NodeVerdict> {
  const place = await findPlace(tx, { ...who, kind, contentId, planItemId, sectionId })
  if (place === null) return 'missing'
  const [record] = await tx
    .select({
      locked: sectionRecords.locked,
      section: { id: sections.sectionId, chapterId: sections.chapterId, name: sections.name, kind: sections.kind, position: sections.position },
    })
    .from(sectionRecords)
    .innerJoin(sections, and(eq(sections.tenantId, sectionRecords.tenantId), eq(sections.sectionId, sectionRecords.sectionId)))
    .where(recordIs(who, place.planItemId, sectionId))
  if (record === undefined) return 'notBegun'
  if (record.locked && record.section.position > 1) return 'locked'
  await saveSectionNode(tx, { ...who, kind, contentId, planItemId: place.planId === null ? null : place.planItemId, section: record.section, now })
  return 'saved'
}

/** Remembers the exam of a plan a learner has opened. */
export async function saveExamNode(tx: Db, { planId, planItemId, now, ...who }: Who & { planId: number; planItemId: number; now: Date }): Promise<NodeVerdict> {
  const [item] = await tx
    .select({ planItemId: planItems.planItemId })
    .from(planItems)
    .where(and(eq(planItems.tenantId, who.tenantId), eq(planItems.planId, planId), eq(planItems.planItemId, planItemId), eq(planItems.kind, 'exam')))
  if (item === undefined) return 'missing'
  const [enrolment] = await tx.select({ state: enrolments.state }).from(enrolments).where(enrolmentIs(who, 'plan', planId))
  if (enrolment === undefined || enrolment.state === 'notStarted') return 'notBegun'
  await savePlanExamNode(tx, { ...who, planId, planItemId, now })
  return 'saved'
}

const recordIs = ({ tenantId, userId }: Who, planItemId: number, sectionId: number) =>
  and(
    eq(sectionRecords.tenantId, tenantId),
    eq(sectionRecords.learnerId, userId),
    eq(sectionRecords.planItemId, planItemId),
    eq(sectionRecords.sectionId, sectionId),
  )

export type UnlockAnswer = UnlockVerdict | { verdict: 'foreign' }

/** Unlocks the section of a record when the one before it is passed; `foreign`: the record is another learner's. */
export async function unlockSection(tx: Db, { tenantId, userId, recordId, now }: Who & { recordId: number; now: Date }): Promise<UnlockAnswer> {
  const [record] = await tx
    .select()
    .from(sectionRecords)
    .where(and(eq(sectionRecords.tenantId, tenantId), eq(sectionRecords.recordId, recordId)))
    .for('update')
  if (record === undefined) return { verdict: 'missing' }
  if (record.learnerId !== userId) return { verdict: 'foreign' }
  const [enrolment] = await tx
    .select({ state: enrolments.state, sequential: courses.sequential, forbidden: courses.forbidden })
    .from(enrolments)
    .innerJoin(courses, and(eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
    .where(enrolmentIs({ tenantId, userId }, 'course', record.courseId, record.planItemId))
  if (enrolment === undefined) return { verdict: 'missing' }
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

/** A course or plan a learner is in the middle of. */
export type InProgressContent = { kind: 'course' | 'plan'; contentId: number; title: string; titleEn: string | null; titleJa: string | null; sectionsDone: number; sectionsTotal: number; progressPercent: number; touchedAt: Date }

const begunAndNotFinished = prepared((db) =>
  db
    .select({
      kind: enrolments.contentKind,
      contentId: enrolments.contentId,
      title: sql<string | null>`coalesce(${courses.title}, ${plans.title})`,
      titleEn: sql<string | null>`coalesce(${courses.titleEn}, ${plans.titleEn})`,
      titleJa: sql<string | null>`coalesce(${courses.titleJa}, ${plans.titleJa})`,
      sectionsDone: enrolments.sectionsDone,
      sectionsTotal: enrolments.sectionsTotal,
      progressPercent: enrolments.progressPercent,
      touchedAt: enrolments.touchedAt,
    })
    .from(enrolments)
    .leftJoin(courses, and(eq(enrolments.contentKind, 'course'), eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
    .leftJoin(plans, and(eq(enrolments.contentKind, 'plan'), eq(plans.tenantId, enrolments.tenantId), eq(plans.planId, enrolments.contentId)))
    .where(
      and(
        eq(enrolments.tenantId, sql.placeholder('tenantId')),
        eq(enrolments.learnerId, sql.placeholder('userId')),
        inArray(enrolments.contentKind, ['course', 'plan']),
        eq(enrolments.planItemId, 0),
        eq(enrolments.state, 'inProgress'),
      ),
    )
    .orderBy(sql`${enrolments.touchedAt} desc`, asc(enrolments.contentId))
    .limit(sql.placeholder('limit'))
    .prepare('begun_and_not_finished'),
)

/** The courses and plans a learner has begun and not finished, newest change first, at most `limit`. */
export async function listInProgress(db: Db, { tenantId, userId, limit }: Who & { limit: number }): Promise<InProgressContent[]> {
  const rows = await begunAndNotFinished(db).execute({ tenantId, userId, limit })
  return rows.flatMap(({ title, ...row }) => (title === null ? [] : [{ ...row, title }]))
}
