import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { simulationRequests, simulations } from '../db/schema/simulation.ts'

type Launch = { tenantId: number | undefined; requestId: number | undefined; simulationId: number | undefined }

/** The title of the simulation that a launch is about: that of its request, else that of the id itself; null for neither. */
export async function getSimulationTitle(db: Db, { tenantId, requestId, simulationId }: Launch): Promise<string | null> {
  if (tenantId !== undefined && requestId !== undefined) {
    const [launched] = await db
      .select({ title: simulations.title })
      .from(simulationRequests)
      .innerJoin(simulations, and(eq(simulations.tenantId, simulationRequests.tenantId), eq(simulations.simulationId, simulationRequests.simulationId)))
      .where(and(eq(simulationRequests.tenantId, tenantId), eq(simulationRequests.requestId, requestId)))
    if (launched !== undefined) return launched.title
  }
  if (tenantId === undefined || simulationId === undefined) return null
  const [named] = await db
    .select({ title: simulations.title })
    .from(simulations)
    .where(and(eq(simulations.tenantId, tenantId), eq(simulations.simulationId, simulationId)))
  return named?.title ?? null
}
