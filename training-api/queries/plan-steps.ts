import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { chapters, sections } from '../db/schema/courses.ts'
import { planItems } from '../db/schema/plans.ts'

/** What comes in a plan one after another: a section of one of its courses, or an exam, which has none. */
export type PlanStep = { planItemId: number; sectionId: number | null; name: string }

const stepsOfPlan = prepared((db) =>
  db
    .select({ planItemId: planItems.planItemId, sectionId: sections.sectionId, name: sql<string>`coalesce(${sections.name}, ${planItems.name})` })
    .from(planItems)
    .leftJoin(chapters, and(eq(planItems.kind, 'course'), eq(chapters.tenantId, planItems.tenantId), eq(chapters.courseId, planItems.childId)))
    .leftJoin(sections, and(eq(sections.tenantId, chapters.tenantId), eq(sections.courseId, chapters.courseId), eq(sections.chapterId, chapters.chapterId)))
    .where(and(eq(planItems.tenantId, sql.placeholder('tenantId')), eq(planItems.planId, sql.placeholder('planId')), or(eq(planItems.kind, 'exam'), isNotNull(sections.sectionId))))
    .orderBy(asc(planItems.position), asc(planItems.planItemId), asc(chapters.position), asc(chapters.chapterId), asc(sections.position), asc(sections.sectionId))
    .prepare('steps_of_plan'),
)

/** The steps of a plan in the order of its catalogue. */
export function listPlanSteps(db: Db, { tenantId, planId }: { tenantId: number; planId: number }): Promise<PlanStep[]> {
  return stepsOfPlan(db).execute({ tenantId, planId })
}
