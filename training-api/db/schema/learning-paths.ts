// learning_paths           learning paths of a tenant
// learning_path_nodes      the nodes of a path, in order
// learning_path_courses    the courses of a node, in order
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, tenantId } from './columns.ts'

export const learningPaths = pgTable('learning_paths', {
  tenantId: tenantId(),
  pathId: id('path_id'),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  introduction: text('introduction').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.pathId] })])

export const learningPathNodes = pgTable('learning_path_nodes', {
  tenantId: tenantId(),
  pathId: id('path_id'),
  nodeId: id('node_id'),
  position: integer('position').notNull(),
  name: text('name').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.pathId, t.nodeId] })])

export const learningPathCourses = pgTable('learning_path_courses', {
  tenantId: tenantId(),
  pathId: id('path_id'),
  nodeId: id('node_id'),
  courseId: id('course_id'),
  position: integer('position').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.pathId, t.nodeId, t.courseId] })])
