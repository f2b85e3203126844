import 'server-only'
import { z } from 'zod'
import type { EnrolmentKind, Started, StudyNode, Unlocked } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { training } from './client'
import { TrainingError } from './errors'
import { kindNumber, sectionKindNumber, wireSectionKind } from './kinds'
import { wireDone, wireEnum, wireIdMaybe, wireText, unwrapped } from './wire'

const PLAN_EXAM = 2
const places = { 1: 'section', 2: 'planExam' } as const

const node = z
  .object({
    curriculumId: wireIdMaybe, nodeId: wireIdMaybe, parentId: wireIdMaybe, contentId: wireIdMaybe, nodeName: wireText,
    nodeType: wireSectionKind('nodeType'), nodeState: wireEnum('nodeState', places, 'section'),
  })
  .nullable()

/** The node of a reply; one that names no section counts as none. */
function nodeOf(wire: z.infer<typeof node>, ownerId: string): StudyNode | null {
  if (!wire?.nodeId) return null
  return {
    ownerId: wire.curriculumId ?? ownerId, id: wire.nodeId, parentId: wire.parentId ?? '', itemId: wire.contentId, name: wire.nodeName,
    kind: wire.nodeType, place: wire.nodeState === 'planExam' ? 'planExam' : 'section',
  }
}

type Target = { kind: EnrolmentKind; id: string }

/** What the platform answers, or its words where it refuses. */
async function orRefusal<T>(asked: Promise<T>): Promise<{ answer: T } | { reason: string }> {
  try {
    return { answer: await asked }
  } catch (error) {
    if (error instanceof TrainingError && error.code === 'rejected' && error.message) return { reason: error.message }
    throw error
  }
}

/** Creates the study record of a course (C10) or plan (C11) and gives the node to open; repeating it gives the saved node. */
export async function startLearning(learner: Learner, { kind, id }: Target): Promise<Started> {
  const path = kind === 'course' ? 'train/studtyFruit/saveStudtyFruit' : 'train/studtyFruit/saveStudtyFruitByType'
  const outcome = await orRefusal(training.postBoth(learner, path, { curriculumId: id, fruitType: kindNumber[kind] }, unwrapped(node)))
  return 'reason' in outcome ? { started: false, reason: outcome.reason } : { started: true, node: nodeOf(outcome.answer, id) }
}

/** Where the learner left a course or plan (C9), null when nothing was opened yet. */
export async function getSavedNode(learner: Learner, { kind, id }: Target): Promise<StudyNode | null> {
  const wire = await training.get(learner, 'train/app/plan/getPlanStudtyStateById', { curriculumId: id, fruitType: kindNumber[kind] }, unwrapped(node))
  return nodeOf(wire, id)
}

/** Remembers the section or exam that was opened (C13). */
export async function saveNode(learner: Learner, node: StudyNode): Promise<void> {
  const kind = sectionKindNumber[node.kind]
  await training.post(learner, 'train/app/plan/updateUserSection', {
    curriculumId: node.ownerId, nodeId: node.id, parentId: node.parentId, ...(node.itemId ? { contentId: node.itemId } : {}),
    contentType: kind, nodeType: kind, nodeState: node.place === 'planExam' ? PLAN_EXAM : 1, nodeName: node.name,
  }, wireDone)
}

/** Unlocks a section by the learner's record of it (C12), or gives the platform's words why not. */
export async function unlockSection(learner: Learner, { sectionRecordId }: { sectionRecordId: string }): Promise<Unlocked> {
  const outcome = await orRefusal(training.get(learner, 'train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: sectionRecordId }, wireDone))
  return 'reason' in outcome ? { unlocked: false, reason: outcome.reason } : { unlocked: true }
}
