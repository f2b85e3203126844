import { aliasedTable, and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { contentTotals, courses } from '../db/schema/courses.ts'
import { enrolments } from '../db/schema/enrolment.ts'
import { exams, examStandings } from '../db/schema/exams.ts'
import { favourites } from '../db/schema/favourites.ts'
import { planItems, plans } from '../db/schema/plans.ts'
import type { Paging } from '../envelope.ts'
import { courseRefusal } from '../rules/access.ts'
import { courseStateInPlan, sectionsDoneNow } from '../rules/courses.ts'
import type { EnrolmentState } from '../rules/courses.ts'
import { itemTitles } from '../rules/languages.ts'
import type { Titles } from '../rules/languages.ts'
import { planWindow } from '../rules/plans.ts'
import type { SectionState } from '../rules/study.ts'
import { addMissingRecords, lacksRecords } from './beginnings.ts'
import { listChapters, listLaunches, listRecords, meetChapters } from './catalogue.ts'
import type { MetChapter } from './catalogue.ts'
import { isExamOfItem, isStandingAtItem } from './enrolment-row.ts'
import { examItemState } from './enrolment-state.ts'
import { statusNow } from './exam-status.ts'
import { inOrder, listLibraryIds, titleHolds } from './library.ts'
import type { ListFilter } from './library.ts'
import { countsByFilter, statesOf } from './own-lists.ts'
import type { OwnFilter } from './own-lists.ts'
import { reopenPlan, reopenSections } from './player-exams.ts'
import type { Who } from './who.ts'

/** A plan as a card shows it; `state` is null when it is not among the learner's plans. */
export type PlanCard = Titles & {
  planId: number
  companyName: string
  coverUrl: string
  coverKind: 'plain' | 'titled'
  oneTitle: string | null
  twoTitle: string | null
  studyHours: number
  credits: number
  timed: boolean
  startsAt: Date | null
  endsAt: Date | null
  joinCount: number
  rating: number
  state: EnrolmentState | null
  sectionsDone: number | null
  /** As many as it has now. */
  sectionsTotal: number
}

const cardColumns = {
  planId: plans.planId,
  title: plans.title,
  titleEn: plans.titleEn,
  titleJa: plans.titleJa,
  companyName: plans.companyName,
  coverUrl: plans.coverUrl,
  coverKind: plans.coverKind,
  oneTitle: plans.oneTitle,
  twoTitle: plans.twoTitle,
  studyHours: plans.studyHours,
  credits: plans.credits,
  timed: plans.timed,
  startsAt: plans.startsAt,
  endsAt: plans.endsAt,
  joinCount: sql<number>`coalesce(${contentTotals.joinCount}, 0)`.mapWith(Number),
  rating: sql<number>`coalesce(${contentTotals.rating}, 0)`.mapWith(Number),
  state: enrolments.state,
  sectionsDone: enrolments.sectionsDone,
  sectionsTotal: plans.sectionCount,
}

const totalsOfPlan = and(
  eq(contentTotals.tenantId, plans.tenantId),
  eq(contentTotals.contentKind, 'plan'),
  eq(contentTotals.contentId, plans.planId),
)

const enrolmentOf = (userId: number) =>
  and(
    eq(enrolments.tenantId, plans.tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, 'plan'),
    eq(enrolments.contentId, plans.planId),
    eq(enrolments.planItemId, 0),
  )

type PlanFilter = OwnFilter | 'expired'

/** A page of the learner's own plans, with how many there are by each filter; an ended plan is `expired` whatever its state. */
export async function listMyPlans(
  db: Db,
  { tenantId, userId, state, name, now, current, size }: Who & Paging & { state: PlanFilter; name: string | undefined; now: Date },
): Promise<{ cards: PlanCard[]; counts: Record<PlanFilter, number> }> {
  const window = state === 'all' ? undefined : state === 'expired' ? lte(plans.endsAt, now) : or(isNull(plans.endsAt), gt(plans.endsAt, now))
  const mine = and(
    eq(enrolments.tenantId, tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, 'plan'),
    eq(enrolments.planItemId, 0),
    name === undefined ? undefined : titleHolds(plans, name),
  )
  const ofPlan = and(eq(plans.tenantId, enrolments.tenantId), eq(plans.planId, enrolments.contentId))
  const page = db
    .select(cardColumns)
    .from(enrolments)
    .innerJoin(plans, ofPlan)
    .leftJoin(contentTotals, totalsOfPlan)
    .where(and(mine, window, state === 'all' || state === 'expired' ? undefined : inArray(enrolments.state, [...statesOf[state]])))
    .orderBy(desc(enrolments.touchedAt), asc(enrolments.contentId))
    .limit(size)
    .offset((current - 1) * size)
  const ended = sql<number>`count(*) filter (where ${lte(plans.endsAt, now)})`.mapWith(Number)
  const counts = db.select({ state: enrolments.state, count: sql<number>`count(*)`.mapWith(Number), ended }).from(enrolments).innerJoin(plans, ofPlan).where(mine).groupBy(enrolments.state)
  const [cards, counted] = await Promise.all([page, counts])
  // One that has ended is no longer learning, completed or failed.
  const running = countsByFilter(counted.map((row) => ({ state: row.state, count: row.count - row.ended })))
  const expired = counted.reduce((sum, row) => sum + row.ended, 0)
  return { cards, counts: { ...running, all: running.all + expired, expired } }
}

/** A page of all plans of the tenant, with the learner's own state where there is one. */
export async function listLibraryPlans(db: Db, { tenantId, userId, ...page }: Who & ListFilter & Paging): Promise<{ cards: PlanCard[]; total: number }> {
  const { ids, total } = await listLibraryIds(db, { ...page, tenantId, kind: 'plan' })
  if (ids.length === 0) return { cards: [], total }
  const cards = await db
    .select(cardColumns)
    .from(plans)
    .leftJoin(contentTotals, totalsOfPlan)
    .leftJoin(enrolments, enrolmentOf(userId))
    .where(and(eq(plans.tenantId, tenantId), inArray(plans.planId, ids)))
  return { cards: inOrder(cards, ids, ({ planId }) => planId), total }
}

/** A plan as its page shows it to a learner. */
export type PlanDetail = Omit<PlanCard, 'state' | 'sectionsDone'> & {
  introduction: string
  teacherName: string
  sequential: boolean
  forbidden: boolean
  favourite: boolean
  state: EnrolmentState
  sectionsDone: number
  /** Also of what has left the plan since. */
  learnedMinutes: number
  node: { planItemId: number; sectionId: number | null } | null
}

/** A plan with the learner's progress in it; null when the tenant has none of that id. */
export async function findPlan(db: Db, { tenantId, userId, planId }: Who & { planId: number }): Promise<PlanDetail | null> {
  const [found] = await db
    .select({
      ...cardColumns,
      introduction: plans.introduction,
      teacherName: plans.teacherName,
      sequential: plans.sequential,
      forbidden: plans.forbidden,
      favouriteId: favourites.contentId,
      learnedMinutes: enrolments.learnedMinutes,
      nodePlanItemId: enrolments.nodePlanItemId,
      nodeSectionId: enrolments.nodeSectionId,
    })
    .from(plans)
    .leftJoin(contentTotals, totalsOfPlan)
    .leftJoin(enrolments, enrolmentOf(userId))
    .leftJoin(
      favourites,
      and(
        eq(favourites.tenantId, plans.tenantId),
        eq(favourites.learnerId, userId),
        eq(favourites.contentKind, 'plan'),
        eq(favourites.contentId, plans.planId),
      ),
    )
    .where(and(eq(plans.tenantId, tenantId), eq(plans.planId, planId)))
  if (found === undefined) return null
  const { favouriteId, nodePlanItemId, nodeSectionId, ...plan } = found
  const state = plan.state ?? 'notStarted'
  return {
    ...plan,
    favourite: favouriteId !== null,
    state,
    sectionsDone: sectionsDoneNow(state, plan.sectionsDone ?? 0, plan.sectionsTotal),
    learnedMinutes: plan.learnedMinutes ?? 0,
    node: nodePlanItemId === null ? null : { planItemId: nodePlanItemId, sectionId: nodeSectionId },
  }
}

/** A course or exam of a plan as a learner meets it; an exam has no chapters. */
export type PlanItem = Titles & {
  planItemId: number
  planId: number
  kind: 'course' | 'exam'
  childId: number
  state: SectionState
  /** Whether resources of the course may be named: nothing is forbidden, and the plan is within its dates. */
  open: boolean
  /** Why nobody may study the course, wherever it stands; null when it may be studied. */
  refusal: string | null
  chapters: MetChapter[] | null
}

/**
 * The items of a plan in order, their courses with chapters, sections and locks; null when there is no such plan. With `planItemId`
 * that one, and others only where its locks hang on them. Records of what was added since the plan was begun come into being.
 */
export async function readPlanCatalogue(db: Database, wanted: Who & { planId: number; planItemId?: number | undefined; now: Date }, { isLast = false } = {}): Promise<PlanItem[] | null> {
  const { tenantId, userId, planId, planItemId: asked, now } = wanted
  const rules = db
    .select({ sequential: plans.sequential, forbidden: plans.forbidden, startsAt: plans.startsAt, endsAt: plans.endsAt, state: enrolments.state })
    .from(plans)
    .leftJoin(enrolments, enrolmentOf(userId))
    .where(and(eq(plans.tenantId, tenantId), eq(plans.planId, planId)))
  const courseEnrolments = aliasedTable(enrolments, 'course_enrolments')
  const listed = db
    .select({
      planItemId: planItems.planItemId,
      kind: planItems.kind,
      childId: planItems.childId,
      name: planItems.name,
      course: { title: courses.title, titleEn: courses.titleEn, titleJa: courses.titleJa },
      exam: { title: exams.title, titleEn: exams.titleEn, titleJa: exams.titleJa },
      courseState: courseEnrolments.state,
      courseDone: courseEnrolments.sectionsDone,
      courseMinutes: courseEnrolments.learnedMinutes,
      examStatus: statusNow,
      sequential: courses.sequential,
      forbidden: courses.forbidden,
      accessRefusal: courses.accessRefusal,
    })
    .from(planItems)
    .leftJoin(courses, and(eq(planItems.kind, 'course'), eq(courses.tenantId, planItems.tenantId), eq(courses.courseId, planItems.childId)))
    .leftJoin(
      courseEnrolments,
      and(
        eq(planItems.kind, 'course'),
        eq(courseEnrolments.tenantId, planItems.tenantId),
        eq(courseEnrolments.learnerId, userId),
        eq(courseEnrolments.contentKind, 'course'),
        eq(courseEnrolments.contentId, planItems.childId),
        eq(courseEnrolments.planItemId, planItems.planItemId),
      ),
    )
    .leftJoin(exams, isExamOfItem)
    .leftJoin(examStandings, and(eq(planItems.kind, 'exam'), isStandingAtItem(userId)))
    .where(and(eq(planItems.tenantId, tenantId), eq(planItems.planId, planId)))
    .orderBy(asc(planItems.position), asc(planItems.planItemId))
  const [[plan], all] = await Promise.all([rules, listed])
  if (plan === undefined) return null
  const state = plan.state ?? 'notStarted'
  const open = !plan.forbidden && planWindow(plan.startsAt, plan.endsAt, now) === 'open'
  // Before a sequential plan is begun only its very first section is open.
  const isFirstOnlyOpen = plan.sequential && state === 'notStarted'
  const items = asked === undefined || isFirstOnlyOpen ? all : all.filter(({ planItemId }) => planItemId === asked)
  const courseItems = items.filter(({ kind }) => kind === 'course')
  const courseIds = [...new Set(courseItems.map(({ childId }) => childId))]
  const planItemIds = courseItems.map(({ planItemId }) => planItemId)
  const [plain, records] = await Promise.all([listChapters(db, { tenantId, courseIds }), listRecords(db, { tenantId, userId, courseIds, planItemIds })])
  const chaptersOf = Map.groupBy(plain, ({ courseId }) => courseId)
  const recordsOf = Map.groupBy(records, (record) => record.planItemId)
  const lacking = isLast || state === 'notStarted' ? [] : courseItems.filter(({ planItemId, childId }) => lacksRecords(chaptersOf.get(childId) ?? [], recordsOf.get(planItemId) ?? []))
  for (const courseId of new Set(lacking.map(({ childId }) => childId))) await addMissingRecords(db, { tenantId, userId, courseId, now })
  if (!isLast) {
    const states = all.map(({ kind, courseState, examStatus }) => (kind === 'exam' ? examItemState(examStatus) : (courseState ?? 'notStarted')))
    const isReopened = (await reopenSections(db, { tenantId, userId, records, now })) || (await reopenPlan(db, { tenantId, userId, planId, state, items: states, now }))
    if (isReopened || lacking.length > 0) return readPlanCatalogue(db, wanted, { isLast: true })
  }
  const launches = await listLaunches(db, { tenantId, userId, plain, planItemIds })
  const launchesOf = Map.groupBy(launches, (launch) => launch.planItemId)
  let previousId: number | null = null
  return items.map((item) => {
    const { planItemId, kind, childId, courseState, examStatus } = item
    const titles = itemTitles(item.name, item.course ?? item.exam)
    if (kind === 'exam') return { ...titles, planItemId, planId, kind, childId, state: examItemState(examStatus), open, refusal: null, chapters: null }
    const refusal = courseRefusal(item)
    const own = recordsOf.get(planItemId) ?? []
    const chapters = meetChapters(
      chaptersOf.get(childId) ?? [],
      { records: own, launches: launchesOf.get(planItemId) ?? [], sequential: plan.sequential || item.sequential === true, state },
    )
    const first = chapters.find(({ sections }) => sections.length > 0)?.sections[0]
    if (first !== undefined && previousId !== null && isFirstOnlyOpen) Object.assign(first, { locked: true, openedBy: previousId })
    previousId = chapters.findLast(({ sections }) => sections.length > 0)?.sections.at(-1)?.id ?? previousId
    return {
      ...titles,
      planItemId,
      planId,
      kind,
      childId,
      state: courseStateInPlan({ state: courseState ?? 'notStarted', sectionsDone: item.courseDone ?? 0, learnedMinutes: item.courseMinutes ?? 0 }, own.some((record) => record.state !== 'notStarted')),
      open: open && refusal === null,
      refusal,
      chapters: chapters.map((chapter) => ({ ...chapter, locked: chapter.sections.length > 0 && chapter.sections.every(({ locked }) => locked) })),
    }
  })
}
