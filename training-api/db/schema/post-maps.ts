// post_maps                what a post demands
// post_map_skills          its skills, in order
// post_map_skill_courses   the courses that lead to a skill: the skill is reached when all of them are passed
// post_map_members         who has joined a map
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, maybeId, moment, tenantId } from './columns.ts'

export const postMaps = pgTable('post_maps', {
  tenantId: tenantId(),
  postMapId: id('post_map_id'),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  introduction: text('introduction').notNull(),
  learningPathId: maybeId('learning_path_id'),
  joinCount: integer('join_count').notNull().default(0),
}, (t) => [primaryKey({ columns: [t.tenantId, t.postMapId] })])

export const postMapSkills = pgTable('post_map_skills', {
  tenantId: tenantId(),
  postMapId: id('post_map_id'),
  skillId: id('skill_id'),
  position: integer('position').notNull(),
  name: text('name').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.postMapId, t.skillId] })])

export const postMapSkillCourses = pgTable('post_map_skill_courses', {
  tenantId: tenantId(),
  postMapId: id('post_map_id'),
  skillId: id('skill_id'),
  courseId: id('course_id'),
  position: integer('position').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.postMapId, t.skillId, t.courseId] })])

export const postMapMembers = pgTable('post_map_members', {
  tenantId: tenantId(),
  postMapId: id('post_map_id'),
  learnerId: id('learner_id'),
  joinedAt: moment('joined_at').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.postMapId, t.learnerId] }),
  index('post_map_members_by_learner').on(t.tenantId, t.learnerId, t.postMapId),
])
