import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, page, refuse, wireTime } from '../envelope.ts'
import { maybe, paging, wireId, wireInt } from '../params.ts'
import { reviewQuestion } from '../queries/exam-results.ts'
import { joinMistake, removeMistake } from '../queries/joined-mistakes.ts'
import { countBook, findMistake, listMistakes, listSubjectsOfMistakes } from '../queries/mistake-book.ts'
import { gradeMistake } from '../queries/mistake-schedule.ts'
import { onceFor } from '../queries/operations.ts'
import { isBeingAnswered, listQuestionsBeingAnswered } from '../queries/running-papers.ts'
import type { Who } from '../queries/who.ts'
import { titleIn } from '../rules/languages.ts'
import { messages } from '../rules/messages.ts'
import type { Grade } from '../rules/review.ts'
import { language, operationIdField, optionalId } from './codes.ts'
import { questionKinds, reviewShape } from './exam-shapes.ts'
import { chosenOptions, errorTypeCode, errorTypes, reviewStateShape, wrongQuestionShape } from './mistake-shapes.ts'

const given = <T>(fallback: T) => (value: unknown) => (value === undefined || value === null || value === '' ? fallback : value)
const errorType = z.preprocess(given(1), wireInt.pipe(z.literal([1, 2, 3]))).transform((code) => errorTypes[code])
const orders = { 1: 'newestFirst', 2: 'oldestFirst', 3: 'dueFirst' } as const

