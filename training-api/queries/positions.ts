import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { sections } from '../db/schema/courses.ts'
import { studyPositions } from '../db/schema/study.ts'
import type { Who } from './who.ts'

export type Position = { position: number; suspendData: string | null; seq: number; updatedAt: Date }
type PositionKey = Who & { sectionId: number; resourceId: number }

const positionOf = prepared((db) =>
  db
    .select({ position: studyPositions.position, suspendData: studyPositions.suspendData, seq: studyPositions.seq, updatedAt: studyPositions.updatedAt })
    .from(studyPositions)
    .where(
      and(
        eq(studyPositions.tenantId, sql.placeholder('tenantId')),
        eq(studyPositions.learnerId, sql.placeholder('userId')),
        eq(studyPositions.sectionId, sql.placeholder('sectionId')),
        eq(studyPositions.resourceId, sql.placeholder('resourceId')),
      ),
    )
    .prepare('study_position'),
)

/** Where a learner was in a resource of a section; null when nothing is stored. */
export async function findPosition(db: Db, { tenantId, userId, sectionId, resourceId }: PositionKey): Promise<Position | null> {
  const [found] = await positionOf(db).execute({ tenantId, userId, sectionId, resourceId })
  return found ?? null
}

/** Stores where a learner is when `seq` is above the stored one, and returns what is stored then; null: no such section. */
export async function savePosition(
  tx: Db,
  { position, suspendData, seq, now, ...key }: PositionKey & { position: number; suspendData: string | null; seq: number; now: Date },
): Promise<Position | null> {
  const { tenantId, userId, sectionId, resourceId } = key
  const [section] = await tx
    .select({ sectionId: sections.sectionId })
    .from(sections)
    .where(and(eq(sections.tenantId, tenantId), eq(sections.sectionId, sectionId), eq(sections.resourceId, resourceId)))
  if (section === undefined) return null
  await tx
    .insert(studyPositions)
    .values({ tenantId, learnerId: userId, sectionId, resourceId, position, suspendData, seq, updatedAt: now })
    .onConflictDoUpdate({
      target: [studyPositions.tenantId, studyPositions.learnerId, studyPositions.sectionId, studyPositions.resourceId],
      set: { position, suspendData, seq, updatedAt: now },
      setWhere: lt(studyPositions.seq, seq),
    })
  return findPosition(tx, key)
}
