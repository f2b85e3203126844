import { BookOpen, Clock, GraduationCap } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { Suspense, type ReactNode } from 'react'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { LearnButton } from '@/components/enrolment/learn-button'
import { FavouriteButton } from '@/components/favourites/favourite-button'
import { Cover } from '@/components/ui/cover'
import { ProgressBar, type ProgressTone } from '@/components/ui/progress-bar'
import { Stars } from '@/components/ui/stars'
import { countSections, isInOrder, type Chapter } from '@/lib/domain/catalogue'
import type { CourseDetail } from '@/lib/domain/course-detail'
import type { EnrolmentState } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'
import styles from './course-detail.module.css'

type Props = { course: CourseDetail; chapters: Promise<Settled<Chapter[]>> }

/** The colour of a progress bar; the word for it stands on the button. */
export const progressTones: Record<EnrolmentState, ProgressTone> = { notStarted: 'brand', inProgress: 'brand', unknown: 'brand', passed: 'ok', failed: 'bad' }

/** The head of a course: cover, name, facts, how far one is, and the one button. */
export function CourseDetailHero({ course, chapters }: Props) {
  const t = useTranslations('courseDetail')
  const errors = useTranslations('errors')
  const enrolment = useTranslations('enrolment')
  const lang = usePlatformLang()
  const { words } = course.cover
  const target = { kind: 'course', id: course.id } as const
  const decided = course.state === 'passed' || course.state === 'failed'
  return (
    <section className={`panel ${styles.hero}`}>
      <Cover src={course.cover.pictureUrl} title={words?.title} subtitle={words?.subtitle} lang={words ? lang(words.title + words.subtitle) : undefined} eager />
      <div className={styles.words}>
        <div className={styles.titleline}>
          <h1 className="h1" lang={lang(course.name)}>{course.name}</h1>
          <FavouriteButton target={target} isFavourite={course.isFavourite} />
        </div>
        <div className={styles.facts}>
          {course.rating > 0 ? <Stars value={course.rating} figure /> : <span>{t('unrated')}</span>}
          <span className="num">{t('joined', { count: course.joinCount })}</span>
          {course.teacherName && <span>{t('lecturer')} <PlatformText>{course.teacherName}</PlatformText></span>}
          {course.companyName && <span><PlatformText>{course.companyName}</PlatformText></span>}
        </div>
        <div className={styles.facts}>
          <Fact icon={<Clock className="i" />}>{t('hours', { hours: course.hours })}</Fact>
          <Fact icon={<GraduationCap className="i" />}>{t('credits', { credits: course.credits })}</Fact>
          <Suspense><Size chapters={chapters} /></Suspense>
        </div>
        <dl className={styles.now}>
          <div><dt>{t('current')}</dt><dd className="clip1"><PlatformText>{course.currentSectionName ?? t('notBegun')}</PlatformText></dd></div>
          <div><dt>{t('next')}</dt><dd className="clip1"><PlatformText>{course.nextSectionName ?? t('noNext')}</PlatformText></dd></div>
        </dl>
        <div className={styles.progress}>
          <div className="progress-line">
            <span>{t('progress')}<span className={`num ${styles.learned}`}>{t('learned', { learned: course.learnedHours, total: course.hours })}</span></span>
            <b>{course.progressPercent}%</b>
          </div>
          <ProgressBar percent={course.progressPercent} label={t('progress')} tone={progressTones[course.state]} hero />
        </div>
        <div className={styles.act}>
          <LearnButton target={target} state={course.state} permission={course.permission} reasonId="course-reason" />
          {course.permission === 'forbidden'
            ? <p className="error" id="course-reason">{errors('notPermitted')}</p>
            : decided
              ? <p className={styles.rule}>{enrolment('again')}</p>
              : <Suspense><Rule chapters={chapters} sequential={course.sequential} /></Suspense>}
        </div>
      </div>
    </section>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return <span className={`num ${styles.fact}`}>{icon}{children}</span>
}

/** How many chapters and sections there are; nothing when the catalogue could not be read. */
async function Size({ chapters: asked }: Pick<Props, 'chapters'>) {
  const [t, chapters] = [await getTranslations('courseDetail'), await asked]
  if (chapters.error) return null
  return <Fact icon={<BookOpen className="i" />}>{t('size', { chapters: chapters.value.length, sections: countSections(chapters.value).total })}</Fact>
}

/** What completes the course. */
async function Rule({ chapters: asked, sequential }: Pick<Props, 'chapters'> & { sequential: boolean }) {
  const [t, chapters] = [await getTranslations('courseDetail'), await asked]
  if (chapters.error || chapters.value.length === 0) return null
  const { total: count } = countSections(chapters.value)
  return <p className={styles.rule}>{t(isInOrder(chapters.value, sequential) ? 'ruleSequential' : 'rule', { count })}</p>
}
