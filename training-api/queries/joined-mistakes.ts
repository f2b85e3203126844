import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attemptAnswers } from '../db/schema/attempts.ts'
import { sections } from '../db/schema/courses.ts'
import { mistakes, mistakeSources } from '../db/schema/mistakes.ts'
import { questions } from '../db/schema/questions.ts'
import { isRight, joinOptionIds } from '../rules/grading.ts'
import { findAttempt, isSettled } from './attempts.ts'
import type { AttemptName } from './attempts.ts'
import { inBook } from './mistake-book.ts'
import { addMistakes, countMistakes } from './mistakes.ts'
import type { MistakeSource } from './mistakes.ts'
import { listQuestions, rightIdsOf } from './papers.ts'
import { addToTotals } from './rankings.ts'
import type { TotalChange } from './rankings.ts'
import { listTasks } from './simulation-exams.ts'
import type { Who } from './who.ts'

export type Join = Who & AttemptName & { source: MistakeSource; questionId: number; optionIds: readonly number[]; now: Date }
export type JoinVerdict = { verdict: 'joined'; mistakeId: number } | { verdict: 'missing' | 'notHandedIn' | 'notAnOption' }

/**
 * Puts a question into the book by the learner's own press; what is there already stays as it is, and what was taken out
 * comes back as it was unless another wrong answer is named than the one it went with.
 */
export async function joinMistake(tx: Db, { source, questionId, optionIds, now, instanceId, answerId, ...rest }: Join): Promise<JoinVerdict> {
  const who = { tenantId: rest.tenantId, userId: rest.userId }
  const [question] = await listQuestions(tx, { tenantId: who.tenantId, questionIds: [questionId] })
  if (question === undefined) return { verdict: 'missing' }
  const known = await findId(tx, { ...who, source, questionId })
  if (known !== undefined) return { verdict: 'joined', mistakeId: known }
  // A right answer is no newer mistake: the book keeps the wrong one, and how far its learner has come since.
  const wrongIds = isRight(rightIdsOf(question), optionIds) ? [] : optionIds
  // Asked once more: another call may have brought it back while this one waited to do so.
  const back = (await takeBack(tx, { ...who, source, questionId, optionIds: wrongIds, instanceId, answerId })) ?? (await findId(tx, { ...who, source, questionId }))
  if (back !== undefined) return { verdict: 'joined', mistakeId: back }

  const where = { questionId, questionKind: question.kind, subjectId: question.subjectId }
  let changes: TotalChange[]
  if (source === 'practice') {
    const [offered] = await tx.select({ inPractice: questions.inPractice }).from(questions).where(and(eq(questions.tenantId, who.tenantId), eq(questions.questionId, questionId)))
    if (offered?.inPractice !== true && !(await wasInBook(tx, { ...who, questionId }))) return { verdict: 'missing' }
    if (optionIds.some((id) => !question.options.some(({ optionId }) => optionId === id))) return { verdict: 'notAnOption' }
    changes = await addMistakes(tx, { ...who, source, wrong: [{ ...where, optionIds: optionIds.join('&') }], now })
  } else {
    const found = await findAttempt(tx, { ...who, instanceId, answerId })
    if (found === null) return { verdict: 'missing' }
    if (!isSettled(found.attempt)) return { verdict: 'notHandedIn' }
    const { attempt, exam } = found
    const tasks = exam.simulationId === null ? [] : await listTasks(tx, { tenantId: who.tenantId, simulationId: exam.simulationId })
    const [answer] = await tx
      .select({ optionIds: attemptAnswers.optionIds })
      .from(attemptAnswers)
      .where(and(eq(attemptAnswers.tenantId, who.tenantId), eq(attemptAnswers.attemptId, attempt.attemptId), eq(attemptAnswers.questionId, questionId)))
    const asked = source === 'simulation' ? tasks.some((task) => task.questionId === questionId) : await isOnPaper(tx, { tenantId: who.tenantId, paperId: attempt.paperId, questionId })
    if (!asked) return { verdict: 'missing' }
    const [section] = exam.origin === 'section' ? await tx.select({ courseId: sections.courseId }).from(sections).where(and(eq(sections.tenantId, who.tenantId), eq(sections.sectionId, attempt.placeId))) : []
    changes = await addMistakes(tx, {
      ...who,
      source,
      wrong: [{
        ...where,
        optionIds: answer?.optionIds ?? '',
        attemptId: attempt.attemptId,
        answerId: attempt.answerId,
        examId: exam.examId,
        courseId: section?.courseId ?? null,
        sectionId: section === undefined ? null : attempt.placeId,
      }],
      now,
    })
  }
  await addToTotals(tx, { ...who, changes })
  const mistakeId = await findId(tx, { ...who, source, questionId })
  return mistakeId === undefined ? { verdict: 'missing' } : { verdict: 'joined', mistakeId }
}

