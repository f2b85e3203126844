import type { EnrolmentState } from './courses.ts'

const order: readonly EnrolmentState[] = ['notStarted', 'failed', 'inProgress', 'passed']

/** The furthest of several ways through one course (on its own, inside plans); not started without any. */
export function furthest(ways: readonly { state: EnrolmentState; progressPercent: number }[]): { state: EnrolmentState; progressPercent: number } {
  const best = ways.toSorted((a, b) => order.indexOf(b.state) - order.indexOf(a.state) || b.progressPercent - a.progressPercent)[0]
  return best ? { state: best.state, progressPercent: best.progressPercent } : { state: 'notStarted', progressPercent: 0 }
}

/** How a skill stands: reached when all its courses are passed, in progress when one of them was begun. */
export type SkillState = 'notBegun' | 'inProgress' | 'reached'
/** How a post map stands for a learner. */
export type MapState = 'notJoined' | 'inProgress' | 'reached'

/** The state of a skill out of the states of its courses; a skill without courses is not reached by anything. */
export function skillState(courseStates: readonly EnrolmentState[]): SkillState {
  if (courseStates.length > 0 && courseStates.every((state) => state === 'passed')) return 'reached'
  return courseStates.some((state) => state !== 'notStarted') ? 'inProgress' : 'notBegun'
}

/** A course that leads to a skill: how far the learner is in it, and how many sections it has now; null for one that was removed. */
export type SkillCourse = { state: EnrolmentState; sectionCount: number | null }

/** The courses by which a skill is judged. Nobody passes one that was removed or has no sections: nothing waits for it, unless the skill has nothing else; what is passed stays so. */
export function countingCourses<T extends SkillCourse>(courses: readonly T[]): T[] {
  const counting = courses.filter(({ state, sectionCount }) => state === 'passed' || (sectionCount ?? 0) > 0)
  return counting.length > 0 ? counting : courses.filter(({ sectionCount }) => sectionCount !== null)
}

/** The state of a map: whoever has not joined stands outside, whatever was learned before. */
export function mapState(joined: boolean, skills: readonly SkillState[]): MapState {
  if (!joined) return 'notJoined'
  return skills.length > 0 && skills.every((state) => state === 'reached') ? 'reached' : 'inProgress'
}

/** Skills reached in per cent of all skills, rounded down. */
export function achievement(skills: readonly SkillState[]): number {
  return skills.length === 0 ? 0 : Math.floor((skills.filter((state) => state === 'reached').length * 100) / skills.length)
}
