import { useTranslations } from 'next-intl'
import { Refused } from '@/components/content/refused'
import { LearningDetailTop } from '@/components/enrolment/learning-detail'
import { routes } from '@/lib/routes'

/** Instead of a course that this learner may not open: the platform's own words, and nothing of the course. */
export function CourseRefused({ reason }: { reason: string }) {
  const t = useTranslations('courseDetail')
  return (
    <>
      <LearningDetailTop kind="course" />
      <Refused words={reason || t('refused')} action={{ href: routes.myCourses(), label: t('toMyCourses') }} />
    </>
  )
}
