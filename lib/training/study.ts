import 'server-only'
import { z } from 'zod'
import type { StudyNode } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import type { BeatAnswer, BeatState, StudyPlace, StudyReport, VisitKind } from '@/lib/domain/study'
import { log } from '@/lib/log'
import { training } from './client'
import { saveNode, startLearning } from './enrolment'
import { isNotOffered, TrainingError } from './errors'
import { sectionKindNumber } from './kinds'
import { sendReport } from './reports'
import { wireTextMaybe } from './wire'

const START = 1
const END = 2

type VisitOf = { place: StudyPlace; kind: VisitKind; /** The browser's name for the visit. */ visitId?: string | undefined }

const nothing: StudyReport = { messages: [], certificate: null }

/** An exam that is an item of a plan has no chapter and no study time: it reports by its hand-in. */
const hasMarkers = ({ place }: VisitOf) => place.chapterId !== null

/** What all reports of a visit say of where it is; `contentId` only inside a plan (contract 5.25). `visitKey` is ours: a late marker never means another visit. */
function fieldsOf({ place, kind, visitId }: VisitOf) {
  return {
    chapterId: place.chapterId, sectionId: place.sectionId, curriculumId: place.planId ?? place.courseId, contentType: sectionKindNumber[kind], visitKey: visitId,
    ...(place.planId && place.itemId ? { contentId: place.itemId } : {}),
  }
}

const markerPath = (place: StudyPlace) => (place.planId ? 'train/startAndEnd/startAndEndPlanClassHoursStudy' : 'train/startAndEnd/startAndEndClassHours')

/**
 * Opens a section: begins the course or plan if asked to (C10, C11), remembers the place (C13) and, unless its time does not count, sends
 * the start marker (R1, inside a plan R2). A refusal is a `rejected` error with the platform's words.
 */
export async function openVisit(learner: Learner, { enrol, name, counts = true, ...visit }: VisitOf & { name: string; enrol: boolean; counts?: boolean }): Promise<StudyReport> {
  const { place, kind } = visit
  const owner = { kind: place.planId ? ('plan' as const) : ('course' as const), id: place.planId ?? place.courseId ?? '' }
  if (enrol) {
    const started = await startLearning(learner, owner)
    if (!started.started) throw new TrainingError('rejected', started.reason, 200)
  }
  const node: StudyNode = {
    ownerId: owner.id, id: place.sectionId ?? '', parentId: place.chapterId ?? owner.id, itemId: place.itemId, name, kind, place: hasMarkers(visit) ? 'section' : 'planExam',
  }
  // The place is a convenience of the next visit: time counts without it (C13 is silent).
  const remembered = saveNode(learner, node).catch((error: unknown) => log.warn({ error: String(error) }, 'the place in a course was not remembered'))
  const report = counts && hasMarkers(visit) ? await sendReport(learner, markerPath(place), { ...fieldsOf(visit), startOrEnd: START }) : nothing
  await remembered
  return report
}

/** Leaves a section: the end marker with the whole minutes studied (R1, inside a plan R2). */
export async function endVisit(learner: Learner, visit: VisitOf & { minutes: number }): Promise<StudyReport> {
  if (!hasMarkers(visit)) return nothing
  return sendReport(learner, markerPath(visit.place), { ...fieldsOf(visit), startOrEnd: END, sumHours: visit.minutes })
}

const beatReply = z.object({ reason: wireTextMaybe }).nullable()
const beatAnswers: Partial<Record<string, BeatAnswer>> = { otherVisit: 'elsewhere', noVisit: 'gone' }

/** A sign of life within a visit (X9, an extension) with the active seconds since the last one. */
export async function beat(learner: Learner, { seq, state, activeSeconds, ...visit }: VisitOf & { seq: number; state: BeatState; activeSeconds: number }): Promise<{ answer: BeatAnswer }> {
  if (!hasMarkers(visit)) return { answer: 'taken' }
  try {
    const reply = await training.post(learner, 'train/web/studyHeartbeat', { ...fieldsOf(visit), seq, state, activeSeconds }, beatReply)
    return { answer: beatAnswers[reply?.reason ?? ''] ?? 'taken' }
  } catch (error) {
    if (isNotOffered(error)) return { answer: 'notOffered' }
    throw error
  }
}
