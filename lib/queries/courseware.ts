import type { Launched, LaunchNews } from '@/lib/domain/courseware'
import type { StudyPlace, StudyReport } from '@/lib/domain/study'
import { bff } from './bff'

/** Begins a launch of a courseware section. */
export const launchCourseware = ({ planId, courseId, itemId, chapterId, sectionId }: StudyPlace) =>
  bff.post<Launched>('courseware/launch', { kind: planId ? 'plan' : 'course', id: planId ?? courseId, courseId, itemId, chapterId, sectionId })

/** Tells that the player is still there, and asks what the launch has brought. */
export const askLaunch = (launchId: string) => bff.post<LaunchNews<StudyReport>>('courseware/alive', { launchId })
