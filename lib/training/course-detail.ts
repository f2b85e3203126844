import 'server-only'
import { z } from 'zod'
import type { CardCover } from '@/lib/domain/cards'
import type { CourseDetail, PlanDetail } from '@/lib/domain/course-detail'
import type { Learner } from '@/lib/domain/learner'
import type { Locale } from '@/lib/domain/locale'
import { pathPart, training } from './client'
import { wireClearance } from './courses'
import { wireFile } from './files'
import { wireHtml } from './rich-text'
import { languageOnWire, shownHours, wireEnum, wireId, wireIdMaybe, wireNumber, wireNumberMaybe, wirePercent, wireText, wireTextMaybe, wireTime } from './wire'

const TITLED = 2
const FAVOURITE = 1

/** The fields that courses and plans spell alike. */
const shared = {
  id: wireId, teacherName: wireText, companyName: wireText, joinNum: wireNumber(), commentNum: wireNumber(), collection: wireNumber(), studyProcess: wirePercent,
  studtyState: wireEnum('studtyState', { 1: 'notStarted', 2: 'inProgress', 3: 'passed', 4: 'failed' }, 'notStarted'),
  studtyResult: wireEnum('studtyResult', { 1: 'unfinished', 2: 'passed', 3: 'failed' }, 'unfinished'),
  throughFlag: wireEnum('throughFlag', { 1: 'sequential', 2: 'free' }, 'free'),
  contenState: wireEnum('contenState', { 1: 'allowed', 2: 'forbidden' }, 'allowed'),
  nowSectionName: wireTextMaybe, nextSectionName: wireTextMaybe, oneTitle: wireText, twoTitle: wireText,
}
type Shared = z.infer<z.ZodObject<typeof shared>>

function sharedOf(wire: Shared, pictureUrl: string | null, indexType: number) {
  const isTitled = indexType === TITLED && Boolean(wire.oneTitle || wire.twoTitle)
  const cover: CardCover = { pictureUrl, words: isTitled ? { title: wire.oneTitle, subtitle: wire.twoTitle } : null }
  return {
    id: wire.id, cover, teacherName: wire.teacherName, companyName: wire.companyName, joinCount: wire.joinNum, rating: wire.commentNum,
    isFavourite: wire.collection === FAVOURITE, state: wire.studtyState, result: wire.studtyResult, sequential: wire.throughFlag === 'sequential',
    permission: wire.contenState === 'forbidden' ? ('forbidden' as const) : ('allowed' as const),
    progressPercent: wire.studyProcess, currentSectionName: wire.nowSectionName, nextSectionName: wire.nextSectionName,
  }
}

const course = z
  .object({
    ...shared, courseName: wireText, courseStudyTime: wireNumber(), courseScore: wireNumber(), courseIntroduce: wireHtml, sumHours: wireNumber(),
    nowChapterId: wireIdMaybe, nowSectionId: wireIdMaybe, courseIndexPictureUrl: wireFile, courseIndexType: wireNumber(), clearance: wireClearance,
  })
  .transform((wire): CourseDetail => ({
    ...sharedOf(wire, wire.courseIndexPictureUrl, wire.courseIndexType), name: wire.courseName, hours: wire.courseStudyTime, credits: wire.courseScore,
    introduction: wire.courseIntroduce, currentChapterId: wire.nowChapterId, currentSectionId: wire.nowSectionId, learnedHours: shownHours(wire.sumHours), access: wire.clearance,
  }))
  .nullable()

/** `"24"` or `"24 hours"` in whatever language: the number that it begins with, and the words where there are any. */
const wireHours = wireText.transform((text) => ({ hours: Number.parseFloat(text) || 0, words: /^[\d.\s]*$/.test(text) ? null : text.trim() }))

const plan = z
  .object({
    ...shared, planName: wireText, studyTimeSumString: wireHours, planScore: wireNumber(), planIntroduce: wireHtml, planIndexPictureUrl: wireFile, planIndexType: wireNumber(),
    startTime: wireTime, endTime: wireTime, overdue: wireEnum('overdue', { 1: 'open', 2: 'ended', 3: 'upcoming' }, 'open'), sumSection: wireNumber(), studtySection: wireNumber(), nowContentId: wireIdMaybe,
    sumHours: wireNumberMaybe,
  })
  .transform((wire): PlanDetail => ({
    ...sharedOf(wire, wire.planIndexPictureUrl, wire.planIndexType), name: wire.planName, hours: wire.studyTimeSumString.hours, hoursText: wire.studyTimeSumString.words, credits: wire.planScore,
    introduction: wire.planIntroduce, startsAt: wire.startTime, endsAt: wire.endTime, window: wire.overdue, sectionsDone: wire.studtySection, sectionsTotal: wire.sumSection, currentItemId: wire.nowContentId,
    learnedHours: wire.sumHours === null ? null : shownHours(wire.sumHours),
  }))
  .nullable()

/** A course as its detail shows it (C1; `languageType` is ours), null when the tenant has none of this id. */
export function getCourse(learner: Learner, { courseId, locale = learner.locale }: { courseId: string; locale?: Locale }): Promise<CourseDetail | null> {
  return training.get(learner, `train/app/course/${pathPart(courseId)}`, { languageType: languageOnWire[locale] }, course)
}

/** A plan as its detail shows it (C2; `languageType`, `nowContentId` and `sumHours` are ours), null when the tenant has none of this id. */
export function getPlan(learner: Learner, { planId, locale = learner.locale }: { planId: string; locale?: Locale }): Promise<PlanDetail | null> {
  return training.get(learner, 'train/webplan/getWebPlanById', { planId, languageType: languageOnWire[locale] }, plan)
}
