import 'server-only'
import { z } from 'zod'
import { exhaustedBy, type Answers, type AnswerSeqs, type AttemptRef, type HandIn, type HandInReason, type PaperQuestion, type Standing, type SwitchStanding } from '@/lib/domain/attempts'
import { inSheetOrder, type QuestionKind } from '@/lib/domain/questions'
import { questionShape, wireOptionIds } from './questions'
import { wireEnum, wireExtra, wireId, wireIdMaybe, wireList, wireNumber, wireNumberMaybe, wirePart, wireTextMaybe, wireTime } from './wire'

const EXTENDED_MOMENT = /Z$|[+-]\d{2}:\d{2}$/

/** A moment in either of its forms, in milliseconds since 1970; null when absent. */
const moment = z.string().nullish().transform((value): number | null => {
  if (!value) return null
  const ms = Date.parse(EXTENDED_MOMENT.test(value) ? value : (wireTime.parse(value) ?? ''))
  return Number.isNaN(ms) ? null : ms
})

const namesLimit = (rule: string, limit: 'count' | 'time') => rule === limit || rule === 'both'

/** The standing of screen switches (E7, E5); a limit without a figure limits nothing, and what is used up is computed where the platform does not say. */
export const wireSwitches = z
  .object({
    switchScreenType: wireEnum('switchScreenType', { 1: 'none', 2: 'count', 3: 'time', 4: 'both' }, 'none'),
    switchScreenNumber: wireNumberMaybe, switchNumber: wireNumber(), switchScreenTime: wireNumberMaybe, switchTime: wireNumber(),
    exhausted: z.enum(['count', 'time', 'either']).nullish().catch(undefined), counted: z.boolean().nullish().catch(undefined),
  })
  .transform((wire): SwitchStanding & { counted: boolean | null } => {
    const byCount = namesLimit(wire.switchScreenType, 'count') && wire.switchScreenNumber !== null
    const byTime = namesLimit(wire.switchScreenType, 'time') && wire.switchScreenTime !== null
    const rule: SwitchStanding['rule'] = byCount && byTime ? 'both' : byCount ? 'count' : byTime ? 'time' : 'none'
    const standing = { rule, countAllowed: wire.switchScreenNumber ?? 0, countUsed: wire.switchNumber, secondsAllowed: wire.switchScreenTime ?? 0, secondsUsed: wire.switchTime }
    return { ...standing, exhausted: wire.exhausted === undefined ? exhaustedBy(standing) : wire.exhausted, counted: wire.counted ?? null }
  })

const reasons = new Map<string, HandInReason>([['learner', 'learner'], ['deadline', 'time'], ['screenSwitch', 'switches']])

/** The proof of a hand-in, where the platform gives one. */
export const wireHandIn = z
  .object({ number: wireTextMaybe, time: moment, by: wireTextMaybe, answeredCount: wireNumberMaybe })
  .transform((wire): HandIn => ({ number: wire.number, at: wire.time, answeredCount: wire.answeredCount, by: reasons.get(wire.by ?? '') ?? 'other' }))

/** A moment that is an extension, in milliseconds since 1970; null where it is not told. */
export const ownMoment = wireExtra(moment, null)
const clockShape = {
  status: wireExtra(z.string().nullish(), null), serverNow: ownMoment, deadline: ownMoment, lateUntil: ownMoment, epoch: wireExtra(wireNumberMaybe, null), seq: wireExtra(wireNumber(), 0),
  switchInfo: wirePart(wireSwitches), handIn: wireExtra(wireHandIn.nullish(), null),
}
type WireClock = z.output<z.ZodObject<typeof clockShape>>

/** How an attempt stands by what the platform says of its clock; without a clock of its own ours stands in. */
export function standingOf(wire: WireClock, fallbackDeadline: number | null): Standing {
  const hasClock = wire.serverNow !== null && wire.deadline !== null
  return {
    status: wire.status === 'handedIn' ? 'handedIn' : 'running',
    clock: hasClock ? { serverNow: wire.serverNow!, deadline: wire.deadline, lateUntil: wire.lateUntil } : { serverNow: Date.now(), deadline: fallbackDeadline, lateUntil: null },
    epoch: wire.epoch, seq: wire.seq, switches: wire.switchInfo ?? null, handIn: wire.handIn ?? null,
  }
}

