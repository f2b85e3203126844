import { z } from 'zod'
import type { Api } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { withTx } from '../db/tx.ts'
import { page, refuse, wirePercent } from '../envelope.ts'
import { orElse, paging, wireId, wireIds, wireInt } from '../params.ts'
import type { MetSection } from '../queries/catalogue.ts'
import { findAccess, findCourse, listLibraryCourses, listMyCourses, listTagGroups, readCourseCatalogue } from '../queries/courses.ts'
import type { CourseCard, CourseDetail } from '../queries/courses.ts'
import { readPlanCatalogue } from '../queries/plans.ts'
import { issueTicket } from '../queries/simulation.ts'
import { findPlace } from '../queries/study-place.ts'
import { progressNow, resultOf } from '../rules/courses.ts'
import { titleIn } from '../rules/languages.ts'
import type { Language } from '../rules/languages.ts'
import { messages } from '../rules/messages.ts'
import { hoursShown } from '../rules/study.ts'
import {
  contentKind, contentKinds, coverCode, detailStateCode, language, librarySort, listFilters, listStateCode, optionalId, resultCode, searchText, yesNo,
} from './codes.ts'
import { chapterShape, sectionShape } from './sections.ts'

/** Name, tags and sort of a course or plan list (contract 4.4, 4.5). */
export const listShape = {
  name: searchText,
  typeSort: librarySort,
  tag1ValueIds: wireIds,
  tag2ValueIds: wireIds,
  tag3ValueIds: wireIds,
  tag4ValueIds: wireIds,
  tag5ValueIds: wireIds,
  languageType: language,
  ...paging(8),
}
type ListParams = z.output<z.ZodObject<typeof listShape>>

/** The filter of a list in our words. */
export function listFilter({ name, typeSort, ...params }: ListParams) {
  return {
    name,
    sort: typeSort,
    tags: [params.tag1ValueIds, params.tag2ValueIds, params.tag3ValueIds, params.tag4ValueIds, params.tag5ValueIds],
    current: params.current,
    size: params.size,
  }
}

