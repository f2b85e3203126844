import { useTranslations } from 'next-intl'
import { useExamWords } from '@/components/exams/moments'
import styles from '@/components/exams/exams.module.css'
import type { Outcome } from '@/lib/domain/exams'

const RADIUS = 84
const WIDTH = 14
const CENTRE = 100
const HALF = Math.PI * RADIUS

type Props = { /** -1 while it waits for review. */ score: number | null; totalScore: number; passScore: number; outcome: Outcome | null; small?: boolean }

/** A half circle from nothing to full marks, with the score in it and a line at the pass score. */
export function ScoreGauge({ score, totalScore, passScore, outcome, small = false }: Props) {
  const t = useTranslations('exams')
  const { figure } = useExamWords()
  const known = score !== null && score >= 0
  const share = known && totalScore > 0 ? Math.min(1, score / totalScore) : 0
  const passShare = totalScore > 0 ? Math.min(1, Math.max(0, passScore / totalScore)) : 0
  const angle = Math.PI * (1 - passShare)
  const at = (radius: number) => ({ x: (CENTRE + radius * Math.cos(angle)).toFixed(1), y: (CENTRE - radius * Math.sin(angle)).toFixed(1) })
  const [inner, outer] = [at(RADIUS - WIDTH), at(RADIUS + WIDTH)]
  const arc = `M${CENTRE - RADIUS} ${CENTRE}A${RADIUS} ${RADIUS} 0 0 1 ${CENTRE + RADIUS} ${CENTRE}`
  const label = known ? t('result.gauge', { score, total: totalScore, pass: passScore }) : t('result.gaugePending', { total: totalScore, pass: passScore })
  return (
    <div className={small ? `${styles.gauge} ${styles.small}` : styles.gauge} role="img" aria-label={label}>
      <svg viewBox="0 0 200 110" aria-hidden="true">
        <path className={styles.track} d={arc} strokeWidth={WIDTH} strokeLinecap="round" />
        {share > 0 && <path className={`${styles.value} ${outcome === 'passed' ? styles.passed : outcome === 'failed' ? styles.failed : ''}`} d={arc} strokeWidth={WIDTH} strokeLinecap="round" strokeDasharray={`${(HALF * share).toFixed(1)} ${(HALF * 2).toFixed(1)}`} />}
        <line className={styles.mark} x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} strokeWidth="2" />
      </svg>
      <div className={styles.figure}>
        {known ? <b>{figure(score)}</b> : <b className={styles.words}>{t('outcome.pendingReview')}</b>}
      </div>
      <p className={styles.ends}><span>{t('result.passAt', { pass: passScore })}</span><span>{t('result.of', { total: totalScore })}</span></p>
    </div>
  )
}
