import { Smartphone } from 'lucide'
import { useTranslations } from 'next-intl'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { useExamWords } from '@/components/exams/moments'
import styles from '@/components/exams/exams.module.css'
import { ButtonLink } from '@/components/ui/button-link'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { LinkTabs } from '@/components/ui/link-tabs'
import { Pager } from '@/components/ui/pager'
import { Panel } from '@/components/ui/panel'
import { Stamp } from '@/components/ui/stamp'
import { Tag } from '@/components/ui/tag'
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

function Period({ exam }: { exam: Pick<ExamRow, 'startsAt' | 'endsAt'> }) {
  const t = useTranslations('exams.list')
  const { moment } = useExamWords()
  const [start, end] = [moment(exam.startsAt), moment(exam.endsAt)]
  if (exam.startsAt && exam.endsAt) return t('period', { start, end })
  return exam.startsAt ? t('from', { start }) : exam.endsAt ? t('until', { end }) : t('always')
}

function ExamCard({ exam, status, now }: { exam: ExamRow; status: ExamStatus; now: number }) {
  const t = useTranslations('exams')
  const lang = usePlatformLang()
  const { figure } = useExamWords()
  const href = examPreparationOf(exam, status)
  const window = examWindow(exam, now)
  const stamp = status === 'available' ? (exam.outcome === 'passed' || exam.outcome === 'failed' ? exam.outcome : null) : status
  const { title } = exam
  return (
    <article className={`card ${styles.card}`}>
      <div className={styles.words}>
        <p className={styles.tags}>
          <Tag tone="brand">{t(`kinds.${exam.kind}`)}</Tag>
          {status === 'available' && window === 'upcoming' && <Tag tone="info">{t('list.upcoming')}</Tag>}
          {status === 'available' && window === 'ended' && <Tag>{t('list.ended')}</Tag>}
          {exam.isRunning && <Tag tone="warning">{t('list.running')}</Tag>}
          {exam.outcome === 'pendingReview' && <Tag tone="warning">{t('outcome.pendingReview')}</Tag>}
        </p>
        <h2 id={`exam-${exam.id}`}><Link href={href} lang={lang(title)}>{title}</Link></h2>
        <p className={`num ${styles.meta}`}><span><Period exam={exam} /></span></p>
        {(exam.subjectName || exam.companyName) && <p className={styles.meta}>{[exam.subjectName, exam.companyName].filter(Boolean).map((text) => <span key={text}><PlatformText>{text}</PlatformText></span>)}</p>}
      </div>
      {(stamp || exam.score !== null) && (
        <div className={styles.verdict}>
          {stamp && <Stamp kind={stamp} />}
          {exam.score !== null && exam.score >= 0 && <p><span className="sr">{t('list.score')}</span><b>{figure(exam.score)}</b></p>}
        </div>
      )}
      {status === 'available' && (
        <div className={styles.act}>
          {exam.kind === 'practical'
            ? <p className={styles.tip}><Icon of={Smartphone} className="i i-18" aria-hidden="true" />{t('list.app')}</p>
            : exam.outcome !== 'pendingReview' && <ButtonLink look="soft" href={href} aria-describedby={`exam-${exam.id}`}>{t(exam.isRunning ? 'list.resume' : 'list.join')}</ButtonLink>}
        </div>
      )}
    </article>
  )
}

/** One page of my exams, or why there is none; `now` is the server's clock in milliseconds. */
export function MyExams({ view, exams, now }: { view: MyExamsView; exams: Settled<Page<ExamRow>>; now: number }) {
  const t = useTranslations('exams.list')
  if (exams.error) return <Panel><ErrorState title={t('loadFailed')} /></Panel>
  const { items, total, page, size } = exams.value
  if (total === 0) {
    const searched = view.title !== '' || view.kind !== 'all' || view.status !== 'available'
    const none = searched ? { text: t('noneFound'), action: { href: routes.myExams(), label: t('showAll') } } : { text: t('none'), action: { href: routes.courseLibrary(), label: t('toPractice') } }
    return <Panel><EmptyState {...none} /></Panel>
  }
  return (
    <>
      <ul className={styles.list} aria-label={t('label')}>{items.map((exam) => <li key={exam.id}><ExamCard exam={exam} status={view.status} now={now} /></li>)}</ul>
      <Pager page={page} size={size} total={total} sizes={longListSizes} hrefOf={(to) => routes.myExams(myExamsQuery({ ...view, ...to }))} />
    </>
  )
}
