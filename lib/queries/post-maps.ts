import { queryOptions } from '@tanstack/react-query'
import type { LinkedCourse } from '@/lib/domain/linked-courses'
import type { PostMapDetail } from '@/lib/domain/post-maps'
import { bff } from './bff'

/** One post map with its skills. */
export const postMap = (id: string) =>
  queryOptions({ queryKey: ['post-maps', id], queryFn: ({ signal }) => bff.get<PostMapDetail>('post-maps/item', { id }, { signal }) })

/** The courses that a skill takes. */
export const skillCourses = (postMapId: string, skillId: string) =>
  queryOptions({ queryKey: ['post-maps', postMapId, skillId], queryFn: ({ signal }) => bff.get<LinkedCourse[]>('post-maps/courses', { postMapId, skillId }, { signal }) })

/** Joins a post map. */
export const joinPostMap = (id: string) => bff.post<null>('post-maps/join', { id })
