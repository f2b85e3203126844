import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import { CourseDetailTop } from '@/components/courses/course-detail'
import { ButtonLink } from '@/components/ui/button-link'
import { ErrorState } from '@/components/ui/error-state'
import { PageHead } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import styles from './course-detail.module.css'

/** Instead of a course that this learner may not open: the platform's own words, and nothing of the course. */
export function CourseRefused({ reason }: { reason: string }) {
  const t = useTranslations('courseDetail')
  return (
    <>
      <CourseDetailTop />
      <Panel>
        <div className="errbox" role="alert">
          <TriangleAlert className="i" />
          <h1 className={`h2 ${styles.refusal}`}><PlatformText>{reason || t('refused')}</PlatformText></h1>
          <ButtonLink href={routes.myCourses()}>{t('toMyCourses')}</ButtonLink>
        </div>
      </Panel>
    </>
  )
}

/** Instead of a course that could not be read, or whose access check failed: that blocks as well. */
export function CourseFailed() {
  const t = useTranslations('courseDetail')
  return (
    <>
      <CourseDetailTop />
      <PageHead title={t('title')} hidden />
      <Panel><ErrorState title={t('failed')} text={t('failedText')} /></Panel>
    </>
  )
}
