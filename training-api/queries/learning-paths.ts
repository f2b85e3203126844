import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { courses } from '../db/schema/courses.ts'
import { learningPathCourses, learningPathNodes, learningPaths } from '../db/schema/learning-paths.ts'
import { readProgress, standingOf } from './linked-courses.ts'
import type { SkillState } from '../rules/organisation.ts'
import type { Who } from './who.ts'

/** A node of a learning path with the learner's progress: its courses and how many of them are passed. */
export type PathNode = { nodeId: number; name: string; courseIds: number[]; passedCount: number; state: SkillState }
export type LearningPath = { pathId: number; name: string; introduction: string; nodes: PathNode[] }

/** The learning paths of a tenant (or the one asked for) with nodes in order and the learner's progress on each. */
export async function listLearningPaths(db: Db, { tenantId, userId, pathId }: Who & { pathId?: number }): Promise<LearningPath[]> {
  const [paths, nodes, links] = await Promise.all([
    db.select().from(learningPaths).where(and(eq(learningPaths.tenantId, tenantId), pathId === undefined ? undefined : eq(learningPaths.pathId, pathId))).orderBy(asc(learningPaths.position), asc(learningPaths.pathId)),
    db.select().from(learningPathNodes).where(and(eq(learningPathNodes.tenantId, tenantId), pathId === undefined ? undefined : eq(learningPathNodes.pathId, pathId))).orderBy(asc(learningPathNodes.position), asc(learningPathNodes.nodeId)),
    db
      .select({ pathId: learningPathCourses.pathId, nodeId: learningPathCourses.nodeId, courseId: learningPathCourses.courseId, sectionCount: courses.sectionCount })
      .from(learningPathCourses)
      .leftJoin(courses, and(eq(courses.tenantId, learningPathCourses.tenantId), eq(courses.courseId, learningPathCourses.courseId)))
      .where(and(eq(learningPathCourses.tenantId, tenantId), pathId === undefined ? undefined : eq(learningPathCourses.pathId, pathId)))
      .orderBy(asc(learningPathCourses.position), asc(learningPathCourses.courseId)),
  ])
  const progress = await readProgress(db, { tenantId, userId, courseIds: links.map(({ courseId }) => courseId) })
  const nodesOf = Map.groupBy(nodes, (node) => node.pathId)
  const linksOf = Map.groupBy(links, (link) => `${link.pathId} ${link.nodeId}`)
  return paths.map(({ pathId: id, name, introduction }) => ({
    pathId: id, name, introduction,
    nodes: (nodesOf.get(id) ?? []).map(({ nodeId, name: nodeName }) => ({ nodeId, name: nodeName, ...standingOf(linksOf.get(`${id} ${nodeId}`) ?? [], progress) })),
  }))
}
