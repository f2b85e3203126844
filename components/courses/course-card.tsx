'use client'

import { StudyCard } from '@/components/cards/study-card'
import { OpenCourse } from '@/components/courses/open-course'
import type { MyCourse } from '@/lib/domain/courses'

/** A course of mine or in the library; pressing it asks whether it may be opened. */
export function CourseCard({ course, eager, inLibrary }: { course: MyCourse; eager?: boolean; inLibrary?: boolean }) {
  return <StudyCard card={course} eager={eager} inLibrary={inLibrary} link={(name, lang) => <OpenCourse id={course.id} title={name} lang={lang}>{name}</OpenCourse>} />
}
