import { mistakes } from '../db/schema/mistakes.ts'
import type { Question, Section, TenantWorld } from './model.ts'
import type { SatAttempt } from './sitting.ts'

type Mistake = {
  source: 'theory' | 'simulation' | 'practice'
  question: Question
  optionIds: readonly number[]
  at: Date
  attempt?: SatAttempt
  section?: Section | null
}

/** A learner's wrong-question book: each question once per source. */
export class MistakeBook {
  readonly #world: TenantWorld
  readonly #learnerId: number
  readonly #held = new Map<string, Mistake>()

  constructor(world: TenantWorld, learnerId: number) {
    this.#world = world
    this.#learnerId = learnerId
  }

  get size(): number {
    return this.#held.size
  }

  add(mistake: Mistake): void {
    this.#held.set(`${mistake.source}/${mistake.question.id}`, mistake)
  }

  /** Takes questions out until each source holds at most so many; what is kept is spread over kinds and subjects. */
  keep(perSource: number, removedAt: Date): void {
    for (const source of ['theory', 'simulation', 'practice'] as const) {
      const held = [...this.#held.values()].filter((one) => one.source === source)
      const piles = Map.groupBy(held, ({ question }) => `${question.kind}/${question.subjectId}`)
      const kept = new Set<Mistake>()
      for (let turn = 0; kept.size < Math.min(perSource, held.length); turn += 1) {
        for (const pile of piles.values()) {
          const one = pile[turn]
          if (one && kept.size < perSource) kept.add(one)
        }
      }
      for (const one of held.filter((mistake) => !kept.has(mistake))) {
        this.#put(one, removedAt)
        this.#held.delete(`${source}/${one.question.id}`)
      }
    }
  }

  /** Writes what is in the book. */
  close(): void {
    for (const one of this.#held.values()) this.#put(one, null)
  }

  #put({ source, question, optionIds, at, attempt, section }: Mistake, removedAt: Date | null): void {
    this.#world.rows.put(mistakes, {
      tenantId: this.#world.tenantId, mistakeId: this.#world.next('mistake', 77_001), learnerId: this.#learnerId, source, questionId: question.id,
      questionKind: question.kind, subjectId: question.subjectId, attemptId: attempt?.attemptId ?? null, answerId: attempt?.answerId ?? null,
      examId: attempt?.examId ?? null, courseId: section?.courseId ?? attempt?.courseId ?? null, sectionId: section?.id ?? attempt?.sectionId ?? null,
      optionIds: [...optionIds].sort((a, b) => a - b).join('&'), addedAt: at, wrongAt: at, removedAt,
    })
  }
}
