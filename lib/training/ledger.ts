import 'server-only'
import { z } from 'zod'
import type { EnrolmentTarget } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { notCountedReasons, type LedgerEntry, type NotCounted } from '@/lib/domain/ledger'
import { training } from './client'
import { isNotOffered } from './errors'
import { kindNumber } from './kinds'
import { wireEnum, wireId, wireList, wireNumber, wireText } from './wire'

const reasons = Object.fromEntries(notCountedReasons.map((reason) => [reason, reason])) as { [Reason in (typeof notCountedReasons)[number]]: Reason }
const notCounted = z.object({ reason: wireEnum('reason', reasons), minutes: wireNumber() }).transform((wire): NotCounted => wire)

const ledger = z
  .object({
    sections: wireList(z.object({ sectionId: wireId, sectionName: wireText, countedMinutes: wireNumber(), reasons: wireList(notCounted) })
      .transform((wire): LedgerEntry => ({ sectionId: wire.sectionId, name: wire.sectionName, countedMinutes: wire.countedMinutes, notCounted: wire.reasons }))),
  })
  .transform((wire) => wire.sections)

/** The counted minutes of a course or plan by section, and those that did not count with the reason (X10, an extension); null on a platform without this call. */
export async function getLedger(learner: Learner, { kind, id }: EnrolmentTarget): Promise<LedgerEntry[] | null> {
  try {
    return await training.get(learner, 'train/web/getStudyLedger', { curriculumId: id, fruitType: kindNumber[kind] }, ledger)
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}
