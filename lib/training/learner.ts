import 'server-only'
import { z } from 'zod'
import type { Learner } from '@/lib/domain/learner'
import type { LearningSummary, Level } from '@/lib/domain/levels'
import { training } from './client'
import { wireFile } from './files'
import { languageOnWire, shownHours, wireList, wireNumber, wirePart, wireText, wireTextMaybe } from './wire'

const summary = z
  .object({
    sysUserDeptCompany: wirePart(z.object({ userName: wireText, departName: wireText, avatar: wireFile })),
    integralDescription: wirePart(z.object({ id: wireNumber(1), sumIntegras: wireNumber(), gradeName: wireTextMaybe })),
    score: wireNumber(), sumHours: wireNumber(), course: wireNumber(), plan: wireNumber(), exam: wireNumber(), grade: wireNumber(),
  })
  .transform((wire): LearningSummary => ({
    name: wire.sysUserDeptCompany?.userName ?? '', department: wire.sysUserDeptCompany?.departName ?? '', avatarUrl: wire.sysUserDeptCompany?.avatar ?? null,
    level: { id: wire.integralDescription?.id ?? 1, name: wire.integralDescription?.gradeName ?? null }, points: wire.integralDescription?.sumIntegras ?? 0,
    credits: wire.score, hours: shownHours(wire.sumHours), courses: wire.course, plans: wire.plan, exams: wire.exam, classes: wire.grade,
  }))
  .nullable()

const level = z
  .object({ id: wireNumber(), gradeName: wireText, acquisitionCondition: wireNumber() })
  .transform((wire): Level => ({ id: wire.id, name: wire.gradeName, pointsNeeded: wire.acquisitionCondition }))

/** What the learner has reached (D1; `languageType` is ours), null where the platform knows nothing. */
export function getLearningSummary(learner: Learner): Promise<LearningSummary | null> {
  return training.get(learner, 'train/web/getWebStudy', { languageType: languageOnWire[learner.locale] }, summary)
}

/** The levels with the points they need, lowest first (D5; `languageType` is ours). */
export async function listLevels(learner: Learner): Promise<Level[]> {
  const levels = await training.get(learner, 'train/classIntegral/getIntegralDescription', { languageType: languageOnWire[learner.locale] }, wireList(level))
  return levels.toSorted((one, other) => one.id - other.id)
}
