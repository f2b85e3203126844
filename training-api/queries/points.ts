import type { Db } from '../db/client.ts'
import { pointsLedger } from '../db/schema/rankings.ts'
import { awardKey, pointsFor } from '../rules/points.ts'
import type { Award, PointsCause } from '../rules/points.ts'
import type { Who } from './who.ts'

/** Something just passed, and where its points count. */
export type Earned = { cause: PointsCause; id: number; courseId?: number | null; planId?: number | null; /** Since when it is passed, where that is not now. */ at?: Date }

/** Points for what was just passed, each thing once for all; returns what was new (contract 5.7). */
export async function givePoints(tx: Db, { tenantId, userId, earned, now }: Who & { earned: Earned[]; now: Date }): Promise<Award[]> {
  if (earned.length === 0) return []
  const given = await tx
    .insert(pointsLedger)
    .values(
      earned.map(({ cause, id, courseId, planId, at }) => ({
        tenantId,
        learnerId: userId,
        event: awardKey(cause, id),
        points: pointsFor[cause],
        courseId: courseId ?? null,
        planId: planId ?? null,
        awardedAt: at ?? now,
      })),
    )
    .onConflictDoNothing({ target: [pointsLedger.tenantId, pointsLedger.learnerId, pointsLedger.event] })
    .returning({ event: pointsLedger.event })
  const events = new Set(given.map(({ event }) => event))
  return earned
    .filter(({ cause, id }) => events.has(awardKey(cause, id)))
    .map(({ cause, id }) => ({ cause, id, points: pointsFor[cause] }))
}
