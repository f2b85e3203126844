import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { addMissingRecords } from './beginnings.ts'
import { isLockedRecord } from './catalogue-order.ts'
import { isGivenRecord } from './enrolment-row.ts'
import type { StudyPlace } from './study-place.ts'
import type { Who } from './who.ts'

const sectionStudiedAt = prepared((db) =>
  db
    .select({ locked: isLockedRecord, section: { id: sections.sectionId, chapterId: sections.chapterId, name: sections.name, kind: sections.kind } })
    .from(sectionRecords)
    // One of another course, from which the section was moved, does not say that this one is begun.
    .innerJoin(sections, and(eq(sections.tenantId, sectionRecords.tenantId), eq(sections.sectionId, sectionRecords.sectionId), eq(sections.courseId, sectionRecords.courseId)))
    .where(isGivenRecord)
    .prepare('section_studied_at'),
)

/**
 * A section as the learner finds it at a place of study, whose record comes into being where the section was added or moved there since the
 * course was begun; null where the course is not begun.
 */
export async function findStudied(tx: Db, { tenantId, userId, place, sectionId, now }: Who & { place: StudyPlace; sectionId: number; now: Date }) {
  const look = async () => (await sectionStudiedAt(tx).execute({ tenantId, userId, planItemId: place.planItemId, sectionId }))[0]
  const known = await look()
  if (known !== undefined) return known
  await addMissingRecords(tx, { tenantId, userId, courseId: place.courseId, now })
  return (await look()) ?? null
}
