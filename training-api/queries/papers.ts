import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { prepared, preparedRows } from '../db/prepared.ts'
import { paperQuestions } from '../db/schema/exams.ts'
import type { exams } from '../db/schema/exams.ts'
import { questionOptions, questions } from '../db/schema/questions.ts'
import type { PaperQuestion, QuestionKind } from '../rules/grading.ts'

export type Option = { optionId: number; content: string; correct: boolean }
export type Question = { questionId: number; kind: QuestionKind; content: string; score: number; analysis: string; subjectId: number; options: Option[] }

type Row = Omit<Question, 'options'> & { options: [optionId: number, content: string, correct: boolean][] | null }

// A question comes as one row with its options in it: a row for each option would bring its long texts again and again.
const [questionTexts, optionsInOrder] = [
  sql`q.question_id as "questionId", q.kind, q.content, q.analysis, q.subject_id as "subjectId"`,
  sql`(select json_agg(json_build_array(o.option_id, o.content, o.correct) order by o.position) from question_options o where o.tenant_id = q.tenant_id and o.question_id = q.question_id) as options`,
]
const questionsOfPaper = preparedRows<Row>('questions_of_paper', sql`
  select ${questionTexts}, p.score, ${optionsInOrder} from paper_questions p join questions q on q.tenant_id = p.tenant_id and q.question_id = p.question_id
  where p.tenant_id = ${sql.placeholder('tenantId')} and p.paper_id = ${sql.placeholder('paperId')} order by p.position, q.question_id`)

/** The questions of a paper in order, with their options and what is right. */
export async function listPaperQuestions(db: Db, { tenantId, paperId }: { tenantId: number; paperId: number }): Promise<Question[]> {
  return gather(await questionsOfPaper(db, { tenantId, paperId }))
}

/** So many bytes of questions and their analyses still fit into a reply that a web reads. */
const mostBytes = 16_000_000
/** A character is three bytes at the most, but for the few that are escaped. */
const surelyFits = 4_000_000
const knownMs = 10 * 60_000
const mostKnown = 1_000
/** Until when the paper of an exam is known to be well: most starts need not read it before they write. */
const known = new Map<string, number>()

/** What is wrong with a paper: it is more than anybody could be sent, or has no question that can be answered. */
export type PaperFault = 'tooLarge' | 'empty'

/**
 * Why an attempt at an exam would be lost by its paper before it is seen; null where it would not, and simulations need no questions. What was
 * found to be well is looked at again after ten minutes.
 */
export async function paperFaultOf(db: Db, { tenantId, paperId, kind }: Pick<typeof exams.$inferSelect, 'tenantId' | 'paperId' | 'kind'>): Promise<PaperFault | null> {
  const key = `${tenantId}/${paperId}/${kind}`
  if ((known.get(key) ?? 0) > performance.now()) return null
  const paper = await listPaperQuestions(db, { tenantId, paperId })
  if (kind === 'theory' && paper.length === 0) return 'empty'
  if (weighsTooMuch(paper)) return 'tooLarge'
  if (known.size >= mostKnown) known.clear()
  known.set(key, performance.now() + knownMs)
  return null
}

function weighsTooMuch(paper: readonly Question[]): boolean {
  const characters = paper.reduce((sum, { content, analysis, options }) => sum + content.length + analysis.length + options.reduce((own, option) => own + option.content.length, 0), 0)
  if (characters < surelyFits) return false
  return paper.reduce((sum, question) => sum + Buffer.byteLength(JSON.stringify(question)), 0) > mostBytes
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

const questionsById = preparedRows<Row>('questions_by_id', sql`
  select ${questionTexts}, 0 as score, ${optionsInOrder} from questions q
  where q.tenant_id = ${sql.placeholder('tenantId')} and q.question_id = any(${sql.placeholder('questionIds')}::bigint[])`)

/** These questions in the order asked for, with options and what is right; those that are gone are left out. */
export async function listQuestions(db: Db, { tenantId, questionIds }: { tenantId: number; questionIds: readonly number[] }): Promise<Question[]> {
  if (questionIds.length === 0) return []
  const found = new Map(gather(await questionsById(db, { tenantId, questionIds: [...questionIds] })).map((question) => [question.questionId, question]))
  return questionIds.flatMap((questionId) => found.get(questionId) ?? [])
}

/** One without options cannot be answered, and is left out. */
function gather(rows: readonly Row[]): Question[] {
  return rows.flatMap(({ options, ...question }) =>
    options === null ? [] : [{ ...question, options: options.map(([optionId, content, correct]) => ({ optionId, content, correct })) }],
  )
}

/** Ids of the right options of a question. */
export function rightIdsOf({ options }: Pick<Question, 'options'>): number[] {
  return options.filter(({ correct }) => correct).map(({ optionId }) => optionId)
}
