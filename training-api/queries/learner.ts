import { and, asc, eq, isNotNull, or, sql, sum } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { classMembers, schoolClasses } from '../db/schema/classes.ts'
import { courses } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { learners } from '../db/schema/learners.ts'
import { plans } from '../db/schema/plans.ts'
import { levels } from '../db/schema/rankings.ts'
import { departments } from '../db/schema/tenants.ts'
import { roundPoints } from '../rules/grading.ts'
import { countAvailableExams } from './exams-in-progress.ts'
import { readTotals } from './rankings.ts'
import type { Who } from './who.ts'

export type Level = typeof levels.$inferSelect

/** The ten levels of the tenant, lowest first. */
export async function listLevels(db: Db, { tenantId }: { tenantId: number }): Promise<Level[]> {
  return db.select().from(levels).where(eq(levels.tenantId, tenantId)).orderBy(asc(levels.levelId))
}

/** What a learner has reached so far. */
export type LearningSummary = {
  name: string
  departmentName: string | null
  avatarUrl: string | null
  minutes: number
  points: number
  credits: number
  courseCount: number
  planCount: number
  examCount: number
  classCount: number
}

/** The learner's figures for the dashboard; null when the learner is gone. */
export async function readSummary(db: Db, { tenantId, userId, now }: Who & { now: Date }): Promise<LearningSummary | null> {
  const own = db
    .select({ name: learners.name, avatarUrl: learners.avatarUrl, departmentName: departments.name })
    .from(learners)
    .leftJoin(departments, and(eq(departments.tenantId, learners.tenantId), eq(departments.departmentId, learners.departmentId)))
    .where(and(eq(learners.tenantId, tenantId), eq(learners.learnerId, userId)))
  const enrolled = db
    .select({
      kind: enrolments.contentKind,
      count: sql<number>`count(*)`.mapWith(Number),
      credits: sum(sql`case when ${enrolments.state} = 'passed' then coalesce(${courses.credits}, ${plans.credits}, 0) else 0 end`).mapWith(Number),
    })
    .from(enrolments)
    .leftJoin(courses, and(eq(enrolments.contentKind, 'course'), eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId)))
    .leftJoin(plans, and(eq(enrolments.contentKind, 'plan'), eq(plans.tenantId, enrolments.tenantId), eq(plans.planId, enrolments.contentId)))
    .where(
      and(
        eq(enrolments.tenantId, tenantId),
        eq(enrolments.learnerId, userId),
        eq(enrolments.planItemId, 0),
        sql`${enrolments.state} <> 'notStarted'`,
        // What is gone is in no list either.
        or(isNotNull(courses.courseId), isNotNull(plans.planId)),
      ),
    )
    .groupBy(enrolments.contentKind)
  const counted = db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(classMembers)
    .innerJoin(schoolClasses, and(eq(schoolClasses.tenantId, classMembers.tenantId), eq(schoolClasses.classId, classMembers.classId)))
    .where(and(eq(classMembers.tenantId, tenantId), eq(classMembers.learnerId, userId)))
  const [[person], { minutes, points }, begun, [classes], examCount] = await Promise.all([own, readTotals(db, { tenantId, userId }), enrolled, counted, countAvailableExams(db, { tenantId, userId, now })])
  if (person === undefined) return null
  const countOf = (kind: 'course' | 'plan') => begun.find((row) => row.kind === kind)?.count ?? 0
  return {
    ...person,
    minutes,
    points,
    credits: roundPoints(begun.reduce((all, { credits }) => all + (credits ?? 0), 0)),
    courseCount: countOf('course'),
    planCount: countOf('plan'),
    examCount,
    classCount: classes?.count ?? 0,
  }
}
