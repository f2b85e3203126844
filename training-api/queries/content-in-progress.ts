import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { courses } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { plans } from '../db/schema/plans.ts'
import { sectionsDoneNow } from '../rules/courses.ts'
import type { Who } from './who.ts'

/** A course or plan a learner is in the middle of. */
export type InProgressContent = { kind: 'course' | 'plan'; contentId: number; title: string; titleEn: string | null; titleJa: string | null; sectionsDone: number; sectionsTotal: number; touchedAt: Date }

const begunAndNotFinished = prepared((db) =>
  db
    .select({
      kind: enrolments.contentKind,
      contentId: enrolments.contentId,
      title: sql<string | null>`coalesce(${courses.title}, ${plans.title})`,
      titleEn: sql<string | null>`coalesce(${courses.titleEn}, ${plans.titleEn})`,
      titleJa: sql<string | null>`coalesce(${courses.titleJa}, ${plans.titleJa})`,
      sectionsDone: enrolments.sectionsDone,
      // As many as it has now.
      sectionsTotal: sql<number>`coalesce(${courses.sectionCount}, ${plans.sectionCount}, 0)`.mapWith(Number),
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
        // Nobody can go on with a plan that is over; courses have no end.
        or(isNull(plans.endsAt), gt(plans.endsAt, sql.placeholder('now'))),
      ),
    )
    .orderBy(sql`${enrolments.touchedAt} desc`, asc(enrolments.contentId))
    .limit(sql.placeholder('limit'))
    .prepare('begun_and_not_finished'),
)

/** The courses and plans a learner has begun, not finished and may still go on with, newest change first, at most `limit`. */
export async function listInProgress(db: Db, { tenantId, userId, now, limit }: Who & { now: Date; limit: number }): Promise<InProgressContent[]> {
  const rows = await begunAndNotFinished(db).execute({ tenantId, userId, now, limit })
  return rows.flatMap(({ title, ...row }) => (title === null ? [] : [{ ...row, title, sectionsDone: sectionsDoneNow('inProgress', row.sectionsDone, row.sectionsTotal) }]))
}
