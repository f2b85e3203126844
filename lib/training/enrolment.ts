import 'server-only'
import { z } from 'zod'
import { playerPlace, type EnrolmentTarget, type Opening, type Started, type StudyNode, type Unlocked } from '@/lib/domain/enrolment'
import { sectionsOf } from '@/lib/domain/catalogue'
import type { Learner } from '@/lib/domain/learner'
import { listCourseChapters, listPlanItems } from './catalogue'
import { training } from './client'
import { checkCourseAccess } from './courses'
import { TrainingError } from './errors'
import { kindNumber, sectionKindNumber, wireSectionKind } from './kinds'
import { wireDone, wireEnum, wireIdMaybe, wireText, unwrapped } from './wire'

const PLAN_EXAM = 2
const places = { 1: 'section', 2: 'planExam' } as const

/** Whether a course is begun is said by the code alone (contract 1.3): what is no node is none. */
const node = z
  .object({
    curriculumId: wireIdMaybe, nodeId: wireIdMaybe, parentId: wireIdMaybe, contentId: wireIdMaybe, nodeName: wireText,
    nodeType: wireSectionKind('nodeType'), nodeState: wireEnum('nodeState', places, 'section'),
  })
  .nullable()
  .catch(null)

/** The node of a reply; one that names no section counts as none. */
function nodeOf(wire: z.infer<typeof node>, ownerId: string): StudyNode | null {
  if (!wire?.nodeId) return null
  return {
    ownerId: wire.curriculumId ?? ownerId, id: wire.nodeId, parentId: wire.parentId ?? '', itemId: wire.contentId, name: wire.nodeName,
    kind: wire.nodeType, place: wire.nodeState === 'planExam' ? 'planExam' : 'section',
  }
}

const REFUSED = 200

/** What the platform answers, or its words where it refuses the business (contract 1.3: a 200 with another code). */
async function orRefusal<T>(asked: Promise<T>): Promise<{ answer: T } | { reason: string }> {
  try {
    return { answer: await asked }
  } catch (error) {
    if (error instanceof TrainingError && error.code === 'rejected' && error.status === REFUSED) return { reason: error.message }
    throw error
  }
}

/** Creates the study record of a course (C10) or plan (C11) and gives the node to open; repeating it gives the saved node. */
export async function startLearning(learner: Learner, { kind, id }: EnrolmentTarget): Promise<Started> {
  const path = kind === 'course' ? 'train/studtyFruit/saveStudtyFruit' : 'train/studtyFruit/saveStudtyFruitByType'
  const outcome = await orRefusal(training.postBoth(learner, path, { curriculumId: id, fruitType: kindNumber[kind] }, unwrapped(node)))
  return 'reason' in outcome ? { started: false, reason: outcome.reason } : { started: true, node: nodeOf(outcome.answer, id) }
}

/** Where the learner left a course or plan (C9), null when nothing was opened yet. */
export async function getSavedNode(learner: Learner, { kind, id }: EnrolmentTarget): Promise<StudyNode | null> {
  const wire = await training.get(learner, 'train/app/plan/getPlanStudtyStateById', { curriculumId: id, fruitType: kindNumber[kind] }, unwrapped(node))
  return nodeOf(wire, id)
}

/** Starts a course or plan and gives where the player opens, or the platform's words why not; a course passes the access check first (L5). */
export function openFromStart(learner: Learner, target: EnrolmentTarget): Promise<Opening> {
  return whenAllowed(learner, target, async () => {
    const start = await startLearning(learner, target)
    return start.started ? { allowed: true, place: playerPlace(target, start.node ?? (await firstNode(learner, target))) } : { allowed: false, reason: start.reason }
  })
}

/** Where the player opens a course or plan again: at the saved node, else at the beginning; a course passes the access check first (L5). */
export function openWhereLeft(learner: Learner, target: EnrolmentTarget): Promise<Opening> {
  return whenAllowed(learner, target, async () => {
    const node = (await getSavedNode(learner, target)) ?? (await firstNode(learner, target))
    return { allowed: true, place: playerPlace(target, node) }
  })
}

async function whenAllowed(learner: Learner, { kind, id }: EnrolmentTarget, open: () => Promise<Opening>): Promise<Opening> {
  const access = kind === 'course' ? await checkCourseAccess(learner, { id }) : ({ allowed: true } as const)
  return access.allowed ? open() : access
}

/** The first section of a course, the first section or exam of a plan; null when there is none. */
async function firstNode(learner: Learner, { kind, id }: EnrolmentTarget): Promise<StudyNode | null> {
  const item = kind === 'plan' ? (await listPlanItems(learner, { planId: id }))[0] : undefined
  if (item?.kind === 'exam') return { ownerId: id, id: item.targetId, parentId: id, itemId: item.id, name: item.name, kind: 'exam', place: 'planExam' }
  const chapters = kind === 'course' ? await listCourseChapters(learner, { courseId: id }) : (item?.chapters ?? [])
  const first = sectionsOf(chapters)[0]
  return first ? { ownerId: id, id: first.id, parentId: first.chapterId, itemId: item?.id ?? null, name: first.name, kind: first.kind, place: 'section' } : null
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
  const outcome = await orRefusal(training.get(learner, 'train/app/courseChapter/updateClassRecordSectionKnityn', { classRecordId: sectionRecordId }, wireDone, { isWrite: true }))
  return 'reason' in outcome ? { unlocked: false, reason: outcome.reason } : { unlocked: true }
}
