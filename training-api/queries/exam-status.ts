import { sql } from 'drizzle-orm'
import { exams, examStandings } from '../db/schema/exams.ts'
import type { StandingStatus } from '../rules/exams.ts'

/** How a learner stands at an exam now, where the rows of both are at hand, as `standingNow` has it; null without a standing. */
export const statusNow = sql<StandingStatus | null>`case when ${examStandings.status} = 'failed' and (${exams.attemptsAllowed} is null or ${examStandings.attemptsUsed} < ${exams.attemptsAllowed})
  then 'open' else ${examStandings.status} end`
