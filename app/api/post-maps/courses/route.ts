import { postMapSkillInput } from '@/lib/domain/post-maps-input'
import { learnerDoor } from '@/lib/request/door'
import { listSkillCourses } from '@/lib/training/post-maps'

/** The courses that a skill takes. */
export const GET = learnerDoor(postMapSkillInput, listSkillCourses)
