import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Part } from '@/components/content/part'
import { LearningSide, SideFact, type SideData } from '@/components/enrolment/learning-side'
import { countSections, isInOrder, missingMinutes, sectionsOf, type Chapter } from '@/lib/domain/catalogue'
import type { CourseDetail } from '@/lib/domain/course-detail'
import type { Settled } from '@/lib/domain/errors'

type Props = SideData & { course: CourseDetail; chapters: Promise<Settled<Chapter[]>> }

/** Beside a course: how far I am, the ranking and the reviews. */
export function CourseDetailSide({ course, chapters, ...data }: Props) {
  const t = useTranslations('courseDetail')
  return (
    <LearningSide
      kind="course"
      detail={course}
      own={
        <>
          <SideFact name={t('learnedHours')}>{t('ofHours', { learned: course.learnedHours, total: course.hours })}</SideFact>
          <Part of={chapters} skeleton={null}><OwnSections chapters={chapters} /></Part>
          <Part of={chapters} skeleton={null}><Order chapters={chapters} sequential={course.sequential} /></Part>
        </>
      }
      {...data}
    />
  )
}

/** Sections passed, and about how long the others still take. */
function OwnSections({ chapters: asked }: Pick<Props, 'chapters'>) {
  const t = useTranslations('learningDetail')
  const chapters = use(asked)
  if (chapters.error) return null
  const minutes = sectionsOf(chapters.value).reduce((sum, section) => sum + missingMinutes(section), 0)
  return (
    <>
      <SideFact name={t('passedSections')}>{t('ofSections', countSections(chapters.value))}</SideFact>
      {minutes > 0 && <SideFact name={t('remaining')}>{t('minutes', { minutes })}</SideFact>}
    </>
  )
}

/** Whether sections open one after another. */
function Order({ chapters: asked, sequential }: Pick<Props, 'chapters'> & { sequential: boolean }) {
  const t = useTranslations('learningDetail')
  const chapters = use(asked)
  if (chapters.error) return null
  return <SideFact name={t('order')}>{t(isInOrder(chapters.value, sequential) ? 'sequential' : 'free')}</SideFact>
}