/** W1 to W5, XP4, XP5: the wrong-question book (contract 4.12, extensions.md). */
export function bindMistakes(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/subjectClassify/getSubjectListExamErrorBySubjectId', { errorType, languageType: language }, async (caller, { errorType: source, languageType }) => {
    const now = clock.now()
    const subjects = await listSubjectsOfMistakes(db, { ...caller, source, except: await listQuestionsBeingAnswered(db, { ...caller, now }), now })
    return subjects.map((subject) => ({ id: subject.subjectId, title: titleIn(languageType, subject), count: subject.total, due: subject.due }))
  })

  const filter = {
    errorType,
    // All is sent as nothing or as 0.
    questionType: z.preprocess((kind) => ([0, '0', -1, '-1', '', null].includes(kind as string) ? undefined : kind), wireInt.pipe(z.literal([1, 2, 3])).optional()),
    sort: z.preprocess(given(1), wireInt.pipe(z.literal([1, 2, 3]))),
    subjectId: optionalId,
    due: maybe(wireInt.pipe(z.literal([0, 1]))),
    languageType: language,
    ...paging(10),
  }
  api.learner('GET', '/train/examPlanApp/findError', filter, async (caller, { errorType: source, questionType, sort, subjectId, due, languageType, current, size }) => {
    const kind = questionType === undefined ? undefined : questionKinds[questionType]
    const now = clock.now()
    // Left out altogether: that a question was answered wrong elsewhere tells what is right in one of two options.
    const except = await listQuestionsBeingAnswered(db, { ...caller, now })
    const { entries, total } = await listMistakes(db, { ...caller, current, size, order: orders[sort], filter: { source, kind, subjectId, dueAt: due === 1 ? now : undefined, except } })
    return page(entries.map((entry) => wrongQuestionShape(entry, languageType)), total, { current, size })
  })

  const which = { examErrorId: optionalId, id: optionalId, questionId: optionalId, instanceId: optionalId, answerId: optionalId, errorType: maybe(wireInt.pipe(z.literal([1, 2, 3]))) }
  api.learner('GET', '/train/examPlanApp/examErrorDetail', { ...which, languageType: language }, async (caller, { examErrorId, id, questionId, instanceId, answerId, errorType: code, languageType }) => {
    const mistakeId = examErrorId ?? id
    if (await isBeingAnswered(db, { ...whoOf(caller), mistakeId, questionId, now: clock.now() })) return beingAnswered()
    const entry = await findMistake(db, { ...caller, mistakeId, questionId, instanceId, answerId, source: code === undefined ? undefined : errorTypes[code] })
    if (entry === null) return null
    const reviewed = await reviewQuestion(db, { tenantId: caller.tenantId, examId: entry.mistake.examId, question: entry.question })
    const shape = wrongQuestionShape(entry, languageType)
    const { userOptionList } = shape
    const right = userOptionList.length > 0 && userOptionList.length === shape.trueOptionList.length && userOptionList.every((optionId) => shape.trueOptionList.includes(optionId))
    return { ...reviewShape({ ...reviewed, userIds: userOptionList, correct: right, mistakeId: entry.mistake.mistakeId }), ...shape, ...reviewStateShape(entry.mistake, clock.now()) }
  })

  const join = { errorType, questionId: wireId, instanceId: optionalId, answerId: optionalId, resultIds: chosenOptions, isTrueFlag: maybe(wireInt), opId: operationIdField }
  api.learner('POST', '/train/examPlanApp/joinError', join, async (caller, { errorType: source, questionId, instanceId, answerId, resultIds, opId }) => {
    const [now, what] = [clock.now(), { source, questionId, instanceId, answerId, optionIds: resultIds }]
    const verdict = await withTx(db, (tx) =>
      onceFor(
        tx,
        { ...whoOf(caller), operationId: opId, call: 'joinError', given: what, now },
        async () => ((await isBeingAnswered(tx, { ...whoOf(caller), questionId, now })) ? { verdict: 'beingAnswered' as const } : joinMistake(tx, { ...whoOf(caller), ...what, now })),
        (done) => done.verdict === 'joined',
      ),
    )
    if (verdict.verdict === 'joined') return { id: verdict.mistakeId }
    if (verdict.verdict === 'beingAnswered') return beingAnswered()
    if (verdict.verdict === 'notHandedIn') return refuse(messages.paperNotHandedIn, { reason: 'notHandedIn' })
    if (verdict.verdict === 'notAnOption') return refuse(messages.notAnOption, { reason: 'notAnOption' })
    throw missing()
  })

  api.learner('POST', '/train/examPlanApp/removeError', { ...which, opId: operationIdField }, async (caller, { id, examErrorId, questionId, errorType: code, opId }) => {
    const [now, what] = [clock.now(), { mistakeId: id ?? examErrorId, questionId, source: code === undefined ? undefined : errorTypes[code] }]
    // Whoever names nothing is not told that it has left the book.
    if (what.mistakeId === undefined && (questionId === undefined || code === undefined)) throw new CallError(400, messages.invalidField(questionId === undefined ? 'id' : 'errorType'))
    const done = await withTx(db, (tx) =>
      onceFor(
        tx,
        { ...whoOf(caller), operationId: opId, call: 'removeError', given: what, now },
        async () => ((await isBeingAnswered(tx, { ...whoOf(caller), ...what, now })) ? ('beingAnswered' as const) : removeMistake(tx, { ...whoOf(caller), ...what, now })),
        (answer) => answer !== 'beingAnswered',
      ),
    )
    return done === 'beingAnswered' ? beingAnswered() : true
  })

  const grading = { id: wireId, grade: wireInt.pipe(z.literal([1, 2, 3, 4])), opId: operationIdField }
  api.learner('POST', '/train/examPlanApp/gradeError', grading, async (caller, { id, grade, opId }) => {
    const now = clock.now()
    const what = { mistakeId: id, grade: grade as Grade }
    const graded = await withTx(db, (tx) =>
      onceFor(tx, { ...whoOf(caller), operationId: opId, call: 'gradeError', given: what, now }, async () => {
        if (await isBeingAnswered(tx, { ...whoOf(caller), mistakeId: id, now })) return 'beingAnswered' as const
        const held = await gradeMistake(tx, { ...whoOf(caller), ...what, operationId: opId, now })
        return held === null ? null : reviewStateShape(held, now)
      }, (answer) => answer !== null && answer !== 'beingAnswered'),
    )
    if (graded === 'beingAnswered') return beingAnswered()
    return graded ?? Promise.reject(missing())
  })

  api.learner('GET', '/train/examPlanApp/errorCounts', {}, async (caller) => {
    const now = clock.now()
    const counts = await countBook(db, { ...caller, except: await listQuestionsBeingAnswered(db, { ...caller, now }), now })
    return {
      total: counts.reduce((sum, { total }) => sum + total, 0),
      due: counts.reduce((sum, { due }) => sum + due, 0),
      counts: (['theory', 'simulation', 'practice'] as const).map((source) => {
        const found = counts.find((one) => one.source === source)
        return { errorType: errorTypeCode[source], total: found?.total ?? 0, due: found?.due ?? 0, nextDue: wireTime(found?.nextDueAt ?? null) }
      }),
    }
  })
}

const whoOf = ({ tenantId, userId }: Who): Who => ({ tenantId, userId })
const beingAnswered = () => refuse(messages.questionBeingAnswered, { reason: 'beingAnswered' })
