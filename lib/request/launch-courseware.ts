import 'server-only'
import type { z } from 'zod'
import type { Launched } from '@/lib/domain/courseware'
import type { launchInput } from '@/lib/domain/courseware-input'
import { env } from '@/lib/env'
import { getSection } from '@/lib/training/catalogue'
import { findPackage } from '@/lib/training/courseware'
import { problem } from './door'
import type { Asking } from './learner'
import { beginLaunch } from './launches'
import { spend } from './limits'

/** Opens a courseware section for its learner: the platform decides whether it may be opened (C6), the launch's address is for the content host. */
export async function launchCourseware(asking: Asking, { kind, id, itemId, courseId, chapterId, sectionId }: z.output<typeof launchInput>): Promise<Launched | Response> {
  const origin = env.CONTENT_ORIGIN
  if (!origin) return problem('missing')
  await spend('launchesOfLearner', asking.learner.tenantId, asking.learner.id)
  const section = await getSection(asking.learner, { kind, ownerId: id, itemId, chapterId, sectionId })
  const resourceId = section?.resource?.kind === 'courseware' ? section.resource.id : null
  const found = section && resourceId ? await findPackage(asking.learner, section) : null
  if (!found || !resourceId) return problem('missing')
  const place = kind === 'plan' ? { courseId, planId: id, itemId, chapterId, sectionId } : { courseId: id, planId: null, itemId: null, chapterId, sectionId }
  const launch = await beginLaunch(asking, { place, sectionId, resourceId, ...found })
  return { id: launch.id, url: origin + launch.path, origin: new URL(origin).origin }
}
