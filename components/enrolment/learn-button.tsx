'use client'

import { CircleCheck, CircleX, Play } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { enrolmentAction, type EnrolmentState, type EnrolmentTarget, type Permission } from '@/lib/domain/enrolment'
import { useOpening } from '@/components/enrolment/use-opening'

type Props = { target: EnrolmentTarget; state: EnrolmentState; permission: Permission; /** The id of the words that say why it cannot be pressed. */ reasonId?: string }

const labels: Record<EnrolmentState, 'start' | 'resume' | 'passed' | 'failed'> = { notStarted: 'start', unknown: 'start', inProgress: 'resume', passed: 'passed', failed: 'failed' }

function LearnIcon({ state }: { state: EnrolmentState }) {
  if (state === 'passed') return <CircleCheck className="i" />
  return state === 'failed' ? <CircleX className="i" /> : <Play className="i i-solid" />
}

/** The one button of a detail: start, continue, or how it ended (then it opens the player once more). */
export function LearnButton({ target, state, permission, reasonId }: Props) {
  const t = useTranslations('enrolment')
  const { open, busy, refused } = useOpening(target)
  const action = enrolmentAction(state, permission)
  return (
    <>
      <Button
        look={action === 'review' ? 'secondary' : 'primary'} size="large" icon={<LearnIcon state={state} />}
        disabled={action === 'none'} aria-describedby={action === 'none' ? reasonId : undefined}
        busy={busy} busyLabel={t('opening')} onClick={() => open({ by: action === 'start' ? 'start' : 'resume' })}
      >
        {t(labels[state])}
      </Button>
      {refused && <p className="error">{refused}</p>}
    </>
  )
}
