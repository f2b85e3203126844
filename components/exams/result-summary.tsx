import { useTranslations } from 'next-intl'
import { useExamWords } from '@/components/exams/moments'
import { OutcomeMark } from '@/components/exams/outcome-mark'
import { ScoreGauge } from '@/components/exams/score-gauge'
import styles from '@/components/exams/exams.module.css'
import type { ExamResult } from '@/lib/domain/exams'

/** Gauge and figures of one attempt. */
export function ResultSummary({ result, small = false }: { result: ExamResult; small?: boolean }) {
  const t = useTranslations('exams.result')
  const { moment, duration, percent, figure } = useExamWords()
  const unknown = t('unknown')
  const { ranking, learnerCount } = result
  const facts: [string, React.ReactNode][] = [
    [t('status'), <OutcomeMark key="outcome" outcome={result.outcome} />],
    [t('submittedAt'), moment(result.submittedAt)],
    [t('duration'), duration(result.usedMs)],
    [t('accuracy'), result.accuracy === null ? unknown : percent(result.accuracy)],
    [t('ranking'), ranking === null ? unknown : learnerCount ? t('rankOf', { place: ranking, count: learnerCount }) : t('rank', { place: ranking })],
    [t('averageScore'), result.averageScore === null ? unknown : figure(result.averageScore)],
    [t('averageTime'), result.averageMs === null ? unknown : duration(result.averageMs)],
    [t('averageAccuracy'), result.averageAccuracy === null ? unknown : percent(result.averageAccuracy)],
  ]
  return (
    <div className={styles.summary}>
      <ScoreGauge score={result.score} totalScore={result.totalScore} passScore={result.passScore} outcome={result.outcome} small={small} />
      <dl className={styles.figures}>{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
    </div>
  )
}
