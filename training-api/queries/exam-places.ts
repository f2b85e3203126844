import { and, asc, eq, exists, getTableColumns, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { courses, sections } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { exams } from '../db/schema/exams.ts'
import { learners } from '../db/schema/learners.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { placeRefusal } from '../rules/access.ts'
import { addMissingRecords } from './beginnings.ts'
import { isLockedRecord } from './catalogue-order.ts'
import { isPlanOf } from './enrolment-row.ts'
import { isOwnExam } from './exams-in-progress.ts'
import { isToHandInOfLearner } from './overdue-attempts.ts'
import { placeRules } from './study-place.ts'
import type { Who } from './who.ts'

const { matters: _matters, ...withoutMatters } = getTableColumns(exams)
/** What is read of an exam. What its learner is told before it is a long text, and is read where it is shown. */
export const examColumns = withoutMatters
export type Exam = Omit<typeof exams.$inferSelect, 'matters'>

/** Where an exam is taken: on its own (0), as a plan item, or as a section, there perhaps inside a plan item. */
export type ExamPlace = { exam: Exam; placeId: number; planItemId: number }
/** Why it cannot be taken there now; the words where nobody may study there. */
export type PlaceFault = 'notBegun' | 'locked' | { refusal: string }
export type FoundPlace = ExamPlace & { fault: PlaceFault | null }
/** `stood` when the learner has a standing there already, which then is there for good. */
export type AskedPlace = FoundPlace & { stood: boolean }

type Asked = Who & { examId: number; otherContentId?: number | undefined; contentId?: number | undefined; now: Date }

const examAsked = prepared((db) => {
  const [tenantId, userId, examId] = [sql.placeholder('tenantId'), sql.placeholder('userId'), sql.placeholder('examId')]
  return db
    .select({
      exam: examColumns,
      own: sql<boolean>`${isOwnExam(db, { tenantId, userId })}`,
      stoodAt: sql<number[]>`coalesce((select json_agg(place_id) from exam_standings where tenant_id = ${tenantId} and learner_id = ${userId} and exam_id = ${examId}), '[]')`,
    })
    .from(exams)
    .where(and(eq(exams.tenantId, tenantId), eq(exams.examId, examId)))
    .prepare('exam_asked')
})

/** The place an exam is taken at, and what stands in the way; null when the learner has no such exam. */
export async function findExamPlace(db: Db, asked: Asked): Promise<AskedPlace | null> {
  const [found] = await examAsked(db).execute(asked)
  if (found === undefined) return null
  const place = await findPlace(db, found, asked)
  return place === null ? null : { ...place, stood: found.stoodAt.includes(place.placeId) }
}

async function findPlace(db: Db, { exam, own }: { exam: Exam; own: boolean }, asked: Asked): Promise<FoundPlace | null> {
  if (exam.origin === 'section') return findSectionPlace(db, exam, asked)
  if (exam.origin === 'planExam') return findPlanPlace(db, exam, asked)
  // By itself it has no place: one that is named belongs to another exam (contract 4.10).
  const isNamed = asked.otherContentId !== undefined || asked.contentId !== undefined
  return own && !isNamed ? { exam, placeId: 0, planItemId: 0, fault: null } : null
}

const itemsOfExam = prepared((db) =>
  db
    .select({
      planItemId: planItems.planItemId, state: enrolments.state, planForbidden: plans.forbidden, startsAt: plans.startsAt, endsAt: plans.endsAt,
      /** Before the plan is begun everything but its first step is locked (contract 5.4). */
      waits: sql<boolean>`${plans.sequential} and exists (select 1 from plan_items earlier where earlier.tenant_id = ${planItems.tenantId} and earlier.plan_id = ${planItems.planId} and earlier.position < ${planItems.position})`,
    })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .leftJoin(enrolments, isPlanOf(sql.placeholder('userId')))
    .where(and(eq(planItems.tenantId, sql.placeholder('tenantId')), eq(planItems.kind, 'exam'), eq(planItems.childId, sql.placeholder('examId'))))
    .orderBy(asc(planItems.planItemId))
    .prepare('items_of_exam'),
)

async function findPlanPlace(db: Db, exam: Exam, { tenantId, userId, otherContentId, contentId, now }: Asked): Promise<FoundPlace | null> {
  const found = await itemsOfExam(db).execute({ tenantId, userId, examId: exam.examId })
  const wanted = otherContentId ?? contentId
  const begun = ({ state }: (typeof found)[number]) => state !== null && state !== 'notStarted'
  const item = wanted === undefined ? (found.find(begun) ?? found[0]) : found.find(({ planItemId }) => planItemId === wanted)
  if (item === undefined || (contentId !== undefined && contentId !== item.planItemId)) return null
  const refusal = placeRefusal({ ...item, forbidden: null, accessRefusal: null }, now)
  const fault = refusal !== null ? { refusal } : begun(item) ? null : item.waits ? 'locked' : 'notBegun'
  return { exam, placeId: item.planItemId, planItemId: item.planItemId, fault }
}

/** The section at which an exam is taken. Where it seems not to be begun there, perhaps only records of what was added since are missing. */
async function findSectionPlace(db: Db, exam: Exam, asked: Asked): Promise<FoundPlace | null> {
  const found = await lookForSectionPlace(db, exam, asked)
  if (found !== null && found.fault !== 'notBegun') return found
  const { tenantId, userId, now } = asked
  const inCourses = await db.selectDistinct({ courseId: sections.courseId }).from(sections).where(and(eq(sections.tenantId, tenantId), eq(sections.examId, exam.examId)))
  for (const { courseId } of inCourses) await addMissingRecords(db, { tenantId, userId, courseId, now })
  return lookForSectionPlace(db, exam, asked)
}

async function lookForSectionPlace(db: Db, exam: Exam, { tenantId, userId, otherContentId, contentId, now }: Asked): Promise<FoundPlace | null> {
  const running = db
    .select({ one: sql`1` })
    .from(attempts)
    .where(
      and(
        eq(attempts.tenantId, sections.tenantId), eq(attempts.learnerId, userId), eq(attempts.examId, exam.examId), eq(attempts.placeId, sections.sectionId),
        eq(attempts.planItemId, sectionRecords.planItemId), isToHandInOfLearner,
      ),
    )
  const found = await db
    .select({
      sectionId: sections.sectionId,
      courseId: sections.courseId,
      runs: sql<boolean>`${exists(running)}`,
      planItemId: sectionRecords.planItemId,
      locked: isLockedRecord,
      ...placeRules,
    })
    .from(sections)
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .leftJoin(
      sectionRecords,
      // One of another course, from which the section was moved, does not say that this one is begun.
      and(eq(sectionRecords.tenantId, sections.tenantId), eq(sectionRecords.learnerId, userId), eq(sectionRecords.sectionId, sections.sectionId), eq(sectionRecords.courseId, sections.courseId)),
    )
    .leftJoin(planItems, and(eq(planItems.tenantId, sections.tenantId), eq(planItems.planItemId, sectionRecords.planItemId)))
    .leftJoin(plans, and(eq(plans.tenantId, sections.tenantId), eq(plans.planId, planItems.planId)))
    .where(
      and(
        eq(sections.tenantId, tenantId),
        eq(sections.examId, exam.examId),
        // The plan item may stand where the section should.
        otherContentId === undefined ? undefined : or(eq(sections.sectionId, otherContentId), eq(sectionRecords.planItemId, otherContentId)),
      ),
    )
    .orderBy(asc(sections.sectionId), asc(sectionRecords.planItemId))
  const places = found.map(({ sectionId, planItemId, courseId, runs, ...section }) => {
    const refusal = placeRefusal(section, now)
    const fault: PlaceFault | null = planItemId === null ? 'notBegun' : section.locked ? 'locked' : refusal !== null ? { refusal } : null
    return { courseId, runs, place: { exam, placeId: sectionId, planItemId: planItemId ?? 0, fault } }
  })
  // Who names none of the places goes on where a paper is open, else begins where that is possible.
  const best = places.find(({ runs }) => runs) ?? places.find(({ place }) => place.fault === null) ?? places[0]
  if (best === undefined) return null
  // Without the section's own name the plan item's may be the section's.
  const named = contentId !== undefined && found.some(({ sectionId }) => sectionId === contentId) ? undefined : contentId
  const wanted = places.find(({ place }, at) => found[at]?.planItemId === (named ?? otherContentId))
  if (wanted !== undefined || named === undefined || named === 0) return (wanted ?? best).place
  // A plan that holds the section's course and has not been begun; any other is not the section's.
  const [item] = await db
    .select({ planItemId: planItems.planItemId })
    .from(planItems)
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planItemId, named), eq(planItems.kind, 'course'), eq(planItems.childId, best.courseId)))
  return item === undefined ? null : { ...best.place, planItemId: item.planItemId, fault: 'notBegun' }
}

const extraTimeOf = prepared((db) =>
  db
    .select({ factor: learners.extraTimeFactor })
    .from(learners)
    .where(and(eq(learners.tenantId, sql.placeholder('tenantId')), eq(learners.learnerId, sql.placeholder('userId'))))
    .prepare('extra_time_of'),
)

/** By how much a learner's answer time is multiplied; 1 unless more was granted. */
export async function findExtraTime(db: Db, { tenantId, userId }: Who): Promise<number> {
  const [learner] = await extraTimeOf(db).execute({ tenantId, userId })
  return Math.max(1, learner?.factor ?? 1)
}
