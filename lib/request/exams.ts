import 'server-only'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import type { ExamPlace } from '@/lib/domain/attempts'
import { placeIdOf, simulationAddress, startVerdict, statusOf, type AttemptPlace, type ExamKind, type ExamLaunched, type ExamNow, type ExamResult, type SimulationLaunch } from '@/lib/domain/exams'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import type { Learner } from '@/lib/domain/learner'
import { playerExamVerdict, type PlayerExam } from '@/lib/domain/player-exam'
import type { ReviewedQuestion } from '@/lib/domain/questions'
import { env } from '@/lib/env'
import { attemptPlaceOf, isLedTo, preparationAt, routes } from '@/lib/routes'
import { getResult, listAnswers } from '@/lib/training/exam-results'
import { getSimulationExam } from '@/lib/training/exam-simulations'
import { getExam, getPlayerExam } from '@/lib/training/exams'
import { isByOthers } from './gate'
import { refusalOf } from './refusal'
import { endOf, type Session } from './session'
import { settle } from './settle'

/** The address at which a simulation exam opens for this learner; null when there is nothing to open or no service is configured. */
export function simulationAddressFor(learner: Learner, launch: SimulationLaunch | null, planId?: string): string | null {
  return launch && env.SIMULATION_BASE_URL ? simulationAddress(env.SIMULATION_BASE_URL, launch, { learnerId: learner.id, language: learner.locale }, planId) : null
}

/** An exam of the player with the address of its simulation, which hears from which plan it is opened; the ticket itself stays here. */
export async function playerExamWithAddress(
  learner: Learner, { kind, ownerId, sectionId, itemId }: { kind: EnrolmentKind; ownerId?: string | undefined; sectionId?: string | undefined; itemId?: string | undefined },
): Promise<(PlayerExam & { simulationUrl: string | null }) | null> {
  const exam = await getPlayerExam(learner, { kind, sectionId: sectionId ?? null, itemId: itemId ?? null })
  return exam && { ...exam, simulationUrl: simulationAddressFor(learner, exam.simulation, kind === 'plan' ? ownerId : undefined) }
}

/** The clock that decides over an exam, at a moment of ours: the platform's where it is told. */
export function clockOver({ aheadMs }: Pick<ExamNow, 'aheadMs'>, session: Pick<Session, 'startedAt'>, now: number): ExamNow {
  const ahead = aheadMs ?? 0
  return { serverNow: now + ahead, aheadMs, loginEndsAt: endOf(session) + ahead }
}

/** A launch of a simulation exam for the press that opens it, since the ticket of one that its page has shown may be over or used by then; null when it cannot be opened now. */
export async function launchSimulationExam(learner: Learner, where: { place: ExamPlace; kind: EnrolmentKind }): Promise<ExamLaunched | null> {
  const exam = await getSimulationExam(learner, where)
  // Some platforms name a launch also where no attempt may begin, whose result would not count. The page that shows the button was told that one may.
  const verdict = exam && ('status' in exam ? startVerdict({ ...exam, status: statusOf(exam, 'available', Date.now() + (exam.aheadMs ?? 0)) }) : playerExamVerdict(exam, exam.state))
  const launch = verdict?.can === 'start' && exam ? exam.simulation : null
  const address = simulationAddressFor(learner, launch, where.kind === 'plan' ? (where.place.ownerId ?? undefined) : undefined)
  return launch && address ? { requestId: launch.requestId, address } : null
}

/** Whether coming to an exam by this address may begin an attempt: not where another site, or a script of ours without a press, led there. */
export async function mayBeginAttempt(query: Record<string, string | string[] | undefined>): Promise<boolean> {
  return !isLedTo(query) && !isByOthers(await headers())
}

/** Where one goes back to from an attempt: the preparation of an exam by itself, with its kind, else the player it was taken in. */
export function wayBack(attempt: AttemptPlace, kind: ExamKind | null): string {
  if (attempt.origin === 'standalone' || !attempt.ownerId) return preparationAt({ id: attempt.examId, kind: kind ?? (attempt.isSimulation ? 'simulation' : null) })
  const inPlan = attempt.origin === 'planExam' || attempt.itemId
  return routes.player({
    ...(inPlan ? { planId: attempt.ownerId, itemId: attempt.itemId ?? undefined } : { courseId: attempt.ownerId }),
    chapterId: attempt.chapterId ?? undefined, sectionId: attempt.sectionId ?? undefined,
  })
}

export type AttemptPage = { attempt: AttemptPlace; result: ExamResult; title: string | null; number: number | null; total: number | null; refusal?: undefined }
/** The platform does not show the attempt, and says why. */
export type AttemptRefused = { refusal: string }

/**
 * The attempt an address names with its result. What the platform does not tell of it, its title, its kind and which of how many it is, is read
 * off the exam; an address that names nothing is not found, what the platform refuses comes with its words, and null says that the platform could not be asked.
 */
export async function requireAttempt(learner: Learner, query: Record<string, string | string[] | undefined>, simulation = false): Promise<AttemptPage | AttemptRefused | null> {
  const named = attemptPlaceOf(query)
  if (!named) notFound()
  const attempt = { ...named, isSimulation: named.isSimulation || simulation }
  const asked = await settle(getResult(learner, attempt))
  const refusal = refusalOf(asked)
  if (refusal) return { refusal }
  if (asked.error) return null
  if (asked.value === null) notFound()
  const result = asked.value
  // A simulation is also known by its result, whatever the address says.
  const known = { ...attempt, isSimulation: attempt.isSimulation || result.isSimulation }
  if (result.title && result.attemptNumber) return { attempt: known, result, title: result.title, number: result.attemptNumber, total: result.attemptTotal }
  const exam = (await settle(getExam(learner, { examId: known.examId, kind: known.isSimulation ? 'simulation' : null, placeId: placeIdOf(known) }))).value ?? null
  const sitting = exam?.attempts.find(({ id }) => id === known.attemptId)
  const number = sitting?.number ?? result.attemptNumber
  return { attempt: known, result: { ...result, kind: result.kind ?? exam?.kind ?? null, practical: result.practical ?? sitting?.practical ?? null }, title: result.title ?? exam?.title ?? null, number, total: exam ? (exam.attemptsAllowed ?? Math.max(exam.attemptsUsed, exam.attempts.length)) : result.attemptTotal }
}

/** The same with its answers one by one, both asked at once: what the address says is enough for either. */
export async function requireAnswers(learner: Learner, query: Record<string, string | string[] | undefined>, simulation: boolean): Promise<(AttemptPage & { answers: Settled<ReviewedQuestion[]> }) | AttemptRefused | null> {
  const named = attemptPlaceOf(query)
  if (!named) notFound()
  const answers = settle(listAnswers(learner, named))
  const page = await requireAttempt(learner, query, simulation)
  return page && page.refusal === undefined ? { ...page, answers: await answers } : page
}
