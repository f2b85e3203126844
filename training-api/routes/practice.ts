import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { missing, refuse, wireTime } from '../envelope.ts'
import { maybe, orElse, wireId, wireInt, wireList, wireNumber } from '../params.ts'
import { listBookQuestions, listHeld, listQuestionsOfMistakes, listTakenOut } from '../queries/mistake-book.ts'
import type { BookRow } from '../queries/mistake-book.ts'
import { listQuestions, rightIdsOf } from '../queries/papers.ts'
import type { Question } from '../queries/papers.ts'
import { countBankQuestions, drawQuestions, findDraw, findSubject, keepDraw, listCategories, listSubjects, listStillThere, listSubjectTitles, matchingSets, saveDraw } from '../queries/practice.ts'
import type { Draw, Drawn, Judged, Tag } from '../queries/practice.ts'
import { listQuestionsBeingAnswered } from '../queries/running-papers.ts'
import type { Who } from '../queries/who.ts'
import { titleIn } from '../rules/languages.ts'
import type { Language } from '../rules/languages.ts'
import { messages } from '../rules/messages.ts'
import { largestDraw, progressOf, shuffled, usualDraw } from '../rules/practice.ts'
import { language, optionalId } from './codes.ts'
import { questionKinds, questionShape } from './exam-shapes.ts'
import { chosenOptions, errorTypeCode, errorTypes, originShape, reviewStateShape } from './mistake-shapes.ts'

/** A category; 0 and nothing are the top. */
const categoryId = orElse(0, z.preprocess((id) => (id === '0' ? 0 : id), z.union([z.literal(0), wireId])))
const randomCount = z.preprocess((count) => (count === undefined || count === null || count === '' ? usualDraw : count), wireInt.pipe(z.number().min(1))).transform((count) => Math.min(count, largestDraw))
const numerals = ['One', 'Two', 'Three', 'Four', 'Five'] as const
const tagFields = {
  tagOneId: optionalId, tagOneValueId: optionalId, tagTwoId: optionalId, tagTwoValueId: optionalId, tagThreeId: optionalId, tagThreeValueId: optionalId,
  tagFourId: optionalId, tagFourValueId: optionalId, tagFiveId: optionalId, tagFiveValueId: optionalId,
} as const
type TagFields = { [key in keyof typeof tagFields]?: number | undefined }

/** The labels chosen; a group without a value is left on all. */
function tagsOf(fields: TagFields): Tag[] {
  return numerals.flatMap((numeral) => {
    const valueId = fields[`tag${numeral}ValueId`]
    return valueId === undefined ? [] : [{ groupId: fields[`tag${numeral}Id`], valueId }]
  })
}