/** The Clock of the extensions, with what an opening got where that was asked, and when there was the last one. */
export const wireStanding = z.object({ ...clockShape, openedEpoch: wireExtra(wireNumberMaybe, null), openedAt: ownMoment }).transform(({ openedEpoch, openedAt, ...wire }): Standing => ({
  ...standingOf(wire, null), ...(openedEpoch === null ? {} : { openedEpoch }), ...(openedAt === null ? {} : { openedAt }),
}))

/** Stored answers, and the numbers of their changes, which are an extension. One that names no question is nobody's, and keeps no paper closed. */
const relations = wireList(z.object({ questionId: wireIdMaybe, resultIds: wireOptionIds, seq: wireExtra(wireNumberMaybe, null) })).transform((list) => ({
  answers: Object.fromEntries(list.flatMap(({ questionId, resultIds }) => (questionId === null ? [] : [[questionId, resultIds]]))) as Answers,
  answerSeqs: Object.fromEntries(list.flatMap(({ questionId, seq }) => (questionId === null || seq === null ? [] : [[questionId, seq]]))) as AnswerSeqs,
}))

/** The changes by which answers were taken back, an extension: such an answer is not among the stored ones. */
const takenBack = wireExtra(wireList(z.object({ questionId: wireId, seq: wireNumber() })), [])
const withTakenBack = <Stored extends { answerSeqs: AnswerSeqs }>(stored: Stored, list: { questionId: string; seq: number }[]): Stored => ({ ...stored, answerSeqs: { ...stored.answerSeqs, ...Object.fromEntries(list.map(({ questionId, seq }) => [questionId, seq])) } })

/** The Clock with the answers that are stored (XE2). */
export const wireTakenOver = z.object({ ...clockShape, examAnswerUserRelationList: relations, takenBackList: takenBack }).transform((wire) => ({ standing: standingOf(wire, null), ...withTakenBack(wire.examAnswerUserRelationList, wire.takenBackList) }))

const question = z.object({ ...questionShape, score: wireNumber() }).transform((wire): PaperQuestion => ({
  id: wire.questionId, kind: wire.questionType, content: wire.questionContent, options: wire.optionList, score: wire.score,
}))
const ofKind = (kind: QuestionKind) => wireList(question).transform((list) => list.map((one): PaperQuestion => ({ ...one, kind })))

/** A paper that is begun or gone on with (E5); only what a learner may know of it comes through. */
export const wireStart = z
  .object({
    ...clockShape, answerId: wireId, instanceId: wireId, questionOneList: ofKind('single'), questionTwoList: ofKind('multiple'), questionThreeList: ofKind('judgement'),
    residueTime: wireNumber(), examAnswerUserRelationList: relations, takenBackList: takenBack, answerTime: wireNumberMaybe, extraTimeFactor: wireExtra(wireNumber(1), 1),
    answerFileKey: wireExtra(z.object({ id: z.string(), publicKey: z.string() }).nullish(), null),
  })
  .transform((wire) => ({
    wire, ref: { attemptId: wire.instanceId, answerId: wire.answerId } satisfies AttemptRef, ...withTakenBack(wire.examAnswerUserRelationList, wire.takenBackList), usedMs: wire.residueTime,
    minutes: wire.answerTime, extraTimeFactor: wire.extraTimeFactor, fileKey: wire.answerFileKey ?? null,
    questions: inSheetOrder([...wire.questionOneList, ...wire.questionTwoList, ...wire.questionThreeList]),
  }))

/** What became of each change of a batch (XE1). */
export const wireSaved = z.object({
  ...clockShape,
  results: wireList(z.object({ opId: wireId, status: z.enum(['saved', 'superseded', 'refused']), reason: wireTextMaybe, msg: wireTextMaybe })),
})

/** Why a call about an attempt was refused, and which attempt is meant. */
export const wireRefusal = z
  .object({ reason: wireTextMaybe, instanceId: wireIdMaybe, answerId: wireIdMaybe })
  .transform((wire): { reason: string | null; ref: AttemptRef | null } => ({ reason: wire.reason, ref: wire.instanceId && wire.answerId ? { attemptId: wire.instanceId, answerId: wire.answerId } : null }))
  .catch({ reason: null, ref: null })
