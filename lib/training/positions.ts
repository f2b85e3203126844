import 'server-only'
import { z } from 'zod'
import { CLOCKS_APART_MS } from '@/lib/domain/clocks'
import type { Learner } from '@/lib/domain/learner'
import type { StudyPosition } from '@/lib/domain/study'
import { training } from './client'
import { isNotOffered } from './errors'
import { wireDone, wireNumberMaybe, wireTime } from './wire'

const saved = z
  .object({ position: wireNumberMaybe, updateTime: wireTime, seq: wireNumberMaybe })
  .nullable()
  .transform((wire): StudyPosition | null => (wire?.position == null ? null : { position: wire.position, savedAt: wire.updateTime ? Date.parse(wire.updateTime) : 0, seq: wire.seq ?? 0 }))

/** Where the learner left a resource (X5, an extension): null when it remembers nothing, also on a platform without this call. */
export async function getPosition(learner: Learner, { sectionId, resourceId }: { sectionId: string; resourceId: string }): Promise<StudyPosition | null> {
  try {
    return await training.get(learner, 'train/web/getStudyPosition', { sectionId, resourceId }, saved)
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

/** A number far ahead of time, of a device whose clock was moved, would keep every later place out, also of other devices: it counts as of now. */
const inTime = (seq: number) => (seq > Date.now() + CLOCKS_APART_MS ? Date.now() : seq)

export type PositionSave = { sectionId: string; resourceId: string; position: number; seq: number }

/** Remembers where the learner is (X6); of several the one with the highest `seq` stays. `kept` is false on a platform without this call. */
export async function savePosition(learner: Learner, save: PositionSave): Promise<{ kept: boolean }> {
  try {
    await training.post(learner, 'train/web/saveStudyPosition', { ...save, seq: inTime(save.seq) }, wireDone)
    return { kept: true }
  } catch (error) {
    if (isNotOffered(error)) return { kept: false }
    throw error
  }
}
