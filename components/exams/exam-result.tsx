import { Download, ShieldCheck } from 'lucide'
import { useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import { useExamWords } from '@/components/exams/moments'
import { ResultSummary } from '@/components/exams/result-summary'
import { ScoreRecord } from '@/components/exams/score-record'
import styles from '@/components/exams/exams.module.css'
import { ButtonLink } from '@/components/ui/button-link'
import { Icon } from '@/components/ui/icon'
import { PageHead, Stack } from '@/components/ui/page'
import { Panel } from '@/components/ui/panel'
import type { AttemptPlace, ExamResult } from '@/lib/domain/exams'
import { receiptsHref } from '@/lib/queries/exams'
import { routes } from '@/lib/routes'

type BarsProps = { name: string; mine: number; average: number; /** What fills the bar; without one the larger of both does. */ full?: number; figure: (value: number) => string }

function Bars({ name, mine, average, full = 0, figure }: BarsProps) {
  const t = useTranslations('exams.result')
  const most = Math.max(full, mine, average) || 1
  return (
    <section>
      <h3>{name}</h3>
      {([[t('mine'), mine, ''], [t('average'), average, styles.all]] as const).map(([word, value, look]) => (
        <div key={word} className={styles.pair}><span>{word}</span><div className={`${styles.bar} ${look}`} aria-hidden="true"><i style={{ '--v': `${(value / most) * 100}%` }} /></div><span>{figure(value)}</span></div>
      ))}
    </section>
  )
}

/** Me against the average, drawn; only what the platform says. */
function Comparison({ result }: { result: ExamResult }) {
  const t = useTranslations('exams.result')
  const words = useExamWords()
  const { score, accuracy, averageScore, averageMs, averageAccuracy } = result
  if (score === null || score < 0 || averageScore === null) return null
  return (
    <Panel labelledBy="comparison">
      <h2 className="h2" id="comparison">{t('compare')}</h2>
      <div className={styles.compare}>
        <Bars name={t('mineScore')} mine={score} average={averageScore} full={result.totalScore} figure={words.figure} />
        {averageMs !== null && <Bars name={t('duration')} mine={result.usedMs} average={averageMs} figure={words.duration} />}
        {accuracy !== null && averageAccuracy !== null && <Bars name={t('accuracy')} mine={accuracy} average={averageAccuracy} full={1} figure={words.percent} />}
      </div>
    </Panel>
  )
}

/** Where the practical part of an attempt is shown; null without one. */
function practicalHrefOf({ examId, paperId, attemptId }: AttemptPlace, result: ExamResult): string | null {
  const paper = paperId ?? result.paperId
  return result.practical && paper ? routes.practicalDetail({ examId, paperId: paper, attemptId, ...result.practical }) : null
}

type Props = {
  attempt: AttemptPlace
  result: ExamResult
  /** Where one came from: the preparation, or the player. */
  backHref: string
  /** The platform issues receipts of answers. */
  hasReceipts: boolean
}

/** How an attempt went: score, figures against others, a simulation's record, receipts (spec 2 §2.3). */
export function ExamResultView({ attempt, result, backHref, hasReceipts }: Props) {
  const t = useTranslations('exams')
  const lang = usePlatformLang()
  const title = result.title ?? t('result.title')
  const { answerId } = attempt
  const practicalHref = practicalHrefOf(attempt, result)
  return (
    <Stack>
      <PageHead title={title} lang={result.title ? lang(result.title) : undefined} />
      <Panel label={t('result.title')}>
        <ResultSummary result={result} />
        {result.outcome === 'pendingReview' && <p className="muted">{t('result.pendingText')}</p>}
        <div className={styles.acts}>
          {result.kind !== 'practical' && <ButtonLink look="primary" href={routes.examAnswers(attempt)}>{t('result.answers')}</ButtonLink>}
          {practicalHref && <ButtonLink look={result.kind === 'practical' ? 'primary' : undefined} href={practicalHref}>{t('history.practical')}</ButtonLink>}
          <ButtonLink href={backHref}>{t('result.back')}</ButtonLink>
        </div>
      </Panel>
      {result.isSimulation && result.score !== null && result.score >= 0 && <ScoreRecord rows={result.rows} />}
      <Comparison result={result} />
      {hasReceipts && answerId && (
        <Panel labelledBy="receipts">
          <h2 className="h2" id="receipts">{t('receipts.title')}</h2>
          <p className="muted">{t('receipts.text')}</p>
          {result.handInNumber && <dl className={styles.receiptFacts}><div><dt>{t('receipts.number')}</dt><dd className={styles.hash}>{result.handInNumber}</dd></div></dl>}
          <div className={styles.acts}>
            <a className="btn btn-2 has-icon" href={receiptsHref({ attemptId: attempt.attemptId, answerId })} download><Icon of={Download} className="i" aria-hidden="true" />{t('receipts.download')}</a>
            <ButtonLink look="ghost" icon={<Icon of={ShieldCheck} className="i" />} href={routes.receiptCheck({ code: result.handInNumber })}>{t('receipts.check')}</ButtonLink>
          </div>
        </Panel>
      )}
    </Stack>
  )
}
