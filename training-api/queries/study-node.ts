import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { given, prepared } from '../db/prepared.ts'
import { sections } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { planItems } from '../db/schema/plans.ts'
import { withCommit } from '../db/tx.ts'
import type { PlainSection } from './catalogue.ts'
import { enrolmentIs, isGivenEnrolment } from './enrolment-row.ts'
import { findExamItem, findLock, findPlace } from './study-place.ts'
import type { AskedPlace } from './study-place.ts'
import type { Who } from './who.ts'

/** Where a learner goes on: a section of a course, or an exam of a plan. */
export type StudyNode = {
  contentId: number
  planItemId: number | null
  target:
    | { kind: 'section'; sectionId: number; chapterId: number; name: string; sectionKind: 'study' | 'simulation' | 'exam' }
    | { kind: 'planExam'; examId: number; name: string }
}

type SectionOf = Pick<PlainSection, 'id' | 'chapterId' | 'name' | 'kind'>

/** A section as the node where a learner goes on; the item when it is studied within a plan. */
export function sectionNode(contentId: number, planItemId: number | null, { id, chapterId, name, kind }: SectionOf): StudyNode {
  return { contentId, planItemId, target: { kind: 'section', sectionId: id, chapterId, name, sectionKind: kind } }
}

const sectionNodeSaved = prepared((db) =>
  db
    .update(enrolments)
    .set({ nodeKind: 'section', nodePlanItemId: given('nodeItemId'), nodeChapterId: given('chapterId'), nodeSectionId: given('sectionId'), touchedAt: given('now') })
    .where(isGivenEnrolment)
    .prepare('node_section_saved'),
)

/** Writes a section into the enrolment as where the learner is. */
export async function saveSectionNode(
  tx: Db,
  { kind, contentId, planItemId, section, now, tenantId, userId }: Who & { kind: 'course' | 'plan'; contentId: number; planItemId: number | null; section: SectionOf; now: Date },
): Promise<void> {
  await sectionNodeSaved(tx).execute({ tenantId, userId, kind, contentId, planItemId: 0, nodeItemId: planItemId, chapterId: section.chapterId, sectionId: section.id, now })
}

const examNodeSaved = prepared((db) =>
  db
    .update(enrolments)
    .set({ nodeKind: 'planExam', nodePlanItemId: given('nodeItemId'), nodeChapterId: null, nodeSectionId: null, touchedAt: given('now') })
    .where(isGivenEnrolment)
    .prepare('node_exam_saved'),
)

/** Writes an exam of a plan into the plan's enrolment as where the learner is. */
export async function savePlanExamNode(tx: Db, { planId, planItemId, now, tenantId, userId }: Who & { planId: number; planItemId: number; now: Date }): Promise<void> {
  await examNodeSaved(tx).execute({ tenantId, userId, kind: 'plan', contentId: planId, planItemId: 0, nodeItemId: planItemId, now })
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

/** A refusal is why nobody may study there now. */
export type NodeVerdict = 'saved' | 'missing' | 'locked' | 'notBegun' | { refusal: string }

/** Remembers the section a learner has opened, in the course or plan. */
export async function saveNode(tx: Db, asked: AskedPlace): Promise<NodeVerdict> {
  const { tenantId, userId, kind, contentId, now } = asked
  const place = await findPlace(tx, asked)
  if (place === null) return 'missing'
  if (place.refusal !== null) return { refusal: place.refusal }
  const locked = await findLock(tx, place, asked)
  if (locked !== false) return locked === null ? 'notBegun' : 'locked'
  await withCommit(tx, [saveSectionNode(tx, { tenantId, userId, kind, contentId, planItemId: place.planId === null ? null : place.planItemId, section: place.section, now })])
  return 'saved'
}

/** Remembers the exam of a plan a learner has opened. */
export async function saveExamNode(tx: Db, { planId, planItemId, now, ...who }: Who & { planId: number; planItemId: number; now: Date }): Promise<NodeVerdict> {
  const item = await findExamItem(tx, { tenantId: who.tenantId, planId, planItemId, now })
  if (item === undefined) return 'missing'
  if (item.refusal !== null) return { refusal: item.refusal }
  const [enrolment] = await tx.select({ state: enrolments.state }).from(enrolments).where(enrolmentIs(who, 'plan', planId))
  if (enrolment === undefined || enrolment.state === 'notStarted') return 'notBegun'
  await savePlanExamNode(tx, { ...who, planId, planItemId, now })
  return 'saved'
}
