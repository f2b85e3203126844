import { useTranslations } from 'next-intl'
import { completionRule, type Section } from '@/lib/domain/catalogue'

/** What completes a section that is not passed yet. */
export function CompletionFact({ section }: { section: Section }) {
  const t = useTranslations('catalogue.rules')
  if (section.state === 'passed') return null
  const rule = completionRule(section)
  if (!rule) return null
  if (rule.by === 'minutes') return <span className="num">{t('minutes', { percent: rule.requiredPercent, minutes: rule.requiredMinutes })}</span>
  if (rule.by === 'score') return <span className="num">{t('score', { score: rule.passScore })}</span>
  return <span>{t(rule.by)}</span>
}
