import { runningAttempt, startVerdict, type Attempt, type ExamKind, type SimulationLaunch, type StartVerdict, type SwitchLimits } from './exams'

/** An exam as the player shows it: a section, or an item of a plan. */
export type PlayerExam = {
  id: string
  name: string
  kind: ExamKind
  paperId: string
  questionCount: number
  answerMinutes: number
  attemptsUsed: number
  /** Null without a limit. */
  attemptsAllowed: number | null
  passScore: number | null
  totalScore: number
  bestScore: number | null
  state: 'notStarted' | 'inProgress' | 'passed' | 'failed' | 'unknown'
  /** The platform says that no attempt is left. */
  isExhausted: boolean
  simulation: SimulationLaunch | null
  /** As `ExamDetail` has it. */
  reportedRequestId: string | null
  sectionId: string | null
  /** Null when the platform does not tell before the start. */
  switches: SwitchLimits | null
  /** When it can be taken, as `ExamDetail` has it; null where the platform does not say. */
  startsAt: string | null
  endsAt: string | null
  /** 1 without extra time, and where the platform does not say. */
  extraTimeFactor: number
  /** How far the platform's clock, which decides over that, is ahead of ours, in milliseconds; null where it does not say. */
  aheadMs: number | null
  attempts: Attempt[]
}

/** Passed or failed for good: the exam itself says so or, where a platform leaves it out there, the catalogue; null while nothing is decided. */
export function decidedState(exam: PlayerExam, listed: PlayerExam['state']): 'passed' | 'failed' | null {
  return [exam.state, listed].find((state) => state === 'passed' || state === 'failed') ?? null
}

/** Whether something of an exam goes on after its plan has ended: a paper that still runs, or a result that a simulation has reported in time. */
export function goesOnAfterEnd({ kind, attempts, reportedRequestId }: Pick<PlayerExam, 'kind' | 'attempts' | 'reportedRequestId'>): boolean {
  return kind === 'simulation' ? reportedRequestId !== null : kind === 'theory' && runningAttempt(attempts) !== null
}

/** Whether the start button of an exam in the player is hidden, and why: no attempts left, before that passed or failed for good (spec 1 §4). */
export function playerExamVerdict(exam: PlayerExam, listed: PlayerExam['state']): StartVerdict {
  const verdict = startVerdict({
    kind: exam.kind,
    status: decidedState(exam, listed) ?? 'available',
    attemptsAllowed: exam.isExhausted ? exam.attemptsUsed : exam.attemptsAllowed,
    attemptsUsed: exam.attemptsUsed,
    attempts: exam.attempts,
  })
  return verdict.can === 'not' && exam.isExhausted ? { can: 'not', why: 'used' } : verdict
}
