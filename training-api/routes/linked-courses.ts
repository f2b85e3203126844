import { wirePercent } from '../envelope.ts'
import type { LinkedCourse } from '../queries/linked-courses.ts'
import { titleIn } from '../rules/languages.ts'
import type { Language } from '../rules/languages.ts'
import { coverCode, detailStateCode } from './codes.ts'

/** A course of a path or post map (contract 3, LinkedCourse), with the learner's own progress (ours). */
export function linkedCourseShape(course: LinkedCourse, languageType: Language) {
  return {
    id: course.courseId,
    courseName: titleIn(languageType, course),
    companyName: course.companyName,
    fraction: course.rating,
    courseStudyTime: course.studyHours,
    courseScore: course.credits,
    joinNum: course.joinCount,
    courseIndexPictureUrl: course.coverUrl,
    courseIndexType: coverCode[course.coverKind],
    planIndexType: coverCode[course.coverKind],
    oneTitle: course.oneTitle,
    twoTitle: course.twoTitle,
    studtyState: detailStateCode[course.state],
    studyProcess: wirePercent(course.progressPercent),
  }
}