/** Brings back what was taken out, as it was: the entry's id; nothing where none was, or where it went with another answer or attempt than those named. */
async function takeBack(
  tx: Db,
  { source, questionId, optionIds, instanceId, answerId, ...who }: Who & AttemptName & { source: MistakeSource; questionId: number; optionIds: readonly number[] },
): Promise<number | undefined> {
  const [back] = await tx
    .update(mistakes)
    .set({ removedAt: null })
    .where(
      and(
        eq(mistakes.tenantId, who.tenantId),
        eq(mistakes.learnerId, who.userId),
        eq(mistakes.source, source),
        eq(mistakes.questionId, questionId),
        isNotNull(mistakes.removedAt),
        optionIds.length === 0 ? undefined : eq(mistakes.optionIds, joinOptionIds(optionIds)),
        instanceId === undefined ? undefined : eq(mistakes.attemptId, instanceId),
        answerId === undefined ? undefined : eq(mistakes.answerId, answerId),
      ),
    )
    .returning({ mistakeId: mistakes.mistakeId })
  if (back !== undefined) await addToTotals(tx, { ...who, changes: countMistakes(1) })
  return back?.mistakeId
}

async function isOnPaper(db: Db, { tenantId, paperId, questionId }: { tenantId: number; paperId: number; questionId: number }): Promise<boolean> {
  const found = await db.execute(sql`select 1 from paper_questions where tenant_id = ${tenantId} and paper_id = ${paperId} and question_id = ${questionId}`)
  return found.rows.length > 0
}

/** Whether the learner has or had this question in the book: what was taken out may come back. */
async function wasInBook(db: Db, { tenantId, userId, questionId }: Who & { questionId: number }): Promise<boolean> {
  const found = await db.select({ mistakeId: mistakes.mistakeId }).from(mistakes).where(and(eq(mistakes.tenantId, tenantId), eq(mistakes.learnerId, userId), inArray(mistakes.source, mistakeSources), eq(mistakes.questionId, questionId))).limit(1)
  return found.length > 0
}

async function findId(db: Db, { tenantId, userId, source, questionId }: Who & { source?: MistakeSource; questionId: number }): Promise<number | undefined> {
  const [found] = await db
    .select({ mistakeId: mistakes.mistakeId })
    .from(mistakes)
    .where(and(inBook({ tenantId, userId }, { source }), eq(mistakes.questionId, questionId)))
    .limit(1)
  return found?.mistakeId
}

/** Takes a question out of the book, by the entry's id or by source and question; nothing when it is not there. */
export async function removeMistake(
  tx: Db,
  { mistakeId, source, questionId, now, ...who }: Who & { mistakeId?: number | undefined; source?: MistakeSource | undefined; questionId?: number | undefined; now: Date },
): Promise<boolean> {
  if (mistakeId === undefined && (questionId === undefined || source === undefined)) return false
  const removed = await tx
    .update(mistakes)
    .set({ removedAt: now })
    .where(
      and(
        inBook(who, mistakeId === undefined ? { source } : {}),
        mistakeId === undefined ? undefined : eq(mistakes.mistakeId, mistakeId),
        questionId === undefined ? undefined : eq(mistakes.questionId, questionId),
      ),
    )
    .returning({ mistakeId: mistakes.mistakeId })
  await addToTotals(tx, { ...who, changes: countMistakes(-removed.length) })
  return removed.length > 0
}
