// What learners were told of their papers, beside what the database has of them.
import { sql } from 'drizzle-orm'
import { checkRows } from '../../training-api/tests/answer-kill-rows.ts'
import { killedExam } from '../../training-api/tests/answer-kill-stage.ts'
import { judgeHandIns } from './answering.mjs'
import { newRow } from './loop.mjs'
import { answersMissing, endFaults } from './paper-oracle.mjs'
import { judgeTotals } from './totals.mjs'

const readAttempts = async (db, examId, accounts) => (await db.execute(sql`
  select a.attempt_id as "attemptId", l.account, a.submitted_by as "submittedBy", (extract(epoch from a.submitted_at) * 1000)::float as "submittedAt", (extract(epoch from a.deadline_at) * 1000)::float as "deadlineAt"
  from attempts a join learners l using (tenant_id, learner_id) where a.tenant_id = 82 and a.exam_id = ${examId} and l.account = any(${sql.param([...new Set(accounts)])}::text[])`)).rows

const readAnswers = async (db, attemptIds) => new Map((await db.execute(sql`
  select attempt_id || '/' || question_id as key, option_ids as answer from attempt_answers where tenant_id = 82 and attempt_id = any(${sql.param(attemptIds.map(Number))}::bigint[])`)).rows.map(({ key, answer }) => [key, answer]))

/**
 * Adds to a row of the table what is missing of these sittings of an exam, what is there twice and what no rule explains, each said by
 * `line`; contradictions within the database that are among `known` have been said before. Of who never saw their paper (`attemptId` null)
 * there is nothing to compare: that is a fault of the sitting itself.
 */
export async function judgePapers(row, all, { db, examId, line, known = new Set() }) {
  const sittings = all.filter(({ attemptId }) => attemptId !== null)
  const ends = endFaults(sittings, await readAttempts(db, examId, sittings.map(({ account }) => account)))
  const kept = await checkRows(db, sittings.map(({ attemptId, sheet }) => ({ receipts: [], papers: new Map([[attemptId, { answers: sheet.answers, operations: sheet.operations }]]) })))
  const fresh = kept.faults.filter((fault) => !known.has(fault) && known.add(fault))
  row.missing += kept.missing + ends.missing.length
  row.twice += ends.twice.length
  row.faults += ends.faults.length + fresh.length
  if (kept.missing > 0) for (const text of answersMissing(sittings, await readAnswers(db, sittings.map(({ attemptId }) => attemptId)))) line(`${row.cause}: ${text}`)
  for (const text of [...ends.missing, ...ends.twice, ...ends.faults, ...fresh]) line(`${row.cause}: ${text}`)
}

/** A row of the table for what these learners were told of all their papers beside what the database has, when nobody answers any more. */
export async function papersRow(learners, { db, rounds, line }) {
  const sittings = learners.flatMap((learner) => learner.sittings)
  const row = newRow('papers of all rounds, from the database')
  row.rounds = rounds
  row.acknowledged = sittings.reduce((sum, { sheet, handIns }) => sum + sheet.operations.length + handIns.length, 0)
  row.faults = sittings.reduce((sum, { sheet }) => sum + sheet.faults.length, 0)
  for (const fault of sittings.flatMap(({ sheet }) => sheet.faults)) line(`${row.cause}: ${fault}`)
  judgeHandIns(row, learners, line)
  await judgePapers(row, sittings, { db, examId: killedExam.examId, line })
  return row
}

/** The rows of the table for papers and totals, read from the database of a stage. */
export async function judged(learners, { open }, options) {
  const { db, close } = await open()
  try {
    return [await papersRow(learners, { db, ...options }), await judgeTotals(db, options)]
  } finally {
    await close()
  }
}
