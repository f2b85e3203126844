import { queryOptions } from '@tanstack/react-query'
import type { LearningPath } from '@/lib/domain/learning-paths'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import { bff } from './bff'

/** One learning path with its nodes. */
export const learningPath = (id: string) =>
  queryOptions({ queryKey: ['learning-paths', id], queryFn: ({ signal }) => bff.get<LearningPath>('learning-paths/item', { id }, { signal }) })

/** The courses of a node. */
export const nodeCourses = (pathId: string, nodeId: string) =>
  queryOptions({ queryKey: ['learning-paths', pathId, nodeId], queryFn: ({ signal }) => bff.get<LinkedCourse[]>('learning-paths/courses', { pathId, nodeId }, { signal }) })
