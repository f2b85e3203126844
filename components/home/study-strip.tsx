import { useTranslations } from 'next-intl'
import { use } from 'react'
import { StudyItem } from '@/components/home/study-item'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Grid } from '@/components/ui/grid'
import { Panel } from '@/components/ui/panel'
import { SectionHead } from '@/components/ui/section-head'
import type { Settled } from '@/lib/domain/errors'
import { STRIP_LENGTH, type StudyInProgress } from '@/lib/domain/home'
import { routes } from '@/lib/routes'

/** What one has begun, the first four, with the way to all of it. */
export function StudyStrip({ asked }: { asked: Promise<Settled<StudyInProgress[]>> }) {
  const items = use(asked)
  const t = useTranslations('home.strip')
  const wordsOf = ({ kind, sectionsDone: done, sectionsTotal: total, progressPercent: percent }: StudyInProgress) =>
    ({ kind: t(kind), done: t(kind === 'exam' ? 'doneExam' : 'done', { done, total }), rate: t('rate', { percent }) })
  return (
    <section aria-labelledby="my-study">
      <SectionHead id="my-study" title={t('title')} more={{ href: routes.myCourses(), label: t('more') }} />
      {items.error
        ? <Panel><ErrorState title={t('failed')} /></Panel>
        : items.value.length === 0
          ? <Panel><EmptyState text={t('none')} action={{ href: routes.courseLibrary(), label: t('toLibrary') }} /></Panel>
          : <Grid label={t('title')}>{items.value.slice(0, STRIP_LENGTH).map((item) => <StudyItem key={`${item.kind}-${item.id}`} item={item} words={wordsOf(item)} />)}</Grid>}
    </section>
  )
}
