import { and, eq } from 'drizzle-orm'
import { enrolments } from '../db/schema/enrolment.ts'
import type { Who } from './who.ts'

/** That a row is the learner's enrolment in a course or plan; with a plan item, in the course that is studied as this item. */
export const enrolmentIs = ({ tenantId, userId }: Who, kind: 'course' | 'plan', contentId: number, planItemId = 0) =>
  and(
    eq(enrolments.tenantId, tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, kind),
    eq(enrolments.contentId, contentId),
    eq(enrolments.planItemId, planItemId),
  )
