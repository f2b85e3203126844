import { StudyCard } from '@/components/cards/study-card'
import { OpenCourse } from '@/components/courses/open-course'
import type { MyCourse } from '@/lib/domain/courses'

/** A course of mine; pressing it asks whether it may be opened. */
export function CourseCard({ course, eager }: { course: MyCourse; eager?: boolean }) {
  return <StudyCard card={course} eager={eager} link={(name, lang) => <OpenCourse id={course.id} title={name} lang={lang}>{name}</OpenCourse>} />
}
