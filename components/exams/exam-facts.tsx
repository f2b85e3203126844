import { useTranslations } from 'next-intl'
import { PlatformText, usePlatformLang } from '@/components/content/platform-text'
import { RichText } from '@/components/content/rich-text'
import { useExamWords } from '@/components/exams/moments'
import styles from '@/components/exams/exams.module.css'
import { Panel } from '@/components/ui/panel'
import { Stamp } from '@/components/ui/stamp'
import { Tag } from '@/components/ui/tag'
import type { ExamDetail } from '@/lib/domain/exams'

/** Everything there is to know of an exam before it is begun (spec 2 §2.2). */
export function ExamFacts({ exam }: { exam: ExamDetail }) {
  const t = useTranslations('exams')
  const lang = usePlatformLang()
  const { period } = useExamWords()
  const { status, attemptsAllowed: allowed, attemptsUsed: used } = exam
  return (
    <Panel>
      <div className={styles.head}>
        <div>
          <p className={styles.tags}><Tag tone="brand">{t(`kinds.${exam.kind}`)}</Tag></p>
          <h1 className="h1" lang={lang(exam.title)}>{exam.title}</h1>
        </div>
        {status && status !== 'available' && <Stamp kind={status} />}
      </div>
      <dl className={styles.facts} aria-label={t('prep.facts')}>
        {exam.subjectName && <div><dt>{t('prep.subject')}</dt><dd><PlatformText>{exam.subjectName}</PlatformText></dd></div>}
        {exam.companyName && <div><dt>{t('prep.company')}</dt><dd><PlatformText>{exam.companyName}</PlatformText></dd></div>}
        <div><dt>{t('prep.kind')}</dt><dd>{t(`kinds.${exam.kind}`)}</dd></div>
        <div><dt>{t('prep.total')}</dt><dd>{t('points', { score: exam.totalScore })}</dd></div>
        <div><dt>{t('prep.pass')}</dt><dd>{t('points', { score: exam.passScore })}</dd></div>
        {exam.questionCount > 0 && <div><dt>{t('prep.questions')}</dt><dd>{t('prep.questionCount', { count: exam.questionCount })}</dd></div>}
        {exam.practicalGroupCount > 0 && <div><dt>{t('prep.groups')}</dt><dd>{t('prep.groupCount', { count: exam.practicalGroupCount })}</dd></div>}
        {exam.answerMinutes > 0 && <div><dt>{t('prep.time')}</dt><dd>{t('prep.minutes', { minutes: exam.answerMinutes })}{exam.extraTimeFactor > 1 && <small>{t('prep.extraTime')}</small>}</dd></div>}
        <div>
          <dt>{t('prep.attempts')}</dt>
          <dd>{allowed !== null ? t('prep.limited', { allowed, used }) : t(exam.isLimitUntold ? 'prep.used' : 'prep.unlimited', { used })}</dd>
        </div>
        {(exam.startsAt || exam.endsAt) && <div className={styles.wide}><dt>{t('prep.window')}</dt><dd>{period(exam)}</dd></div>}
      </dl>
      {exam.matters && (
        <section className={styles.matters} aria-labelledby="matters">
          <h2 className="h3" id="matters">{t('prep.matters')}</h2>
          <RichText html={exam.matters} top={3} />
        </section>
      )}
    </Panel>
  )
}
