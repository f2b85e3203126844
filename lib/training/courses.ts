import 'server-only'
import { z } from 'zod'
import type { CardState } from '@/lib/domain/cards'
import type { CourseAccess, CourseFilter, MyCourse, MyCoursesView } from '@/lib/domain/courses'
import type { Learner } from '@/lib/domain/learner'
import type { Page } from '@/lib/domain/paging'
import { training } from './client'
import { wireFile } from './files'
import { languageOnWire, wireEnum, wireId, wireNumber, wirePage, wirePercent, wireText } from './wire'

const filterOnWire: Record<CourseFilter, number> = { all: 5, learning: 1, completed: 2, failed: 3 }
const listState = wireEnum('studtyState in a list', { 1: 'learning', 2: 'completed', 3: 'failed' }, 'none')
const TITLED = 2

/** The card of a course, spelled as course or as plan (spec 1 §3: both occur), with the state one learner has in it. */
export const courseCard = z.object({
  id: wireId,
  courseName: wireText,
  planName: wireText,
  companyName: wireText,
  studyProcess: wirePercent,
  studtyState: listState,
  courseIndexPictureUrl: wireFile,
  planIndexPictureUrl: wireFile,
  courseIndexType: wireNumber(),
  planIndexType: wireNumber(),
  oneTitle: wireText,
  twoTitle: wireText,
  studyTimeSum: wireNumber(),
  planScore: wireNumber(),
  joinNum: wireNumber(),
  commentNum: wireNumber(),
}).transform((wire): MyCourse => {
  const isTitled = wire.courseIndexType === TITLED || wire.planIndexType === TITLED
  return {
    id: wire.id,
    name: wire.courseName || wire.planName,
    companyName: wire.companyName,
    cover: {
      pictureUrl: wire.courseIndexPictureUrl ?? wire.planIndexPictureUrl,
      words: isTitled && (wire.oneTitle || wire.twoTitle) ? { title: wire.oneTitle, subtitle: wire.twoTitle } : null,
    },
    state: wire.studtyState satisfies CardState,
    progressPercent: wire.studyProcess,
    hours: wire.studyTimeSum,
    credits: wire.planScore,
    joinCount: wire.joinNum,
    rating: wire.commentNum,
  }
})

/** My courses in one state, found by name (L2; `languageType` is ours: names in the learner's language where there are any). */
export function listMyCourses(learner: Learner, { state, name, page, size }: MyCoursesView): Promise<Page<MyCourse>> {
  const query = { i: filterOnWire[state], name, current: page, size, total: 0, languageType: languageOnWire[learner.locale] }
  return training.get(learner, 'train/web/getMyWebCourseBySort', query, wirePage(courseCard, { page, size }))
}

/** How many of my courses are in one state and bear the name (L2, one row asked for). */
export async function countMyCourses(learner: Learner, { state, name }: Pick<MyCoursesView, 'state' | 'name'>): Promise<number> {
  return (await listMyCourses(learner, { state, name, page: 1, size: 1 })).total
}

const ALLOWED = 1
const clearance = z.object({ type: wireNumber(), content: wireText }).nullable()
  .transform((wire): CourseAccess => (wire?.type === ALLOWED ? { allowed: true } : { allowed: false, reason: wire?.content ?? '' }))

/** Whether the learner may open the course; a refusal carries the platform's own words (L5). */
export function checkCourseAccess(learner: Learner, { id }: { id: string }): Promise<CourseAccess> {
  return training.get(learner, 'train/course/getClearFlagByCourseId', { id }, clearance)
}
