import 'server-only'
import { z } from 'zod'
import type { SchoolClass } from '@/lib/domain/classes'
import type { Learner } from '@/lib/domain/learner'
import { training } from './client'
import { wireIdMaybe, wireList, wireNumber, wireText } from './wire'

const schoolClass = z.object({ id: wireIdMaybe, gradeName: wireText, teacherNames: wireText, peopleNum: wireNumber() })
  .transform((wire): SchoolClass => ({ id: wire.id, name: wire.gradeName, teacherNames: wire.teacherNames, memberCount: wire.peopleNum }))

/** The classes I belong to (K1). */
export function listClasses(learner: Learner): Promise<SchoolClass[]> {
  return training.get(learner, 'train/gradeApp', { userId: learner.id }, wireList(schoolClass))
}
