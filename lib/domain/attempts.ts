/** Where an exam belongs: on its own, an item of a plan, or a section of a course. */
export type ExamOrigin = 'standalone' | 'planExam' | 'section'

/** One exam at one place, as its address names it. */
export type ExamPlace = {
  origin: ExamOrigin
  examId: string
  paperId: string
  /** The section of a section exam. */
  sectionId?: string | null
  /** The plan item: of a plan exam, or around a section exam inside a plan. */
  itemId?: string | null
  /** The course or plan. */
  ownerId?: string | null
  chapterId?: string | null
  planExamId?: string | null
}
