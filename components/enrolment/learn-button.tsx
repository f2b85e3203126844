'use client'

import { CircleCheck, CircleX, Clock, Play } from 'lucide'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { closedDates, enrolmentAction, type Closure, type EnrolmentState, type EnrolmentTarget, type PlanWindow } from '@/lib/domain/enrolment'
import { useOpening } from '@/components/enrolment/use-opening'

type Props = { target: EnrolmentTarget; state: EnrolmentState; /** Why it cannot be pressed. */ closure: Closure | null; /** The dates of a plan. */ window?: PlanWindow | undefined; /** The id of the words that say so. */ reasonId?: string }

const labels: Record<EnrolmentState, 'start' | 'resume' | 'passed' | 'failed'> = { notStarted: 'start', unknown: 'resume', inProgress: 'resume', passed: 'passed', failed: 'failed' }

function LearnIcon({ state, window }: Pick<Props, 'state' | 'window'>) {
  if (closedDates(window)) return <Icon of={Clock} className="i" />
  if (state === 'passed') return <Icon of={CircleCheck} className="i" />
  return state === 'failed' ? <Icon of={CircleX} className="i" /> : <Icon of={Play} className="i i-solid" />
}

/** The one button of a detail: start, continue, or how it ended (then it opens the player once more); inert outside the dates of a plan, which it names, and without permission. */
export function LearnButton({ target, state, closure, window, reasonId }: Props) {
  const t = useTranslations('enrolment')
  const { open, busy, refused } = useOpening(target)
  const action = enrolmentAction(state, closure)
  return (
    <>
      <Button
        look={action === 'review' ? 'secondary' : 'primary'} size="large" icon={<LearnIcon state={state} window={window} />}
        disabled={action === 'none'} aria-describedby={action === 'none' ? reasonId : undefined}
        busy={busy} busyLabel={t('opening')} onClick={() => open({ by: action === 'start' ? 'start' : 'resume' })}
      >
        {t(closedDates(window) ?? labels[state])}
      </Button>
      {refused && <p className="error">{refused}</p>}
    </>
  )
}
