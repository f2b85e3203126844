import { sql } from 'drizzle-orm'
import type { SQLWrapper } from 'drizzle-orm'
import { sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'

// By the order of `listChapters`, not by the numbers of sections: those have gaps, or another beginning, once something was taken away or moved.

type OfCourse = { tenantId: SQLWrapper; courseId: SQLWrapper }

const inCatalogue = ({ tenantId, courseId }: OfCourse) => sql`
  from chapters c join sections one on one.tenant_id = c.tenant_id and one.course_id = c.course_id and one.chapter_id = c.chapter_id
  where c.tenant_id = ${tenantId} and c.course_id = ${courseId}`
const inOrder = sql`order by c.position, c.chapter_id, one.position, one.section_id`

/**
 * Of a record beside its section: whether the learner finds it locked. The first section of a catalogue never is (contract 5.4), also where
 * it has become that after the course was begun.
 */
export const isLockedRecord = sql<boolean>`(${sectionRecords.locked} and ${sections.sectionId} is distinct from (select one.section_id ${inCatalogue(sections)} ${inOrder} limit 1))`

/** The name of the section that follows a section of this chapter in the course's catalogue; without the chapter (null) that of the first one. */
export function nameAfter(course: OfCourse, chapter: { chapterId: SQLWrapper; position: SQLWrapper }, section: { sectionId: SQLWrapper; position: SQLWrapper }) {
  const isLater = sql`(c.position, c.chapter_id, one.position, one.section_id) > (${chapter.position}, ${chapter.chapterId}, ${section.position}, ${section.sectionId})`
  return sql<string | null>`(select one.name ${inCatalogue(course)} and (${chapter.chapterId} is null or ${isLater}) ${inOrder} limit 1)`
}
