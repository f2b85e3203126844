import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { deleteInBatches } from '../db/in-batches.ts'
import { sections } from '../db/schema/courses.ts'
import { simulationRequests, simulationResults } from '../db/schema/simulation.ts'
import type { SimulationRow } from '../db/schema/simulation.ts'
import { dayMs } from '../rules/china-time.ts'
import { withoutCrumbs } from '../rules/grading.ts'
import { checkTicket, ticketLifeMs } from '../rules/simulation.ts'
import type { TicketVerdict } from '../rules/simulation.ts'
import { addMistakes } from './mistakes.ts'
import { addToTotals } from './rankings.ts'
import { listUnscoredTasks } from './simulation-exams.ts'
import type { Who } from './who.ts'

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

const tenantOf = (ticket: string) => Number(/^(\d{1,15})\./.exec(ticket)?.[1] ?? 0)

/** Where a simulation is launched from: a section (perhaps inside a plan, perhaps with a paper, its exam) or an exam. */
export type LaunchPlace = { simulationId: number; sectionId: number | null; examId: number | null; planItemId: number }

/** A new launch of a simulation: its request id and its ticket, which is told once and kept only as a hash. */
export async function issueTicket(
  tx: Db,
  { tenantId, userId, simulationId, sectionId, examId, planItemId, now }: Who & LaunchPlace & { now: Date },
): Promise<{ requestId: number; ticket: string }> {
  const requestId = newId()
  // The tenant stands in front, because a simulation reports without a tenant header.
  const ticket = `${tenantId}.${randomBytes(24).toString('base64url')}`
  await tx.insert(simulationRequests).values({
    tenantId,
    requestId,
    learnerId: userId,
    simulationId,
    sectionId,
    examId,
    planItemId,
    ticketHash: hashOf(ticket),
    issuedAt: now,
    expiresAt: new Date(now.getTime() + ticketLifeMs),
  })
  return { requestId, ticket }
}

export type SimulationScore = { resultId: number; totalScore: number; finishedAt: Date }

/**
 * What a learner's simulation has reported, newest first: all launches from the place of the request named, so that a
 * result reported to an earlier window of the same section is not lost; a simulation's own id stands for its launches.
 */
export async function listScores(db: Db, { tenantId, userId, requestId }: Who & { requestId: number }): Promise<SimulationScore[]> {
  const own = and(eq(simulationRequests.tenantId, tenantId), eq(simulationRequests.learnerId, userId))
  const [request] = await db.select().from(simulationRequests).where(and(own, eq(simulationRequests.requestId, requestId)))
  const samePlace =
    request === undefined
      ? eq(simulationRequests.simulationId, requestId)
      : and(
          eq(simulationRequests.simulationId, request.simulationId),
          request.sectionId === null ? isNull(simulationRequests.sectionId) : eq(simulationRequests.sectionId, request.sectionId),
          request.examId === null ? isNull(simulationRequests.examId) : eq(simulationRequests.examId, request.examId),
          eq(simulationRequests.planItemId, request.planItemId),
        )
  return db
    .select({ resultId: simulationResults.resultId, totalScore: simulationResults.totalScore, finishedAt: simulationResults.finishedAt })
    .from(simulationResults)
    .innerJoin(simulationRequests, and(eq(simulationRequests.tenantId, simulationResults.tenantId), eq(simulationRequests.requestId, simulationResults.requestId)))
    .where(and(own, samePlace, eq(simulationResults.learnerId, userId)))
    .orderBy(desc(simulationResults.finishedAt), desc(simulationResults.resultId))
    .limit(100)
}

/** The best score that simulations launched from a section have reported for the learner; -1 while there is none. */
export async function bestReported(tx: Db, { tenantId, userId, sectionId, planItemId }: Who & { sectionId: number; planItemId: number }): Promise<number> {
  const [best] = await tx
    .select({ totalScore: simulationResults.totalScore })
    .from(simulationRequests)
    .innerJoin(simulationResults, and(eq(simulationResults.tenantId, simulationRequests.tenantId), eq(simulationResults.requestId, simulationRequests.requestId), eq(simulationResults.learnerId, userId)))
    .where(
      and(
        eq(simulationRequests.tenantId, tenantId),
        eq(simulationRequests.learnerId, userId),
        eq(simulationRequests.sectionId, sectionId),
        eq(simulationRequests.planItemId, planItemId),
      ),
    )
    .orderBy(desc(simulationResults.totalScore))
    .limit(1)
  // Those kept in earlier times have their crumbs still.
  return best === undefined ? -1 : withoutCrumbs(best.totalScore)
}

