import { simulationRequests, simulationResults } from '../db/schema/simulation.ts'
import { minutesAfter } from './calendar.ts'
import type { Simulation, TenantWorld } from './model.ts'
import type { Random } from './random.ts'

type Run = {
  /** Tasks that are not scored, counted from 0. */
  unscored: readonly number[]
  at: Date
  sectionId: number | null
  examId: number | null
  planItemId: number
}

/** One launch of a simulation and what it reported, 0 to 100 with one decimal. */
export function runSimulation(world: TenantWorld, learnerId: number, simulation: Simulation, { unscored, at, sectionId, examId, planItemId }: Run, random: Random): { resultId: number; score: number; finishedAt: Date } {
  const { tenantId, rows } = world
  const requestId = world.next('simulation request', 66_101)
  const resultId = world.next('simulation result')
  const score = Math.round(simulation.tasks.reduce((sum, task, index) => sum + (unscored.includes(index) ? 0 : task.score), 0) * 10) / 10
  const finishedAt = minutesAfter(at, random.whole(6, 18))
  rows.put(simulationRequests, {
    tenantId, requestId, learnerId, simulationId: simulation.id, sectionId, examId, planItemId, ticketHash: random.hex(64),
    issuedAt: at, expiresAt: minutesAfter(at, 240), reportedAt: finishedAt, usedAt: examId === null ? null : finishedAt,
  })
  rows.put(simulationResults, {
    tenantId, resultId, requestId, learnerId, totalScore: score, startedAt: at, finishedAt,
    rows: simulation.tasks.map(({ teachingPoint, task, score: worth }, index) => ({
      teachingPoint, task, score: unscored.includes(index) ? 0 : Math.round(worth * 10) / 10, scored: !unscored.includes(index),
    })),
  })
  return { resultId, score, finishedAt }
}
