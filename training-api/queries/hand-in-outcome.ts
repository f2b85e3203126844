import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { attempts } from '../db/schema/attempts.ts'
import type { HandInOutcome } from '../db/schema/attempts.ts'
import { certificates } from '../db/schema/certificates.ts'
import type { Attempt } from './attempts.ts'
import { nothingNew } from './progress.ts'
import type { Outcome } from './progress.ts'

export const attemptIs = ({ tenantId, attemptId }: Attempt) => and(eq(attempts.tenantId, tenantId), eq(attempts.attemptId, attemptId))

/** Keeps what the learner is to be told, also what an earlier grading of the same attempt has earned. */
export async function tell(tx: Db, attempt: Attempt, { awards, certificates: granted }: Outcome): Promise<HandInOutcome | null> {
  if (attempt.outcome === null && awards.length === 0 && granted.length === 0) return null
  const outcome = {
    awards: [...(attempt.outcome?.awards ?? []), ...awards],
    certificateIds: [...(attempt.outcome?.certificateIds ?? []), ...granted.map(({ certificateId }) => certificateId)],
  }
  await tx.update(attempts).set({ outcome }).where(attemptIs(attempt))
  return outcome
}

/** What a hand-in has brought. */
export async function readOutcome(tx: Db, { tenantId, outcome }: Attempt): Promise<Outcome> {
  if (outcome === null) return nothingNew
  const granted = outcome.certificateIds.length === 0
    ? []
    : await tx.select().from(certificates).where(and(eq(certificates.tenantId, tenantId), inArray(certificates.certificateId, outcome.certificateIds)))
  return { awards: outcome.awards, certificates: granted }
}
