import { useTranslations } from 'next-intl'
import { PlatformText } from '@/components/content/platform-text'
import styles from '@/components/exams/exams.module.css'
import { Panel } from '@/components/ui/panel'
import { StateMark } from '@/components/ui/state-mark'
import type { SimulationScoreRow } from '@/lib/domain/exams'

/** What a simulation scored, row by row. */
export function ScoreRecord({ rows }: { rows: SimulationScoreRow[] }) {
  const t = useTranslations('exams.result')
  return (
    <Panel labelledBy="score-record">
      <h2 className="h2" id="score-record">{t('record')}</h2>
      {rows.length === 0
        ? <p className="muted">{t('noRows')}</p>
        : (
            <div className={styles.scroll} role="group" tabIndex={0} aria-labelledby="score-record">
              <table className={`${styles.table} ${styles.record}`}>
                <thead><tr><th scope="col">{t('index')}</th><th scope="col">{t('task')}</th><th scope="col">{t('category')}</th><th scope="col" className={styles.num}>{t('score')}</th><th scope="col">{t('scored')}</th></tr></thead>
                <tbody>
                  {rows.map((row, index) => (
                    <tr key={index}>
                      <td className={styles.num}>{index + 1}</td>
                      <td><PlatformText>{row.task}</PlatformText></td>
                      <td><PlatformText>{row.teachingPoint}</PlatformText></td>
                      <td className={styles.num}>{row.score}</td>
                      <td><StateMark state={row.isScored ? 'passed' : 'failed'}>{t(row.isScored ? 'isScored' : 'notScored')}</StateMark></td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
    </Panel>
  )
}
