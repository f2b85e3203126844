import 'server-only'
import { z } from 'zod'
import type { ExamPlace } from '@/lib/domain/attempts'
import type { Attempt } from '@/lib/domain/exams'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import type { PlayerExam } from '@/lib/domain/player-exam'
import { simulationToHandIn, type SimulationScore } from '@/lib/domain/simulation'
import type { StudyReport } from '@/lib/domain/study'
import { log } from '@/lib/log'
import { LONG_MS, training, pathPart } from './client'
import { trainingErrorOf } from './errors'
import { examFields, getExam, getPlayerExam, present, type ToldExam } from './exams'
import { named, wireReport } from './reports'
import { wireDone, wireExtra, wireId, wireList, wireNumber, wireNumberMaybe, wireText, wireTime, wireTimeOf } from './wire'

const simulationScore = z.object({ totalScore: wireNumber(), finishTime: wireTime, endTime: wireTime }).transform((wire): SimulationScore => ({ score: wire.totalScore, finishedAt: wire.finishTime ?? wire.endTime }))
const started = z.object({ answerId: wireId, instanceId: wireId, paperId: wireText })
const counted = z.object({ userScore: wireExtra(wireNumberMaybe, null) }).nullish().catch(null)
const submittedReply = z.unknown().transform((data) => ({ counted: counted.parse(data)?.userScore ?? null, report: wireReport.parse(data) }))

/** What the launches of a simulation have reported so far (R6), newest first where the platform keeps to the contract. */
export function listSimulationScores(learner: Learner, { requestId }: { requestId: string }): Promise<SimulationScore[]> {
  return training.get(learner, `train/examPlan/simulationExamResult/${pathPart(requestId)}/${pathPart(learner.id)}`, {}, wireList(simulationScore))
}

/** Deletes the request (R7). What it has reported is in our hands already, and is not given up for a platform that has or takes no such call. */
async function deleteRequest(learner: Learner, requestId: string): Promise<void> {
  await training.postBoth(learner, 'train/examPlanApp/deleteVrRequestId', { testRequestId: requestId }, wireDone).catch((error: unknown) => {
    if (trainingErrorOf(error)?.code === 'expired') throw error
    log.warn({ error: String(error) }, 'the request of a simulation could not be deleted')
  })
}

type Where = { place: ExamPlace; kind: EnrolmentKind }

/** A simulation exam as it stands now at its place (E4, C7, C8), each time with a launch of its own where the platform gives one; null when there is none. */
export function getSimulationExam(learner: Learner, { place, kind }: Where): Promise<ToldExam | PlayerExam | null> {
  if (place.origin === 'standalone') return getExam(learner, { examId: place.examId, kind: 'simulation' })
  return getPlayerExam(learner, { kind, sectionId: place.origin === 'section' ? (place.sectionId ?? null) : null, itemId: place.itemId ?? null })
}

/**
 * The learner's attempts that are handed in, of the exam as it stands now; null where it is no simulation, or there is none. One without an end
 * had it after its start; a score of 0 without an end is left as it is, since that may also be an attempt that was only begun.
 */
async function recordsOf(learner: Learner, where: Where): Promise<Attempt[] | null> {
  const exam = await getSimulationExam(learner, where)
  if (exam?.kind !== 'simulation') return null
  return exam.attempts.filter(({ state }) => state !== 'running').map((attempt) => ({ ...attempt, finishedAt: attempt.finishedAt ?? (attempt.score ? attempt.startedAt : null) }))
}

export type SimulationReturn = { handedIn: false } | { handedIn: true; attemptId: string; score: number; report: StudyReport }

/** Hands a result in, unless that was done. */
type HandingIn = (result: SimulationScore, handIn: () => Promise<SimulationReturn>) => Promise<SimulationReturn>

/**
 * Coming back from a simulation exam (contract 4.10): its newest result, when it is newer than the last attempt, is handed in: the
 * request is deleted (R7), an answer started (E5) and submitted (E8), which are waited for as those of a theory exam are. For an exam of
 * another kind there is nothing to hand in: to start an answer there would take up its paper, and to submit it end that. A refusal is a
 * `rejected` error with the platform's words. `handingIn` is for who remembers results that were handed in.
 */
export async function handInSimulation(learner: Learner, { place, requestId, kind }: Where & { requestId: string }, handingIn: HandingIn = (_, handIn) => handIn()): Promise<SimulationReturn> {
  const [scores, records] = await Promise.all([listSimulationScores(learner, { requestId }), recordsOf(learner, { place, kind })])
  const result = records && simulationToHandIn(scores, records)
  return result ? handingIn(result, () => handInResult(learner, { place, requestId }, result)) : { handedIn: false }
}

async function handInResult(learner: Learner, { place, requestId }: { place: ExamPlace; requestId: string }, result: SimulationScore): Promise<SimulationReturn> {
  await deleteRequest(learner, requestId)
  const fields = examFields(learner, place)
  const begun = place.origin === 'standalone' ? { startTimeString: wireTimeOf(new Date()) } : {}
  // Sent again where its connection was closed under it, though it writes: the request is gone, and a failure here would lose the result.
  const { answerId, instanceId } = await training.get(learner, 'train/examPlanApp/startAnswer', { ...fields, ...begun }, started, { timeoutMs: LONG_MS })
  const submitted = present({ ...fields, answerId, instanceId, totalScore: result.score, examPlanType: 1, endTimeString: wireTimeOf(new Date()), jihuakaoshiId: place.planExamId })
  const reply = await training.post(learner, 'train/examPlanApp/submitPaper', submitted, submittedReply, { timeoutMs: LONG_MS })
  // A platform may count another one of its results, as where the newest came too late.
  return { handedIn: true, attemptId: instanceId, score: reply.counted !== null && reply.counted >= 0 ? reply.counted : result.score, report: await named(learner, reply.report) }
}
