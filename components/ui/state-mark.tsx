import { Circle, CircleCheck, CircleX, Clock, Lock, type IconNode } from 'lucide'
import { useTranslations } from 'next-intl'
import { halfDisc } from '@/components/ui/art/half-disc'
import { Icon } from '@/components/ui/icon'

export type State = 'passed' | 'inProgress' | 'notStarted' | 'failed' | 'locked' | 'expired'

const shapes: Record<State, IconNode> = { passed: CircleCheck, inProgress: halfDisc, notStarted: Circle, failed: CircleX, locked: Lock, expired: Clock }
const tones: Record<State, string> = { passed: 'state-success', inProgress: 'state-brand', notStarted: '', failed: 'state-danger', locked: '', expired: '' }

/** The shape of a state alone; put a word beside it. */
export function StateIcon({ state }: { state: State }) {
  return <Icon of={shapes[state]} className="i" aria-hidden="true" />
}

/** How something stands: a shape and a word (已通过, 进行中, 未开始, 未通过, 未解锁, 已过期 unless said otherwise); nothing where that is not known. */
export function StateMark({ state, children, iconOnly = false, id }: { state: State | 'unknown'; children?: string; /** The word is for screen readers only. */ iconOnly?: boolean; id?: string }) {
  const t = useTranslations('ui.state')
  return state === 'unknown' ? null : (
    <span className={`state ${tones[state]}`.trim()} id={id}>
      <StateIcon state={state} />
      <span className={iconOnly ? 'sr' : undefined}>{children ?? t(state)}</span>
    </span>
  )
}
