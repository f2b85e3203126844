import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { missing, page, refuse, wireTime } from '../envelope.ts'
import { maybe, paging, wireId, wireInt } from '../params.ts'
import { reviewQuestion } from '../queries/exam-results.ts'
import { countBook, findMistake, gradeMistake, joinMistake, listMistakes, listSubjectsOfMistakes, removeMistake } from '../queries/mistake-book.ts'
import { titleIn } from '../rules/languages.ts'
import { messages } from '../rules/messages.ts'
import type { Grade } from '../rules/review.ts'
import { language, optionalId } from './codes.ts'
import { questionKinds, reviewShape } from './exam-shapes.ts'
import { chosenOptions, errorTypeCode, errorTypes, reviewStateShape, wrongQuestionShape } from './mistake-shapes.ts'

const given = <T>(fallback: T) => (value: unknown) => (value === undefined || value === null || value === '' ? fallback : value)
const errorType = z.preprocess(given(1), wireInt.pipe(z.literal([1, 2, 3]))).transform((code) => errorTypes[code])
const orders = { 1: 'newestFirst', 2: 'oldestFirst', 3: 'dueFirst' } as const

/** W1 to W5, XP4, XP5: the wrong-question book (contract 4.12, extensions.md). */
export function bindMistakes(api: Api, { db, clock }: ApiContext): void {
  api.learner('GET', '/train/subjectClassify/getSubjectListExamErrorBySubjectId', { errorType, languageType: language }, async (caller, { errorType: source, languageType }) => {
    const subjects = await listSubjectsOfMistakes(db, { ...caller, source, now: clock.now() })
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
    const { entries, total } = await listMistakes(db, {
      ...caller, current, size, order: orders[sort],
      filter: { source, kind, subjectId, dueAt: due === 1 ? clock.now() : undefined },
    })
    return page(entries.map((entry) => wrongQuestionShape(entry, languageType)), total, { current, size })
  })

  const which = { examErrorId: optionalId, id: optionalId, questionId: optionalId, instanceId: optionalId, answerId: optionalId, errorType: maybe(wireInt.pipe(z.literal([1, 2, 3]))) }
  api.learner('GET', '/train/examPlanApp/examErrorDetail', { ...which, languageType: language }, async (caller, { examErrorId, id, questionId, errorType: code, languageType }) => {
    const entry = await findMistake(db, { ...caller, mistakeId: examErrorId ?? id, questionId, source: code === undefined ? undefined : errorTypes[code] })
    if (entry === null) return null
    const reviewed = await reviewQuestion(db, { tenantId: caller.tenantId, examId: entry.mistake.examId, question: entry.question })
    const shape = wrongQuestionShape(entry, languageType)
    const { userOptionList } = shape
    const right = userOptionList.length > 0 && userOptionList.length === shape.trueOptionList.length && userOptionList.every((optionId) => shape.trueOptionList.includes(optionId))
    return { ...reviewShape({ ...reviewed, userIds: userOptionList, correct: right, mistakeId: entry.mistake.mistakeId }), ...shape, ...reviewStateShape(entry.mistake, clock.now()) }
  })

  const join = { errorType, questionId: wireId, instanceId: optionalId, answerId: optionalId, resultIds: chosenOptions, isTrueFlag: maybe(wireInt) }
  api.learner('POST', '/train/examPlanApp/joinError', join, async (caller, { errorType: source, questionId, instanceId, answerId, resultIds }) => {
    const verdict = await withTx(db, (tx) => joinMistake(tx, { ...caller, source, questionId, instanceId, answerId, optionIds: resultIds, now: clock.now() }))
    if (verdict.verdict === 'joined') return { id: verdict.mistakeId }
    if (verdict.verdict === 'notHandedIn') return refuse(messages.paperNotHandedIn, { reason: 'notHandedIn' })
    if (verdict.verdict === 'notAnOption') return refuse(messages.notAnOption, { reason: 'notAnOption' })
    throw missing()
  })

  api.learner('POST', '/train/examPlanApp/removeError', which, async (caller, { id, examErrorId, questionId, errorType: code }) => {
    await withTx(db, (tx) => removeMistake(tx, { ...caller, mistakeId: id ?? examErrorId, questionId, source: code === undefined ? undefined : errorTypes[code], now: clock.now() }))
    return true
  })

  const grading = { id: wireId, grade: wireInt.pipe(z.literal([1, 2, 3, 4])), opId: maybe(z.string().regex(/^[\w-]{8,64}$/)) }
  api.learner('POST', '/train/examPlanApp/gradeError', grading, async (caller, { id, grade, opId }) => {
    const now = clock.now()
    const graded = await withTx(db, (tx) => gradeMistake(tx, { ...caller, mistakeId: id, grade: grade as Grade, operationId: opId, now }))
    if (graded === null) throw missing()
    return reviewStateShape(graded, now)
  })

  api.learner('GET', '/train/examPlanApp/errorCounts', {}, async (caller) => {
    const counts = await countBook(db, { ...caller, now: clock.now() })
    const next = counts.flatMap(({ nextDueAt }) => (nextDueAt === null ? [] : [nextDueAt.getTime()]))
    return {
      total: counts.reduce((sum, { total }) => sum + total, 0),
      due: counts.reduce((sum, { due }) => sum + due, 0),
      counts: (['theory', 'simulation', 'practice'] as const).map((source) => {
        const found = counts.find((one) => one.source === source)
        return { errorType: errorTypeCode[source], total: found?.total ?? 0, due: found?.due ?? 0 }
      }),
      nextDue: next.length === 0 ? null : wireTime(new Date(Math.min(...next))),
    }
  })
}
