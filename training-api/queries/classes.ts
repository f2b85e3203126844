import { and, asc, desc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { classMembers, schoolClasses } from '../db/schema/classes.ts'
import type { Who } from './who.ts'

/** Whether a learner is in a class. */
export async function isClassMember(db: Db, { tenantId, userId, classId }: Who & { classId: number }): Promise<boolean> {
  const found = await db
    .select({ classId: classMembers.classId })
    .from(classMembers)
    .where(and(eq(classMembers.tenantId, tenantId), eq(classMembers.classId, classId), eq(classMembers.learnerId, userId)))
  return found.length > 0
}

/** A class as its members see it. */
export type SchoolClass = { classId: number; name: string; teacherNames: string; memberCount: number }

/** The classes a learner is in, newest first. */
export async function listClasses(db: Db, { tenantId, userId }: Who): Promise<SchoolClass[]> {
  return db
    .select({ classId: schoolClasses.classId, name: schoolClasses.name, teacherNames: schoolClasses.teacherNames, memberCount: schoolClasses.memberCount })
    .from(classMembers)
    .innerJoin(schoolClasses, and(eq(schoolClasses.tenantId, classMembers.tenantId), eq(schoolClasses.classId, classMembers.classId)))
    .where(and(eq(classMembers.tenantId, tenantId), eq(classMembers.learnerId, userId)))
    .orderBy(desc(classMembers.joinedAt), asc(schoolClasses.classId))
}
