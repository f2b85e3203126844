import { BookOpen } from 'lucide'
import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Part } from '@/components/content/part'
import { HeroFact, HeroRule, LearningHero, reasonId } from '@/components/enrolment/learning-hero'
import { Icon } from '@/components/ui/icon'
import { countSections, isInOrder, type Chapter } from '@/lib/domain/catalogue'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { CourseDetail } from '@/lib/domain/course-detail'
import { closureOf } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'

type Props = { certificate: Promise<Settled<CheckableCertificate | null>>; course: CourseDetail; chapters: Promise<Settled<Chapter[]>> }

/** The head of a course. */
export function CourseDetailHero({ certificate, course, chapters }: Props) {
  const t = useTranslations('courseDetail')
  const shared = useTranslations('learningDetail')
  const errors = useTranslations('errors')
  const closure = closureOf(course)
  const decided = course.state === 'passed' || course.state === 'failed'
  return (
    <LearningHero
      kind="course"
      detail={course}
      certificate={certificate}
      closure={closure}
      facts={<Part of={chapters} skeleton={null}><Size chapters={chapters} /></Part>}
      done={t('learned', { learned: course.learnedHours, total: course.hours })}
      rule={closure
        ? <p className="error" id={reasonId}>{errors('notPermitted')}</p>
        : decided
          ? <HeroRule>{shared('course.again')}</HeroRule>
          : <Part of={chapters} skeleton={null}><Rule chapters={chapters} sequential={course.sequential} /></Part>}
    />
  )
}

/** How many chapters and sections there are; nothing when the catalogue could not be read. */
function Size({ chapters: asked }: Pick<Props, 'chapters'>) {
  const t = useTranslations('courseDetail')
  const chapters = use(asked)
  if (chapters.error) return null
  return <HeroFact icon={<Icon of={BookOpen} className="i" />}>{t('size', { chapters: chapters.value.length, sections: countSections(chapters.value).total })}</HeroFact>
}

/** What completes the course; nothing while there is nothing to pass. */
function Rule({ chapters: asked, sequential }: Pick<Props, 'chapters'> & { sequential: boolean }) {
  const t = useTranslations('courseDetail')
  const chapters = use(asked)
  if (chapters.error) return null
  const { total: count } = countSections(chapters.value)
  return count > 0 && <HeroRule>{t(isInOrder(chapters.value, sequential) ? 'ruleSequential' : 'rule', { count })}</HeroRule>
}
