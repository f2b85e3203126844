import { BookOpen, CalendarCheck, ClipboardList, Clock, Coins, GraduationCap, MessageSquareText, Users, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import type { LearningSummary } from '@/lib/domain/levels'
import { routes } from '@/lib/routes'
import styles from './learner.module.css'

type FactName = 'credits' | 'hours' | 'points' | 'courses' | 'plans' | 'exams' | 'classes' | 'unread'
type Fact = { name: FactName; icon: IconNode; value: number | null; href: string }

/** The eight figures of a learner, each leading to where it comes from. */
export function BasicData({ summary, unread }: { summary: LearningSummary; /** Null when it could not be read. */ unread: number | null }) {
  const t = useTranslations('learner')
  const facts: Fact[] = [
    { name: 'credits', icon: GraduationCap, value: summary.credits, href: routes.myCourses({ state: 'completed' }) },
    { name: 'hours', icon: Clock, value: summary.hours, href: routes.myCourses() },
    { name: 'points', icon: Coins, value: summary.points, href: routes.personalCentre('learningData', { ranking: 'points' }) },
    { name: 'courses', icon: BookOpen, value: summary.courses, href: routes.myCourses() },
    { name: 'plans', icon: CalendarCheck, value: summary.plans, href: routes.myPlans() },
    { name: 'exams', icon: ClipboardList, value: summary.exams, href: routes.myExams() },
    { name: 'classes', icon: Users, value: summary.classes, href: routes.personalCentre('classes') },
    { name: 'unread', icon: MessageSquareText, value: unread, href: routes.personalCentre('messages') },
  ]
  return (
    <ul className={`panel ${styles.facts}`} aria-label={t('facts')}>
      {facts.map((fact) => <li key={fact.name}><Link href={fact.href} scroll={fact.name !== 'points'}><Words fact={fact} /></Link></li>)}
    </ul>
  )
}

function Words({ fact: { name, icon, value } }: { fact: Fact }) {
  const t = useTranslations('learner')
  return (
    <>
      <span className={styles.icon}><Icon of={icon} className="i" /></span>
      <span className={styles.term}>{t(`fact.${name}`)}</span>
      <b className={`num ${styles.value}`}>{value === null ? t('unknown') : t('figure', { value })}</b>
    </>
  )
}
