import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import type { Db } from '../db/client.ts'
import { withTx } from '../db/tx.ts'
import { CallError, missing, refuse, wireTime } from '../envelope.ts'
import { maybe, maybeText, wireId, wireInt, wireNumber } from '../params.ts'
import { countBeat } from '../queries/beats.ts'
import { changePlanExam, conclude } from '../queries/progress.ts'
import { readLedger } from '../queries/ledger.ts'
import { findPosition, savePosition } from '../queries/positions.ts'
import type { Position } from '../queries/positions.ts'
import { endVisit, startVisit, takeFraction } from '../queries/study.ts'
import type { VisitAnswer } from '../queries/study.ts'
import { findExamItem, findPlace } from '../queries/study-place.ts'
import type { Who } from '../queries/who.ts'
import { messages } from '../rules/messages.ts'
import { fractionOf } from '../rules/simulation.ts'
import { contentKind, operationIdField, optionalId } from './codes.ts'
import { reportShape } from './reports.ts'

const report = {
  chapterId: optionalId,
  sectionId: wireId,
  curriculumId: wireId,
  contentId: optionalId,
  contentType: maybe(wireInt),
  startOrEnd: wireInt.pipe(z.literal([1, 2])),
  sumHours: maybe(wireNumber),
  /** Names the visit, so that a repeated or late marker never means another one (ours). */
  visitKey: operationIdField,
}

const score = {
  curriculumId: wireId,
  sectionId: optionalId,
  chapterId: optionalId,
  contentId: optionalId,
  contentType: maybe(wireInt),
  fraction: maybe(wireNumber.pipe(z.number().min(-1_000_000).max(1_000_000))),
}

const largestSuspendData = 200_000

/** R1 to R5, X5, X6, X9, X10: study reports, scores, positions, heartbeats (contract 4.7, extensions.md). */
export function bindStudy(api: Api, { db, clock }: ApiContext): void {
  for (const [path, kind] of [['startAndEndClassHours', 'course'], ['startAndEndPlanClassHoursStudy', 'plan']] as const) {
    api.learner('POST', `/train/startAndEnd/${path}`, report, async (caller, params) => {
      const { curriculumId, sectionId, chapterId, contentId, startOrEnd, sumHours = 0, visitKey } = params
      const { tenantId, userId } = caller
      const asked = { tenantId, userId, kind, contentId: curriculumId, planItemId: contentId, sectionId, visitKey, now: clock.now() }
      const answer = await withTx(db, (tx) => (startOrEnd === 1 ? startVisit(tx, { ...asked, chapterId }) : endVisit(tx, { ...asked, reportedMinutes: Math.max(0, Math.floor(sumHours)) })))
      return answerShape(answer)
    })
  }

  for (const [path, kind] of [['updateClassHoursByType', 'course'], ['updatePlanClassHoursByType', 'plan'], ['updatePlanClassHoursTest', 'plan']] as const) {
    api.learner('POST', `/train/classHourses/${path}`, score, async (caller, params) =>
      answerShape(await withTx(db, (tx) => takeScore(tx, { ...caller, kind, ...params, now: clock.now() }))),
    )
  }

  const position = { sectionId: wireId, resourceId: wireId }
  api.learner('GET', '/train/web/getStudyPosition', position, async (caller, { sectionId, resourceId }) =>
    positionShape(await findPosition(db, { ...caller, sectionId, resourceId })),
  )

  const newPosition = {
    ...position,
    position: wireNumber.pipe(z.number().min(0).max(1e9)),
    suspendData: maybeText(z.string().max(largestSuspendData)),
    seq: wireInt.pipe(z.number().min(0)),
  }
  api.learner('POST', '/train/web/saveStudyPosition', newPosition, async (caller, { suspendData = null, ...params }) => {
    const stored = await withTx(db, (tx) => savePosition(tx, { ...caller, ...params, suspendData, now: clock.now() }))
    if (stored === null) throw missing()
    return positionShape(stored)
  })

  const beat = {
    visitId: optionalId,
    visitKey: operationIdField,
    sectionId: wireId,
    curriculumId: optionalId,
    contentId: optionalId,
    contentType: maybe(wireInt),
    seq: wireInt.pipe(z.number().min(0)),
    activeSeconds: wireNumber.pipe(z.number().min(0).max(1e9)),
    state: z.enum(['active', 'idle', 'hidden', 'paused']),
  }
  api.learner('POST', '/train/web/studyHeartbeat', beat, async (caller, { visitId, visitKey, sectionId, contentId, seq, activeSeconds, state }) => {
    const answer = await withTx(db, (tx) => countBeat(tx, { ...caller, visitId, visitKey, sectionId, planItemId: contentId, seq, activeSeconds, state, now: clock.now() }))
    if (answer === null) throw missing()
    const { reason, ...counted } = answer
    return reason === null ? counted : { ...counted, reason }
  })

  api.learner('GET', '/train/web/getStudyLedger', { curriculumId: wireId, fruitType: contentKind }, async (caller, { curriculumId, fruitType }) => {
    const sections = (await readLedger(db, { ...caller, kind: fruitType, contentId: curriculumId })).map(({ notCounted, ...section }) => {
      const reasons = notCounted.map(({ reason, seconds }) => ({ reason, minutes: Math.floor(seconds / 60) })).filter(({ minutes }) => minutes > 0)
      const { sectionId, chapterId, name, countedMinutes } = section
      return { sectionId, chapterId, sectionName: name, countedMinutes, notCountedMinutes: sumOf(reasons.map(({ minutes }) => minutes)), reasons }
    })
    return {
      sections,
      countedMinutes: sumOf(sections.map(({ countedMinutes }) => countedMinutes)),
      notCountedMinutes: sumOf(sections.map(({ notCountedMinutes }) => notCountedMinutes)),
    }
  })
}

