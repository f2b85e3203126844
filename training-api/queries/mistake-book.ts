import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { atMost, prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { courses, sections } from '../db/schema/courses.ts'
import { exams } from '../db/schema/exams.ts'
import { mistakes, mistakeSources } from '../db/schema/mistakes.ts'
import { planItems } from '../db/schema/plans.ts'
import { questions, subjects } from '../db/schema/questions.ts'
import type { QuestionKind } from '../rules/grading.ts'
import { endOfDay } from '../rules/review.ts'
import type { Titles } from '../rules/languages.ts'
import type { AttemptName } from './attempts.ts'
import type { Mistake, MistakeSource } from './mistakes.ts'
import { listQuestions } from './papers.ts'
import type { Question } from './papers.ts'
import type { Who } from './who.ts'

/** What a wrong question came from, as far as it still exists. */
export type Origin =
  | { kind: 'exam'; id: number; titles: Titles; planItemId: number | null; planId: number | null }
  | { kind: 'course'; id: number; titles: Titles; sectionId: number | null; sectionName: string | null }
  | { kind: 'subject'; id: number; titles: Titles }

export type BookRow = { mistake: Mistake; subject: Titles; origin: Origin }
export type BookEntry = BookRow & { question: Question }

export type BookFilter = {
  source?: MistakeSource | undefined
  kind?: QuestionKind | undefined
  subjectId?: number | undefined
  /** Only what is due until the end of this moment's day. */
  dueAt?: Date | undefined
  mistakeIds?: readonly number[] | undefined
  /** Questions that are left out: those on papers that are being answered. */
  except?: ReadonlySet<number> | undefined
}

/** That a row of wrong questions is in the learner's book now, and matches. */
export function inBook({ tenantId, userId }: Record<keyof Who, number | Placeholder>, { source, kind, subjectId, dueAt, mistakeIds, except }: BookFilter = {}): SQL | undefined {
  return and(
    eq(mistakes.tenantId, tenantId),
    eq(mistakes.learnerId, userId),
    isNull(mistakes.removedAt),
    source === undefined ? undefined : eq(mistakes.source, source),
    kind === undefined ? undefined : eq(mistakes.questionKind, kind),
    subjectId === undefined ? undefined : eq(mistakes.subjectId, subjectId),
    dueAt === undefined ? undefined : or(isNull(mistakes.dueAt), lte(mistakes.dueAt, endOfDay(dueAt))),
    mistakeIds === undefined ? undefined : sql`${mistakes.mistakeId} = any(${sql.param([...mistakeIds])}::bigint[])`,
    except === undefined || except.size === 0 ? undefined : sql`${mistakes.questionId} <> all(${sql.param([...except])}::bigint[])`,
  )
}

const stillThere = and(eq(questions.tenantId, mistakes.tenantId), eq(questions.questionId, mistakes.questionId))
const orders = {
  newestFirst: [desc(mistakes.wrongAt), desc(mistakes.mistakeId)],
  oldestFirst: [asc(mistakes.wrongAt), asc(mistakes.mistakeId)],
  dueFirst: [sql`${mistakes.dueAt} asc nulls first`, asc(mistakes.wrongAt), asc(mistakes.mistakeId)],
} as const
export type BookOrder = keyof typeof orders

/** A page of the learner's wrong-question book; questions removed from the bank are left out. */
export async function listMistakes(
  db: Db,
  { order, current, size, filter, ...who }: Who & { order: BookOrder; current: number; size: number; filter: BookFilter },
): Promise<{ entries: BookEntry[]; total: number }> {
  const count = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(mistakes)
    .innerJoin(questions, stillThere)
    .where(inBook(who, filter))
  const page = rowsWhere(db, inBook(who, filter), { order, limit: size }).offset((current - 1) * size)
  const [[counted], rows] = await Promise.all([count, page])
  return { entries: await withQuestions(db, who, rows.map(bookRow)), total: counted?.total ?? 0 }
}

/** One entry of the book, by its id, by source and question, or by question and the attempt it is of; null when it is not in the book. */
export async function findMistake(
  db: Db,
  { mistakeId, source, questionId, instanceId, answerId, ...who }: Who & AttemptName & { mistakeId?: number | undefined; source?: MistakeSource | undefined; questionId?: number | undefined },
): Promise<BookEntry | null> {
  if (mistakeId === undefined && questionId === undefined) return null
  // A question may be in the book once for each source: which one is meant, only the attempt says then.
  const isByAttempt = mistakeId === undefined && source === undefined
  const where = and(
    inBook(who, { source }),
    mistakeId === undefined ? undefined : eq(mistakes.mistakeId, mistakeId),
    questionId === undefined ? undefined : eq(mistakes.questionId, questionId),
    isByAttempt && instanceId !== undefined ? eq(mistakes.attemptId, instanceId) : undefined,
    isByAttempt && answerId !== undefined ? eq(mistakes.answerId, answerId) : undefined,
  )
  const [entry] = await withQuestions(db, who, (await rowsWhere(db, where, { order: 'newestFirst', limit: 1 })).map(bookRow))
  return entry ?? null
}

function rowsWhere(db: Db, where: SQL | undefined, { order, limit }: { order: BookOrder; limit: number | Placeholder }) {
  return db
    .select({
      mistake: mistakes,
      subject: { title: subjects.title, titleEn: subjects.titleEn, titleJa: subjects.titleJa },
      course: { title: courses.title, titleEn: courses.titleEn, titleJa: courses.titleJa },
      sectionName: sections.name,
      exam: { title: exams.title, titleEn: exams.titleEn, titleJa: exams.titleJa },
      planItemId: planItems.planItemId,
      planId: planItems.planId,
    })
    .from(mistakes)
    .innerJoin(questions, stillThere)
    .leftJoin(subjects, and(eq(subjects.tenantId, mistakes.tenantId), eq(subjects.subjectId, mistakes.subjectId)))
    .leftJoin(courses, and(eq(courses.tenantId, mistakes.tenantId), eq(courses.courseId, mistakes.courseId)))
    .leftJoin(sections, and(eq(sections.tenantId, mistakes.tenantId), eq(sections.sectionId, mistakes.sectionId)))
    .leftJoin(exams, and(eq(exams.tenantId, mistakes.tenantId), eq(exams.examId, mistakes.examId)))
    .leftJoin(attempts, and(eq(attempts.tenantId, mistakes.tenantId), eq(attempts.attemptId, mistakes.attemptId)))
    .leftJoin(planItems, and(eq(planItems.tenantId, mistakes.tenantId), eq(planItems.planItemId, attempts.placeId), eq(planItems.childId, mistakes.examId), eq(planItems.kind, 'exam')))
    .where(where)
    .orderBy(...orders[order])
    .limit(limit)
}

function bookRow({ mistake, subject, course, sectionName, exam, planItemId, planId }: Awaited<ReturnType<typeof rowsWhere>>[number]): BookRow {
  const named = subject ?? { title: '', titleEn: null, titleJa: null }
  const origin: Origin =
    course !== null && mistake.courseId !== null
      ? { kind: 'course', id: mistake.courseId, titles: course, sectionId: mistake.sectionId, sectionName }
      : exam !== null && mistake.examId !== null
        ? { kind: 'exam', id: mistake.examId, titles: exam, planItemId, planId }
        : { kind: 'subject', id: mistake.subjectId, titles: named }
  return { mistake, subject: named, origin }
}

async function withQuestions(db: Db, { tenantId }: Who, rows: readonly BookRow[]): Promise<BookEntry[]> {
  const found = await listQuestions(db, { tenantId, questionIds: rows.map(({ mistake }) => mistake.questionId) })
  const byId = new Map(found.map((question) => [question.questionId, question]))
  return rows.flatMap((row) => {
    const question = byId.get(row.mistake.questionId)
    return question === undefined ? [] : [{ ...row, question }]
  })
}

export type SubjectOfMistakes = Titles & { subjectId: number; total: number; due: number }

/** The subjects that the learner has wrong questions of, and how many. */
export async function listSubjectsOfMistakes(db: Db, { source, except, now, ...who }: Who & Pick<BookFilter, 'except'> & { source: MistakeSource; now: Date }): Promise<SubjectOfMistakes[]> {
  return db
    .select({
      subjectId: mistakes.subjectId,
      title: sql<string>`coalesce(${subjects.title}, '')`,
      titleEn: subjects.titleEn,
      titleJa: subjects.titleJa,
      total: sql<number>`count(*)`.mapWith(Number),
      due: countDue(now),
    })
    .from(mistakes)
    .innerJoin(questions, stillThere)
    .leftJoin(subjects, and(eq(subjects.tenantId, mistakes.tenantId), eq(subjects.subjectId, mistakes.subjectId)))
    .where(inBook(who, { source, except }))
    .groupBy(mistakes.subjectId, subjects.title, subjects.titleEn, subjects.titleJa, subjects.position)
    .orderBy(asc(subjects.position), asc(mistakes.subjectId))
}

const countDue = (now: Date) => sql<number>`count(*) filter (where ${mistakes.dueAt} is null or ${mistakes.dueAt} <= ${endOfDay(now).toISOString()}::timestamptz)`.mapWith(Number)

export type BookCounts = { source: MistakeSource; total: number; due: number; nextDueAt: Date | null }

/** How much is in the book and due today, by source; `nextDueAt` is the first time after today. */
export async function countBook(db: Db, { except, now, ...who }: Who & Pick<BookFilter, 'except'> & { now: Date }): Promise<BookCounts[]> {
  const rows = await db
    .select({
      source: mistakes.source,
      total: sql<number>`count(*)`.mapWith(Number),
      due: countDue(now),
      nextDueAt: sql<string | null>`min(${mistakes.dueAt}) filter (where ${mistakes.dueAt} > ${endOfDay(now).toISOString()}::timestamptz)`,
    })
    .from(mistakes)
    .innerJoin(questions, stillThere)
    .where(inBook(who, { except }))
    .groupBy(mistakes.source)
  return rows.map(({ nextDueAt, ...row }) => ({ ...row, nextDueAt: nextDueAt === null ? null : new Date(nextDueAt) }))
}

const entriesHeld = prepared((db) => {
  const who = { tenantId: sql.placeholder('tenantId'), userId: sql.placeholder('userId') }
  const ofQuestions = sql`${mistakes.questionId} = any(${sql.placeholder('questionIds')}::bigint[])`
  return rowsWhere(db, and(inBook(who), ofQuestions), { order: 'newestFirst', limit: atMost(500) }).prepare('entries_held')
})

/** The entries of the book for these questions, all sources. */
export async function listHeld(db: Db, { tenantId, userId, questionIds }: Who & { questionIds: readonly number[] }): Promise<BookRow[]> {
  if (questionIds.length === 0) return []
  return (await entriesHeld(db).execute({ tenantId, userId, questionIds: [...questionIds] })).map(bookRow)
}

/** The entries that were taken out of the book for these questions, all sources, the last one first. */
export async function listTakenOut(db: Db, { questionIds, tenantId, userId }: Who & { questionIds: readonly number[] }): Promise<BookRow[]> {
  if (questionIds.length === 0) return []
  const ofQuestions = and(inArray(mistakes.source, mistakeSources), sql`${mistakes.questionId} = any(${sql.param([...questionIds])}::bigint[])`)
  const where = and(eq(mistakes.tenantId, tenantId), eq(mistakes.learnerId, userId), isNotNull(mistakes.removedAt), ofQuestions)
  const rows = (await rowsWhere(db, where, { order: 'newestFirst', limit: 500 })).map(bookRow)
  return rows.toSorted((a, b) => Number(b.mistake.removedAt) - Number(a.mistake.removedAt))
}

/** The questions that these entries of the learner's stand for, also of entries that were taken out of the book. */
export async function listQuestionsOfMistakes(db: Db, { tenantId, userId, mistakeIds }: Who & { mistakeIds: readonly number[] }): Promise<number[]> {
  if (mistakeIds.length === 0) return []
  const named = sql`${mistakes.mistakeId} = any(${sql.param([...mistakeIds])}::bigint[])`
  const found = await db.select({ questionId: mistakes.questionId }).from(mistakes).where(and(eq(mistakes.tenantId, tenantId), eq(mistakes.learnerId, userId), named))
  return found.map(({ questionId }) => questionId)
}

/** The questions of the book that match, each once, in no particular order, at most `limit`; and the part of the book if all are of one. */
export async function listBookQuestions(db: Db, { filter, limit, ...who }: Who & { filter: BookFilter; limit: number }): Promise<{ questionIds: number[]; source: MistakeSource | null }> {
  const rows = await db
    .select({ questionId: mistakes.questionId, source: mistakes.source })
    .from(mistakes)
    .innerJoin(questions, stillThere)
    .where(inBook(who, filter))
    .orderBy(sql`${mistakes.dueAt} asc nulls first`, asc(mistakes.mistakeId))
    .limit(limit)
  const [source = null, ...others] = new Set(rows.map((row) => row.source))
  return { questionIds: [...new Set(rows.map(({ questionId }) => questionId))], source: others.length > 0 ? null : source }
}
