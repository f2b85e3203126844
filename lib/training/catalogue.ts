import 'server-only'
import { z } from 'zod'
import { withoutResources, type Caption, type Chapter, type PlanItem, type Section, type Simulation } from '@/lib/domain/catalogue'
import type { EnrolmentKind } from '@/lib/domain/enrolment'
import type { Learner } from '@/lib/domain/learner'
import { isLocale } from '@/lib/domain/locale'
import { training } from './client'
import { wireClearance } from './courses'
import { wireFile } from './files'
import { kindNumber, wireSectionKind } from './kinds'
import { languageOnWire, wireEnum, wireExtra, wireId, wireIdMaybe, wireList, wireNumber, wireNumberMaybe, wirePart, wireText, wireTextMaybe } from './wire'

const states = { 0: 'notStarted', 1: 'passed', 2: 'inProgress', 3: 'failed' } as const
const wireState = wireEnum('adopt', states, 'notStarted')
/** Of an item of a plan it is an extension: a platform that leaves it out has said nothing. */
const wireItemState = wireEnum('adopt', states)
const LOCKED = 1
const PERCENT_RULE = 2

const caption = z.object({ lang: wireText, url: wireFile })
const captions = wireList(wireExtra(caption.nullable(), null)).transform((list) => list.flatMap((one): Caption[] => (one?.url && isLocale(one.lang) ? [{ locale: one.lang, url: one.url }] : [])))

const studyPart = z
  .object({ sectionContentType: wireEnum('sectionContentType', { 1: 'video', 2: 'document', 3: 'courseware' }), resourceUrl: wireFile, resourceId: wireIdMaybe, captionList: captions })
  .transform(({ sectionContentType, resourceUrl, resourceId, captionList }) => ({ kind: sectionContentType, url: resourceUrl, id: resourceId, captions: captionList }))

const simulationPart = z
  .object({ type: wireEnum('sectionTrain.type', { 1: 'web' }), simulationStudyId: wireIdMaybe, testRequestId: wireIdMaybe, ticket: wireTextMaybe })
  .transform((wire): Simulation => ({ available: wire.type === 'web' && wire.simulationStudyId !== null, id: wire.simulationStudyId, requestId: wire.testRequestId, ticket: wire.ticket }))

/** Some catalogues name no type: they list what is `study`. Where a section is opened, the catalogue may have named it. */
const sectionOf = (absentKind: 'study' | 'unknown') => z
  .object({
    id: wireIdMaybe, nodeId: wireIdMaybe, chapterId: wireIdMaybe, sectionName: wireTextMaybe, nodeName: wireTextMaybe, contentType: wireSectionKind('contentType', absentKind),
    studyTime: wireNumber(), limitType: wireNumber(1), studyLimit: wireNumberMaybe, sumHours: wireNumber(), adopt: wireState, knityn: wireNumber(), classRecordId: wireIdMaybe,
    sectionStudy: wirePart(studyPart), sectionTrain: wireList(simulationPart),
  })
  .transform((wire, context): Section => {
    const id = wire.id ?? wire.nodeId
    if (!id) context.addIssue({ code: 'custom', message: 'a section without id' })
    return {
      id: id ?? '', chapterId: wire.chapterId ?? '', name: wire.sectionName ?? wire.nodeName ?? '', kind: wire.contentType, minutes: wire.studyTime,
      requiredPercent: wire.limitType === PERCENT_RULE ? wire.studyLimit : null, learnedMinutes: wire.sumHours, state: wire.adopt, locked: wire.knityn === LOCKED,
      sectionRecordId: wire.classRecordId, resource: wire.sectionStudy ?? null, simulation: wire.sectionTrain.find((part) => part.available) ?? wire.sectionTrain[0] ?? null,
    }
  })
const listedSection = sectionOf('study')
const openedSection = sectionOf('unknown')

function chapterOf(id: string, name: string, locked: boolean, sections: Section[]): Chapter {
  return { id, name, locked, sections: sections.map((one) => ({ ...one, chapterId: one.chapterId || id })) }
}

const chapter = z
  .object({ id: wireId, chapterName: wireText, knityn: wireNumber(), chapterSectionList: wireList(listedSection) })
  .transform((wire) => chapterOf(wire.id, wire.chapterName, wire.knityn === LOCKED, wire.chapterSectionList))

/** A chapter inside a plan; the name of its list of sections is ours, the course's own name for it is taken too. */
const planChapter = z
  .object({ nodeId: wireId, nodeName: wireText, knityn: wireNumber(), list: wireList(listedSection), chapterSectionList: wireList(listedSection) })
  .transform((wire) => chapterOf(wire.nodeId, wire.nodeName, wire.knityn === LOCKED, wire.list.length ? wire.list : wire.chapterSectionList))

const planItem = z
  .object({
    id: wireId, planId: wireText, childrenId: wireText, childrenName: wireText, contentType: wireEnum('contentType', { 1: 'course', 2: 'exam' }, 'course'),
    adopt: wireItemState, muluList: wireList(planChapter), clearance: wireClearance,
  })
  .transform((wire): PlanItem => ({
    id: wire.id, planId: wire.planId, targetId: wire.childrenId, name: wire.childrenName, kind: wire.contentType, state: wire.adopt, chapters: wire.muluList,
    ...(wire.clearance?.allowed === false ? { refusal: wire.clearance.reason } : {}),
  }))

/** The chapters of a course with the sections' own lock flags (C5); apply `withLocks` before showing them. */
export function listCourseChapters(learner: Learner, { courseId }: { courseId: string }): Promise<Chapter[]> {
  return training.get(learner, 'train/app/courseChapter/selectChapterSectionByCourseId', { courseId }, wireList(chapter))
}

/** The courses and exams of a plan with the chapters of its courses (C3; `languageType` is ours); apply `withPlanLocks` before showing them. */
export function listPlanItems(learner: Learner, { planId }: { planId: string }): Promise<PlanItem[]> {
  return training.get(learner, 'train/app/plan/getPlanCatalogueById', { planId, languageType: languageOnWire[learner.locale] }, wireList(planItem))
}

/** The chapters of one course inside a plan (C4). */
export function listPlanCourseChapters(learner: Learner, { planId, itemId, courseId }: { planId: string; itemId: string; courseId: string }): Promise<Chapter[]> {
  return training.get(learner, 'train/app/plan/getCourseCatalogueById', { planId, contentId: itemId, courseId }, wireList(planChapter))
}

/** The same for a list that leads nowhere by itself: without addresses and tickets. */
export async function listPlanCourseOutline(learner: Learner, course: { planId: string; itemId: string; courseId: string }): Promise<Chapter[]> {
  return withoutResources(await listPlanCourseChapters(learner, course))
}

export type SectionPlace = { kind: EnrolmentKind; ownerId: string; /** The item of the plan, where the course may stand twice. */ itemId?: string | null; chapterId: string; sectionId: string }

/** One section as the player opens it (C6; `contentId` is ours); a locked one is refused with the platform's words (`rejected`), a foreign one is `missing`. */
export async function getSection(learner: Learner, { kind, ownerId, itemId, chapterId, sectionId }: SectionPlace): Promise<Section | null> {
  const query = { sectionId, chapterId, contentState: kindNumber[kind], curriculumId: ownerId, ...(kind === 'plan' && itemId ? { contentId: itemId } : {}) }
  const found = await training.get(learner, 'train/app/courseChapter/selectSectionDetailById', query, openedSection.nullable())
  return found && { ...found, chapterId: found.chapterId || chapterId }
}
