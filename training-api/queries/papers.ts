import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { paperQuestions } from '../db/schema/exams.ts'
import { questionOptions, questions } from '../db/schema/questions.ts'
import type { PaperQuestion, QuestionKind } from '../rules/grading.ts'

export type Option = { optionId: number; content: string; correct: boolean }
export type Question = { questionId: number; kind: QuestionKind; content: string; score: number; analysis: string; subjectId: number; options: Option[] }

const questionsOfPaper = prepared((db) =>
  db
    .select({
      questionId: questions.questionId,
      kind: questions.kind,
      content: questions.content,
      analysis: questions.analysis,
      subjectId: questions.subjectId,
      score: paperQuestions.score,
      optionId: questionOptions.optionId,
      optionContent: questionOptions.content,
      correct: questionOptions.correct,
    })
    .from(paperQuestions)
    .innerJoin(questions, and(eq(questions.tenantId, paperQuestions.tenantId), eq(questions.questionId, paperQuestions.questionId)))
    .innerJoin(questionOptions, and(eq(questionOptions.tenantId, questions.tenantId), eq(questionOptions.questionId, questions.questionId)))
    .where(and(eq(paperQuestions.tenantId, sql.placeholder('tenantId')), eq(paperQuestions.paperId, sql.placeholder('paperId'))))
    .orderBy(asc(paperQuestions.position), asc(questions.questionId), asc(questionOptions.position))
    .prepare('questions_of_paper'),
)

/** The questions of a paper in order, with their options and what is right. */
export async function listPaperQuestions(db: Db, { tenantId, paperId }: { tenantId: number; paperId: number }): Promise<Question[]> {
  return gather(await questionsOfPaper(db).execute({ tenantId, paperId }))
}

/** What a paper is graded by: no texts, options in order. */
export type KeyQuestion = PaperQuestion & { subjectId: number }

const keyOfPaper = prepared((db) =>
  db
    .select({
      questionId: paperQuestions.questionId,
      kind: questions.kind,
      subjectId: questions.subjectId,
      score: paperQuestions.score,
      optionIds: sql<number[]>`json_agg(${questionOptions.optionId} order by ${questionOptions.position})`,
      rightIds: sql<number[]>`coalesce(json_agg(${questionOptions.optionId} order by ${questionOptions.position}) filter (where ${questionOptions.correct}), '[]')`,
    })
    .from(paperQuestions)
    .innerJoin(questions, and(eq(questions.tenantId, paperQuestions.tenantId), eq(questions.questionId, paperQuestions.questionId)))
    .innerJoin(questionOptions, and(eq(questionOptions.tenantId, questions.tenantId), eq(questionOptions.questionId, questions.questionId)))
    .where(and(eq(paperQuestions.tenantId, sql.placeholder('tenantId')), eq(paperQuestions.paperId, sql.placeholder('paperId'))))
    .groupBy(paperQuestions.position, paperQuestions.questionId, questions.kind, questions.subjectId, paperQuestions.score)
    .orderBy(asc(paperQuestions.position), asc(paperQuestions.questionId))
    .prepare('key_of_paper'),
)

/** The questions of a paper in order, with what is right, for whoever grades: a row for each, and none of the texts. */
export async function listPaperKey(db: Db, { tenantId, paperId }: { tenantId: number; paperId: number }): Promise<KeyQuestion[]> {
  return keyOfPaper(db).execute({ tenantId, paperId })
}

const questionsById = prepared((db) =>
  db
    .select({
      questionId: questions.questionId,
      kind: questions.kind,
      content: questions.content,
      analysis: questions.analysis,
      subjectId: questions.subjectId,
      score: sql<number>`0`.mapWith(Number),
      optionId: questionOptions.optionId,
      optionContent: questionOptions.content,
      correct: questionOptions.correct,
    })
    .from(questions)
    .innerJoin(questionOptions, and(eq(questionOptions.tenantId, questions.tenantId), eq(questionOptions.questionId, questions.questionId)))
    .where(and(eq(questions.tenantId, sql.placeholder('tenantId')), sql`${questions.questionId} = any(${sql.placeholder('questionIds')})`))
    .orderBy(asc(questions.questionId), asc(questionOptions.position))
    .prepare('questions_by_id'),
)

/** These questions in the order asked for, with options and what is right; those that are gone are left out. */
export async function listQuestions(db: Db, { tenantId, questionIds }: { tenantId: number; questionIds: readonly number[] }): Promise<Question[]> {
  if (questionIds.length === 0) return []
  const found = new Map(gather(await questionsById(db).execute({ tenantId, questionIds: [...questionIds] })).map((question) => [question.questionId, question]))
  return questionIds.flatMap((questionId) => found.get(questionId) ?? [])
}

type Row = Omit<Question, 'options'> & { optionId: number; optionContent: string; correct: boolean }

function gather(rows: readonly Row[]): Question[] {
  const found: Question[] = []
  for (const { optionId, optionContent, correct, ...question } of rows) {
    let last = found.at(-1)
    if (last?.questionId !== question.questionId) {
      last = { ...question, options: [] }
      found.push(last)
    }
    last.options.push({ optionId, content: optionContent, correct })
  }
  return found
}

/** Ids of the right options of a question. */
export function rightIdsOf({ options }: Pick<Question, 'options'>): number[] {
  return options.filter(({ correct }) => correct).map(({ optionId }) => optionId)
}
