import { TriangleAlert } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { LearningDetailTop } from '@/components/enrolment/learning-detail'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import styles from './course-detail.module.css'

/** Instead of a course that this learner may not open: the platform's own words, and nothing of the course. */
export function CourseRefused({ reason }: { reason: string }) {
  const t = useTranslations('courseDetail')
  return (
    <>
      <LearningDetailTop kind="course" />
      <Panel>
        <div className="errbox" role="alert">
          <Icon of={TriangleAlert} className="i" />
          <h1 className={`h2 ${styles.refusal}`}><PlatformText>{reason || t('refused')}</PlatformText></h1>
          <ButtonLink href={routes.myCourses()}>{t('toMyCourses')}</ButtonLink>
        </div>
      </Panel>
    </>
  )
}
