import { CatalogueView } from '@/components/catalogue/catalogue-view'
import { Part } from '@/components/content/part'
import { CourseDetailHero } from '@/components/courses/course-detail-hero'
import { CourseDetailSide } from '@/components/courses/course-detail-side'
import { LearningDetailPage } from '@/components/enrolment/learning-detail'
import type { SideData } from '@/components/enrolment/learning-side'
import { RowsSkeleton } from '@/components/ui/skeletons'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { Chapter } from '@/lib/domain/catalogue'
import type { CourseDetail as Course, DetailTab } from '@/lib/domain/course-detail'
import { closureOf } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'

type Props = SideData & { certificate: Promise<Settled<CheckableCertificate | null>>; course: Course; /** With their locks applied. */ chapters: Promise<Settled<Chapter[]>>; tab: DetailTab }

/** A course: what it is, how far one is, its introduction and its catalogue. */
export function CourseDetail({ course, chapters, tab, certificate, ...data }: Props) {
  const closure = closureOf(course)
  return (
    <LearningDetailPage
      kind="course"
      detail={course}
      closure={closure}
      tab={tab}
      hero={<CourseDetailHero certificate={certificate} course={course} chapters={chapters} />}
      side={<CourseDetailSide course={course} chapters={chapters} {...data} />}
      catalogue={
        <Part of={chapters} skeleton={<RowsSkeleton count={6} />}>
          <CatalogueView owner={{ kind: 'course', id: course.id }} chapters={chapters} begun={course.state !== 'notStarted'} closure={closure} />
        </Part>
      }
    />
  )
}
