import { pointsLedger } from '../db/schema/rankings.ts'
import { awardKey, pointsFor } from '../rules/points.ts'
import type { PointsCause } from '../rules/points.ts'
import type { TenantWorld } from './model.ts'

/** What one learner has gathered for the rankings: learned minutes, points and certificates. */
export class LearnerFigures {
  readonly #world: TenantWorld
  readonly #learnerId: number
  readonly #minutes = new Map<string, number>()
  readonly #points = new Map<string, number>()
  readonly #awarded = new Set<string>()
  #certificates = 0

  constructor(world: TenantWorld, learnerId: number) {
    this.#world = world
    this.#learnerId = learnerId
  }

  learn(minutes: number, courseId: number, planId: number | undefined): void {
    this.#add(this.#minutes, 'tenant', 0, minutes)
    // What is learned inside a plan is the plan's: a course's own figures say the same everywhere.
    if (planId === undefined) this.#add(this.#minutes, 'course', courseId, minutes)
    else this.#add(this.#minutes, 'plan', planId, minutes)
  }

  /** Gives the points of a cause, once. */
  award(cause: PointsCause, id: number, awardedAt: Date, courseId: number | null, planId: number | undefined): void {
    const event = awardKey(cause, id)
    if (this.#awarded.has(event)) return
    this.#awarded.add(event)
    const points = pointsFor[cause]
    this.#world.rows.put(pointsLedger, { tenantId: this.#world.tenantId, learnerId: this.#learnerId, event, points, courseId, planId: planId ?? null, awardedAt })
    this.#add(this.#points, 'tenant', 0, points)
    if (courseId !== null) this.#add(this.#points, 'course', courseId, points)
    if (planId !== undefined) this.#add(this.#points, 'plan', planId, points)
  }

  /** Points that were carried over from the time before the platform, for a course or plan where one is named. */
  carryOver(points: number, at: Date, content?: { kind: 'course' | 'plan'; id: number }): void {
    const [courseId, planId] = [content?.kind === 'course' ? content.id : null, content?.kind === 'plan' ? content.id : null]
    this.#world.rows.put(pointsLedger, { tenantId: this.#world.tenantId, learnerId: this.#learnerId, event: `carried:${content?.id ?? 0}`, points, courseId, planId, awardedAt: at })
    this.#add(this.#points, 'tenant', 0, points)
    if (content) this.#add(this.#points, content.kind, content.id, points)
  }

  certify(): void {
    this.#certificates += 1
  }

  /** Writes the figures into the rankings. */
  close(): void {
    const { totals } = this.#world
    const learnerId = this.#learnerId
    for (const [figures, metric] of [[this.#minutes, 'minutes'], [this.#points, 'points']] as const) {
      for (const [key, value] of figures) {
        const [scope = '', id = ''] = key.split('/')
        if (scope === 'tenant' || scope === 'course' || scope === 'plan') totals.rank(metric, scope, Number(id), learnerId, value)
      }
      for (const classId of this.#world.classesOf.get(learnerId) ?? []) totals.rank(metric, 'class', classId, learnerId, figures.get('tenant/0') ?? 0)
    }
    if (this.#certificates > 0) {
      totals.rank('certificates', 'tenant', 0, learnerId, this.#certificates)
      for (const classId of this.#world.classesOf.get(learnerId) ?? []) totals.rank('certificates', 'class', classId, learnerId, this.#certificates)
    }
  }

  #add(figures: Map<string, number>, scope: string, id: number, amount: number): void {
    figures.set(`${scope}/${id}`, (figures.get(`${scope}/${id}`) ?? 0) + amount)
  }
}
