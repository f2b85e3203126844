import { and, asc, desc, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attempts } from '../db/schema/attempts.ts'
import { exams, examStandings, papers } from '../db/schema/exams.ts'
import { simulations } from '../db/schema/simulation.ts'
import type { ExamStatus } from '../rules/exams.ts'
import { findExamPlace } from './exam-places.ts'
import type { Exam, FoundPlace } from './exam-places.ts'
import { isOwnExam, standingOf } from './exams-in-progress.ts'
import { issueTicket } from './simulation.ts'
import type { Who } from './who.ts'

export type ExamRow = { exam: Exam; standing: typeof examStandings.$inferSelect | null; running: boolean }

export type ExamFilter = {
  status: ExamStatus
  title?: string | undefined
  kind?: Exam['kind'] | undefined
  subjectId?: number | undefined
  now: Date
  current: number
  size: number
}

const status = sql`coalesce(${examStandings.status}, 'open')`

/** A page of the learner's stand-alone exams under one tab: what can be taken and ends soonest first, else the newest first. */
export async function listExams(db: Db, { tenantId, userId, status: wanted, title, kind, subjectId, now, current, size }: Who & ExamFilter): Promise<{ rows: ExamRow[]; total: number }> {
  const undecided = sql`${status} in ('open', 'pendingReview')`
  const tab =
    wanted === 'available' ? and(undecided, gt(exams.endsAt, now)) : wanted === 'expired' ? and(undecided, lte(exams.endsAt, now)) : sql`${status} = ${wanted}`
  const part = title === undefined ? undefined : `%${title.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const where = and(
    eq(exams.tenantId, tenantId),
    isOwnExam(db, { tenantId, userId }),
    tab,
    part === undefined ? undefined : or(sql`${exams.title} ilike ${part}`, sql`${exams.titleEn} ilike ${part}`, sql`${exams.titleJa} ilike ${part}`),
    kind === undefined ? undefined : eq(exams.kind, kind),
    subjectId === undefined ? undefined : eq(exams.subjectId, subjectId),
  )
  const running = sql<boolean>`exists (select 1 from ${attempts} where ${attempts.tenantId} = ${exams.tenantId} and ${attempts.learnerId} = ${userId}
    and ${attempts.examId} = ${exams.examId} and ${attempts.status} = 'running')`
  const order = wanted === 'available' ? [sql`(${exams.startsAt} > ${now.toISOString()}::timestamptz)`, asc(exams.endsAt), asc(exams.examId)] : [desc(examStandings.updatedAt), desc(exams.endsAt), asc(exams.examId)]
  const found = await db
    .select({ exam: exams, standing: examStandings, running, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(exams)
    .leftJoin(examStandings, standingOf(userId))
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((current - 1) * size)
  const [first] = found
  // A page past the end has no row that could say how many there are.
  const total = first?.total ?? (current > 1 ? await countExams(db, userId, where) : 0)
  return { rows: found.map(({ total: _, ...row }) => row), total }
}

async function countExams(db: Db, userId: number, where: SQL | undefined): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(exams)
    .leftJoin(examStandings, standingOf(userId))
    .where(where)
  return counted?.total ?? 0
}

export type PreparedExam = FoundPlace & {
  standing: typeof examStandings.$inferSelect | null
  practicalGroups: number
}

/** An exam as it is before it is taken, in the place where the learner takes it; null when the learner has no such exam. */
export async function prepareExam(db: Db, asked: Parameters<typeof findExamPlace>[1]): Promise<PreparedExam | null> {
  const place = await findExamPlace(db, asked)
  if (place === null) return null
  const { exam, placeId } = place
  const [standing] = await db
    .select()
    .from(examStandings)
    .where(and(eq(examStandings.tenantId, asked.tenantId), eq(examStandings.learnerId, asked.userId), eq(examStandings.examId, exam.examId), eq(examStandings.placeId, placeId)))
  const [paper] = await db
    .select({ groups: papers.practicalGroupCount })
    .from(papers)
    .where(and(eq(papers.tenantId, asked.tenantId), eq(papers.paperId, exam.paperId)))
  return { ...place, standing: standing ?? null, practicalGroups: paper?.groups ?? 0 }
}

/** A launch of the exam's simulation, when it is one that runs in the browser. */
export async function launchExam(tx: Db, { tenantId, userId, exam, planItemId, now }: Who & { exam: Exam; planItemId: number; now: Date }): Promise<{ requestId: number; ticket: string } | null> {
  if (exam.kind !== 'simulation' || exam.simulationId === null) return null
  const [simulation] = await tx
    .select({ platform: simulations.platform })
    .from(simulations)
    .where(and(eq(simulations.tenantId, tenantId), eq(simulations.simulationId, exam.simulationId)))
  if (simulation === undefined) return null
  return issueTicket(tx, { tenantId, userId, simulationId: exam.simulationId, sectionId: null, examId: exam.examId, planItemId, now })
}
