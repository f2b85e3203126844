import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { chapters, resources, sections } from '../db/schema/courses.ts'
import type { Caption } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { exams } from '../db/schema/exams.ts'
import { simulationRequests, simulations } from '../db/schema/simulation.ts'
import { isChapterLocked, withLocks } from '../rules/courses.ts'
import type { LockContext } from '../rules/courses.ts'
import type { SectionState } from '../rules/study.ts'
import type { Who } from './who.ts'

/** A section as it stands in the course, the same for every learner. */
export type PlainSection = {
  id: number
  courseId: number
  chapterId: number
  chapterName: string
  position: number
  name: string
  kind: 'study' | 'simulation' | 'exam'
  studyMinutes: number
  requiredPercent: number | null
  startsLocked: boolean
  study: { kind: 'video' | 'document' | 'courseware'; resourceId: number; url: string; captions: Caption[] } | null
  simulation: { id: number; platform: 'web' | 'client' } | null
  exam: { id: number; kind: 'theory' | 'simulation' | 'practical' } | null
}
export type PlainChapter = { id: number; courseId: number; name: string; sections: PlainSection[] }

/** A learner's record of a section. */
export type SectionRecord = { recordId: number; sectionId: number; planItemId: number; state: SectionState; locked: boolean; learnedMinutes: number }

/** A section as one learner meets it; the record is missing until the course is begun. */
export type MetSection = PlainSection & {
  recordId: number | null
  state: SectionState
  learnedMinutes: number
  locked: boolean
  openedBy: number | null
  /** The learner's newest launch of the simulation. */
  requestId: number | null
}
export type MetChapter = Omit<PlainChapter, 'sections'> & { locked: boolean; sections: MetSection[] }

const chaptersOfCourses = prepared((db) =>
  db
    .select({
      chapterId: chapters.chapterId,
      courseId: chapters.courseId,
      chapterName: chapters.name,
      sectionId: sections.sectionId,
      position: sections.position,
      name: sections.name,
      kind: sections.kind,
      studyMinutes: sections.studyMinutes,
      requiredPercent: sections.requiredPercent,
      startsLocked: sections.startsLocked,
      resourceId: resources.resourceId,
      resourceKind: resources.kind,
      url: resources.url,
      captions: resources.captions,
      simulationId: simulations.simulationId,
      platform: simulations.platform,
      examId: exams.examId,
      examKind: exams.kind,
    })
    .from(chapters)
    .leftJoin(sections, and(eq(sections.tenantId, chapters.tenantId), eq(sections.courseId, chapters.courseId), eq(sections.chapterId, chapters.chapterId)))
    .leftJoin(resources, and(eq(resources.tenantId, sections.tenantId), eq(resources.resourceId, sections.resourceId)))
    .leftJoin(simulations, and(eq(simulations.tenantId, sections.tenantId), eq(simulations.simulationId, sections.simulationId)))
    .leftJoin(exams, and(eq(exams.tenantId, sections.tenantId), eq(exams.examId, sections.examId)))
    .where(and(eq(chapters.tenantId, sql.placeholder('tenantId')), sql`${chapters.courseId} = any(${sql.placeholder('courseIds')})`))
    .orderBy(asc(chapters.courseId), asc(chapters.position), asc(chapters.chapterId), asc(sections.position), asc(sections.sectionId))
    .prepare('chapters_of_courses'),
)

/** Chapters and sections of these courses in order, without any learner. */
export async function listChapters(db: Db, { tenantId, courseIds }: { tenantId: number; courseIds: number[] }): Promise<PlainChapter[]> {
  if (courseIds.length === 0) return []
  const rows = await chaptersOfCourses(db).execute({ tenantId, courseIds })
  const found: PlainChapter[] = []
  for (const row of rows) {
    let chapter = found.at(-1)
    if (chapter?.id !== row.chapterId) {
      chapter = { id: row.chapterId, courseId: row.courseId, name: row.chapterName, sections: [] }
      found.push(chapter)
    }
    if (row.sectionId === null || row.kind === null) continue
    chapter.sections.push({
      id: row.sectionId,
      courseId: row.courseId,
      chapterId: row.chapterId,
      chapterName: row.chapterName,
      position: row.position ?? 0,
      name: row.name ?? '',
      kind: row.kind,
      studyMinutes: row.studyMinutes ?? 0,
      requiredPercent: row.requiredPercent,
      startsLocked: row.startsLocked ?? false,
      study:
        row.kind === 'study' && row.resourceId !== null && row.resourceKind !== null
          ? { kind: row.resourceKind, resourceId: row.resourceId, url: row.url ?? '', captions: row.captions ?? [] }
          : null,
      simulation: row.simulationId !== null && row.platform !== null ? { id: row.simulationId, platform: row.platform } : null,
      exam: row.examId !== null && row.examKind !== null ? { id: row.examId, kind: row.examKind } : null,
    })
  }
  return found
}

