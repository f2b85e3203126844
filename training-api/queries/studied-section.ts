import { courses, resources, sections } from '../db/schema/courses.ts'

/** What of a section, with its course and its resource at hand, decides what follows when it is studied (`changeSection`). */
export const studiedColumns = {
  courseId: sections.courseId, kind: sections.kind, resourceKind: resources.kind, studyMinutes: sections.studyMinutes, requiredPercent: sections.requiredPercent, examId: sections.examId, courseSections: courses.sectionCount,
}
type Section = typeof sections.$inferSelect
export type StudiedSection = Pick<Section, 'courseId' | 'kind' | 'studyMinutes' | 'requiredPercent' | 'examId'> & { resourceKind: (typeof resources.$inferSelect)['kind'] | null; courseSections: number }
