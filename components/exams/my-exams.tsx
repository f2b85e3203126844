import { useTranslations } from 'next-intl'
import { ExamCard, type ExamCardView } from '@/components/exams/exam-card'
import { useExamWords } from '@/components/exams/moments'
import styles from '@/components/exams/exams.module.css'
import { EmptyPage } from '@/components/ui/empty-page'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { LinkTabs } from '@/components/ui/link-tabs'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import type { Settled } from '@/lib/domain/errors'
import { examFilters, examStatuses, examWindow, myExamsQuery, type ExamRow, type ExamStatus, type MyExamsView } from '@/lib/domain/exams'
import { longListSizes, type Page } from '@/lib/domain/paging'
import { examPreparationOf, routes } from '@/lib/routes'

type Counts = Partial<Record<ExamStatus, number>>

/** The tabs by status, and below them the kinds; choosing one begins again on page 1. */
export function ExamFilters({ view, counts }: { view: MyExamsView; counts: Counts }) {
  const t = useTranslations('exams.list')
  const kinds = useTranslations('exams.kinds')
  const href = (changes: Partial<MyExamsView>) => routes.myExams(myExamsQuery({ ...view, page: 1, ...changes }))
  return (
    <>
      <LinkTabs label={t('statuses')} items={examStatuses.map((status) => ({ href: href({ status }), label: t(status), count: counts[status], current: status === view.status }))} />
      <nav aria-label={t('kinds')}>
        <ul className={styles.filters}>
          {examFilters.map((kind) => (
            <li key={kind}>
              <Link className={styles.filter} href={href({ kind })} scroll={false} aria-current={kind === view.kind ? 'true' : undefined}><span>{kind === 'all' ? t('all') : kinds(kind)}</span></Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/** How an exam of mine in `status` is shown; `now` in milliseconds. */
function useCardOf(status: ExamStatus, now: number): (exam: ExamRow) => ExamCardView {
  const t = useTranslations('exams')
  const { period, figure } = useExamWords()
  const tags = (exam: ExamRow) => {
    const window = examWindow(exam, now)
    return [
      { tone: 'brand' as const, text: t(`kinds.${exam.kind}`) },
      ...(window === 'upcoming' && status === 'available' ? [{ tone: 'info' as const, text: t('list.upcoming') }] : []),
      // The stamp of what has expired says the same.
      ...(window === 'ended' && status !== 'expired' ? [{ tone: 'neutral' as const, text: t('list.ended') }] : []),
      ...(exam.isRunning ? [{ tone: 'warning' as const, text: t('list.running') }] : []),
      ...(exam.outcome === 'pendingReview' ? [{ tone: 'warning' as const, text: t('outcome.pendingReview') }] : []),
    ]
  }
  const act = (exam: ExamRow) => {
    if (status !== 'available') return null
    if (exam.kind === 'practical') return { app: t('list.app') }
    if (exam.isRunning) return { go: t('list.resume') }
    // One that waits for review can be sat again as long as an attempt is left.
    return exam.attemptsLeft === 0 ? null : { go: t('list.join') }
  }
  return (exam) => ({
    id: exam.id, title: exam.title, href: examPreparationOf(exam, status), tags: tags(exam), period: period(exam),
    places: [exam.subjectName, exam.companyName].filter(Boolean),
    stamp: status !== 'available' ? status : exam.outcome === 'passed' || exam.outcome === 'failed' ? exam.outcome : null,
    score: exam.score !== null && exam.score >= 0 ? { name: t('list.score'), figure: figure(exam.score) } : null,
    act: act(exam),
  })
}

/** One page of my exams, or why there is none; `now` is the server's clock in milliseconds. */
export function MyExams({ view, exams, now }: { view: MyExamsView; exams: Settled<Page<ExamRow>>; now: number }) {
  const t = useTranslations('exams.list')
  const cardOf = useCardOf(view.status, now)
  if (exams.error) return <Panel><ErrorState title={t('loadFailed')} /></Panel>
  const { items, total, page, size } = exams.value
  const searched = view.title !== '' || view.kind !== 'all' || view.status !== 'available'
  const none = searched ? { text: t('noneFound'), action: { href: routes.myExams(myExamsQuery({ size: view.size })), label: t('showAll') } } : { text: t('none'), action: { href: routes.courseLibrary(), label: t('toPractice') } }
  const at = (to: Partial<MyExamsView>) => routes.myExams(myExamsQuery({ ...view, ...to }))
  return (
    <>
      {items.length === 0
        ? <EmptyPage page={page} total={total} firstHref={at({ page: 1 })} empty={none} />
        : <ul className={styles.list} aria-label={t('label')}>{items.map((exam) => <li key={exam.id}><ExamCard exam={cardOf(exam)} /></li>)}</ul>}
      <Pager page={page} size={size} asked={view.size} total={total} sizes={longListSizes} hrefOf={at} />
    </>
  )
}