/** L2, L5, X1, X3, C1, C5, C6: course lists, the access check, a course and its sections (contract 4.4 to 4.6). */
export function bindCourses(api: Api, { db, clock }: ApiContext): void {
  const filter = { ...listShape, i: orElse(5, wireInt.pipe(z.literal([1, 2, 3, 5]))) }
  api.learner('GET', '/train/web/getMyWebCourseBySort', filter, async (caller, params) => {
    const state = listFilters[params.i]
    const { cards, counts } = await listMyCourses(db, { ...caller, ...listFilter(params), state })
    return { ...page(cards.map((card) => cardShape(card, params.languageType)), counts[state], params), stateCounts: counts }
  })

  api.learner('GET', '/train/web/getWebCourseBySort', listShape, async (caller, params) => {
    const { cards, total } = await listLibraryCourses(db, { ...caller, ...listFilter(params) })
    return page(cards.map((card) => cardShape(card, params.languageType)), total, params)
  })

  api.learner('GET', '/train/web/getTagList', { curriculumType: contentKind, languageType: language }, async ({ tenantId }, { curriculumType, languageType }) => {
    const groups = await listTagGroups(db, { tenantId, kind: curriculumType })
    return groups.map(({ groupId, values, ...titles }) => ({
      id: groupId,
      title: titleIn(languageType, titles),
      children: values.map(({ valueId, ...value }) => ({ id: valueId, title: titleIn(languageType, value) })),
    }))
  })

  api.learner('GET', '/train/course/getClearFlagByCourseId', { id: wireId }, async ({ tenantId }, { id }) => {
    const access = await findAccess(db, { tenantId, courseId: id })
    return access === undefined ? null : clearanceShape(access.refusal)
  })

  api.learner('GET', '/train/app/course/:courseId', { courseId: wireId, languageType: language }, async (caller, { courseId, languageType }) => {
    const course = await findCourse(db, { ...caller, courseId })
    return course === null ? null : { ...courseShape(course, languageType), clearance: clearanceShape(course.accessRefusal) }
  })

  api.learner('GET', '/train/app/courseChapter/selectChapterSectionByCourseId', { courseId: wireId }, async (caller, { courseId }) => {
    const catalogue = await readCourseCatalogue(db, { ...caller, courseId, now: clock.now() })
    return catalogue === null ? [] : catalogue.chapters.map((chapter) => chapterShape(chapter, catalogue.open))
  })

  const sectionDetail = {
    sectionId: wireId,
    chapterId: optionalId,
    contentState: orElse(1, wireInt.pipe(z.literal([1, 2])).transform((code) => contentKinds[code])),
    curriculumId: wireId,
    contentId: optionalId,
  }
  api.learner('GET', '/train/app/courseChapter/selectSectionDetailById', sectionDetail, async (caller, params) => {
    const { sectionId, chapterId, contentState: kind, curriculumId, contentId } = params
    // A course's own catalogue says itself whether the section is in it.
    const now = clock.now()
    const place = kind === 'course' ? { courseId: curriculumId, planItemId: 0, planId: null, refusal: null } : await findPlace(db, { ...caller, kind, contentId: curriculumId, planItemId: contentId, sectionId, now })
    if (place === null) return null
    const { section, open } = await findSection(caller, { ...place, sectionId, now })
    if (section === undefined || (chapterId !== undefined && section.chapterId !== chapterId)) return null
    if (place.refusal !== null) return refuse(place.refusal)
    if (!open) return refuse(await refusalOf(caller.tenantId, place.courseId))
    if (section.locked) return refuse(messages.sectionLocked)
    const { simulation, exam } = section
    // Where the section has a paper, what is reported is that paper's to hand in (contract 4.7).
    const examId = exam?.kind === 'simulation' ? exam.id : null
    const launch =
      simulation?.platform === 'web'
        ? await withTx(db, (tx) =>
            issueTicket(tx, { ...caller, simulationId: simulation.id, sectionId, examId, planItemId: place.planItemId, now }),
          )
        : undefined
    const { id, chapterId: inChapter, chapterName, ...rest } = sectionShape(section, { open, launch })
    return { id, chapterId: inChapter, chapterName, sectionName: section.name, nodeName: section.name, ...rest }
  })

  async function findSection(
    caller: { tenantId: number; userId: number },
    { courseId, planItemId, planId, sectionId, now }: { courseId: number; planItemId: number; planId: number | null; sectionId: number; now: Date },
  ): Promise<{ section: MetSection | undefined; open: boolean }> {
    const found =
      planId === null
        ? await readCourseCatalogue(db, { ...caller, courseId, now })
        : (await readPlanCatalogue(db, { ...caller, planId, planItemId, now }))?.find((item) => item.planItemId === planItemId)
    const section = found?.chapters?.flatMap(({ sections }) => sections).find(({ id }) => id === sectionId)
    return { section, open: found?.open ?? false }
  }

  async function refusalOf(tenantId: number, courseId: number): Promise<string> {
    return (await findAccess(db, { tenantId, courseId }))?.refusal ?? messages.noPermission
  }
}

function cardShape(card: CourseCard, languageType: Language) {
  return {
    id: card.courseId,
    courseName: titleIn(languageType, card),
    companyName: card.companyName,
    studyProcess: wirePercent(progressNow(card)),
    ...(card.state === null ? {} : { studtyState: listStateCode(card.state) }),
    courseIndexPictureUrl: card.coverUrl,
    courseIndexType: coverCode[card.coverKind],
    oneTitle: card.oneTitle,
    twoTitle: card.twoTitle,
    studyTimeSum: card.studyHours,
    planScore: card.credits,
    joinNum: card.joinCount,
    commentNum: card.rating,
  }
}

/** What the access check says of a course; a refusal in its words. */
export function clearanceShape(refusal: string | null) {
  return refusal === null ? { type: 1 } : { type: 2, content: refusal }
}

function courseShape(course: CourseDetail, languageType: Language) {
  return {
    id: course.courseId,
    courseName: titleIn(languageType, course),
    courseStudyTime: course.studyHours,
    courseScore: course.credits,
    teacherName: course.teacherName,
    companyName: course.companyName,
    joinNum: course.joinCount,
    commentNum: course.rating,
    collection: yesNo(course.favourite),
    studtyState: detailStateCode[course.state],
    studtyResult: resultCode[resultOf(course.state)],
    throughFlag: yesNo(course.sequential),
    contenState: course.forbidden ? 2 : 1,
    courseIntroduce: course.introduction,
    studyProcess: wirePercent(progressNow(course)),
    nowSectionName: course.now?.name ?? null,
    nowChapterId: course.now?.chapterId ?? null,
    nowSectionId: course.now?.sectionId ?? null,
    nextSectionName: course.nextName,
    sumHours: hoursShown(course.learnedMinutes),
    courseIndexPictureUrl: course.coverUrl,
    courseIndexType: coverCode[course.coverKind],
    oneTitle: course.oneTitle,
    twoTitle: course.twoTitle,
  }
}
