import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { planItems } from '../db/schema/plans.ts'
import type { SectionState } from '../rules/study.ts'
import { examItemState } from './enrolment-state.ts'
import { prepareExam } from './exams.ts'
import type { PreparedExam } from './exams.ts'
import { followInSection } from './hand-in.ts'
import { conclude } from './progress.ts'
import type { Who } from './who.ts'

export type PlayerExam = PreparedExam & { state: SectionState }

/** The exam of a section, in the course or inside a plan item, or of a plan's own item; null when there is none. */
export async function findPlayerExam(
  tx: Db,
  { sectionId, planItemId, now, ...who }: Who & { sectionId?: number; planItemId?: number | undefined; now: Date },
): Promise<PlayerExam | null> {
  return sectionId === undefined ? findOfPlan(tx, { ...who, planItemId: planItemId ?? 0, now }) : findOfSection(tx, { ...who, sectionId, planItemId, now })
}

async function findOfPlan(tx: Db, { planItemId, now, ...who }: Who & { planItemId: number; now: Date }): Promise<PlayerExam | null> {
  const [item] = await tx
    .select({ examId: planItems.childId })
    .from(planItems)
    .where(and(eq(planItems.tenantId, who.tenantId), eq(planItems.planItemId, planItemId), eq(planItems.kind, 'exam')))
  const prepared = item === undefined ? null : await prepareExam(tx, { ...who, examId: item.examId, otherContentId: planItemId, now })
  return prepared === null ? null : { ...prepared, state: examItemState(prepared.standing?.status ?? null) }
}

async function findOfSection(tx: Db, { sectionId, planItemId, now, ...who }: Who & { sectionId: number; planItemId: number | undefined; now: Date }): Promise<PlayerExam | null> {
  const [section] = await tx
    .select({ examId: sections.examId })
    .from(sections)
    .where(and(eq(sections.tenantId, who.tenantId), eq(sections.sectionId, sectionId)))
  if (section === undefined || section.examId === null) return null
  const prepared = await prepareExam(tx, { ...who, examId: section.examId, otherContentId: sectionId, contentId: planItemId, now })
  if (prepared === null) return null
  const { standing, fault } = prepared
  const record = await findRecord(tx, { ...who, sectionId, planItemId: prepared.planItemId })
  // Passed or used up in another place of study: it counts here from the moment it is opened.
  const decided = standing?.status === 'passed' || standing?.status === 'failed'
  if (decided && fault === null && record !== undefined && record.state !== standing.status) {
    await conclude(tx, who, await followInSection(tx, { ...who, sectionId, standing, first: prepared.planItemId, now }))
    return { ...prepared, state: (await findRecord(tx, { ...who, sectionId, planItemId: prepared.planItemId }))?.state ?? 'notStarted' }
  }
  const begun = record?.state === 'notStarted' && (standing?.attemptsUsed ?? 0) > 0
  return { ...prepared, state: begun ? 'inProgress' : (record?.state ?? 'notStarted') }
}

async function findRecord(tx: Db, { tenantId, userId, sectionId, planItemId }: Who & { sectionId: number; planItemId: number }) {
  const [record] = await tx
    .select({ state: sectionRecords.state })
    .from(sectionRecords)
    .where(
      and(
        eq(sectionRecords.tenantId, tenantId),
        eq(sectionRecords.learnerId, userId),
        eq(sectionRecords.sectionId, sectionId),
        eq(sectionRecords.planItemId, planItemId),
      ),
    )
  return record
}
