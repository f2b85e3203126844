import { and, eq, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { exams, examStandings } from '../db/schema/exams.ts'
import { planItems } from '../db/schema/plans.ts'
import { withTx } from '../db/tx.ts'
import type { EnrolmentState } from '../rules/courses.ts'
import { standingNow } from '../rules/exams.ts'
import type { StandingStatus } from '../rules/exams.ts'
import type { SectionState } from '../rules/study.ts'
import type { SectionRecord } from './catalogue.ts'
import { isPlanOf } from './enrolment-row.ts'
import { examItemState } from './enrolment-state.ts'
import { holdStandings } from './exam-ranking.ts'
import { statusNow } from './exam-status.ts'
import { prepareExam } from './exams.ts'
import type { PreparedExam } from './exams.ts'
import { changePlan, conclude } from './progress.ts'
import { followInSection } from './section-exams.ts'
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
    .select({ examId: planItems.childId, planId: planItems.planId, planState: enrolments.state })
    .from(planItems)
    .leftJoin(enrolments, isPlanOf(who.userId))
    .where(and(eq(planItems.tenantId, who.tenantId), eq(planItems.planItemId, planItemId), eq(planItems.kind, 'exam')))
  if (item === undefined) return null
  const prepared = await prepareExam(tx, { ...who, examId: item.examId, otherContentId: planItemId, now })
  if (prepared === null) return null
  const state = examItemState(prepared.standing?.status ?? null)
  // Perhaps it was this one that the plan was failed by, and it is open again.
  if (item.planState === 'failed' && state !== 'failed' && prepared.fault === null) await conclude(tx, who, await changePlan(tx, { ...who, planId: item.planId, earned: [], now }))
  return { ...prepared, state }
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
  if (standing !== null && fault === null && record !== undefined) {
    // Passed in another place of study it counts here with the visit that begins, whose reply can tell what that brings (`changeByOpening`).
    if (standing.status === 'passed') return { ...prepared, state: 'passed' }
    if (isBehind(standing.status, record.state)) {
      await followExam(tx, { ...who, sectionId, exam: prepared.exam, first: prepared.planItemId, now })
      return { ...prepared, state: (await findRecord(tx, { ...who, sectionId, planItemId: prepared.planItemId }))?.state ?? 'notStarted' }
    }
  }
  const begun = record?.state === 'notStarted' && (standing?.attemptsUsed ?? 0) > 0
  return { ...prepared, state: begun ? 'inProgress' : (record?.state ?? 'notStarted') }
}

/** Opens failed sections again whose exams have attempts left by now, with their courses and plans; true where there are some. */
export async function reopenSections(db: Database, { tenantId, userId, records, now }: Who & { records: readonly SectionRecord[]; now: Date }): Promise<boolean> {
  const failed = records.flatMap(({ sectionId, state }) => (state === 'failed' ? [sectionId] : []))
  if (failed.length === 0) return false
  const reopened = await db
    .select({ sectionId: sections.sectionId, exam: { examId: exams.examId, attemptsAllowed: exams.attemptsAllowed } })
    .from(sections)
    .innerJoin(exams, and(eq(exams.tenantId, sections.tenantId), eq(exams.examId, sections.examId)))
    .innerJoin(examStandings, and(eq(examStandings.tenantId, sections.tenantId), eq(examStandings.learnerId, userId), eq(examStandings.examId, sections.examId), eq(examStandings.placeId, sections.sectionId)))
    .where(and(eq(sections.tenantId, tenantId), sql`${sections.sectionId} = any(${sql.param(failed)}::bigint[])`, sql`${statusNow} in ('open', 'pendingReview')`))
  for (const one of reopened) await withTx(db, (tx) => followExam(tx, { tenantId, userId, ...one, first: null, now }))
  return reopened.length > 0
}

/** Lets a section's records follow its exam, as the learner stands there once no hand-in is on its way: what was seen before may be over. */
async function followExam(
  tx: Db,
  { sectionId, exam, first, now, ...who }: Who & { sectionId: number; exam: { examId: number; attemptsAllowed: number | null }; first: number | null; now: Date },
): Promise<void> {
  // Held before the records, as a hand-in holds them.
  const standing = (await holdStandings(tx, { ...who, examId: exam.examId })).find(({ placeId }) => placeId === sectionId)
  if (standing === undefined) return
  const status = standingNow(standing.status, exam.attemptsAllowed, standing.attemptsUsed)
  await conclude(tx, who, await followInSection(tx, { ...who, sectionId, standing: { ...standing, status }, first, now }))
}

/** Lets a failed plan be what its items are where none of them is failed by now: an exam of its own has attempts left. True where that is so. */
export async function reopenPlan(db: Database, { planId, state, items, now, ...who }: Who & { planId: number; state: EnrolmentState; items: readonly SectionState[]; now: Date }): Promise<boolean> {
  if (state !== 'failed' || items.includes('failed')) return false
  await withTx(db, async (tx) => conclude(tx, who, await changePlan(tx, { ...who, planId, earned: [], now })))
  return true
}

/** Whether a section's record has yet to follow its exam, which is not passed: used up in another place of study, or failed and open again. */
function isBehind(status: StandingStatus, state: SectionState): boolean {
  return (status === 'failed') !== (state === 'failed')
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
