import { useTranslations } from 'next-intl'
import { usePlatformLang } from '@/components/content/platform-text'
import { useExamWords } from '@/components/exams/moments'
import { OutcomeMark } from '@/components/exams/outcome-mark'
import styles from '@/components/exams/exams.module.css'
import { Stamp } from '@/components/ui/stamp'
import type { ExamResult } from '@/lib/domain/exams'

type Props = { title: string; studentName: string; result: ExamResult; number: number | null; total: number | null }

/** Whose attempt it is, which one, and how it went. */
export function AttemptHead({ title, studentName, result, number, total }: Props) {
  const t = useTranslations('exams')
  const lang = usePlatformLang()
  const { moment, duration, figure } = useExamWords()
  const { outcome, score } = result
  return (
    <section className={`panel ${styles.sum}`} aria-label={t('answers.title')}>
      <div className={styles.name}>
        <h1 className="h2" lang={lang(title)}>{title}</h1>
        <p><span lang={lang(studentName)}>{studentName}</span>{' · '}{t(`kinds.${result.isSimulation ? 'simulation' : (result.kind ?? 'theory')}`)}</p>
      </div>
      <dl>
        {number !== null && <div><dt>{t('answers.attempt')}</dt><dd>{t('answers.attemptOf', { number, total: total ?? number })}</dd></div>}
        <div><dt>{t('answers.duration')}</dt><dd>{duration(result.usedMs)}</dd></div>
        <div><dt>{t('answers.time')}</dt><dd>{moment(result.startedAt ?? result.submittedAt)}</dd></div>
        <div><dt>{t('answers.result')}</dt><dd><OutcomeMark outcome={outcome} /></dd></div>
      </dl>
      <p className={styles.score}><span className="sr">{t('answers.score')}</span>{score === null || score < 0 ? <b>–</b> : <b>{figure(score)}</b>}<span className="muted">{t('answers.total', { total: result.totalScore })}</span></p>
      {(outcome === 'passed' || outcome === 'failed') && <Stamp kind={outcome} />}
    </section>
  )
}