/** Marks a request as used; its results stay readable. `foreign`: it is another learner's. */
export async function useRequest(tx: Db, { tenantId, userId, requestId, now }: Who & { requestId: number; now: Date }): Promise<'used' | 'missing' | 'foreign'> {
  const [request] = await tx
    .select({ learnerId: simulationRequests.learnerId, usedAt: simulationRequests.usedAt })
    .from(simulationRequests)
    .where(and(eq(simulationRequests.tenantId, tenantId), eq(simulationRequests.requestId, requestId)))
  if (request === undefined) return 'missing'
  if (request.learnerId !== userId) return 'foreign'
  if (request.usedAt === null) {
    await tx
      .update(simulationRequests)
      .set({ usedAt: now })
      .where(and(eq(simulationRequests.tenantId, tenantId), eq(simulationRequests.requestId, requestId)))
  }
  return 'used'
}

export type SimulationReport = {
  /** The request's id, or the simulation's where the launch had none. */
  requestId: number
  learnerId: number
  ticket: string
  totalScore: number
  startedAt: Date
  rows: SimulationRow[]
}

/** Keeps what a simulation reports with a valid ticket, once; it counts as finished when it arrives. */
export async function keepReport(tx: Db, { report, now }: { report: SimulationReport; now: Date }): Promise<TicketVerdict> {
  const [request] = await tx
    .select()
    .from(simulationRequests)
    .where(
      and(
        eq(simulationRequests.tenantId, tenantOf(report.ticket)),
        eq(simulationRequests.ticketHash, hashOf(report.ticket)),
        or(eq(simulationRequests.requestId, report.requestId), eq(simulationRequests.simulationId, report.requestId)),
      ),
    )
    .for('update')
  const verdict = checkTicket(
    request === undefined ? null : { requestId: report.requestId, learnerId: request.learnerId, issuedAt: request.issuedAt, usedAt: request.reportedAt },
    report,
    now,
  )
  if (verdict !== 'valid' || request === undefined) return verdict
  await tx.insert(simulationResults).values({
    tenantId: request.tenantId,
    resultId: newId(),
    requestId: request.requestId,
    learnerId: request.learnerId,
    totalScore: report.totalScore,
    // What it says is believed within its launch: how long it took counts in the averages of its exam.
    startedAt: new Date(Math.min(Math.max(report.startedAt.getTime(), request.issuedAt.getTime()), now.getTime())),
    finishedAt: now,
    rows: report.rows,
  })
  await tx
    .update(simulationRequests)
    .set({ reportedAt: now })
    .where(and(eq(simulationRequests.tenantId, request.tenantId), eq(simulationRequests.requestId, request.requestId)))
  await bookUnscored(tx, request, report.rows, now)
  return 'valid'
}

/** What a simulation of a section did not score enters the wrong-question book, whether or not it has a paper and attempts at it left; an exam's does when it is handed in. */
async function bookUnscored(tx: Db, request: typeof simulationRequests.$inferSelect, rows: SimulationRow[], now: Date): Promise<void> {
  const { tenantId, learnerId, simulationId, sectionId } = request
  if (sectionId === null) return
  const [section] = await tx.select({ courseId: sections.courseId }).from(sections).where(and(eq(sections.tenantId, tenantId), eq(sections.sectionId, sectionId)))
  const unscored = await listUnscoredTasks(tx, { tenantId, simulationId, rows })
  const wrong = unscored.map((one) => ({ ...one, sectionId, courseId: section?.courseId ?? null }))
  const changes = await addMistakes(tx, { tenantId, userId: learnerId, source: 'simulation', wrong, now })
  await addToTotals(tx, { tenantId, userId: learnerId, changes })
}

/** How long a launch without a report is kept after its ticket: a window left open still asks by it for what other launches reported. */
const unreportedMs = 2 * dayMs

/** Forgets launches whose simulation has never reported and cannot any more; each opening of a section or an exam makes one. */
export async function sweepLaunches(db: Db, { now, stopping }: { now: Date; stopping?: AbortSignal | undefined }): Promise<void> {
  const { tenantId, requestId, reportedAt, expiresAt } = simulationRequests
  const useless = and(isNull(reportedAt), lt(expiresAt, new Date(now.getTime() - unreportedMs)))
  await deleteInBatches((most) => db.delete(simulationRequests).where(sql`(${tenantId}, ${requestId}) in ${db.select({ tenantId, requestId }).from(simulationRequests).where(useless).orderBy(expiresAt).limit(most)}`), stopping)
}