/** What is read of a record. */
export const recordColumns = {
  recordId: sectionRecords.recordId,
  sectionId: sectionRecords.sectionId,
  planItemId: sectionRecords.planItemId,
  state: sectionRecords.state,
  locked: sectionRecords.locked,
  learnedMinutes: sectionRecords.learnedMinutes,
}

const recordsOfCourses = prepared((db) =>
  db
    .select(recordColumns)
    .from(sectionRecords)
    .where(
      and(
        eq(sectionRecords.tenantId, sql.placeholder('tenantId')),
        eq(sectionRecords.learnerId, sql.placeholder('userId')),
        sql`${sectionRecords.courseId} = any(${sql.placeholder('courseIds')})`,
        sql`${sectionRecords.planItemId} = any(${sql.placeholder('planItemIds')})`,
      ),
    )
    .prepare('records_of_courses'),
)

/** A learner's records of these courses, on their own (plan item 0) or inside plan items. */
export async function listRecords(
  db: Db,
  { tenantId, userId, courseIds, planItemIds }: Who & { courseIds: number[]; planItemIds: number[] },
): Promise<SectionRecord[]> {
  return courseIds.length === 0 ? [] : recordsOfCourses(db).execute({ tenantId, userId, courseIds, planItemIds })
}

/** The newest launch of a simulation section by a learner. */
export type Launch = { sectionId: number; planItemId: number; requestId: number }

const launchesOfSections = prepared((db) =>
  db
    .selectDistinctOn([simulationRequests.sectionId, simulationRequests.planItemId], { sectionId: simulationRequests.sectionId, planItemId: simulationRequests.planItemId, requestId: simulationRequests.requestId })
    .from(simulationRequests)
    .where(
      and(
        eq(simulationRequests.tenantId, sql.placeholder('tenantId')),
        eq(simulationRequests.learnerId, sql.placeholder('userId')),
        sql`${simulationRequests.sectionId} = any(${sql.placeholder('sectionIds')})`,
        sql`${simulationRequests.planItemId} = any(${sql.placeholder('planItemIds')})`,
      ),
    )
    .orderBy(asc(simulationRequests.sectionId), asc(simulationRequests.planItemId), desc(simulationRequests.issuedAt), desc(simulationRequests.requestId))
    .prepare('launches_of_sections'),
)

/** The newest launch of each of these courses' simulations in each place; asks nothing when there is no simulation. */
export async function listLaunches(
  db: Db,
  { tenantId, userId, plain, planItemIds }: Who & { plain: readonly PlainChapter[]; planItemIds: number[] },
): Promise<Launch[]> {
  const sectionIds = plain.flatMap(({ sections: list }) => list).filter(({ simulation }) => simulation !== null).map(({ id }) => id)
  if (sectionIds.length === 0) return []
  const rows = await launchesOfSections(db).execute({ tenantId, userId, sectionIds, planItemIds })
  return rows.flatMap(({ sectionId, ...row }) => (sectionId === null ? [] : [{ ...row, sectionId }]))
}

/** Whether a section is locked for somebody who begins its course; the first section of a course never is. */
export function startsLocked(section: PlainSection, isFirst: boolean, sequential: boolean): boolean {
  return !isFirst && (section.startsLocked || sequential)
}

/** The chapters of one course as a learner meets them: records, launches, locks, and what opens each locked section. */
export function meetChapters(
  plain: readonly PlainChapter[],
  { records, launches, ...context }: LockContext & { records: readonly SectionRecord[]; launches: readonly Launch[] },
): MetChapter[] {
  const byId = new Map(records.map((record) => [record.sectionId, record]))
  const requestOf = new Map(launches.map(({ sectionId, requestId }) => [sectionId, requestId]))
  const firstId = plain.find(({ sections }) => sections.length > 0)?.sections[0]?.id
  const met = withLocks(
    plain.map(({ sections }) =>
      sections.map((section) => {
        const record = byId.get(section.id)
        return {
          ...section,
          recordId: record?.recordId ?? null,
          state: record?.state ?? ('notStarted' as const),
          learnedMinutes: record?.learnedMinutes ?? 0,
          requestId: requestOf.get(section.id) ?? null,
          locked: record?.locked ?? startsLocked(section, section.id === firstId, context.sequential),
        }
      }),
    ),
    context,
  )
  return plain.map((chapter, index) => {
    const list = met[index] ?? []
    return { ...chapter, locked: isChapterLocked(list), sections: list }
  })
}
