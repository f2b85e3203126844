import { Clock, GraduationCap } from 'lucide'
import { useTranslations } from 'next-intl'
import { Icon } from '@/components/ui/icon'
import { Stars } from '@/components/ui/stars'
import type { StudyCardFacts } from '@/lib/domain/cards'
import styles from './study-facts.module.css'

/** Hours, credits, participants and rating of a course or plan. */
export function StudyFacts({ facts }: { facts: Pick<StudyCardFacts, 'hours' | 'credits' | 'joinCount' | 'rating'> }) {
  const t = useTranslations('cards')
  return (
    <>
      <p className={`num ${styles.line}`}>
        <span className={styles.fact}><Icon of={Clock} className="i i-16" />{t('hours', { hours: facts.hours })}</span>
        <span className={styles.fact}><Icon of={GraduationCap} className="i i-16" />{t('credits', { credits: facts.credits })}</span>
      </p>
      <p className={`num ${styles.line}`}>
        {facts.rating > 0 ? <Stars value={facts.rating} size={14} figure /> : <span>{t('unrated')}</span>}
        <span>{t('joined', { count: facts.joinCount })}</span>
      </p>
    </>
  )
}
