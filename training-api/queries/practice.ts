import { and, asc, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { givenRows, prepared, preparedRows } from '../db/prepared.ts'
import { practiceSessions } from '../db/schema/practice.ts'
import type { PracticeAnswer } from '../db/schema/practice.ts'
import { labelGroups, labelValues, questions, subjectCategories, subjectCategoryMembers, subjects } from '../db/schema/questions.ts'
import { tenants } from '../db/schema/tenants.ts'
import { faultOf, isRight, joinOptionIds } from '../rules/grading.ts'
import type { AnswerFault } from '../rules/grading.ts'
import type { Titles } from '../rules/languages.ts'
import { probesFor, shuffled, smallBank, windowSize, yieldOf } from '../rules/practice.ts'
import type { LabelSet } from '../rules/practice.ts'
import { countAnswer } from './mistake-schedule.ts'
import type { Mistake } from './mistakes.ts'
import { listQuestions, rightIdsOf } from './papers.ts'
import type { Question } from './papers.ts'
import type { Who } from './who.ts'

const titles = <T, En, Ja>({ title, titleEn, titleJa }: { title: T; titleEn: En; titleJa: Ja }) => ({ title, titleEn, titleJa })

/** Whether the tenant has an exercise bank (contract 5.21). */
async function hasBank(db: Db, tenantId: number): Promise<boolean> {
  const [tenant] = await db.select({ edition: tenants.edition }).from(tenants).where(eq(tenants.tenantId, tenantId))
  return tenant?.edition === 'exerciseBank'
}

export type Category = Titles & { categoryId: number; parentId: number }

/** The categories below one (0: the top), in order; none without an exercise bank. */
export async function listCategories(db: Db, { tenantId, parentId }: { tenantId: number; parentId: number }): Promise<Category[]> {
  if (!(await hasBank(db, tenantId))) return []
  return db
    .select({ categoryId: subjectCategories.categoryId, parentId: subjectCategories.parentId, ...titles(subjectCategories) })
    .from(subjectCategories)
    .where(and(eq(subjectCategories.tenantId, tenantId), eq(subjectCategories.parentId, parentId)))
    .orderBy(asc(subjectCategories.position), asc(subjectCategories.categoryId))
}

/** The subjects of a category and of those below it (0: all), with their counts; none without an exercise bank. */
export async function listSubjects(db: Db, { tenantId, categoryId }: { tenantId: number; categoryId: number }) {
  if (!(await hasBank(db, tenantId))) return []
  const rows = await db
    .select({ subject: subjects })
    .from(subjectCategoryMembers)
    .innerJoin(subjects, and(eq(subjects.tenantId, subjectCategoryMembers.tenantId), eq(subjects.subjectId, subjectCategoryMembers.subjectId)))
    .where(and(eq(subjectCategoryMembers.tenantId, tenantId), eq(subjectCategoryMembers.categoryId, categoryId)))
    .orderBy(asc(subjects.position), asc(subjects.subjectId))
  return rows.map(({ subject }) => subject)
}

export type LabelGroup = Titles & { groupId: number; values: (Titles & { valueId: number })[] }
export type SubjectWithLabels = Titles & { subjectId: number; groups: LabelGroup[] }

/** A subject with its groups of labels in order; null when the tenant has no such subject. */
export async function findSubject(db: Db, { tenantId, subjectId }: { tenantId: number; subjectId: number }): Promise<SubjectWithLabels | null> {
  const ofSubject = and(eq(labelGroups.tenantId, tenantId), eq(labelGroups.subjectId, subjectId))
  const [[subject], groups, values] = await Promise.all([
    db
      .select({ subjectId: subjects.subjectId, ...titles(subjects) })
      .from(subjects)
      .where(and(eq(subjects.tenantId, tenantId), eq(subjects.subjectId, subjectId))),
    db
      .select({ groupId: labelGroups.groupId, ...titles(labelGroups) })
      .from(labelGroups)
      .where(ofSubject)
      .orderBy(asc(labelGroups.position), asc(labelGroups.groupId)),
    db
      .select({ groupId: labelValues.groupId, valueId: labelValues.valueId, ...titles(labelValues) })
      .from(labelGroups)
      .innerJoin(labelValues, and(eq(labelValues.tenantId, labelGroups.tenantId), eq(labelValues.groupId, labelGroups.groupId)))
      .where(ofSubject)
      .orderBy(asc(labelValues.position), asc(labelValues.valueId)),
  ])
  if (subject === undefined) return null
  return { ...subject, groups: groups.map((group) => ({ ...group, values: values.filter(({ groupId }) => groupId === group.groupId) })) }
}

const titlesOfSubjects = prepared((db) =>
  db
    .select({ subjectId: subjects.subjectId, ...titles(subjects) })
    .from(subjects)
    .where(and(eq(subjects.tenantId, sql.placeholder('tenantId')), sql`${subjects.subjectId} = any(${sql.placeholder('subjectIds')})`))
    .prepare('titles_of_subjects'),
)

/** What these subjects are called, by id; one that is gone is not there. */
export async function listSubjectTitles(db: Db, { tenantId, subjectIds }: { tenantId: number; subjectIds: readonly number[] }): Promise<Map<number, Titles>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await titlesOfSubjects(db).execute({ tenantId, subjectIds: [...new Set(subjectIds)] })
  return new Map(rows.map(({ subjectId, ...own }) => [subjectId, own]))
}

