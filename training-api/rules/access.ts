import { messages } from './messages.ts'
import { planWindow } from './plans.ts'

/** What a course says of who may study it; the words of its access check where that refuses it. */
export type CourseRules = { forbidden: boolean | null; accessRefusal: string | null }

/** Why nobody may study a course, wherever it stands, in the words of the refusal; null when it may be studied. */
export function courseRefusal({ forbidden, accessRefusal }: CourseRules): string | null {
  return accessRefusal ?? (forbidden === true ? messages.noPermission : null)
}

/** What a place of study says: its course, and inside a plan also the plan with its dates; null is what it does not have. */
export type PlaceRules = CourseRules & { planForbidden: boolean | null; startsAt: Date | null; endsAt: Date | null }

/** Why nobody may study at a place now, in the words of the refusal; null when it is open. */
export function placeRefusal({ forbidden, planForbidden, accessRefusal, startsAt, endsAt }: PlaceRules, now: Date): string | null {
  if (planWindow(startsAt, endsAt, now) !== 'open') return messages.planNotOpen
  return courseRefusal({ forbidden: forbidden === true || planForbidden === true, accessRefusal })
}
