import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '../../training-api/db/client.ts'
import { chapters, courses, resources, sections } from '../../training-api/db/schema/courses.ts'
import { zipOf } from '../../training-api/tests/zips.ts'
import { foreignPackages } from './foreign-packages.ts'

/** A course of tenant 101 that exists in tests only, one section for each foreign package. */
export const foreignCourse = { tenantId: 101, courseId: 1_013_990, chapterId: 1_013_991, sectionId: (resourceId: number) => 1_030_000 + resourceId }

/** Puts the course of foreign packages into a filled world, and their zips into its media. */
export async function addForeignCourse(db: Db, mediaFolder: string): Promise<void> {
  const { tenantId, courseId, chapterId, sectionId } = foreignCourse
  mkdirSync(path.join(mediaFolder, 'courseware'), { recursive: true })
  for (const { resourceId, parts } of foreignPackages) writeFileSync(path.join(mediaFolder, 'courseware', `${resourceId}.zip`), zipOf(parts))
  await db.insert(courses).values({
    tenantId, courseId, title: '课件格式样例', introduction: '<p>各种制作工具的课件。</p>', coverUrl: '/train/file/cover/electric-1.svg', coverKind: 'plain', studyHours: 1, credits: 1,
    teacherName: '测试', companyName: '测试', sectionCount: foreignPackages.length, releasedAt: new Date(),
  }).onConflictDoNothing()
  await db.insert(chapters).values({ tenantId, chapterId, courseId, position: 1, name: '课件' }).onConflictDoNothing()
  for (const [at, { name, standard, resourceId }] of foreignPackages.entries()) {
    const url = `/train/file/courseware/${resourceId}/index.html`
    await db.insert(resources).values({ tenantId, resourceId, kind: 'courseware', title: name, url, packageUrl: `/train/file/courseware/${resourceId}.zip`, standard, captions: [] }).onConflictDoNothing()
    await db.insert(sections).values({ tenantId, sectionId: sectionId(resourceId), courseId, chapterId, position: at + 1, name, kind: 'study', studyMinutes: 10, requiredPercent: null, startsLocked: false, resourceId }).onConflictDoNothing()
  }
}