/** A label chosen in one of a subject's groups. */
export type Tag = { groupId?: number | undefined; valueId: number }
export type Bank = { tenantId: number; subjectId: number; tags: readonly Tag[] }

const [ofTenant, ofSubject] = [sql.placeholder('tenantId'), sql.placeholder('subjectId')]
const labelsKnown = prepared((db) =>
  db
    .select({ groupId: labelGroups.groupId, valueId: labelValues.valueId })
    .from(labelValues)
    .innerJoin(labelGroups, and(eq(labelGroups.tenantId, labelValues.tenantId), eq(labelGroups.groupId, labelValues.groupId), eq(labelGroups.subjectId, ofSubject)))
    .where(and(eq(labelValues.tenantId, ofTenant), sql`${labelValues.valueId} = any(${sql.placeholder('valueIds')}::bigint[])`))
    .prepare('labels_known'),
)
// One row: a bank has up to thousands of sets, and with no label chosen all of them match.
const setsHolding = preparedRows<{ setNumbers: number[]; questionCounts: number[] }>('sets_holding', sql`
  select coalesce(array_agg(set_number), '{}') as "setNumbers", coalesce(array_agg(question_count), '{}') as "questionCounts" from label_sets
  where tenant_id = ${ofTenant} and subject_id = ${ofSubject} and value_ids @> ${sql.placeholder('valueIds')}::bigint[]`)

/** Which sets of labels hold all the chosen ones, with their sizes; none for labels of another subject or group. */
export async function matchingSets(db: Db, { tenantId, subjectId, tags }: Bank): Promise<LabelSet[]> {
  const asked = { tenantId, subjectId, valueIds: [...new Set(tags.map(({ valueId }) => valueId))] }
  if (tags.length > 0) {
    const known = await labelsKnown(db).execute(asked)
    const fits = tags.every((tag) => known.some(({ groupId, valueId }) => valueId === tag.valueId && (tag.groupId === undefined || tag.groupId === groupId)))
    if (!fits) return []
  }
  const { setNumbers, questionCounts } = (await setsHolding(db, asked))[0] ?? { setNumbers: [], questionCounts: [] }
  return setNumbers.map((setNumber, at) => ({ setNumber, questionCount: questionCounts[at] ?? 0 }))
}

const sizeOf = (sets: readonly LabelSet[]) => sets.reduce((sum, { questionCount }) => sum + questionCount, 0)

/** How many questions a draw has to choose from. */
export async function countBankQuestions(db: Db, bank: Bank): Promise<number> {
  return sizeOf(await matchingSets(db, bank))
}

