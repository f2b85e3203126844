import { BookOpen, CalendarDays } from 'lucide'
import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Part } from '@/components/content/part'
import { PlatformText } from '@/components/content/platform-text'
import { HeroFact, HeroRule, LearningHero, reasonId } from '@/components/enrolment/learning-hero'
import { Icon } from '@/components/ui/icon'
import { StateMark } from '@/components/ui/state-mark'
import type { PlanItem } from '@/lib/domain/catalogue'
import type { CheckableCertificate } from '@/lib/domain/certificates'
import type { PlanDetail } from '@/lib/domain/course-detail'
import { closedDates, type Closure } from '@/lib/domain/enrolment'
import type { Settled } from '@/lib/domain/errors'

type Props = { certificate: Promise<Settled<CheckableCertificate | null>>; plan: PlanDetail; items: Promise<Settled<PlanItem[]>>; closure: Closure | null }

/** The head of a plan. */
export function PlanDetailHero({ certificate, plan, items, closure }: Props) {
  const t = useTranslations('planDetail')
  return (
    <LearningHero
      kind="plan"
      detail={plan}
      certificate={certificate}
      closure={closure}
      hours={plan.hoursText && <PlatformText>{plan.hoursText}</PlatformText>}
      facts={<><Period plan={plan} /><Part of={items} skeleton={null}><Size items={items} /></Part></>}
      done={t('done', { done: plan.sectionsDone, total: plan.sectionsTotal })}
      rule={<Rule plan={plan} items={items} closure={closure} />}
    />
  )
}

/** From when until when it runs, as far as it is limited. */
function Period({ plan: { startsAt, endsAt } }: Pick<Props, 'plan'>) {
  const t = useTranslations('planDetail')
  const [start, end] = [startsAt && new Date(startsAt), endsAt && new Date(endsAt)]
  if (!start && !end) return null
  return <HeroFact icon={<Icon of={CalendarDays} className="i" />}>{start && end ? t('period', { start, end }) : start ? t('from', { start }) : end && t('until', { end })}</HeroFact>
}

/** How many courses and exams there are; nothing when the catalogue could not be read. */
function Size({ items: asked }: Pick<Props, 'items'>) {
  const t = useTranslations('planDetail')
  const items = use(asked)
  return items.error ? null : <HeroFact icon={<Icon of={BookOpen} className="i" />}>{t('size', countsOf(items.value))}</HeroFact>
}

/** Why the plan cannot be studied now, that it can be opened again, or what completes it. */
function Rule({ plan, items, closure }: Omit<Props, 'certificate'>) {
  const t = useTranslations('planDetail')
  const shared = useTranslations('learningDetail')
  const errors = useTranslations('errors')
  const decided = plan.state === 'passed' || plan.state === 'failed' ? plan.state : null
  if (closure === 'forbidden') {
    return (
      <>
        {decided && closedDates(plan.window) && <StateMark state={decided} />}
        <p className="error" id={reasonId}>{errors('notPermitted')}</p>
      </>
    )
  }
  if (closure) {
    const moment = closure === 'ended' ? plan.endsAt : plan.startsAt
    return (
      <>
        {decided && <StateMark state={decided} />}
        <HeroRule id={reasonId}>{moment ? t(closure === 'ended' ? 'endedAt' : 'startsAt', { at: new Date(moment) }) : t(closure === 'ended' ? 'endedSome' : 'startsSome')}</HeroRule>
      </>
    )
  }
  return decided ? <HeroRule>{shared('plan.again')}</HeroRule> : <Part of={items} skeleton={null}><Completion items={items} /></Part>
}

/** What completes the plan. */
function Completion({ items: asked }: Pick<Props, 'items'>) {
  const t = useTranslations('planDetail')
  const items = use(asked)
  return items.error || items.value.length === 0 ? null : <HeroRule>{t('rule', countsOf(items.value))}</HeroRule>
}

function countsOf(items: readonly PlanItem[]) {
  const exams = items.filter(({ kind }) => kind === 'exam').length
  const courses = items.length - exams
  const kinds = exams === 0 ? 'courses' : courses === 0 ? 'exams' : 'both'
  return { courses, exams, kinds }
}
