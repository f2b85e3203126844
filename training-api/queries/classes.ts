import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { classMembers } from '../db/schema/classes.ts'
import type { Who } from './who.ts'

/** Whether a learner is in a class. */
export async function isClassMember(db: Db, { tenantId, userId, classId }: Who & { classId: number }): Promise<boolean> {
  const found = await db
    .select({ classId: classMembers.classId })
    .from(classMembers)
    .where(and(eq(classMembers.tenantId, tenantId), eq(classMembers.classId, classId), eq(classMembers.learnerId, userId)))
  return found.length > 0
}