type Score = Who & {
  kind: 'course' | 'plan'
  curriculumId: number
  sectionId?: number | undefined
  contentId?: number | undefined
  fraction?: number | undefined
  now: Date
}

/** A section's score; without such a section in the plan, the plan's own exam, whose standing decides and not the score. */
async function takeScore(tx: Db, { tenantId, userId, kind, curriculumId, sectionId, contentId, fraction, now }: Score): Promise<VisitAnswer> {
  const who = { tenantId, userId }
  const asked = sectionId === undefined ? null : { ...who, kind, contentId: curriculumId, planItemId: contentId, sectionId, now }
  const place = asked && (await findPlace(tx, asked))
  if (asked !== null && place !== null) {
    const kept = fraction === undefined ? null : fractionOf(fraction)
    if (kept === null) throw new CallError(400, messages.invalidField('fraction'))
    return takeFraction(tx, { ...asked, place, fraction: kept })
  }
  const planItemId = contentId ?? sectionId
  if (kind === 'course' || planItemId === undefined) throw missing()
  const exam = { ...who, planId: curriculumId, planItemId, now }
  const refusal = (await findExamItem(tx, exam))?.refusal ?? null
  if (refusal !== null) return { verdict: 'closed', refusal }
  const outcome = await changePlanExam(tx, exam)
  if (outcome === null) throw missing()
  return { verdict: 'done', outcome: await conclude(tx, who, outcome) }
}

function answerShape(answer: VisitAnswer) {
  if (answer.verdict === 'missing') throw missing()
  if (answer.verdict === 'notBegun') return refuse(messages.notBegun)
  if (answer.verdict === 'closed') return refuse(answer.refusal)
  if (answer.verdict === 'unproven') return refuse(messages.ticketInvalid)
  return answer.verdict === 'locked' ? refuse(messages.sectionLocked) : reportShape(answer.outcome)
}

function positionShape(stored: Position | null) {
  if (stored === null) return null
  const { position, suspendData, seq, updatedAt } = stored
  return { position, suspendData, seq, updateTime: wireTime(updatedAt) }
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
