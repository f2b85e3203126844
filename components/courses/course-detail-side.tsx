import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Suspense } from 'react'
import { PlatformText } from '@/components/content/platform-text'
import { progressTones } from '@/components/courses/course-detail-hero'
import { Panel } from '@/components/ui/panel'
import { ProgressRing } from '@/components/ui/progress-ring'
import { countSections, isInOrder, missingMinutes, sectionsOf, type Chapter } from '@/lib/domain/catalogue'
import type { CourseDetail } from '@/lib/domain/course-detail'
import type { Settled } from '@/lib/domain/errors'
import styles from './course-detail.module.css'

type Props = { course: CourseDetail; chapters: Promise<Settled<Chapter[]>> }

/** Beside a course: how far I am, and what it is. */
export function CourseDetailSide({ course, chapters }: Props) {
  const t = useTranslations('courseDetail')
  return (
    <>
      <Panel labelledBy="course-own">
        <div className={styles.own}>
          <ProgressRing percent={course.progressPercent} label={`${t('progress')} ${course.progressPercent}%`} size={56} tone={progressTones[course.state]} />
          <h2 className="h3" id="course-own">{t('own')}</h2>
        </div>
        <dl className={styles.list}>
          <div><dt>{t('learnedHours')}</dt><dd className="num">{t('ofHours', { learned: course.learnedHours, total: course.hours })}</dd></div>
          <Suspense><OwnSections chapters={chapters} /></Suspense>
        </dl>
      </Panel>
      <Panel labelledBy="course-facts">
        <h2 className="h3" id="course-facts">{t('facts')}</h2>
        <dl className={styles.list}>
          {course.teacherName && <div><dt>{t('lecturer')}</dt><dd><PlatformText>{course.teacherName}</PlatformText></dd></div>}
          {course.companyName && <div><dt>{t('company')}</dt><dd><PlatformText>{course.companyName}</PlatformText></dd></div>}
          <div><dt>{t('totalHours')}</dt><dd className="num">{t('hours', { hours: course.hours })}</dd></div>
          <div><dt>{t('totalCredits')}</dt><dd className="num">{t('credits', { credits: course.credits })}</dd></div>
          <div><dt>{t('participants')}</dt><dd className="num">{t('people', { count: course.joinCount })}</dd></div>
          <Suspense><Order chapters={chapters} sequential={course.sequential} /></Suspense>
        </dl>
      </Panel>
    </>
  )
}

/** Sections passed, and about how long the others still take. */
async function OwnSections({ chapters: asked }: Pick<Props, 'chapters'>) {
  const [t, chapters] = [await getTranslations('courseDetail'), await asked]
  if (chapters.error) return null
  const minutes = sectionsOf(chapters.value).reduce((sum, section) => sum + missingMinutes(section), 0)
  return (
    <>
      <div><dt>{t('passedSections')}</dt><dd className="num">{t('ofSections', countSections(chapters.value))}</dd></div>
      {minutes > 0 && <div><dt>{t('remaining')}</dt><dd className="num">{t('minutes', { minutes })}</dd></div>}
    </>
  )
}

/** Whether sections open one after another. */
async function Order({ chapters: asked, sequential }: Pick<Props, 'chapters'> & { sequential: boolean }) {
  const [t, chapters] = [await getTranslations('courseDetail'), await asked]
  if (chapters.error) return null
  return <div><dt>{t('order')}</dt><dd>{t(isInOrder(chapters.value, sequential) ? 'sequential' : 'free')}</dd></div>
}
