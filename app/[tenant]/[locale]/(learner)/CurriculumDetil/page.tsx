import type { Metadata } from 'next'
import { getNow, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { FreshOnReturn } from '@/components/content/fresh-on-return'
import { CourseDetail } from '@/components/courses/course-detail'
import { CourseRefused } from '@/components/courses/course-detail-instead'
import { LearningDetailFailed } from '@/components/enrolment/learning-detail'
import { withLocks } from '@/lib/domain/catalogue'
import { detailInput } from '@/lib/domain/course-detail-input'
import { learningDetailAreas } from '@/lib/i18n/areas'
import { Messages } from '@/lib/i18n/messages-provider'
import { inTime } from '@/lib/request/in-time'
import { requireAsking } from '@/lib/request/learner'
import { readCertificate, readLearningSide } from '@/lib/request/learning-side'
import { openCourse } from '@/lib/request/open-course'
import { refusalOf } from '@/lib/request/refusal'
import { settle } from '@/lib/request/settle'
import { listCourseChapters } from '@/lib/training/catalogue'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { id } = detailInput.parse(await searchParams)
  const [course, access] = (id && (await openCourse(id)).value) || []
  return { title: access?.allowed ? course?.name : (await getTranslations('learningDetail.course'))('title') }
}

export default async function CourseDetailPage({ searchParams }: Props) {
  const asking = await requireAsking()
  const { learner } = asking
  const query = await searchParams
  const { id, tab } = detailInput.parse(query)
  if (!id) notFound()
  // All at once: what turns out not to be wanted was asked for in vain, but nobody waits twice.
  const side = readLearningSide(learner, { kind: 'course', id }, query)
  const asked = settle(listCourseChapters(learner, { courseId: id }))
  const opened = await openCourse(id)
  const refusal = refusalOf(opened)
  if (refusal) return <CourseRefused reason={refusal} />
  if (opened.error) return <LearningDetailFailed kind="course" />
  const [course, access] = opened.value
  if (!course) notFound()
  if (!access.allowed) return <CourseRefused reason={access.reason} />
  const chapters = asked.then((settled) => (settled.error ? settled : { value: withLocks(settled.value, course) }))
  const passed = course.state === 'passed'
  const certificate = readCertificate(asking, { kind: 'course', id, name: course.name }, { passed })
  await inTime(chapters, side.ranking, side.reviews, certificate)
  return (
    <Messages areas={learningDetailAreas({ tab, passed })}>
      <CourseDetail course={course} chapters={chapters} tab={tab} certificate={certificate} {...side} />
      <FreshOnReturn renderedAt={(await getNow()).getTime()} />
    </Messages>
  )
}
