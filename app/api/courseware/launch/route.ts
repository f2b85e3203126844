import { launchInput } from '@/lib/domain/courseware-input'
import { learnerDoor } from '@/lib/request/door'
import { launchCourseware } from '@/lib/request/launch-courseware'

/** Begins a launch of courseware; the one before it of the same section is closed by that. */
export const POST = learnerDoor(launchInput, (_learner, what, asking) => launchCourseware(asking, what))