const probed = givenRows({ setNumber: 'int', key: 'float8' })
// From the end of a set on at its beginning: behind a random place there may be few, and in a small set none.
const after = (which: SQL) => sql`
  select question_id from questions where tenant_id = ${ofTenant} and subject_id = ${ofSubject} and label_set = p.label_set and ${which} order by draw_key limit ${windowSize}`
const listProbed = preparedRows<{ id: number }>('questions_probed', sql`
  select q.question_id as id from ${probed.unnested} as p (label_set, key)
  cross join lateral ((${after(sql`draw_key >= p.key`)}) union all (${after(sql`draw_key < p.key`)}) limit ${windowSize}) as q`)

/**
 * Questions of a subject in these sets of labels (`matchingSets`), at random: all selections of a small bank are equally likely;
 * of a large one a few are looked up after random keys, so that its size does not matter.
 */
export async function drawQuestions(db: Db, { tenantId, subjectId, sets, count }: Omit<Bank, 'tags'> & { sets: readonly LabelSet[]; count: number }): Promise<number[]> {
  if (sizeOf(sets) <= smallBank) return shuffled(await allOf(db, { tenantId, subjectId, sets })).slice(0, count)
  const drawn = new Set<number>()
  for (let round = 0; round < 6 && drawn.size < count; round += 1) {
    const probes = probesFor(sets, Math.ceil((count - drawn.size) / yieldOf(sets)) + 4)
    for (const { id } of await listProbed(db, { tenantId, subjectId, ...probed.listsOf(probes) })) drawn.add(id)
  }
  return shuffled(drawn).slice(0, count)
}

const listInSets = preparedRows<{ id: number }>('questions_in_sets', sql`
  select question_id as id from questions
  where tenant_id = ${ofTenant} and subject_id = ${ofSubject} and label_set = any(${sql.placeholder('setNumbers')}::int[])`)

async function allOf(db: Db, { tenantId, subjectId, sets }: { tenantId: number; subjectId: number; sets: readonly LabelSet[] }): Promise<number[]> {
  if (sets.length === 0) return []
  return (await listInSets(db, { tenantId, subjectId, setNumbers: sets.map(({ setNumber }) => setNumber) })).map(({ id }) => id)
}

/** Which of these questions are still in the bank, in the order in which they came. */
export async function listStillThere(db: Db, { tenantId, questionIds }: { tenantId: number; questionIds: readonly number[] }): Promise<number[]> {
  if (questionIds.length === 0) return []
  const named = sql`${questions.questionId} = any(${sql.param([...questionIds])}::bigint[])`
  const found = await db.select({ questionId: questions.questionId }).from(questions).where(and(eq(questions.tenantId, tenantId), named))
  const there = new Set(found.map(({ questionId }) => questionId))
  return questionIds.filter((id) => there.has(id))
}

export type Draw = typeof practiceSessions.$inferSelect

/** What was drawn, and from where. */
export type Drawn = Pick<Draw, 'source' | 'bookSource' | 'subjectId' | 'labelValueIds' | 'questionIds'>

const drawKept = prepared((db) =>
  db
    .insert(practiceSessions)
    .values({
      tenantId: ofTenant, subjectId: ofSubject, sessionId: sql.placeholder('sessionId'), learnerId: sql.placeholder('userId'), labelValueIds: sql.placeholder('labelValueIds'),
      questionIds: sql.placeholder('questionIds'), source: sql.placeholder('source'), bookSource: sql.placeholder('bookSource'), drawnAt: sql.placeholder('now'),
    })
    .prepare('draw_kept'),
)

/** Keeps a draw, so that it can be gone on with. */
export async function keepDraw(db: Db, draw: Who & Drawn & { now: Date }): Promise<number> {
  const sessionId = newId()
  await drawKept(db).execute({ ...draw, sessionId })
  return sessionId
}

