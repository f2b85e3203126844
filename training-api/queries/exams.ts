import { and, asc, desc, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { attempts } from '../db/schema/attempts.ts'
import { exams, examStandings, papers } from '../db/schema/exams.ts'
import { simulations } from '../db/schema/simulation.ts'
import { standingNow } from '../rules/exams.ts'
import type { ExamStatus } from '../rules/exams.ts'
import { findExamPlace } from './exam-places.ts'
import type { Exam, FoundPlace } from './exam-places.ts'
import { statusNow } from './exam-status.ts'
import { isOwnExam, standingOf } from './exams-in-progress.ts'
import { holding } from './library.ts'
import { isToHandInOfLearner } from './overdue-attempts.ts'
import { issueTicket } from './simulation.ts'
import type { Who } from './who.ts'

// What a list tells of an exam and of its learner's standing: a row of everything is four times as wide, and long texts are in it.
const listed = {
  examId: exams.examId, title: exams.title, titleEn: exams.titleEn, titleJa: exams.titleJa, kind: exams.kind, startsAt: exams.startsAt, endsAt: exams.endsAt,
  companyName: exams.companyName, subjectName: exams.subjectName, paperId: exams.paperId, attemptsAllowed: exams.attemptsAllowed,
}
const stands = { status: examStandings.status, bestScore: examStandings.bestScore, attemptsUsed: examStandings.attemptsUsed }

/** An exam in a list. */
export type ExamRow = { exam: Pick<Exam, keyof typeof listed>; standing: Pick<typeof examStandings.$inferSelect, keyof typeof stands> | null; running: boolean }

export type ExamFilter = {
  status: ExamStatus
  title?: string | undefined
  kind?: Exam['kind'] | undefined
  subjectId?: number | undefined
  now: Date
  current: number
  size: number
}

const status = sql`coalesce(${statusNow}, 'open')`
const undecided = sql`${status} in ('open', 'pendingReview')`
const now = sql.placeholder('now')
const tabs: Record<ExamStatus, SQL | undefined> = {
  available: and(undecided, gt(exams.endsAt, now)),
  passed: sql`${status} = 'passed'`,
  failed: sql`${status} = 'failed'`,
  expired: and(undecided, lte(exams.endsAt, now)),
}

const userId = sql.placeholder('userId')
const [part, kind, subjectId] = [sql`${sql.placeholder('part')}::text`, sql`${sql.placeholder('kind')}::text`, sql`${sql.placeholder('subjectId')}::bigint`]

/** The learner's stand-alone exams that fit what was asked for, under every tab. */
const fitting = (db: Db) =>
  and(
    eq(exams.tenantId, sql.placeholder('tenantId')),
    isOwnExam(db, { tenantId: sql.placeholder('tenantId'), userId }),
    or(sql`${part} is null`, sql`${exams.title} ilike ${part}`, sql`${exams.titleEn} ilike ${part}`, sql`${exams.titleJa} ilike ${part}`),
    or(sql`${kind} is null`, sql`${exams.kind} = ${kind}`),
    or(sql`${subjectId} is null`, sql`${exams.subjectId} = ${subjectId}`),
  )

const running = sql<boolean>`exists (select 1 from ${attempts} where ${attempts.tenantId} = ${exams.tenantId} and ${attempts.learnerId} = ${userId}
  and ${attempts.examId} = ${exams.examId} and ${isToHandInOfLearner})`
const soonest = [sql`(${exams.startsAt} > ${sql.placeholder('nowText')}::timestamptz)`, asc(exams.endsAt), asc(exams.examId)]
const newest = [desc(examStandings.updatedAt), desc(exams.endsAt), asc(exams.examId)]
// Most of what has expired was never tried: when it ended is known of all of them.
const lastEnded = [desc(exams.endsAt), asc(exams.examId)]
const orders: Record<ExamStatus, SQL[]> = { available: soonest, passed: newest, failed: newest, expired: lastEnded }

const pageUnder = (tab: ExamStatus) =>
  prepared((db) =>
    db
      .select({ exam: listed, standing: stands, running })
      .from(exams)
      .leftJoin(examStandings, standingOf(userId))
      .where(and(fitting(db), tabs[tab]))
      .orderBy(...orders[tab])
      .limit(sql.placeholder('size'))
      .offset(sql.placeholder('offset'))
      .prepare(`exams_${tab}`),
  )
const pages = { available: pageUnder('available'), passed: pageUnder('passed'), failed: pageUnder('failed'), expired: pageUnder('expired') }

const countUnder = (tab: ExamStatus) => sql<number>`count(*) filter (where ${tabs[tab]})`.mapWith(Number)
const counts = prepared((db) =>
  db
    .select({ available: countUnder('available'), passed: countUnder('passed'), failed: countUnder('failed'), expired: countUnder('expired') })
    .from(exams)
    .leftJoin(examStandings, standingOf(userId))
    .where(fitting(db))
    .prepare('exams_counted'),
)

/** A page of the learner's stand-alone exams under one tab, what can be taken and ends soonest first, what has expired by its end, else the newest first; and how many are under each. */
export async function listExams(db: Db, { status: tab, title, current, size, now, ...asked }: Who & ExamFilter): Promise<{ rows: ExamRow[]; counts: Record<ExamStatus, number> }> {
  const wanted = {
    ...asked, now, kind: asked.kind ?? null, subjectId: asked.subjectId ?? null,
    part: title === undefined ? null : holding(title),
  }
  const [rows, [counted]] = await Promise.all([
    pages[tab](db).execute({ ...wanted, nowText: now.toISOString(), size, offset: (current - 1) * size }),
    counts(db).execute(wanted),
  ])
  return { rows, counts: counted ?? { available: 0, passed: 0, failed: 0, expired: 0 } }
}

export type PreparedExam = FoundPlace & {
  standing: typeof examStandings.$inferSelect | null
  matters: string | null
  practicalGroups: number
}

/** An exam as it is before it is taken, in the place where the learner takes it; null when the learner has no such exam. */
export async function prepareExam(db: Db, asked: Parameters<typeof findExamPlace>[1]): Promise<PreparedExam | null> {
  const place = await findExamPlace(db, asked)
  if (place === null) return null
  const { exam, placeId } = place
  const [[standing], [told], [paper]] = await Promise.all([
    db
      .select()
      .from(examStandings)
      .where(and(eq(examStandings.tenantId, asked.tenantId), eq(examStandings.learnerId, asked.userId), eq(examStandings.examId, exam.examId), eq(examStandings.placeId, placeId))),
    db.select({ matters: exams.matters }).from(exams).where(and(eq(exams.tenantId, asked.tenantId), eq(exams.examId, exam.examId))),
    db.select({ groups: papers.practicalGroupCount }).from(papers).where(and(eq(papers.tenantId, asked.tenantId), eq(papers.paperId, exam.paperId))),
  ])
  const status = standing && standingNow(standing.status, exam.attemptsAllowed, standing.attemptsUsed)
  return { ...place, standing: standing && status ? { ...standing, status } : null, matters: told?.matters ?? null, practicalGroups: paper?.groups ?? 0 }
}

/** A launch of a simulation exam, when its simulation is one that runs in the browser. */
export async function launchExam(tx: Db, { tenantId, userId, exam, planItemId, now }: Who & { exam: Exam; planItemId: number; now: Date }): Promise<{ requestId: number; ticket: string } | null> {
  if (exam.simulationId === null) return null
  const [simulation] = await tx
    .select({ platform: simulations.platform })
    .from(simulations)
    .where(and(eq(simulations.tenantId, tenantId), eq(simulations.simulationId, exam.simulationId)))
  if (simulation === undefined) return null
  return issueTicket(tx, { tenantId, userId, simulationId: exam.simulationId, sectionId: null, examId: exam.examId, planItemId, now })
}
