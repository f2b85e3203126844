import { and, asc, desc, eq, exists, ilike, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Placeholder, SQL, SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { preparedVariants } from '../db/prepared.ts'
import { contentTags, contentTotals, courses } from '../db/schema/courses.ts'
import { plans } from '../db/schema/plans.ts'
import type { Paging } from '../envelope.ts'
import type { LibrarySort } from '../rules/courses.ts'

export type ContentKind = 'course' | 'plan'

/** What narrows and orders a list of courses or plans. */
export type ListFilter = {
  /** Part of the title in any language. */
  name: string | undefined
  /** Per tag group the values of which one must be carried. */
  tags: number[][]
  /** Absent: newest change first in my lists, comprehensive in the library. */
  sort: LibrarySort | undefined
}

/** The pattern of what holds a text anywhere, for (i)like; the wildcards in the text are taken literally. */
export const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The condition that a title holds a text anywhere, in any language. */
export const titleHolds = (titles: TitleColumns, text: string): SQL | undefined => titleFits(titles, holding(text))

type TitleColumns = Record<'title' | 'titleEn' | 'titleJa', PgColumn>
const titleFits = ({ title, titleEn, titleJa }: TitleColumns, pattern: string | Placeholder) => or(ilike(title, pattern), ilike(titleEn, pattern), ilike(titleJa, pattern))

/** The condition that content carries a tag of every group named. */
export function carriesTags(db: Db, kind: ContentKind, tenantId: number | Placeholder, contentId: SQLWrapper, tags: number[][]): SQL[] {
  return tags
    .filter((values) => values.length > 0)
    .map((values) =>
      exists(
        db
          .select({ one: sql`1` })
          .from(contentTags)
          .where(
            and(
              eq(contentTags.tenantId, tenantId),
              eq(contentTags.contentKind, kind),
              eq(contentTags.contentId, sql`${contentId}`),
              inArray(contentTags.valueId, values),
            ),
          ),
      ),
    )
}

type Totals = Record<'rating' | 'joinCount' | 'contentId', SQLWrapper>

/** The library's orders by totals, all descending with ties by id (contract 4.5). The columns as they are have indexes in this order; a list where totals may be missing names its own. */
export function orderByTotals(sort: Exclude<LibrarySort, 'latest'>, tenantId: number | Placeholder, { rating, joinCount, contentId }: Totals = contentTotals): SQL[] {
  if (sort === 'praise') return [desc(rating), asc(contentId)]
  if (sort === 'popularity') return [desc(joinCount), asc(contentId)]
  // Of the tenant, courses and plans alike: each is at the end of an index.
  const largest = (kind: ContentKind) => sql`(select max(${contentTotals.joinCount}) from ${contentTotals} where ${contentTotals.tenantId} = ${tenantId} and ${contentTotals.contentKind} = ${kind})`
  return [sql`0.6 * ${rating} / 5.0 + 0.4 * ${joinCount} / greatest(${largest('course')}, ${largest('plan')}, 1) desc`, asc(contentId)]
}

type Value<T> = T | Placeholder
type Asked = { kind: ContentKind; sort: LibrarySort; tags: number[][]; tenantId: Value<number>; pattern: Value<string> | undefined }

const contentOf = (kind: ContentKind) => (kind === 'course' ? { content: courses, contentId: courses.courseId } : { content: plans, contentId: plans.planId })

function isInLibrary(db: Db, { kind, tags, tenantId, pattern }: Asked): SQL | undefined {
  const { content, contentId } = contentOf(kind)
  return and(eq(content.tenantId, tenantId), pattern === undefined ? undefined : titleFits(content, pattern), ...carriesTags(db, kind, tenantId, contentId, tags))
}

const countLibrary = (db: Db, asked: Asked) => db.select({ total: sql<number>`count(*)`.mapWith(Number) }).from(contentOf(asked.kind).content).where(isInLibrary(db, asked))

function pageOfLibrary(db: Db, asked: Asked) {
  const { kind, sort, tags, tenantId, pattern } = asked
  const { content, contentId } = contentOf(kind)
  if (sort === 'latest') return db.select({ id: contentId }).from(content).where(isInLibrary(db, asked)).orderBy(desc(content.releasedAt), asc(contentId)).$dynamic()
  const totals = db.select({ id: contentTotals.contentId }).from(contentTotals).$dynamic()
  const ofContent = and(eq(content.tenantId, contentTotals.tenantId), eq(contentId, contentTotals.contentId))
  const named = pattern === undefined ? undefined : titleFits(content, pattern)
  return (named === undefined ? totals : totals.innerJoin(content, ofContent))
    .where(and(eq(contentTotals.tenantId, tenantId), eq(contentTotals.contentKind, kind), named, ...carriesTags(db, kind, tenantId, contentTotals.contentId, tags)))
    .orderBy(...orderByTotals(sort, tenantId))
}

// A list of labels is of any length, and has its text made for it; all other lists of the library are these.
const [askedTenant, askedPattern] = [sql.placeholder('tenantId'), sql.placeholder('pattern')]
const plainly = ({ isNamed, ...asked }: Pick<Asked, 'kind' | 'sort'> & { isNamed: boolean }): Asked => ({ ...asked, tags: [], tenantId: askedTenant, pattern: isNamed ? askedPattern : undefined })
const libraryCounts = preparedVariants((db, { kind, isNamed }: { kind: ContentKind; isNamed: boolean }, key) => countLibrary(db, plainly({ kind, sort: 'latest', isNamed })).prepare(`library_counted_${key}`))
const libraryPages = preparedVariants((db, { isFirst, ...asked }: { kind: ContentKind; sort: LibrarySort; isNamed: boolean; isFirst: boolean }, key) => {
  const page = pageOfLibrary(db, plainly(asked)).limit(sql.placeholder('size'))
  return (isFirst ? page : page.offset(sql.placeholder('offset'))).prepare(`library_${key}`)
})

/**
 * The ids on a page of the library in order, and how many there are in all. Only narrow rows are sorted: what is shown
 * of a page is read by its ids.
 */
export async function listLibraryIds(
  db: Db,
  { tenantId, kind, name, tags, sort = 'comprehensive', current, size }: { tenantId: number; kind: ContentKind } & ListFilter & Paging,
): Promise<{ ids: number[]; total: number }> {
  const { content, contentId } = contentOf(kind)
  const offset = (current - 1) * size
  const pattern = name === undefined ? undefined : holding(name)
  const [asked, isNamed, isPlain] = [{ kind, sort, tags, tenantId, pattern }, name !== undefined, tags.every((values) => values.length === 0)]
  const [[counted], rows] = isPlain
    ? await Promise.all([libraryCounts(db, { kind, isNamed }).execute({ tenantId, pattern }), libraryPages(db, { kind, sort, isNamed, isFirst: offset === 0 }).execute({ tenantId, pattern, size, offset })])
    : await Promise.all([countLibrary(db, asked), pageOfLibrary(db, asked).limit(size).offset(offset)])
  const [ids, total] = [rows.map(({ id }) => id), counted?.total ?? 0]
  if (sort === 'latest' || ids.length === size || offset + ids.length >= total) return { ids, total }

  // There is content without totals, such as somebody's script has written: it comes last, and costs nothing where there is none.
  const isWithout = and(isInLibrary(db, asked), hasNoTotals(db, kind, tenantId, contentId))
  const [uncounted] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(content).where(isWithout)
  const from = Math.max(0, offset - (total - (uncounted?.count ?? 0)))
  const without = await db.select({ id: contentId }).from(content).where(isWithout).orderBy(asc(contentId)).limit(size - ids.length).offset(from)
  return { ids: [...ids, ...without.map(({ id }) => id)], total }
}

function hasNoTotals(db: Db, kind: ContentKind, tenantId: number, contentId: SQLWrapper): SQL {
  const isOf = and(eq(contentTotals.tenantId, tenantId), eq(contentTotals.contentKind, kind), eq(contentTotals.contentId, sql`${contentId}`))
  return notExists(db.select({ one: sql`1` }).from(contentTotals).where(isOf))
}

/**
 * Takes away the totals of courses and plans that somebody has removed: of each a page of the library would have a gap, and the last
 * entries would be on none. By the clock, so that no page has to look whether what it orders is still there.
 */
export async function sweepTotals(db: Db, { stopping }: { stopping?: AbortSignal | undefined } = {}): Promise<void> {
  const key = { tenantId: contentTotals.tenantId, kind: contentTotals.contentKind, id: contentTotals.contentId }
  await deleteInBatches((most) => {
    const ofNothing = db
      .select(key)
      .from(contentTotals)
      .leftJoin(courses, and(eq(key.kind, 'course'), eq(courses.tenantId, key.tenantId), eq(courses.courseId, key.id)))
      .leftJoin(plans, and(eq(key.kind, 'plan'), eq(plans.tenantId, key.tenantId), eq(plans.planId, key.id)))
      .where(and(isNull(courses.courseId), isNull(plans.planId)))
      .limit(most)
    return db.delete(contentTotals).where(sql`(${key.tenantId}, ${key.kind}, ${key.id}) in ${ofNothing}`)
  }, stopping)
}

/** Rows in the order of their ids. */
export function inOrder<T>(rows: readonly T[], ids: readonly number[], idOf: (row: T) => number): T[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