/** A learner's draw; null when there is none. */
export async function findDraw(db: Db, { tenantId, userId, drawId }: Who & { drawId: number }, { lock = false } = {}): Promise<Draw | null> {
  const query = db
    .select()
    .from(practiceSessions)
    .where(and(eq(practiceSessions.tenantId, tenantId), eq(practiceSessions.learnerId, userId), eq(practiceSessions.sessionId, drawId)))
  const [found] = await (lock ? query.for('update') : query)
  return found ?? null
}

export type DrawAnswer = { questionId: number; optionIds: readonly number[] }
export type Judged = { question: Question; right: boolean; held: Mistake[] }
export type DrawVerdict = { verdict: 'saved'; draw: Draw; judged: Judged[] } | { verdict: 'missing' } | { verdict: 'refused'; reason: AnswerFault }

/**
 * Judges answers of a draw and keeps them, each question once: whoever answered first stays. Time only grows; a draw
 * that has ended takes nothing more. One bad answer refuses all of them.
 */
export async function saveDraw(
  tx: Db,
  { drawId, answers, elapsedSeconds, currentIndex, ended, leftOut, now, ...who }: Who & { drawId: number; answers: readonly DrawAnswer[]; elapsedSeconds: number; currentIndex: number | undefined; ended: boolean; leftOut: ReadonlySet<number>; now: Date },
): Promise<DrawVerdict> {
  const draw = await findDraw(tx, { ...who, drawId }, { lock: true })
  if (draw === null) return { verdict: 'missing' }
  const asked = new Map((await listQuestions(tx, { tenantId: who.tenantId, questionIds: answers.map(({ questionId }) => questionId) })).map((one) => [one.questionId, one]))
  for (const { questionId, optionIds } of answers) {
    if (!draw.questionIds.includes(questionId)) return { verdict: 'refused', reason: 'notOnPaper' }
    const question = asked.get(questionId)
    const fault = question === undefined ? null : faultOf({ kind: question.kind, optionIds: question.options.map(({ optionId }) => optionId) }, optionIds)
    if (fault !== null) return { verdict: 'refused', reason: fault }
  }

  const open = draw.endedAt === null
  const kept: Record<string, PracticeAnswer> = { ...draw.answers }
  const judged: Judged[] = []
  // In one order, which is that of a hand-in too: neither waits in a circle for entries of the book that the other holds.
  for (const { questionId, optionIds } of answers.toSorted((a, b) => a.questionId - b.questionId)) {
    const question = asked.get(questionId)
    if (question === undefined) continue
    const before = kept[questionId]
    if (before === undefined && !open) continue
    const right = before?.right ?? isRight(rightIdsOf(question), optionIds)
    const held = before === undefined ? await countAnswer(tx, { tenantId: who.tenantId, userId: who.userId, questionId, optionIds, right, now }) : []
    if (before === undefined) kept[questionId] = { optionIds: joinOptionIds(optionIds), right }
    judged.push({ question, right, held })
  }
  const all = Object.values(kept)
  // Where questions are left out for now, the place counts in what is shown; it is kept as the place in all of them.
  const shown = draw.questionIds.flatMap((questionId, at) => (leftOut.has(questionId) ? [] : [at]))
  const place = currentIndex === undefined ? draw.currentIndex : (shown[currentIndex] ?? draw.questionIds.length - 1)
  const changed = {
    answers: kept,
    answeredCount: all.length,
    correctCount: all.filter(({ right }) => right).length,
    elapsedSeconds: open ? Math.max(draw.elapsedSeconds, elapsedSeconds) : draw.elapsedSeconds,
    currentIndex: open ? Math.max(0, place) : draw.currentIndex,
    endedAt: draw.endedAt ?? (ended ? now : null),
  }
  await tx.update(practiceSessions).set(changed).where(and(eq(practiceSessions.tenantId, who.tenantId), eq(practiceSessions.sessionId, drawId)))
  const placeOf = ({ question }: Judged) => answers.findIndex(({ questionId }) => questionId === question.questionId)
  return { verdict: 'saved', draw: { ...draw, ...changed }, judged: judged.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}
