import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { courses, sections } from '../db/schema/courses.ts'
import { sectionRecords } from '../db/schema/enrolment.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import { placeRefusal } from '../rules/access.ts'
import type { PlaceRules } from '../rules/access.ts'
import type { SectionState } from '../rules/study.ts'
import { holdStandings } from './exam-ranking.ts'
import { changeSection, nothingNew, together } from './progress.ts'
import type { Pending, SectionChange } from './progress.ts'
import { bestReported } from './simulation.ts'
import type { Standing } from './standings.ts'
import { placeRules } from './study-place.ts'
import type { StudyPlace } from './study-place.ts'
import type { Who } from './who.ts'

type Followed = { standing: Pick<Standing, 'status' | 'bestScore'>; /** The place where its paper was opened, if one was. */ first: number | null; now: Date }

/** A section's exam counts wherever the learner studies the section and still may; the place named first is told first. */
export async function followInSection(tx: Db, { sectionId, tenantId, userId, ...followed }: Who & Followed & { sectionId: number }): Promise<Pending> {
  const { standing, first, now } = followed
  const places = await tx
    .select({ planItemId: sectionRecords.planItemId, state: sectionRecords.state, ...placeRules })
    .from(sectionRecords)
    .innerJoin(sections, and(eq(sections.tenantId, sectionRecords.tenantId), eq(sections.sectionId, sectionRecords.sectionId)))
    .innerJoin(courses, and(eq(courses.tenantId, sections.tenantId), eq(courses.courseId, sections.courseId)))
    .leftJoin(planItems, and(eq(planItems.tenantId, sectionRecords.tenantId), eq(planItems.planItemId, sectionRecords.planItemId)))
    .leftJoin(plans, and(eq(plans.tenantId, planItems.tenantId), eq(plans.planId, planItems.planId)))
    .where(and(eq(sectionRecords.tenantId, tenantId), eq(sectionRecords.learnerId, userId), eq(sectionRecords.sectionId, sectionId)))
    // All are locked in one order, whichever is told first: two hand-ins must not wait for each other.
    .orderBy(asc(sectionRecords.planItemId))
    .for('update', { of: sectionRecords })
  const outcomes: Pending[] = []
  for (const { planItemId } of places.filter((place) => countsAt(place, followed)).toSorted((a, b) => Number(b.planItemId === first) - Number(a.planItemId === first))) {
    outcomes.push((await changeSection(tx, { tenantId, userId, sectionId, planItemId, change: changeBy(standing), now })) ?? nothingNew)
  }
  return together(outcomes)
}

/** Where nobody may study now nothing is passed or failed, unless the paper was opened there before; what was failed there is open again with its exam. */
function countsAt(place: PlaceRules & { planItemId: number; state: SectionState }, { standing, first, now }: Followed): boolean {
  const isOpenAgain = place.state === 'failed' && standing.status !== 'passed' && standing.status !== 'failed'
  return isOpenAgain || place.planItemId === first || placeRefusal(place, now) === null
}

/** Not failed while a last attempt still runs or waits for its review, though no other may begin. */
function changeBy({ status, bestScore }: Followed['standing']): SectionChange {
  return { opened: true, ended: true, exam: { passed: status === 'passed', failed: status === 'failed', bestScore } }
}

/**
 * What changes at a section that is opened: an exam that was passed in another place of study counts here as well from now on, and so does
 * what a simulation has reported of it after its player was left, wherever that was. The standing is held, before the record, as a hand-in holds it.
 */
export async function changeByOpening(tx: Db, { tenantId, userId, section, planItemId }: Who & Pick<StudyPlace, 'section' | 'planItemId'>): Promise<SectionChange> {
  const standings = section.examId === null ? [] : await holdStandings(tx, { tenantId, userId, examId: section.examId })
  const standing = standings.find(({ placeId }) => placeId === section.id)
  const passed = standing?.status === 'passed' ? changeBy(standing) : null
  const reported = section.kind === 'simulation' ? await bestReported(tx, { tenantId, userId, sectionId: section.id, planItemId }) : -1
  if (reported < 0) return passed ?? { opened: true }
  // Its paper may be passed with less than its section is.
  return { opened: true, ...passed, fraction: Math.max(reported, passed?.exam?.bestScore ?? reported) }
}
