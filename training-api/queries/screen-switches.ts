import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { newId } from '../db/ids.ts'
import { attempts, screenSwitches } from '../db/schema/attempts.ts'
import { isToHandIn } from '../rules/answers.ts'
import { acceptedAwaySeconds, countsAsSwitch, exhaustedBy } from '../rules/screen-switches.ts'
import type { Exhausted, SwitchReason } from '../rules/screen-switches.ts'
import type { AnsweredAttempt } from './answers.ts'
import { endOf, findAttempt } from './attempts.ts'
import type { Attempt } from './attempts.ts'
import type { Exam } from './exam-places.ts'
import type { Who } from './who.ts'

export type SwitchState = { attempt: Attempt; exam: Exam; counted: boolean; repeated: boolean; exhausted: Exhausted | null }

/** How the screen switches of an attempt stand. */
export function switchStateOf({ attempt, exam }: AnsweredAttempt): Pick<SwitchState, 'exhausted'> {
  const rule = { rule: exam.switchRule, countAllowed: exam.switchCountAllowed, secondsAllowed: exam.switchSecondsAllowed }
  return { exhausted: exhaustedBy(rule, { count: attempt.switchCount, seconds: attempt.switchSeconds }) }
}

/** Absences written down of one attempt, whose exam may allow any number. */
const mostSwitches = 5_000

/** Writes down an absence, unless it is known; false then. Beyond so many it is not written down, and counts all the same. */
async function noteSwitch(tx: Db, noted: typeof screenSwitches.$inferInsert): Promise<boolean> {
  const isOf = and(eq(screenSwitches.tenantId, noted.tenantId), eq(screenSwitches.attemptId, noted.attemptId))
  const full = await tx.select({ one: sql`1` }).from(screenSwitches).where(isOf).offset(mostSwitches - 1).limit(1)
  if (full.length > 0) return (await tx.$count(screenSwitches, and(isOf, eq(screenSwitches.eventId, noted.eventId)))) === 0
  const written = await tx
    .insert(screenSwitches)
    .values(noted)
    .onConflictDoNothing({ target: [screenSwitches.tenantId, screenSwitches.attemptId, screenSwitches.eventId] })
    .returning({ switchId: screenSwitches.switchId })
  return written.length > 0
}

/** Writes down an absence from the exam page and counts it, each event once; nothing once the attempt has ended. */
export async function countSwitch(
  tx: Db,
  asked: Who & { instanceId: number; seconds: number; reason: SwitchReason; eventId: string; now: Date },
): Promise<SwitchState | null> {
  const { tenantId, seconds, reason, eventId, now } = asked
  const found = await findAttempt(tx, asked, { lock: true })
  if (found === null) return null
  const { attempt, exam } = found
  const unchanged = { ...found, counted: false, repeated: false, ...switchStateOf(found) }
  if (seconds <= 0 || !isToHandIn(attempt) || now >= endOf(attempt)) return unchanged
  const awaySeconds = Math.max(1, acceptedAwaySeconds(seconds, attempt.startedAt, now))
  const counted = countsAsSwitch(reason, awaySeconds)
  const isNew = await noteSwitch(tx, { tenantId, attemptId: attempt.attemptId, switchId: newId(), eventId, awaySeconds, reason, counted, receivedAt: now })
  if (!isNew) return { ...unchanged, repeated: true }
  if (!counted) return unchanged
  const used = { ...attempt, switchCount: attempt.switchCount + 1, switchSeconds: attempt.switchSeconds + awaySeconds }
  const { exhausted } = switchStateOf({ attempt: used, exam })
  const changed = { ...used, switchExhaustedAt: attempt.switchExhaustedAt ?? (exhausted === null ? null : now) }
  await tx
    .update(attempts)
    .set({ switchCount: changed.switchCount, switchSeconds: changed.switchSeconds, switchExhaustedAt: changed.switchExhaustedAt })
    .where(and(eq(attempts.tenantId, tenantId), eq(attempts.attemptId, attempt.attemptId)))
  return { attempt: changed, exam, counted, repeated: false, exhausted }
}