/** P1 to P5, XP1 to XP3: the exercise centre and practice (contract 4.11, extensions.md). */
export function bindPractice(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/subjectClassify/selectAllSubjectClassifyByClassifyId', { classifyId: categoryId, languageType: language }, async ({ tenantId }, { classifyId, languageType }) => {
    const categories = await listCategories(db, { tenantId, parentId: classifyId })
    return categories.map((category) => ({ id: category.categoryId, title: titleIn(languageType, category), parentId: category.parentId }))
  })

  api.learner('GET', '/train/practiceCenter/subjectQuestionCountByClassifyId', { classifyId: categoryId, languageType: language }, async ({ tenantId }, { classifyId, languageType }) => {
    const subjects = await listSubjects(db, { tenantId, categoryId: classifyId })
    return subjects.map((subject) => ({
      id: subject.subjectId,
      title: titleIn(languageType, subject),
      radioCount: subject.singleCount,
      selectCount: subject.multipleCount,
      judgeCount: subject.judgementCount,
      questionAllCount: subject.singleCount + subject.multipleCount + subject.judgementCount,
    }))
  })

  api.learner('GET', '/train/subject/:subjectId', { subjectId: wireId, languageType: language }, async ({ tenantId }, { subjectId, languageType }) => {
    const subject = await findSubject(db, { tenantId, subjectId })
    if (subject === null) return null
    return {
      id: subject.subjectId,
      title: titleIn(languageType, subject),
      labelTreeList: subject.groups.map((group) => ({
        id: group.groupId,
        title: titleIn(languageType, group),
        children: group.values.map((value) => ({ id: value.valueId, title: titleIn(languageType, value) })),
      })),
    }
  })

  api.learner('GET', '/train/practiceCenter/subjectRandomQuestionCount', { subjectId: wireId, ...tagFields }, ({ tenantId }, { subjectId, ...tags }) =>
    countBankQuestions(db, { tenantId, subjectId, tags: tagsOf(tags) }),
  )

  api.learner('GET', '/train/practiceCenter/subjectRandomQuestion', { subjectId: wireId, randomCount, languageType: language, ...tagFields }, async (caller, { subjectId, randomCount: count, languageType, ...fields }) => {
    const tags = tagsOf(fields)
    const bank = { tenantId: caller.tenantId, subjectId, tags }
    const [beingAnswered, sets] = await Promise.all([listQuestionsBeingAnswered(db, { ...whoOf(caller), now: clock.now() }), matchingSets(db, bank)])
    // So many more that what is left out is made up for, where the bank has enough.
    const questionIds = await drawQuestions(db, { ...bank, sets, count: count + beingAnswered.size })
    return drawn(caller, { source: 'subject', bookSource: null, subjectId, labelValueIds: tags.map(({ valueId }) => valueId), questionIds }, { beingAnswered, count, languageType })
  })

  const fromBook = {
    errorType: maybe(wireInt.pipe(z.literal([1, 2, 3]))),
    subjectId: optionalId,
    questionType: maybe(wireInt.pipe(z.literal([1, 2, 3]))),
    due: maybe(wireInt.pipe(z.literal([0, 1]))),
    drawId: optionalId,
    mistakeId: wireList(wireId, largestDraw),
    randomCount,
    languageType: language,
  }
  api.learner('GET', '/train/practiceCenter/mistakeDraw', fromBook, async (caller, { errorType, subjectId, questionType, due, drawId, mistakeId, randomCount: count, languageType }) => {
    const before = drawId === undefined ? null : await findDraw(db, { ...whoOf(caller), drawId })
    if (drawId !== undefined && before === null) throw missing()
    const beingAnswered = await listQuestionsBeingAnswered(db, { ...whoOf(caller), now: clock.now() })
    const asked = { beingAnswered, count, languageType }
    if (before !== null) {
      const wrong = await listStillThere(db, { tenantId: caller.tenantId, questionIds: before.questionIds.filter((id) => before.answers[id]?.right === false) })
      return drawn(caller, { source: before.source, bookSource: before.bookSource, subjectId: before.subjectId, labelValueIds: [], questionIds: shuffled(wrong) }, asked)
    }
    const filter = {
      source: errorType === undefined ? undefined : errorTypes[errorType],
      kind: questionType === undefined ? undefined : questionKinds[questionType],
      subjectId,
      dueAt: due === 1 ? clock.now() : undefined,
      mistakeIds: mistakeId.length === 0 ? undefined : mistakeId,
      except: beingAnswered,
    }
    const found = await listBookQuestions(db, { ...whoOf(caller), filter, limit: 5000 })
    // Refused by what was named, whether it is in the book or not: that would tell how a question of the paper was answered elsewhere.
    const named = found.questionIds.length === 0 ? await listQuestionsOfMistakes(db, { ...whoOf(caller), mistakeIds: mistakeId }) : []
    if (named.some((id) => beingAnswered.has(id))) return drawRefused()
    return drawn(caller, { source: 'mistakes', bookSource: found.source, subjectId: subjectId ?? 0, labelValueIds: [], questionIds: shuffled(found.questionIds) }, asked)
  })

  api.learner('GET', '/train/practiceCenter/practiceDraw', { drawId: wireId, languageType: language }, async (caller, { drawId, languageType }) => {
    const draw = await findDraw(db, { ...whoOf(caller), drawId })
    if (draw === null) return null
    const beingAnswered = await listQuestionsBeingAnswered(db, { ...whoOf(caller), now: clock.now() })
    const shown = draw.questionIds.filter((id) => !beingAnswered.has(id))
    if (shown.length === 0 && draw.questionIds.length > 0) return drawRefused()
    return { ...(await drawShape(caller.tenantId, draw, { beingAnswered, languageType })), question: await practiceQuestions(caller, { ...draw, questionIds: shown }, languageType) }
  })

  const progress = {
    drawId: wireId,
    answers: z.preprocess((list) => list ?? [], z.array(z.object({ questionId: wireId, resultIds: chosenOptions.refine((ids) => ids.length > 0) })).max(largestDraw)),
    elapsedSeconds: orElse(0, wireNumber.pipe(z.number().min(0).max(10_000_000))).transform(Math.floor),
    currentIndex: maybe(wireInt.pipe(z.number().min(0).max(largestDraw))),
    ended: maybe(wireInt.pipe(z.literal([0, 1]))),
    languageType: language,
  }
  api.learner('POST', '/train/practiceCenter/savePracticeDraw', progress, async (caller, { answers, ended, languageType, ...params }) => {
    const beingAnswered = await listQuestionsBeingAnswered(db, { ...whoOf(caller), now: clock.now() })
    if (answers.some(({ questionId }) => beingAnswered.has(questionId))) return refuse(messages.questionBeingAnswered, { reason: 'beingAnswered' })
    const changes = answers.map(({ questionId, resultIds }) => ({ questionId, optionIds: resultIds }))
    const verdict = await withTx(db, (tx) => saveDraw(tx, { ...whoOf(caller), ...params, currentIndex: params.currentIndex, answers: changes, ended: ended === 1, leftOut: beingAnswered, now: clock.now() }))
    if (verdict.verdict === 'missing') throw missing()
    if (verdict.verdict === 'refused') {
      const text = { notOnPaper: messages.notInDraw, notAnOption: messages.notAnOption, tooManyOptions: messages.tooManyOptions }[verdict.reason]
      return refuse(text, { reason: verdict.reason })
    }
    const held = await listHeld(db, { ...whoOf(caller), questionIds: verdict.judged.map(({ question }) => question.questionId) })
    return { ...(await drawShape(caller.tenantId, verdict.draw, { beingAnswered, languageType })), judged: verdict.judged.map((one) => judgedShape(one, verdict.draw, held, clock.now())) }
  })

  /** A draw of at most `count` of these questions, without those on a paper that the learner is answering. */
  async function drawn(who: Who, { questionIds, ...rest }: Drawn, { beingAnswered, count, languageType }: { beingAnswered: ReadonlySet<number>; count: number; languageType: Language }) {
    const made = { ...rest, questionIds: questionIds.filter((id) => !beingAnswered.has(id)).slice(0, count) }
    if (made.questionIds.length === 0 && questionIds.length > 0) return drawRefused()
    const [drawId, question] = await Promise.all([
      made.questionIds.length === 0 ? null : keepDraw(db, { ...whoOf(who), ...made, now: clock.now() }),
      practiceQuestions(who, made, languageType),
    ])
    return { drawId, shouldNumber: made.questionIds.length, question }
  }

  async function practiceQuestions(who: Who, draw: Pick<Draw, 'questionIds' | 'source' | 'bookSource' | 'subjectId'>, languageType: Language) {
    const { questionIds } = draw
    const titlesOf = (subjectIds: number[]) => listSubjectTitles(db, { tenantId: who.tenantId, subjectIds })
    const [questions, held, own] = await Promise.all([
      listQuestions(db, { tenantId: who.tenantId, questionIds }), listHeld(db, { ...whoOf(who), questionIds }), titlesOf(draw.source === 'subject' && questionIds.length > 0 ? [draw.subjectId] : []),
    ])
    // Only of a draw from the book, and of questions that have another subject since they were drawn.
    const others = await titlesOf(questions.flatMap(({ subjectId }) => (own.has(subjectId) ? [] : [subjectId])))
    const subjects = new Map([...own, ...others])
    const isLeft = (questionId: number) => held.every(({ mistake }) => mistake.questionId !== questionId)
    const takenOut = draw.source === 'mistakes' ? await listTakenOut(db, { ...whoOf(who), questionIds: questionIds.filter(isLeft) }) : []
    return questions.map((question) => {
      const row = entryOf(question, draw, held)
      // What was taken out since keeps its name in the book, so that it can be put back where it was.
      const named = row ?? takenOutOf(question, draw, takenOut)
      const origin = named?.origin ?? { kind: 'subject' as const, id: question.subjectId, titles: subjects.get(question.subjectId) ?? { title: '', titleEn: null, titleJa: null } }
      const { score: _score, ...shape } = questionShape(question)
      return {
        ...shape,
        trueOptionList: rightIdsOf(question),
        analysis: question.analysis,
        errorId: row?.mistake.mistakeId ?? null,
        // Of a question that came from the book: how the book's calls name it.
        ...(named === undefined ? {} : { errorType: errorTypeCode[named.mistake.source], instanceId: named.mistake.attemptId, answerId: named.mistake.answerId }),
        ...(row === undefined ? {} : { review: reviewStateShape(row.mistake, clock.now()) }),
        subjectId: question.subjectId,
        origin: originShape(origin, languageType),
      }
    })
  }

  async function drawShape(tenantId: number, draw: Draw, { beingAnswered, languageType }: { beingAnswered: ReadonlySet<number>; languageType: Language }) {
    const subject = (await listSubjectTitles(db, { tenantId, subjectIds: draw.subjectId === 0 ? [] : [draw.subjectId] })).get(draw.subjectId)
    return {
      drawId: draw.sessionId,
      subjectId: draw.subjectId,
      subjectName: subject ? titleIn(languageType, subject) : '',
      source: draw.source,
      answers: draw.questionIds.flatMap((questionId) => {
        const given = draw.answers[questionId]
        return given === undefined || beingAnswered.has(questionId) ? [] : [{ questionId, resultIds: given.optionIds, status: given.right ? 1 : 2 }]
      }),
      elapsedSeconds: draw.elapsedSeconds,
      // Counted in what is shown: a place at a question that is left out is that of the next one.
      currentIndex: draw.questionIds.slice(0, draw.currentIndex).filter((questionId) => !beingAnswered.has(questionId)).length,
      ended: draw.endedAt === null ? 0 : 1,
      ...progressOf(draw.questionIds.length, Object.values(draw.answers)),
      startTime: wireTime(draw.drawnAt),
      endTime: wireTime(draw.endedAt),
    }
  }
}

