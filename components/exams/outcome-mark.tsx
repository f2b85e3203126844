import { useTranslations } from 'next-intl'
import { StateMark } from '@/components/ui/state-mark'
import type { Outcome } from '@/lib/domain/exams'

/** How it was decided, as icon and word. */
export function OutcomeMark({ outcome }: { outcome: Outcome | null }) {
  const t = useTranslations('exams.outcome')
  if (outcome === null) return '–'
  return outcome === 'pendingReview' ? <StateMark state="inProgress">{t('pendingReview')}</StateMark> : <StateMark state={outcome}>{t(outcome)}</StateMark>
}
