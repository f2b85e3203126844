import { examStandings } from '../db/schema/exams.ts'
import { examValue } from '../rules/rankings.ts'
import type { Exam, TenantWorld } from './model.ts'
import type { SatAttempt } from './sitting.ts'

/** How one learner stands in each exam, at each place where it was sat. */
export class LearnerStandings {
  readonly #world: TenantWorld
  readonly #learnerId: number
  readonly #standings = new Map<string, { exam: Exam; placeId: number; attempts: SatAttempt[] }>()

  constructor(world: TenantWorld, learnerId: number) {
    this.#world = world
    this.#learnerId = learnerId
  }

  /** The attempts so far, in order. */
  attempts(examId: number, placeId: number): readonly SatAttempt[] {
    return this.#standings.get(`${examId}/${placeId}`)?.attempts ?? []
  }

  add(exam: Exam, placeId: number, attempt: SatAttempt): void {
    const standing = this.#standings.get(`${exam.id}/${placeId}`) ?? { exam, placeId, attempts: [] }
    this.#standings.set(`${exam.id}/${placeId}`, standing)
    standing.attempts.push(attempt)
  }

  /** Writes the standings, and what the best attempt at each exam adds to its statistics and ranking. */
  close(): void {
    const { totals, rows, tenantId } = this.#world
    const learnerId = this.#learnerId
    const bestOf = new Map<number, SatAttempt>()
    for (const { exam, placeId, attempts } of this.#standings.values()) {
      const scored = attempts.filter(({ score }) => score !== null).sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.usedMs - b.usedMs)
      const best = scored[0]
      const status = attempts.some(({ passed }) => passed) ? 'passed' : attempts.some(({ score }) => score === null) ? 'pendingReview'
        : exam.attemptsAllowed !== null && attempts.length >= exam.attemptsAllowed ? 'failed' : 'open'
      rows.put(examStandings, {
        tenantId, learnerId, examId: exam.id, placeId, attemptsUsed: attempts.length, status, bestAttemptId: best?.attemptId ?? null, bestScore: best?.score ?? null,
        bestUsedMs: best?.usedMs ?? null, bestAccuracy: best?.accuracy ?? null, updatedAt: attempts.at(-1)?.submittedAt ?? this.#world.calendar.now,
      })
      const before = bestOf.get(exam.id)
      if (best && (before === undefined || (best.score ?? 0) > (before.score ?? 0))) bestOf.set(exam.id, best)
    }
    for (const [examId, { score, usedMs, accuracy, answers }] of bestOf) {
      totals.attempted({ examId, score: score ?? 0, usedMs, accuracy, answers })
      totals.rank('examScore', 'exam', examId, learnerId, examValue({ score: score ?? 0, usedMs }))
    }
  }
}