const whoOf = ({ tenantId, userId }: Who): Who => ({ tenantId, userId })
const drawRefused = () => refuse(messages.drawBeingAnswered, { reason: 'beingAnswered' })

/** The entry of the book that stands for a question of a draw: of the part it was drawn from, else that of practice, or of any part when practising the book. */
function entryOf({ questionId }: Question, { source, bookSource }: Pick<Draw, 'source' | 'bookSource'>, held: readonly BookRow[]): BookRow | undefined {
  const own = held.filter(({ mistake }) => mistake.questionId === questionId)
  const of = (part: Draw['bookSource']) => own.find(({ mistake }) => mistake.source === part)
  return of(bookSource) ?? of('practice') ?? (source === 'mistakes' ? own[0] : undefined)
}

/** The entry that stood for a question of a draw before it was taken out: of the part it was drawn from, else the last one. */
function takenOutOf({ questionId }: Question, { bookSource }: Pick<Draw, 'bookSource'>, takenOut: readonly BookRow[]): BookRow | undefined {
  const own = takenOut.filter(({ mistake }) => mistake.questionId === questionId)
  return own.find(({ mistake }) => mistake.source === bookSource) ?? own[0]
}

function judgedShape({ question, right }: Judged, draw: Draw, held: readonly BookRow[], now: Date) {
  const row = entryOf(question, draw, held)
  return {
    questionId: question.questionId,
    status: right ? 1 : 2,
    trueOptionList: rightIdsOf(question),
    analysis: question.analysis,
    errorId: row?.mistake.mistakeId ?? null,
    ...(row === undefined ? {} : { review: reviewStateShape(row.mistake, now) }),
  }
}
