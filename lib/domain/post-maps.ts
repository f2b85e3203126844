import type { Evidence } from './linked-courses'

/** How a map, or a skill of one, stands (contract 2.1, completeState). */
export const postMapStates = ['notJoined', 'inProgress', 'reached'] as const
export type PostMapState = (typeof postMapStates)[number]
export type PostMapFilter = 'all' | PostMapState

/** A post map in the list. */
export type PostMap = {
  id: string
  name: string
  introduction: string
  pathName: string | null
  state: PostMapState | 'unknown'
  joinCount: number
  skillCount: number
  courseCount: number
  /** 0 to 100. */
  achievedPercent: number
}
export type Skill = Evidence & { id: string; name: string; state: PostMapState | 'unknown' }
export type PostMapDetail = PostMap & { skills: Skill[] }

const COVER_LETTERS = 4

/** The first four letters of a name, as the cover shows them (spec 3 §2.13). */
export function coverName(name: string): string {
  return [...name].slice(0, COVER_LETTERS).join('')
}
