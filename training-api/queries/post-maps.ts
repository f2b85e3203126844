import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { courses } from '../db/schema/courses.ts'
import { learningPaths } from '../db/schema/learning-paths.ts'
import { postMapMembers, postMaps, postMapSkillCourses, postMapSkills } from '../db/schema/post-maps.ts'
import { achievement, mapState } from '../rules/organisation.ts'
import type { MapState, SkillState } from '../rules/organisation.ts'
import { readProgress, standingOf } from './linked-courses.ts'
import type { Who } from './who.ts'

/** A skill of a post map; the courses are those of its evidence that are there, `passedCount` is what the learner has of it. */
export type Skill = { skillId: number; name: string; state: SkillState; courseIds: number[]; passedCount: number }
export type PostMap = {
  postMapId: number
  name: string
  introduction: string
  pathName: string | null
  joinCount: number
  state: MapState
  achievedPercent: number
  skills: Skill[]
}

/** The post maps of a tenant (or the one asked for) as they stand for a learner. */
export async function listPostMaps(db: Db, { tenantId, userId, postMapId }: Who & { postMapId?: number }): Promise<PostMap[]> {
  const [maps, skills, links, joined] = await Promise.all([
    db
      .select({ postMapId: postMaps.postMapId, name: postMaps.name, introduction: postMaps.introduction, joinCount: postMaps.joinCount, pathName: learningPaths.name })
      .from(postMaps)
      .leftJoin(learningPaths, and(eq(learningPaths.tenantId, postMaps.tenantId), eq(learningPaths.pathId, postMaps.learningPathId)))
      .where(and(eq(postMaps.tenantId, tenantId), postMapId === undefined ? undefined : eq(postMaps.postMapId, postMapId)))
      .orderBy(asc(postMaps.position), asc(postMaps.postMapId)),
    db.select().from(postMapSkills).where(and(eq(postMapSkills.tenantId, tenantId), postMapId === undefined ? undefined : eq(postMapSkills.postMapId, postMapId))).orderBy(asc(postMapSkills.position), asc(postMapSkills.skillId)),
    db
      .select({ postMapId: postMapSkillCourses.postMapId, skillId: postMapSkillCourses.skillId, courseId: postMapSkillCourses.courseId, sectionCount: courses.sectionCount })
      .from(postMapSkillCourses)
      .leftJoin(courses, and(eq(courses.tenantId, postMapSkillCourses.tenantId), eq(courses.courseId, postMapSkillCourses.courseId)))
      .where(and(eq(postMapSkillCourses.tenantId, tenantId), postMapId === undefined ? undefined : eq(postMapSkillCourses.postMapId, postMapId)))
      .orderBy(asc(postMapSkillCourses.position), asc(postMapSkillCourses.courseId)),
    db.select({ postMapId: postMapMembers.postMapId }).from(postMapMembers).where(and(eq(postMapMembers.tenantId, tenantId), eq(postMapMembers.learnerId, userId))),
  ])
  const progress = await readProgress(db, { tenantId, userId, courseIds: links.map(({ courseId }) => courseId) })
  const skillsOf = Map.groupBy(skills, (skill) => skill.postMapId)
  const linksOf = Map.groupBy(links, (link) => `${link.postMapId} ${link.skillId}`)
  const joinedIds = new Set(joined.map((one) => one.postMapId))
  return maps.map((map) => {
    const own = (skillsOf.get(map.postMapId) ?? []).map(({ skillId, name }): Skill => ({ skillId, name, ...standingOf(linksOf.get(`${map.postMapId} ${skillId}`) ?? [], progress) }))
    const states = own.map(({ state }) => state)
    return { ...map, skills: own, achievedPercent: achievement(states), state: mapState(joinedIds.has(map.postMapId), states) }
  })
}

/** Lets a learner join a post map, also again; false when the tenant has none of that id. */
export async function joinPostMap(tx: Db, { tenantId, userId, postMapId, now }: Who & { postMapId: number; now: Date }): Promise<boolean> {
  const [map] = await tx.select({ postMapId: postMaps.postMapId }).from(postMaps).where(and(eq(postMaps.tenantId, tenantId), eq(postMaps.postMapId, postMapId)))
  if (map === undefined) return false
  const joined = await tx.insert(postMapMembers).values({ tenantId, postMapId, learnerId: userId, joinedAt: now }).onConflictDoNothing({ target: [postMapMembers.tenantId, postMapMembers.postMapId, postMapMembers.learnerId] }).returning({ postMapId: postMapMembers.postMapId })
  if (joined.length > 0) {
    await tx.update(postMaps).set({ joinCount: sql`${postMaps.joinCount} + 1` }).where(and(eq(postMaps.tenantId, tenantId), eq(postMaps.postMapId, postMapId)))
  }
  return true
}
