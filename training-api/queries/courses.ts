import { aliasedTable, and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm'
import type { Database, Db } from '../db/client.ts'
import { atMost, prepared } from '../db/prepared.ts'
import { chapters, contentTotals, courses, sections, tagGroups, tagValues } from '../db/schema/courses.ts'
import { enrolments, sectionRecords } from '../db/schema/enrolment.ts'
import { favourites } from '../db/schema/favourites.ts'
import type { Paging } from '../envelope.ts'
import type { EnrolmentState } from '../rules/courses.ts'
import type { Titles } from '../rules/languages.ts'
import { addMissingRecords, lacksRecords } from './beginnings.ts'
import { listChapters, listLaunches, meetChapters, recordColumns } from './catalogue.ts'
import type { MetChapter } from './catalogue.ts'
import { nameAfter } from './catalogue-order.ts'
import { carriesTags, inOrder, listLibraryIds, orderByTotals, titleHolds } from './library.ts'
import type { ListFilter } from './library.ts'
import { countsByFilter, statesOf } from './own-lists.ts'
import type { OwnFilter } from './own-lists.ts'
import { reopenSections } from './player-exams.ts'
import type { Who } from './who.ts'

/** A course as a card shows it; `state` is null when it is not among the learner's courses. */
export type CourseCard = Titles & {
  courseId: number
  companyName: string
  coverUrl: string
  coverKind: 'plain' | 'titled'
  oneTitle: string | null
  twoTitle: string | null
  studyHours: number
  credits: number
  joinCount: number
  rating: number
  state: EnrolmentState | null
  sectionsDone: number | null
  /** As many as it has now. */
  sectionsTotal: number
}

const cardColumns = {
  courseId: courses.courseId,
  title: courses.title,
  titleEn: courses.titleEn,
  titleJa: courses.titleJa,
  companyName: courses.companyName,
  coverUrl: courses.coverUrl,
  coverKind: courses.coverKind,
  oneTitle: courses.oneTitle,
  twoTitle: courses.twoTitle,
  studyHours: courses.studyHours,
  credits: courses.credits,
  joinCount: sql<number>`coalesce(${contentTotals.joinCount}, 0)`.mapWith(Number),
  rating: sql<number>`coalesce(${contentTotals.rating}, 0)`.mapWith(Number),
  state: enrolments.state,
  sectionsDone: enrolments.sectionsDone,
  sectionsTotal: courses.sectionCount,
}

const totalsOfCourse = and(
  eq(contentTotals.tenantId, courses.tenantId),
  eq(contentTotals.contentKind, 'course'),
  eq(contentTotals.contentId, courses.courseId),
)

const enrolmentOf = (userId: number | SQLWrapper) =>
  and(
    eq(enrolments.tenantId, courses.tenantId),
    eq(enrolments.learnerId, userId),
    eq(enrolments.contentKind, 'course'),
    eq(enrolments.contentId, courses.courseId),
    eq(enrolments.planItemId, 0),
  )

const ofCourse = and(eq(courses.tenantId, enrolments.tenantId), eq(courses.courseId, enrolments.contentId))
const ownCourses = (tenantId: number | Placeholder, userId: number | Placeholder) =>
  and(eq(enrolments.tenantId, tenantId), eq(enrolments.learnerId, userId), eq(enrolments.contentKind, 'course'), eq(enrolments.planItemId, 0))
/** A course without totals, such as somebody's script has written, stands where one stands that nobody has begun. */
const totalsOrNone = { rating: cardColumns.rating, joinCount: cardColumns.joinCount, contentId: enrolments.contentId }
const newestChange = [desc(enrolments.touchedAt), asc(enrolments.contentId)]

function ownCards(db: Db, { where, order, size, offset }: { where: SQL | undefined; order: SQL[]; size: number | Placeholder; offset: number | Placeholder }) {
  return db.select(cardColumns).from(enrolments).innerJoin(courses, ofCourse).leftJoin(contentTotals, totalsOfCourse).where(where).orderBy(...order).limit(size).offset(offset)
}

const countOwn = (db: Db, where: SQL | undefined) =>
  db.select({ state: enrolments.state, count: sql<number>`count(*)`.mapWith(Number) }).from(enrolments).innerJoin(courses, ofCourse).where(where).groupBy(enrolments.state)

// The list as it is opened, with nothing to find or to narrow.
const [ownTenant, ownLearner] = [sql.placeholder('tenantId'), sql.placeholder('userId')]
const openedCards = prepared((db) =>
  ownCards(db, {
    where: and(ownCourses(ownTenant, ownLearner), sql`${enrolments.state} = any(${sql.placeholder('states')})`),
    order: newestChange, size: sql.placeholder('size'), offset: sql.placeholder('offset'),
  }).prepare('own_courses_opened'),
)
const openedCounts = prepared((db) => countOwn(db, ownCourses(ownTenant, ownLearner)).prepare('own_courses_counted'))

/** A page of the learner's own courses, with how many there are by each filter. */
export async function listMyCourses(
  db: Db,
  { tenantId, userId, state, name, tags, sort, current, size }: Who & ListFilter & Paging & { state: OwnFilter },
): Promise<{ cards: CourseCard[]; counts: Record<OwnFilter, number> }> {
  const offset = (current - 1) * size
  const states = statesOf[state]
  if (name === undefined && tags.every((values) => values.length === 0) && sort === undefined) {
    const [cards, counted] = await Promise.all([openedCards(db).execute({ tenantId, userId, states, size, offset }), openedCounts(db).execute({ tenantId, userId })])
    return { cards, counts: countsByFilter(counted) }
  }
  const mine = and(ownCourses(tenantId, userId), name === undefined ? undefined : titleHolds(courses, name), ...carriesTags(db, 'course', tenantId, courses.courseId, tags))
  const order =
    sort === undefined
      ? newestChange
      : sort === 'latest'
        ? [desc(courses.releasedAt), asc(courses.courseId)]
        : orderByTotals(sort, tenantId, totalsOrNone)
  const [cards, counted] = await Promise.all([ownCards(db, { where: and(mine, inArray(enrolments.state, [...states])), order, size, offset }), countOwn(db, mine)])
  return { cards, counts: countsByFilter(counted) }
}

const libraryCards = prepared((db) =>
  db
    .select(cardColumns)
    .from(courses)
    .leftJoin(contentTotals, totalsOfCourse)
    .leftJoin(enrolments, enrolmentOf(ownLearner))
    .where(and(eq(courses.tenantId, ownTenant), sql`${courses.courseId} = any(${sql.placeholder('ids')})`))
    .prepare('library_cards'),
)

/** A page of all courses of the tenant, with the learner's own state where there is one. */
export async function listLibraryCourses(db: Db, { tenantId, userId, ...page }: Who & ListFilter & Paging): Promise<{ cards: CourseCard[]; total: number }> {
  const { ids, total } = await listLibraryIds(db, { ...page, tenantId, kind: 'course' })
  if (ids.length === 0) return { cards: [], total }
  const cards = await libraryCards(db).execute({ tenantId, userId, ids })
  return { cards: inOrder(cards, ids, ({ courseId }) => courseId), total }
}

/** A group of tags with its values, in order. */
export type TagGroup = Titles & { groupId: number; values: (Titles & { valueId: number })[] }

/** The tag groups by which the courses or plans of the tenant are filtered: at most five. */
export async function listTagGroups(db: Db, { tenantId, kind }: { tenantId: number; kind: 'course' | 'plan' }): Promise<TagGroup[]> {
  const rows = await db
    .select({
      groupId: tagGroups.groupId,
      title: tagGroups.title,
      titleEn: tagGroups.titleEn,
      titleJa: tagGroups.titleJa,
      value: { valueId: tagValues.valueId, title: tagValues.title, titleEn: tagValues.titleEn, titleJa: tagValues.titleJa },
    })
    .from(tagGroups)
    .leftJoin(tagValues, and(eq(tagValues.tenantId, tagGroups.tenantId), eq(tagValues.groupId, tagGroups.groupId)))
    .where(and(eq(tagGroups.tenantId, tenantId), eq(tagGroups.contentKind, kind)))
    .orderBy(asc(tagGroups.position), asc(tagValues.position), asc(tagValues.valueId))
  const groups: TagGroup[] = []
  for (const { value, ...group } of rows) {
    if (groups.at(-1)?.groupId !== group.groupId) groups.push({ ...group, values: [] })
    if (value !== null) groups.at(-1)?.values.push(value)
  }
  return groups.slice(0, 5)
}

const accessRefusal = prepared((db) =>
  db
    .select({ refusal: courses.accessRefusal })
    .from(courses)
    .where(and(eq(courses.tenantId, sql.placeholder('tenantId')), eq(courses.courseId, sql.placeholder('courseId'))))
    .prepare('access_refusal'),
)

/** The learner's words when the access check refuses a course; `null` refusal: it may be opened. Undefined: no such course. */
export async function findAccess(db: Db, asked: { tenantId: number; courseId: number }): Promise<{ refusal: string | null } | undefined> {
  const [found] = await accessRefusal(db).execute(asked)
  return found
}

/** A course as its page shows it to a learner. */
export type CourseDetail = Omit<CourseCard, 'state'> & {
  introduction: string
  teacherName: string
  sequential: boolean
  forbidden: boolean
  accessRefusal: string | null
  favourite: boolean
  state: EnrolmentState
  learnedMinutes: number
  now: { sectionId: number; chapterId: number; name: string } | null
  nextName: string | null
}

const nowSection = aliasedTable(sections, 'now_section')
const nowChapter = aliasedTable(chapters, 'now_chapter')
const courseOfLearner = prepared((db) =>
  db
    .select({
      ...cardColumns,
      introduction: courses.introduction,
      teacherName: courses.teacherName,
      sequential: courses.sequential,
      forbidden: courses.forbidden,
      accessRefusal: courses.accessRefusal,
      favouriteId: favourites.contentId,
      learnedMinutes: enrolments.learnedMinutes,
      nowSectionId: nowSection.sectionId,
      nowChapterId: nowChapter.chapterId,
      nowName: nowSection.name,
      nextName: nameAfter(courses, nowChapter, nowSection),
    })
    .from(courses)
    .leftJoin(contentTotals, totalsOfCourse)
    .leftJoin(enrolments, enrolmentOf(sql.placeholder('userId')))
    .leftJoin(
      favourites,
      and(
        eq(favourites.tenantId, courses.tenantId),
        eq(favourites.learnerId, sql.placeholder('userId')),
        eq(favourites.contentKind, 'course'),
        eq(favourites.contentId, courses.courseId),
      ),
    )
    .leftJoin(nowSection, and(eq(nowSection.tenantId, courses.tenantId), eq(nowSection.courseId, courses.courseId), eq(nowSection.sectionId, enrolments.nodeSectionId)))
    // Without its chapter it is none of the catalogue's, and nobody is there.
    .leftJoin(nowChapter, and(eq(nowChapter.tenantId, courses.tenantId), eq(nowChapter.courseId, courses.courseId), eq(nowChapter.chapterId, nowSection.chapterId)))
    .where(and(eq(courses.tenantId, sql.placeholder('tenantId')), eq(courses.courseId, sql.placeholder('courseId'))))
    .limit(atMost(1))
    .prepare('course_of_learner'),
)

/** A course with the learner's progress in it; null when the tenant has none of that id. */
export async function findCourse(db: Db, { tenantId, userId, courseId }: Who & { courseId: number }): Promise<CourseDetail | null> {
  const [found] = await courseOfLearner(db).execute({ tenantId, userId, courseId })
  if (found === undefined) return null
  const { favouriteId, nowSectionId, nowChapterId, nowName, ...course } = found
  return {
    ...course,
    favourite: favouriteId !== null,
    state: course.state ?? 'notStarted',
    learnedMinutes: course.learnedMinutes ?? 0,
    now: nowSectionId === null || nowChapterId === null || nowName === null ? null : { sectionId: nowSectionId, chapterId: nowChapterId, name: nowName },
  }
}

export type CourseCatalogue = {
  chapters: MetChapter[]
  /** Whether resources may be named: neither forbidden nor refused by the access check. */
  open: boolean
}

const rulesAndRecords = prepared((db) =>
  db
    .select({ sequential: courses.sequential, forbidden: courses.forbidden, accessRefusal: courses.accessRefusal, state: enrolments.state, record: recordColumns })
    .from(courses)
    .leftJoin(enrolments, enrolmentOf(sql.placeholder('userId')))
    .leftJoin(sectionRecords, and(
      eq(sectionRecords.tenantId, courses.tenantId), eq(sectionRecords.learnerId, sql.placeholder('userId')), eq(sectionRecords.courseId, courses.courseId), eq(sectionRecords.planItemId, 0),
    ))
    .where(and(eq(courses.tenantId, sql.placeholder('tenantId')), eq(courses.courseId, sql.placeholder('courseId'))))
    .prepare('course_rules_and_records'),
)

/** The chapters of a course studied on its own, as the learner meets them; null when there is no such course. Records of what was added since it was begun come into being, and exams with attempts left are open again. */
export async function readCourseCatalogue(db: Database, asked: Who & { courseId: number; now: Date }, { isLast = false } = {}): Promise<CourseCatalogue | null> {
  const { tenantId, userId, courseId } = asked
  const [rows, plain] = await Promise.all([rulesAndRecords(db).execute({ tenantId, userId, courseId }), listChapters(db, { tenantId, courseIds: [courseId] })])
  const [course] = rows
  if (course === undefined) return null
  const state = course.state ?? 'notStarted'
  const records = rows.flatMap(({ record }) => record ?? [])
  const isLacking = state !== 'notStarted' && lacksRecords(plain, records)
  if (!isLast && isLacking) await addMissingRecords(db, asked)
  if (!isLast && ((await reopenSections(db, { ...asked, records })) || isLacking)) {
    return readCourseCatalogue(db, asked, { isLast: true })
  }
  return {
    chapters: meetChapters(plain, { records, launches: await listLaunches(db, { tenantId, userId, plain, planItemIds: [0] }), sequential: course.sequential, state }),
    open: !course.forbidden && course.accessRefusal === null,
  }
}
