import { useTranslations } from 'next-intl'
import styles from '@/components/questions/questions.module.css'
import type { OptionShare } from '@/lib/domain/questions'

/** How often each option was chosen, in this exam and in all: drawn, and as a table for those who do not see it. */
export function OptionShares({ shares }: { shares: OptionShare[] }) {
  const t = useTranslations('questions')
  const percent = (value: number) => t('percent', { value })
  return (
    <section>
      <div className={styles.sharesHead}>
        <h3 className="h3">{t('shares')}</h3>
        <p className={styles.key} aria-hidden="true"><span><i />{t('here')}</span><span><i className={styles.ever} />{t('ever')}</span></p>
      </div>
      <div className={styles.bars} aria-hidden="true">
        {shares.map(({ letter, herePercent, everPercent }) => (
          <div key={letter}>
            <b>{letter}</b>
            <div className={styles.pair}>
              <i style={{ '--v': `${herePercent}%` }} /><span>{percent(herePercent)}</span>
              <i className={styles.ever} style={{ '--v': `${everPercent}%` }} /><span>{percent(everPercent)}</span>
            </div>
          </div>
        ))}
      </div>
      <table className="sr">
        <caption>{t('shares')}</caption>
        <thead><tr><th scope="col">{t('option')}</th><th scope="col">{t('here')}</th><th scope="col">{t('ever')}</th></tr></thead>
        <tbody>{shares.map(({ letter, herePercent, everPercent }) => <tr key={letter}><th scope="row">{letter}</th><td>{percent(herePercent)}</td><td>{percent(everPercent)}</td></tr>)}</tbody>
      </table>
    </section>
  )
}
