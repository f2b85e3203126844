import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { forbidden, missing, refuse, wireTime } from '../envelope.ts'
import { maybe, wireId, wireList, wireMoment, wireNumber } from '../params.ts'
import { keepReport, listScores, useRequest } from '../queries/simulation.ts'
import { withoutCrumbs } from '../rules/grading.ts'
import { messages } from '../rules/messages.ts'

/** A score: full marks are that also where a simulation has added them up to 100.00000000000001. */
const percent = wireNumber.transform(withoutCrumbs).pipe(z.number().min(0).max(100))
const words = z.string().max(500)
const row = z.object({ teachingPointName: words, taskName: words, taskScore: percent, taskIsPassed: z.union([z.string(), z.number()]).transform(String) })
const mostRows = 200

/** R6, R7, X4: what simulations report and what learners read of it (contract 4.7). */
export function bindSimulation(api: Api, { db, clock }: ApiContext): void {
  const own = { testRequestId: wireId, userId: wireId }
  api.learner('GET', '/train/examPlan/simulationExamResult/:testRequestId/:userId', own, async (caller, { testRequestId }) => {
    const scores = await listScores(db, { ...caller, requestId: testRequestId })
    return scores.map(({ resultId, totalScore, finishedAt }) => ({ id: resultId, totalScore, finishTime: wireTime(finishedAt) }))
  })

  api.learner('POST', '/train/examPlanApp/deleteVrRequestId', { testRequestId: wireId }, async (caller, { testRequestId }) => {
    const answer = await withTx(db, (tx) => useRequest(tx, { ...caller, requestId: testRequestId, now: clock.now() }))
    if (answer === 'missing') throw missing()
    if (answer === 'foreign') throw forbidden()
    return true
  })

  const report = {
    ...own,
    ticket: z.string().max(200),
    totalScore: percent,
    startTime: maybe(wireMoment),
    endTime: maybe(wireMoment),
    objectList: wireList(row, mostRows),
  }
  api.visitor('POST', '/train/examPlan/simulationExamResult', report, async (_visitor, params) => {
    const now = clock.now()
    const verdict = await withTx(db, (tx) =>
      keepReport(tx, {
        report: {
          requestId: params.testRequestId,
          learnerId: params.userId,
          ticket: params.ticket,
          totalScore: params.totalScore,
          startedAt: params.startTime ?? now,
          rows: params.objectList.map((one) => ({
            teachingPoint: one.teachingPointName,
            task: one.taskName,
            score: one.taskScore,
            scored: one.taskIsPassed === '1',
          })),
        },
        now,
      }),
    )
    return verdict === 'valid' ? true : refuse(messages.ticketInvalid)
  })
}
