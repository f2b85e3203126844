import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { chapters, sections } from '../db/schema/courses.ts'
import { exams } from '../db/schema/exams.ts'
import { planItems } from '../db/schema/plans.ts'
import { itemTitles } from '../rules/languages.ts'
import type { Titles } from '../rules/languages.ts'
import { isExamOfItem } from './enrolment-row.ts'

/** What comes in a plan one after another: a section of one of its courses, or an exam, which has none. */
export type PlanStep = Titles & { planItemId: number; sectionId: number | null }

const stepsOfPlan = prepared((db) =>
  db
    .select({
      planItemId: planItems.planItemId,
      sectionId: sections.sectionId,
      name: sql<string>`coalesce(${sections.name}, ${planItems.name})`,
      exam: { title: exams.title, titleEn: exams.titleEn, titleJa: exams.titleJa },
    })
    .from(planItems)
    .leftJoin(chapters, and(eq(planItems.kind, 'course'), eq(chapters.tenantId, planItems.tenantId), eq(chapters.courseId, planItems.childId)))
    .leftJoin(sections, and(eq(sections.tenantId, chapters.tenantId), eq(sections.courseId, chapters.courseId), eq(sections.chapterId, chapters.chapterId)))
    .leftJoin(exams, isExamOfItem)
    .where(and(eq(planItems.tenantId, sql.placeholder('tenantId')), eq(planItems.planId, sql.placeholder('planId')), or(eq(planItems.kind, 'exam'), isNotNull(sections.sectionId))))
    .orderBy(asc(planItems.position), asc(planItems.planItemId), asc(chapters.position), asc(chapters.chapterId), asc(sections.position), asc(sections.sectionId))
    .prepare('steps_of_plan'),
)

/** The steps of a plan in the order of its catalogue. */
export async function listPlanSteps(db: Db, { tenantId, planId }: { tenantId: number; planId: number }): Promise<PlanStep[]> {
  const steps = await stepsOfPlan(db).execute({ tenantId, planId })
  return steps.map(({ planItemId, sectionId, name, exam }) => ({ planItemId, sectionId, ...itemTitles(name, exam) }))
}
