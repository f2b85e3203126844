import type { MetChapter, MetSection } from '../queries/catalogue.ts'
import { examKindCode, sectionKindCode, sectionStateCode, studyKindCode } from './codes.ts'

type Given = { open: boolean; launch?: { requestId: number; ticket: string } }

/** A section without its name, whose key differs by call; resources only when they may be opened (contract 3, 5.6). */
export function sectionShape(section: MetSection, { open, launch }: Given) {
  const { study, simulation, exam } = section
  const mayOpen = open && !section.locked
  return {
    id: section.id,
    chapterId: section.chapterId,
    chapterName: section.chapterName,
    contentType: sectionKindCode[section.kind],
    studyTime: section.studyMinutes,
    studyLimit: section.requiredPercent,
    limitType: section.requiredPercent === null ? 1 : 2,
    sumHours: section.learnedMinutes,
    adopt: sectionStateCode[section.state],
    knityn: section.locked ? 1 : 0,
    classRecordId: section.recordId,
    sectionStudy:
      study === null
        ? null
        : {
            sectionContentType: studyKindCode[study.kind],
            resourceId: study.resourceId,
            resourceUrl: mayOpen ? study.url : null,
            captionList: mayOpen ? study.captions : [],
          },
    sectionTrain:
      simulation === null
        ? null
        : {
            type: simulation.platform === 'web' ? 1 : 2,
            simulationStudyId: simulation.id,
            sectionContentType: 1,
            testRequestId: open ? (launch?.requestId ?? section.requestId) : null,
            ...(launch === undefined ? {} : { ticket: launch.ticket }),
          },
    sectionTest: exam === null ? null : { sectionContentType: examKindCode[exam.kind] },
  }
}

/** A chapter of a course studied on its own (contract 6.5). */
export function chapterShape(chapter: MetChapter, open: boolean) {
  return {
    id: chapter.id,
    chapterName: chapter.name,
    knityn: chapter.locked ? 1 : 0,
    chapterSectionList: chapter.sections.map((section) => {
      const { id, chapterId, chapterName, ...rest } = sectionShape(section, { open })
      return { id, chapterId, chapterName, sectionName: section.name, ...rest }
    }),
  }
}

/** A chapter of a course inside a plan (contract 6.6). */
export function planChapterShape(chapter: MetChapter, open: boolean) {
  return {
    nodeId: chapter.id,
    nodeName: chapter.name,
    parentId: chapter.courseId,
    list: chapter.sections.map((section) => {
      const { id, chapterId, chapterName, ...rest } = sectionShape(section, { open })
      return { id, chapterId, chapterName, nodeName: section.name, ...rest }
    }),
  }
}
