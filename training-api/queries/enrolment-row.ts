import { and, eq } from 'drizzle-orm'
import type { Placeholder } from 'drizzle-orm'
import { given } from '../db/prepared.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { exams, examStandings } from '../db/schema/exams.ts'
import { planItems } from '../db/schema/plans.ts'
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

/** The same for a prepared query, which is given tenantId, userId, kind, contentId and planItemId when it runs. */
export const isGivenEnrolment = and(
  eq(enrolments.tenantId, given('tenantId')),
  eq(enrolments.learnerId, given('userId')),
  eq(enrolments.contentKind, given('kind')),
  eq(enrolments.contentId, given('contentId')),
  eq(enrolments.planItemId, given('planItemId')),
)

/** That a row is the learner's record of a section in a place of study, for a prepared query, which is given tenantId, userId, planItemId and sectionId when it runs. */
export const isGivenRecord = and(
  eq(sectionRecords.tenantId, given('tenantId')),
  eq(sectionRecords.learnerId, given('userId')),
  eq(sectionRecords.planItemId, given('planItemId')),
  eq(sectionRecords.sectionId, given('sectionId')),
)

/** Beside an item of a plan: that a row is the learner's enrolment in this plan. */
export const isPlanOf = (userId: number | Placeholder) =>
  and(
    eq(enrolments.tenantId, planItems.tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, 'plan'),
    eq(enrolments.contentId, planItems.planId),
    eq(enrolments.planItemId, 0),
  )

/** Beside an item of a plan that is an exam: that a row is the learner's standing at this item. */
export const isStandingAtItem = (userId: number) =>
  and(
    eq(examStandings.tenantId, planItems.tenantId),
    eq(examStandings.learnerId, userId),
    eq(examStandings.examId, planItems.childId),
    eq(examStandings.placeId, planItems.planItemId),
  )

/** Beside an item of a plan: that a row is the exam that it is. */
export const isExamOfItem = and(eq(planItems.kind, 'exam'), eq(exams.tenantId, planItems.tenantId), eq(exams.examId, planItems.childId))
