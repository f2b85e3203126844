import { studyLedger, studyVisits } from '../db/schema/study.ts'
import { minutesAfter } from './calendar.ts'
import type { Section, TenantWorld } from './model.ts'
import type { Random } from './random.ts'

type Visit = { section: Section; planItemId: number; startedAt: Date; endedAt: Date; minutes: number }

/** One visit of a section with its ledger: the minutes that counted, and now and then a while that did not. */
export function putVisit(world: TenantWorld, learnerId: number, { section, planItemId, startedAt, endedAt, minutes }: Visit, random: Random): void {
  const { tenantId, rows } = world
  const visitId = world.next('visit', 30_001)
  const idleSeconds = random.chance(0.2) ? random.whole(60, 400) : 0
  const leftAt = minutesAfter(endedAt, idleSeconds / 60)
  rows.put(studyVisits, {
    tenantId, visitId, learnerId, sectionId: section.id, planItemId, startedAt, endedAt: leftAt, lastBeatAt: leftAt, countedSeconds: minutes * 60, reportedMinutes: minutes, addedMinutes: minutes,
  })
  const entry = { tenantId, learnerId, visitId, courseId: section.courseId, sectionId: section.id, planItemId }
  rows.put(studyLedger, { ...entry, entryId: world.next('ledger', 40_001), fromAt: startedAt, toAt: endedAt, countedSeconds: minutes * 60, notCountedSeconds: 0 })
  if (idleSeconds > 0) {
    const reason = random.pick(['idle', 'hidden', 'paused'] as const)
    rows.put(studyLedger, { ...entry, entryId: world.next('ledger', 40_001), fromAt: endedAt, toAt: leftAt, countedSeconds: 0, notCountedSeconds: idleSeconds, reason })
  }
}
