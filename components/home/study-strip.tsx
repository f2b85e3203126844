import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { use } from 'react'
import { usePlatformLang } from '@/components/content/platform-text'
import { OpenCourse } from '@/components/courses/open-course'
import styles from '@/components/home/home.module.css'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Grid } from '@/components/ui/grid'
import { KindIcon } from '@/components/ui/kind-icon'
import { Panel } from '@/components/ui/panel'
import { ProgressRing } from '@/components/ui/progress-ring'
import { SectionHead } from '@/components/ui/section-head'
import { Tag, type Tone } from '@/components/ui/tag'
import type { Settled } from '@/lib/domain/errors'
import { STRIP_LENGTH, type StudyInProgress } from '@/lib/domain/home'
import { routes } from '@/lib/routes'

const tones: Record<StudyInProgress['kind'], Tone> = { course: 'brand', plan: 'success', exam: 'info' }

/** A course or plan goes on in the player (a course asks first), an exam at its preparation. */
function ItemLink({ item }: { item: StudyInProgress }) {
  const lang = usePlatformLang()(item.name)
  if (item.kind === 'course') return <OpenCourse id={item.id} title={item.name} href={routes.player({ courseId: item.id })} lang={lang}>{item.name}</OpenCourse>
  const href = item.kind === 'plan' ? routes.player({ planId: item.id }) : routes.examPreparation(item.id)
  return <Link href={href} prefetch={false} lang={lang}>{item.name}</Link>
}

function StudyItem({ item }: { item: StudyInProgress }) {
  const t = useTranslations('home.strip')
  const counts = { done: item.sectionsDone, total: item.sectionsTotal }
  return (
    <article className={`card ${styles.study}`}>
      <Tag tone={tones[item.kind]} icon={<KindIcon kind={item.kind} className="i i-16" />}>{t(item.kind)}</Tag>
      <h3 className={`clip1 ${styles.name}`}><ItemLink item={item} /></h3>
      <p className={`num ${styles.sub}`}>{t(item.kind === 'exam' ? 'doneExam' : 'done', counts)}</p>
      <div className={styles.ring}><ProgressRing percent={item.progressPercent} label={t('rate', { percent: item.progressPercent })} /></div>
    </article>
  )
}

/** What one has begun, the first four, with the way to all of it. */
export function StudyStrip({ asked }: { asked: Promise<Settled<StudyInProgress[]>> }) {
  const items = use(asked)
  const t = useTranslations('home.strip')
  return (
    <section aria-labelledby="my-study">
      <SectionHead id="my-study" title={t('title')} more={{ href: routes.myCourses(), label: t('more') }} />
      {items.error
        ? <Panel><ErrorState title={t('failed')} /></Panel>
        : items.value.length === 0
          ? <Panel><EmptyState text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} /></Panel>
          : <Grid label={t('title')}>{items.value.slice(0, STRIP_LENGTH).map((item) => <StudyItem key={`${item.kind}-${item.id}`} item={item} />)}</Grid>}
    </section>
  )
}
