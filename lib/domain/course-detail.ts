import type { CardCover } from './cards'
import type { CourseAccess } from './courses'
import type { EnrolmentResult, EnrolmentState, Permission, PlanWindow } from './enrolment'
import type { SafeHtml } from './rich-text'

/** What the details of a course and of a plan share. */
export type LearningDetail = {
  id: string
  name: string
  cover: CardCover
  hours: number
  credits: number
  teacherName: string
  companyName: string
  joinCount: number
  /** Average of the ratings, 0 to 5; 0 when nobody rated. */
  rating: number
  isFavourite: boolean
  state: EnrolmentState
  result: EnrolmentResult
  /** One section after another. */
  sequential: boolean
  permission: Permission
  introduction: SafeHtml | null
  progressPercent: number
  currentSectionName: string | null
  nextSectionName: string | null
}

export type CourseDetail = LearningDetail & {
  currentChapterId: string | null
  currentSectionId: string | null
  learnedHours: number
  /** Whether it may be opened, where the platform says so along with it. */
  access: CourseAccess | null
}

/** The two views of a detail, as the address names them. */
export const detailTabs = ['introduction', 'catalogue'] as const
export type DetailTab = (typeof detailTabs)[number]

export type PlanDetail = LearningDetail & {
  /** ISO 8601 with offset. */
  startsAt: string | null
  endsAt: string | null
  window: PlanWindow
  /** The hours as the platform words them where that is more than a number. */
  hoursText: string | null
  sectionsDone: number
  sectionsTotal: number
  /** Also of what has left the plan since, where the platform says so. */
  learnedHours: number | null
  /** The item one is in, where the platform says so. */
  currentItemId: string | null
}
